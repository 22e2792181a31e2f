//! A kernel in the making: all that the text says, before anything is inferred.

mod arguments;
mod copies;
mod factors;
mod functions;
mod initial;
mod rules;
mod statements;
mod tagged;
mod temporaries;

use crate::blocks::Program;
use crate::calls::{self, Call};
use crate::lower::Lowering;
use crate::names::{self, Symbols};
use crate::options::Query;
use crate::text::{tree::Word, without_comments};
use diag::{Diagnostic, Loc, SourceId, Span};
use factors::split_domain;
use ir::{Domain, Iname, IndexMap, Kernel, Name, Promotion, Rule, SyncScope, Unordered};
use poly::Set;
use std::collections::{BTreeMap, BTreeSet};

/// Where a span lies, for the kernel to carry.
pub(crate) type Locate<'a> = &'a dyn Fn(Span) -> Option<Loc>;

/// What the text says about a statement that the kernel does not keep.
#[derive(Debug, Clone)]
pub(crate) struct Note {
    pub(crate) span: Span,
    /// Loops that the text names.
    pub(crate) inames: Vec<Name>,
    /// Whether these are all.
    pub(crate) inames_final: bool,
    /// Whether what the statement mentions is among them.
    pub(crate) inames_exact: bool,
    /// Identifiers of statements to come after, with wildcards.
    pub(crate) deps: Vec<Word>,
    /// Whether these are all.
    pub(crate) deps_final: bool,
    pub(crate) dep_queries: Vec<Query>,
    pub(crate) no_sync: Vec<(Word, Vec<SyncScope>)>,
    pub(crate) no_sync_queries: Vec<(Query, Vec<SyncScope>)>,
    /// Branches of `if` blocks around it: number of the block, number of the branch.
    pub(crate) branches: Vec<(usize, usize)>,
}

/// A statement of which the definition took the place of what it set.
#[derive(Debug, Clone)]
pub(crate) struct Inlined {
    pub(crate) note: Note,
    /// The rule that the temporary became.
    pub(crate) rule: Name,
}

/// A kernel and what is still to be inferred of it.
pub(crate) struct Draft {
    pub(crate) kernel: Kernel,
    /// One entry a statement, under its identifier and in its order.
    pub(crate) notes: IndexMap<Name, Note>,
    /// Where each domain is written.
    pub(crate) domain_spans: Vec<Span>,
    /// Arrays whose extents follow from their use.
    pub(crate) shapeless: BTreeSet<Name>,
    /// Temporaries that hold values from the start.
    pub(crate) initial: BTreeSet<Name>,
    /// Arrays for which the text says whether they are read or written.
    pub(crate) with_access: BTreeSet<Name>,
    /// Arrays for which the text says how they lie in memory.
    pub(crate) with_layout: BTreeSet<Name>,
    /// Whether the first axis of the others is contiguous, not the last.
    pub(crate) column_major: bool,
    /// Former statements whose temporary became a rule.
    pub(crate) inlined: BTreeMap<Name, Inlined>,
    pub(crate) seq_dependencies: bool,
    measures: rules::Measures,
    /// Calls of kernels, for which assignments stand until they are linked.
    pub(crate) calls: Vec<Call>,
    pub(crate) errors: Vec<Diagnostic>,
}

/// Settings of an `options` line and of `make_kernel`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Settings {
    pub(crate) seq_dependencies: bool,
    pub(crate) text_order: bool,
    pub(crate) reassociate: bool,
    pub(crate) column_major: bool,
}

/// Reads the domains and builds the kernel; `None` where something is wrong with the text.
pub(crate) fn build(
    program: &mut Program<'_>,
    settings: Settings,
    locate: Locate<'_>,
    may_call: bool,
    errors: &mut Vec<Diagnostic>,
) -> Option<Draft> {
    let mut domains = domains(program, errors);
    let initial = initial::names(program);
    domains.extend(initial::fill(program, errors));
    // The text is rewritten before any name is resolved, so that what is added is resolved with it.
    tagged::rules(program);
    copies::make(program, &mut domains, errors);
    let sites = if may_call { calls::prepare(program, &mut domains, errors) } else { Vec::new() };
    let program = &*program;
    let assumptions = assumptions(program, errors);
    let inames: Vec<(Name, Span)> =
        domains.iter().flat_map(|(set, span)| set.dims().iter().map(|dim| (dim.clone(), *span))).collect();
    let params: Vec<(Name, Span)> = domains
        .iter()
        .chain(&assumptions)
        .flat_map(|(set, span)| set.params().iter().map(|param| (param.clone(), *span)))
        .collect();
    let symbols = names::resolve(program, &inames, &params, settings.column_major, errors);
    let name = program.name.as_ref().map_or("loopy_kernel", |word| word.text.as_str());
    let mut kernel = sound(Kernel::new(name), errors)?;
    kernel.reassociate = settings.reassociate;
    kernel.promotion = Promotion::Pairwise;
    kernel.unordered = if settings.text_order { Unordered::TextOrder } else { Unordered::Error };
    let none = kernel.assumptions.clone();
    let joint = assumptions.iter().try_fold(none, |joint, (set, _)| joint.intersect(set));
    kernel.assumptions = sound(joint, errors)?;
    for (name, span) in inames {
        kernel.inames.insert(name, Iname { loc: locate(span), origin: span.into(), ..Iname::default() });
    }
    let domain_spans = domains.iter().map(|(_, span)| *span).collect();
    kernel.domains = domains.into_iter().map(|(set, _)| Domain { set, parent: None }).collect();
    let mut draft = Draft {
        initial,
        kernel,
        notes: IndexMap::default(),
        domain_spans,
        shapeless: BTreeSet::new(),
        with_access: BTreeSet::new(),
        with_layout: with_layout(program),
        column_major: settings.column_major,
        inlined: BTreeMap::new(),
        seq_dependencies: settings.seq_dependencies,
        measures: rules::Measures::new(),
        calls: Vec::new(),
        errors: std::mem::take(errors),
    };
    draft.temporaries(program, &symbols, locate);
    draft.arguments(program, &symbols, &params, locate);
    draft.functions(program, &symbols, locate);
    draft.rules(program, &symbols, locate);
    // Statements would expand rules of any size.
    if draft.measure_rules() {
        draft.statements(program, &symbols, locate);
    }
    if draft.errors.is_empty() {
        draft.calls = calls::lowered(&sites, &symbols, &mut draft.errors);
    }
    if draft.errors.is_empty() {
        return Some(draft);
    }
    errors.append(&mut draft.errors);
    None
}

fn with_layout(program: &Program<'_>) -> BTreeSet<Name> {
    let declared = program.declarations.iter().chain(&program.temps);
    let declared = declared.filter(|one| one.clauses.iter().any(names::is_layout));
    declared.flat_map(|one| &one.names).map(|word| Name::from(word.text.as_str())).collect()
}

fn span_of(raw: crate::text::token::Raw<'_>, source: SourceId) -> Span {
    Span::new(source, raw.start, raw.start + raw.text.len())
}

fn domains(program: &Program<'_>, errors: &mut Vec<Diagnostic>) -> Vec<(Set, Span)> {
    let mut domains = Vec::new();
    for (raw, source) in &program.domains {
        match ir::text::parse_set(&without_comments(raw.text)) {
            Ok(set) => domains.extend(split_domain(set).into_iter().map(|set| (set, span_of(*raw, *source)))),
            Err(problems) => {
                errors.extend(problems.into_iter().map(|one| one.into_diagnostic(*source, raw.start)))
            }
        }
    }
    domains
}

/// Assumptions, each a condition or a whole set without dimensions.
fn assumptions(program: &Program<'_>, errors: &mut Vec<Diagnostic>) -> Vec<(Set, Span)> {
    let mut sets = Vec::new();
    for (raw, source) in &program.assumptions {
        let whole = raw.text.contains('{');
        let parse = if whole { ir::text::parse_set } else { ir::text::parse_condition };
        match parse(&without_comments(raw.text)) {
            Ok(set) if set.dims().is_empty() => sets.push((set, span_of(*raw, *source))),
            Ok(_) => {
                let diagnostic =
                    Diagnostic::error("lp::loopy::assumption", "an assumption has no dimensions");
                let diagnostic = diagnostic.at(span_of(*raw, *source), "");
                errors.push(diagnostic.help("write a condition on parameters: `assume n >= 1`"));
            }
            Err(problems) => {
                errors.extend(problems.into_iter().map(|one| one.into_diagnostic(*source, raw.start)))
            }
        }
    }
    sets
}

/// Reports what the set solver could not do.
fn sound<T>(result: Result<T, poly::Error>, errors: &mut Vec<Diagnostic>) -> Option<T> {
    result.map_err(|error| errors.push(Diagnostic::error("lp::loopy::sets", error.to_string()))).ok()
}

impl Draft {
    fn rules(&mut self, program: &Program<'_>, symbols: &Symbols, locate: Locate<'_>) {
        for rule in &program.rules {
            let mut lowering = Lowering { symbols, formals: &rule.params, errors: &mut self.errors };
            let Some(body) = lowering.expr(&rule.body) else { continue };
            let params = rule.params.iter().map(|param| Name::from(param.text.as_str())).collect();
            let rule_name = Name::from(rule.name.text.as_str());
            let rule = Rule { params, body, loc: locate(rule.span), origin: rule.span.into() };
            self.kernel.rules.insert(rule_name, rule);
        }
    }
}
