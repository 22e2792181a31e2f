//! Errors of scripts as diagnostics.

use super::host::{self, Host};
use super::memory;
use super::tags::ForeignValue;
use crate::cli::Failure;
use diag::{Diagnostic, Origin};
use script::{Cause, Error, Fault, Place};

/// Why a script ended.
pub(super) fn failure(host: &Host, error: &Error, module: &script::Module) -> Failure {
    if let Some(failure) = host::failure_of(error) {
        return failure;
    }
    let (code, message) = match &*error.cause {
        Cause::Raised(exception) => ("lp::script", format!("{}: {error}", exception.class.name)),
        Cause::Refused { message, .. } => ("lp::script", message.clone()),
        Cause::TooLarge => (memory::CODE, error.to_string()),
    };
    let mut diagnostic = Diagnostic::error(code, message);
    if let Some(span) = error.place.and_then(|place| host.span(place)) {
        diagnostic = diagnostic.at(span, "");
    }
    // Where the error is in a function, its callers say how it came there.
    let mut told = vec![Place::default()];
    for caller in &error.callers {
        if told.contains(&caller.place) {
            continue;
        }
        told.push(caller.place);
        if let Some(span) = host.span(caller.place) {
            diagnostic = diagnostic.at(span, format!("`{}` is called here", caller.function));
        }
    }
    match help(error, module) {
        Some(help) => diagnostic.help(help).into(),
        None => diagnostic.into(),
    }
}

/// What to do about an error.
fn help(error: &Error, module: &script::Module) -> Option<String> {
    match &*error.cause {
        Cause::Refused { help, .. } => return help.clone(),
        Cause::TooLarge => return Some(memory::HELP.to_owned()),
        Cause::Raised(_) => {}
    }
    let message = error.to_string();
    let name = message.strip_prefix("name '")?.strip_suffix("' is not defined")?;
    let is_own = |name: &str| module.get(name).is_none_or(|value| value.downcast::<ForeignValue>().is_none());
    let names = module.names();
    let mut known: Vec<&str> = names.iter().map(|name| &**name).filter(|name| is_own(name)).collect();
    script::builtin_names().for_each(|name| known.push(name));
    let near = diag::nearest(name, known)?;
    Some(format!("did you mean `{near}`?"))
}

/// Why a file is no script.
pub(super) fn fault(host: &Host, fault: Fault, file: usize) -> Diagnostic {
    match fault {
        Fault::Syntax { message, place } => {
            let problem = Diagnostic::error("lp::script", lower_first(&message));
            match host.span(place) {
                Some(span) => problem.at(span, ""),
                None => problem,
            }
        }
        Fault::Deep(deep) => {
            let span =
                host.scripts.get(file).and_then(|file| crate::input::line(&host.sources, file.id, deep.line));
            let error =
                Diagnostic::error("lp::script::depth", deep.what).at_entity(None, Origin(span), "here");
            error.help("build it up step by step, in variables or in a loop")
        }
    }
}

fn lower_first(message: &str) -> String {
    let mut characters = message.chars();
    let first = characters.next().map(|c| c.to_lowercase().to_string()).unwrap_or_default();
    first + characters.as_str()
}
