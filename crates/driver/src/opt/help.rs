//! `lpopt --list-passes`, `lpopt help NAME`, `lpopt completions SHELL`.

use super::Cli;
use crate::cli::{Common, Failure, Session};
use crate::exit::Outcome;
use crate::output;
use clap::CommandFactory;
use diag::Diagnostic;
use pass::{Group, Spec};

/// Prints all transforms, by chapter.
pub(super) fn list() -> Outcome {
    let mut text = String::new();
    let width = transforms::REGISTRY.specs().iter().map(|spec| spec.name.len()).max().unwrap_or(0) + 2;
    for group in Group::ALL {
        text.push_str(&format!("{}\n", group.title()));
        for spec in transforms::REGISTRY.specs().iter().filter(|spec| spec.group == group) {
            text.push_str(&format!("  {:<width$}{}\n", spec.name, spec.summary().replace('\n', " ")));
        }
        text.push('\n');
    }
    text.push_str("`lpopt help NAME` explains one.\n");
    finish(output::write("-", &text))
}

/// Prints a transform's signature, parameters and description.
pub(super) fn explain(name: &str, common: Common) -> Outcome {
    let session = Session::new(common);
    let Some(spec) = transforms::REGISTRY.find(name) else {
        return session.finish(Err(Failure::usage(unknown(name))));
    };
    finish(output::write("-", &text(spec)))
}

fn text(spec: &Spec) -> String {
    let mut text = format!("{}\n", spec.signature());
    if !spec.aliases.is_empty() {
        text.push_str(&format!("also: {}\n", spec.aliases.join(", ")));
    }
    text.push_str(&format!("\n{}\n", spec.doc.trim()));
    if !spec.params.is_empty() {
        text.push_str("\nParameters\n");
    }
    for param in spec.params {
        let default = param.default.map_or(String::new(), |default| format!(", by default {default}"));
        let doc = param.doc.trim().replace('\n', "\n      ");
        text.push_str(&format!("  {} ({}{default})\n      {doc}\n", param.name, param.kind));
    }
    text
}

fn unknown(name: &str) -> Diagnostic {
    let error = Diagnostic::error("lp::driver::unknown-transform", format!("there is no transform `{name}`"));
    let names = transforms::REGISTRY
        .specs()
        .iter()
        .flat_map(|spec| [spec.name].into_iter().chain(spec.aliases.iter().copied()));
    match diag::nearest(name, names) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help("`lpopt --list-passes` lists them all"),
    }
}

/// Prints a completion script for a shell.
pub(super) fn completions(shell: clap_complete::Shell) -> Outcome {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "lpopt", &mut text);
    finish(output::write("-", &String::from_utf8_lossy(&text)))
}

fn finish(result: Result<(), Diagnostic>) -> Outcome {
    Session::default().finish(result.map_err(Failure::from))
}
