//! What `lpfc` can be told: its own options, and the variables that it and its programs read. Help, manual
//! page and completions are made of these tables.

use clap::{Arg, ArgAction, ValueHint};
use clap_mangen::roff::{Roff, bold, roman};

/// An argument that is no compiler's; these stand first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Own {
    Outline,
    Print,
    Report,
    JsonReport,
    Help,
}

/// How each is written, without the two dashes, and what it asks for.
const OPTIONS: [(Own, &str, &str); 5] = [
    (
        Own::Outline,
        "outline",
        "Makes kernels of loops too, where their routine does not become one as a whole",
    ),
    (Own::Print, "print", "Prints the sources with kernels, and compiles nothing"),
    (
        Own::Report,
        "report",
        "Says of each routine whether it becomes a kernel, and why not; compiles nothing",
    ),
    (Own::JsonReport, "report=json", "Says it in a line of JSON for each routine"),
    (Own::Help, "lpfc-help", "Prints this help; --help prints that of the compiler"),
];

impl Own {
    pub(super) fn parse(argument: &str) -> Option<Own> {
        let word = argument.strip_prefix("--")?;
        OPTIONS.iter().find(|(_, own, _)| *own == word).map(|(own, _, _)| *own)
    }
}

/// A variable of the environment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Variable {
    pub(super) name: &'static str,
    /// What it says.
    help: &'static str,
}

const fn variable(name: &'static str, help: &'static str) -> Variable {
    Variable { name, help }
}

/// Those that are read when programs are built.
pub(super) const OF_BUILDS: [Variable; 12] = [
    variable("LPFC_CC", "the C compiler, `cc`; options may follow, or a program stand before it"),
    variable("LPFC_COMPILER", "the Fortran compiler, `gfortran`, in the same way, as in `ccache gfortran`"),
    variable("LPFC_LEAST", "how many assignments a kernel has to perform, 500; `0` is any number"),
    variable("LPFC_MESSAGES", "the form of messages: `human`, `short` or `json`"),
    variable("LPFC_ONLY", "names of routines, with commas between; no others are replaced"),
    variable("LPFC_OUTLINE", "`1`: as `--outline`"),
    variable("LPFC_PIPELINES", "a folder with `NAME.txt` for each routine with a pipeline of its own"),
    variable("LPFC_REDUCTIONS", "`1`: sums may be computed in another order"),
    variable("LPFC_REPORT", "`1`: each compilation says what became of its routines"),
    variable("LPFC_SOURCES", "files and folders that the program is linked with, with `:` between"),
    variable("LPFC_TARGET", "what kernels run on: `c`, one core; `openmp`, all cores; `opencl`, a device"),
    variable("LP_SECONDS", "seconds that a kernel may take to make, 30; then its routine keeps its body"),
];

/// Those that are read when programs run.
const OF_PROGRAMS: [Variable; 7] = [
    variable("LP_TRACE", "`1`: a table of calls and times at the end; `NAME.json`: a file for browsers"),
    variable("LP_VERIFY", "`1`: original and kernel both run and are compared; `10`: in each tenth call"),
    variable("LP_DATA", "`auto`: arrays stay on the device; `copy`: each call copies them"),
    variable("LP_OFF", "names of routines, modules or loops that run as they were written"),
    variable("LP_LIMIT", "seconds after which a call of OpenCL ends the program with code 4"),
    variable("LP_DEVICE", "the device, by its numbers `platform:device`; with `host` the originals run"),
    variable("LP_CACHE", "the folder where programs for devices are kept"),
];

/// Both, with what they are called.
const ENVIRONMENT: [(&str, &[Variable]); 2] =
    [("Environment of builds", &OF_BUILDS), ("Environment of programs", &OF_PROGRAMS)];

/// The command line, as far as it is not the compiler's.
pub(crate) fn command() -> clap::Command {
    let own = OPTIONS.map(|(_, word, help)| Arg::new(word).long(word).help(help).action(ArgAction::SetTrue));
    let others = Arg::new("arguments")
        .value_name("ARGUMENTS")
        .help("Arguments of the compiler, --help and --version among them")
        .num_args(0..)
        .value_hint(ValueHint::FilePath);
    clap::Command::new("lpfc")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Compiles Fortran programs, with kernels in the place of routines: make FC=lpfc")
        .long_about(
            "Compiles Fortran programs, with kernels in the place of routines: make FC=lpfc\n\nThe command \
             line is that of gfortran, which compiles whatever becomes no kernel. Options of lpfc stand \
             first. All other things that it can be told stand in the environment.",
        )
        .disable_help_flag(true)
        .disable_version_flag(true)
        .args(own)
        .arg(others)
}

/// The text of `--lpfc-help`.
pub(super) fn help() -> String {
    let mut variables = String::new();
    for (title, listed) in ENVIRONMENT {
        variables.push_str(&format!("{title}:\n"));
        for variable in listed {
            variables.push_str(&format!("  {:<17}{}\n", variable.name, variable.help));
        }
        variables.push('\n');
    }
    command().after_long_help(variables.trim_end().to_owned()).render_long_help().to_string()
}

/// The sections of the manual page that are about variables.
pub(crate) fn environment() -> String {
    let mut page = Roff::new();
    for (title, listed) in ENVIRONMENT {
        page.control("SH", [title.to_uppercase().as_str()]);
        for variable in listed {
            page.control("TP", []);
            page.text([bold(variable.name)]);
            page.text([roman(variable.help)]);
        }
    }
    page.render()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The names in the first column of the tables of settings.
    fn listed(page: &str) -> BTreeSet<&str> {
        let (_, settings) = page.split_once("\n## Settings\n").unwrap();
        let (settings, _) = settings.split_once("\n## ").unwrap();
        let rows = settings.lines().filter_map(|line| line.strip_prefix("| `LP")?.split(" | ").next());
        let names = rows.flat_map(|cell| cell.split(['`', ',', '=', ' ']));
        let named =
            names.filter(|word| !word.is_empty() && word.chars().all(|c| c == '_' || c.is_uppercase()));
        named.filter(|word| !["NAME", "SECONDS"].contains(word)).collect()
    }

    #[test]
    fn the_page_lists_all_variables_and_no_others() {
        let page = include_str!("../../../../docs/lpfc.md");
        let all = ENVIRONMENT.iter().flat_map(|(_, listed)| *listed).map(|variable| variable.name);
        let told: BTreeSet<&str> = all.map(|name| name.strip_prefix("LP").unwrap()).collect();
        let found = listed(page).into_iter().map(|name| name.strip_prefix("LP").unwrap_or(name));
        assert_eq!(found.collect::<BTreeSet<&str>>(), told);
    }

    #[test]
    fn own_options_are_read() {
        assert_eq!(Own::parse("--report=json"), Some(Own::JsonReport));
        assert_eq!(Own::parse("--help"), None);
        command().debug_assert();
    }
}
