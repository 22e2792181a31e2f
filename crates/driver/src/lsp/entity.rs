//! What bears a name in a kernel.

use ir::{Kernel, Module, Name, affine};
use lsp_types::CompletionItemKind;

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Argument,
    Temporary,
    Iname,
    Rule,
    Function,
    Statement,
}

impl Sort {
    const ALL: [Sort; 6] =
        [Sort::Argument, Sort::Temporary, Sort::Iname, Sort::Rule, Sort::Function, Sort::Statement];

    /// The sorts of names that a parameter of a transform takes, by the kind that its declaration tells.
    pub(super) fn of_kind(kind: &str) -> &'static [Sort] {
        match kind {
            kind if kind.starts_with("new ") => &[],
            "match" | "stack match" | "matches" => &[Sort::Statement, Sort::Rule],
            "array" | "arrays" | "variable" | "variables" => &[Sort::Argument, Sort::Temporary],
            "temporary" | "temporaries" => &[Sort::Temporary],
            "dictionary" | "pair" => &[Sort::Iname, Sort::Argument, Sort::Temporary],
            kind if kind.contains("iname") => &[Sort::Iname],
            "tag" | "tag kind" | "bool" | "count" | "int" | "positive int" | "address space" | "scope"
            | "type" => &[],
            _ => &Self::ALL,
        }
    }

    /// The word for it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Sort::Argument => "argument",
            Sort::Temporary => "temporary",
            Sort::Iname => "iname",
            Sort::Rule => "substitution rule",
            Sort::Function => "function",
            Sort::Statement => "statement",
        }
    }

    /// How an editor shows it.
    pub(super) fn item_kind(self) -> CompletionItemKind {
        match self {
            Sort::Argument | Sort::Temporary => CompletionItemKind::VARIABLE,
            Sort::Iname => CompletionItemKind::FIELD,
            Sort::Rule | Sort::Function => CompletionItemKind::FUNCTION,
            Sort::Statement => CompletionItemKind::REFERENCE,
        }
    }

    /// All names of this sort.
    pub(super) fn names(self, kernel: &Kernel) -> Vec<&Name> {
        match self {
            Sort::Argument => kernel.args.keys().collect(),
            Sort::Temporary => kernel.temps.keys().collect(),
            Sort::Iname => kernel.inames.keys().collect(),
            Sort::Rule => kernel.rules.keys().collect(),
            Sort::Function => kernel.functions.keys().collect(),
            Sort::Statement => kernel.statements.keys().collect(),
        }
    }

    /// What a name stands for in a kernel; a statement may share its name with something else.
    pub(super) fn all_of(kernel: &Kernel, name: &str) -> Vec<Sort> {
        Self::ALL
            .into_iter()
            .filter(|sort| sort.names(kernel).iter().any(|own| own.as_str() == name))
            .collect()
    }
}

/// What is said of a name in Markdown: for each kernel that has it, the lines that declare it.
pub(super) fn described(module: &Module, name: &str) -> Option<String> {
    let kernels = module.kernels.values().filter_map(|kernel| Some((kernel, of_kernel(kernel, name)?)));
    let kernels: Vec<String> =
        kernels.map(|(kernel, text)| format!("{text}in kernel `{}`", kernel.name)).collect();
    (!kernels.is_empty()).then(|| kernels.join("\n\n---\n\n"))
}

fn of_kernel(kernel: &Kernel, name: &str) -> Option<String> {
    let sorts = Sort::all_of(kernel, name);
    let first = sorts.first()?;
    let mut text = format!("{} `{name}`", first.word());
    if let Some(length) = length(kernel, name).filter(|_| *first == Sort::Iname) {
        text.push_str(&format!(", {length} values"));
    }
    text.push_str("\n```lpir\n");
    for line in ir::text::print_entity(kernel, name) {
        text.push_str(&line);
        text.push('\n');
    }
    text.push_str("```\n");
    let users =
        kernel.statements.iter().filter(|(_, statement)| statement.inames.iter().any(|own| own == name));
    let users: Vec<String> = users.map(|(id, _)| format!("`{id}`")).take(8).collect();
    if *first == Sort::Iname && !users.is_empty() {
        text.push_str(&format!("around {}\n\n", users.join(", ")));
    }
    Some(text)
}

/// How many values the variable of a loop has, in parameters, where that is one formula.
pub(super) fn length(kernel: &Kernel, iname: &str) -> Option<String> {
    let (name, _) = kernel.inames.get_key_value(iname)?;
    let set = &kernel.domains.get(kernel.home(name)?)?.set;
    if let [Some((least, most))] = set.known_ranges(std::slice::from_ref(name)).as_slice() {
        return Some(most.checked_sub(*least)?.checked_add(1)?.max(0).to_string());
    }
    let own = set.project_onto(std::slice::from_ref(name)).ok()?;
    let (lower, upper) = (own.lower_bounds(name).ok()?, own.upper_bounds(name).ok()?);
    let ([least], [most]) = (lower.as_slice(), upper.as_slice()) else { return None };
    Some(affine::from_aff(&most.sub(least)?.offset(1)?).to_string())
}
