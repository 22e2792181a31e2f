//! `lpopt --list-passes`, `lpopt help NAME`, `lpopt completions SHELL`, `lpopt man`.

use super::Cli;
use crate::apply::pass_name;
use crate::cli::{Common, Failure, Session};
use crate::exit::Outcome;
use crate::lpfc;
use crate::output;
use crate::registry::registry;
use clap::CommandFactory;
use diag::Diagnostic;
use pass::{Group, Spec};

/// Prints all transforms, by chapter.
pub(super) fn list() -> Outcome {
    let mut text = String::new();
    let width = registry().specs().iter().map(|spec| spec.name.len()).max().unwrap_or(0) + 2;
    for group in Group::ALL {
        text.push_str(&format!("{}\n", group.title()));
        for spec in registry().specs().iter().filter(|spec| spec.group == group) {
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
    let Some(spec) = registry().find(name) else {
        return session.finish(Err(Failure::usage(pass_name::unknown(name))));
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

/// A tool with a command line of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Tool {
    /// Applies transforms
    Lpopt,
    /// Runs kernels
    Lprun,
    /// Imports and exports kernels
    Lptranslate,
    /// Compiles Fortran programs
    Lpfc,
}

impl Tool {
    /// Its name, and its command line.
    fn command(self) -> (&'static str, clap::Command) {
        match self {
            Tool::Lpopt => ("lpopt", Cli::command()),
            Tool::Lprun => ("lprun", crate::run::Cli::command()),
            Tool::Lptranslate => ("lptranslate", crate::translate::Cli::command()),
            Tool::Lpfc => ("lpfc", lpfc::manual::command()),
        }
    }
}

/// Prints a completion script for a shell.
pub(super) fn completions(shell: clap_complete::Shell, tool: Tool) -> Outcome {
    let mut text = Vec::new();
    let (name, mut command) = tool.command();
    clap_complete::generate(shell, &mut command, name, &mut text);
    finish(output::write("-", &String::from_utf8_lossy(&text)))
}

/// Prints the manual page of a tool: its own text, then that of each subcommand, and variables of `lpfc`.
pub(super) fn manual(tool: Tool, common: Common) -> Outcome {
    let (_, mut command) = tool.command();
    command.build();
    let mut page = Vec::new();
    let result = clap_mangen::Man::new(command.clone()).render(&mut page).and_then(|()| {
        let subcommands = command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set());
        subcommands.cloned().try_for_each(|subcommand| chapter(subcommand, &mut page))
    });
    if tool == Tool::Lpfc {
        page.extend(lpfc::manual::environment().into_bytes());
    }
    let result = result.map_err(|error| output::failed("<stdout>", &error));
    Session::new(common).finish(result.and_then(|()| output::print_bytes(&page)).map_err(Failure::from))
}

/// The description and the options of a subcommand.
fn chapter(subcommand: clap::Command, page: &mut Vec<u8>) -> std::io::Result<()> {
    let name = subcommand.get_display_name().unwrap_or(subcommand.get_name()).replace('-', " ");
    page.extend(format!(".SH \"{}\"\n", name.to_uppercase()).into_bytes());
    let section = clap_mangen::Man::new(subcommand);
    section.render_synopsis_section(page)?;
    section.render_description_section(page)?;
    section.render_options_section(page)
}

fn finish(result: Result<(), Diagnostic>) -> Outcome {
    Session::default().finish(result.map_err(Failure::from))
}
