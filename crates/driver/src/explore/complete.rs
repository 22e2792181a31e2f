//! What may stand at the end of a step that is being typed.

use crate::registry::registry;
use ir::{InameTag, Module};
use pass::GENERIC_KEYWORDS;
use std::collections::BTreeSet;

/// How many letters a completion replaces, and with what.
pub(super) fn complete(module: &Module, typed: &str) -> (usize, Vec<String>) {
    let is_part = |letter: &char| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '$');
    let word: String = {
        let mut letters: Vec<char> = typed.chars().rev().take_while(is_part).collect();
        letters.reverse();
        letters.into_iter().collect()
    };
    let call = typed.rsplit([';', '\n']).next().unwrap_or_default();
    let all = match call.split_once('(') {
        _ if is_string(call) => names(module),
        None => registry().specs().iter().map(|spec| format!("{}(", spec.name)).collect(),
        Some((name, _)) => keywords(name.trim()),
    };
    let fitting: BTreeSet<String> = all.into_iter().filter(|one| one.starts_with(&word)).collect();
    (word.chars().count(), fitting.into_iter().collect())
}

/// Whether a text ends inside of a string.
fn is_string(text: &str) -> bool {
    let mut open = None;
    for letter in text.chars() {
        match open {
            Some(quote) if quote == letter => open = None,
            None if matches!(letter, '"' | '\'') => open = Some(letter),
            _ => {}
        }
    }
    open.is_some()
}

/// What strings of calls name: loops, arguments, temporaries, statements and rules of the kernels, and tags.
fn names(module: &Module) -> Vec<String> {
    let mut found: Vec<String> = InameTag::TEXTS.iter().map(|text| (*text).to_owned()).collect();
    for kernel in module.kernels.values() {
        let own = kernel.inames.keys().chain(kernel.args.keys()).chain(kernel.temps.keys());
        found.extend(own.chain(kernel.statements.keys()).chain(kernel.rules.keys()).map(ToString::to_string));
    }
    found
}

fn keywords(name: &str) -> Vec<String> {
    let Some(spec) = registry().find(name) else { return Vec::new() };
    let own = spec.params.iter().filter(|param| !param.rest).map(|param| param.name);
    own.chain(GENERIC_KEYWORDS).map(|name| format!("{name}=")).collect()
}
