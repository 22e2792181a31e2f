//! The entities of a kernel.

use super::super::build::Context;
use super::super::error;
use super::super::set;
use super::super::syntax::{ParsedLine, Type};
use super::super::words::LayoutText;
use super::Reader;
use crate::{
    Access, AddressSpace, Arg, ArgKind, Declared, Domain, Iname, Kernel, Layout, Loc, Name, Promotion,
    Requirement, Rule, Statement, Target, Temp, Unordered,
};
use diag::Span;

/// What cannot be put into the kernel before all of its lines are read.
#[derive(Default)]
pub(crate) struct Entities {
    /// Number of `domain` lines, those in error too: parents are told by number.
    domains: usize,
    /// Statements with their line's index; those without an identifier get one that no other has.
    statements: Vec<(Option<Name>, Statement, usize)>,
}

impl Entities {
    /// Adds what one line declares.
    pub(crate) fn add(
        &mut self,
        reader: &mut Reader<'_, '_>,
        kernel: &mut Kernel,
        context: &Context<'_>,
        index: usize,
        line: ParsedLine<'_>,
    ) {
        let Some(span) = reader.lines.get(index).map(|line| reader.span_of(line)) else { return };
        match line {
            ParsedLine::Arg { names, ty, layout, access, loc } => {
                note_names(reader, index, "arg", &names);
                let arg = argument(reader, ty, layout, access, span, loc);
                add_args(reader, kernel, span, names, &arg);
            }
            ParsedLine::Temp { names, ty, layout, space, loc } => {
                note_names(reader, index, "temp", &names);
                let temp = temporary(reader, ty, layout, space, span, loc);
                add_temps(reader, kernel, span, names, &temp);
            }
            ParsedLine::Iname { names, tag, words, loc } => {
                note_names(reader, index, "iname", &names);
                add_inames(reader, kernel, span, names, &Iname { tag, words, loc, origin: span.into() });
            }
            ParsedLine::Rule { name, params, body, loc } => {
                reader.note_key(index, &format!("rule {name}"));
                match kernel.rules.get(&name) {
                    Some(first) => reader.duplicate(&name, span, first.origin),
                    None => {
                        kernel.rules.insert(name, Rule { params, body, loc, origin: span.into() });
                    }
                }
            }
            ParsedLine::Function { name, params, result, neutral, formula, loc } => {
                reader.note_key(index, &format!("function {name}"));
                let function = Declared { params, result, neutral, formula, loc, origin: span.into() };
                match kernel.functions.get(&name) {
                    Some(first) => reader.duplicate(&name, span, first.origin),
                    None => drop(kernel.functions.insert(name, function)),
                }
            }
            ParsedLine::Domain(start, text) => {
                reader.note_key(index, &format!("domain {}", self.domains));
                self.domain(reader, kernel, start, text);
            }
            ParsedLine::Assume(start, text) => {
                reader.note_key(index, "assume");
                assume(reader, kernel, start, text);
            }
            // Statements wait until all names are known: those without one get a name that is free.
            ParsedLine::Statement(line) => {
                let (id, statement) = super::statement::lower(reader, context, *line, span);
                self.statements.push((id, statement, index));
            }
            other => setting(reader, kernel, index, span, other),
        }
    }

    fn domain(&mut self, reader: &mut Reader<'_, '_>, kernel: &mut Kernel, start: usize, text: &str) {
        let number = self.domains;
        self.domains += 1;
        let (parent, set_text) = split_parent(text);
        let set_start = start + (text.len() - set_text.len());
        if parent.is_some_and(|parent| parent.is_none_or(|parent| parent >= number)) {
            let message = "a domain's parent stands before it";
            let help = "domains are numbered from 0 in the order of the file";
            reader.report(error::STRUCTURE, message, reader.span(start, set_start), help);
        }
        match set::parse_set(set_text) {
            Ok(set) => kernel.domains.push(Domain { set, parent: parent.flatten() }),
            Err(wrong) => reader.wrong_set(wrong, set_start),
        }
    }

    /// Completes the kernel.
    pub(crate) fn finish(self, reader: &mut Reader<'_, '_>, kernel: &mut Kernel) {
        for domain in &kernel.domains {
            for dim in domain.set.dims() {
                kernel.inames.entry(dim.clone()).or_default();
            }
        }
        let named: std::collections::BTreeSet<Name> =
            self.statements.iter().filter_map(|(id, _, _)| id.clone()).collect();
        let mut fresh = FreshStatements::default();
        for (id, statement, index) in self.statements {
            let id = id.unwrap_or_else(|| fresh.next(|name| named.contains(name)));
            reader.note_key(index, &format!("statement {id}"));
            let Some(span) = reader.lines.get(index).map(|line| reader.span_of(line)) else { continue };
            match kernel.statements.get(&id) {
                Some(first) => reader.duplicate(&id, span, first.origin),
                None => {
                    kernel.statements.insert(id, statement);
                }
            }
        }
    }
}

/// Generates `insn`, `insn_0`, `insn_1` and so on.
#[derive(Default)]
struct FreshStatements {
    count: usize,
}

impl FreshStatements {
    fn next(&mut self, taken: impl Fn(&str) -> bool) -> Name {
        loop {
            let candidate = match self.count.checked_sub(1) {
                None => "insn".to_owned(),
                Some(number) => format!("insn_{number}"),
            };
            self.count += 1;
            if !taken(&candidate) {
                return candidate.into();
            }
        }
    }
}

/// All names of one line are one entity to the printer: the first.
fn note_names(reader: &mut Reader<'_, '_>, index: usize, kind: &str, names: &[Name]) {
    if let Some(first) = names.first() {
        reader.note_key(index, &format!("{kind} {first}"));
    }
}

/// A leading `in N`, and the rest. The inner option is empty where N is too large for any parent.
fn split_parent(text: &str) -> (Option<Option<usize>>, &str) {
    let Some(rest) = text.strip_prefix("in").filter(|rest| rest.starts_with([' ', '\t'])) else {
        return (None, text);
    };
    let rest = rest.trim_start();
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_suffix(after).filter(|digits| !digits.is_empty()) {
        Some(digits) => (Some(digits.parse().ok()), after.trim_start()),
        None => (None, text),
    }
}

fn assume(reader: &mut Reader<'_, '_>, kernel: &mut Kernel, start: usize, text: &str) {
    let span = reader.span(start, start + text.len());
    match set::parse_set(text) {
        Ok(set) if set.dims().is_empty() => match kernel.assumptions.intersect(&set) {
            Ok(both) => kernel.assumptions = both,
            Err(wrong) => {
                reader.report(error::SET, wrong.to_string(), span, "write fewer or simpler assumptions")
            }
        },
        Ok(_) => {
            let help = "write `[n] -> { : n >= 1 }`";
            reader.report(error::SET, "assumptions speak of parameters alone", span, help);
        }
        Err(wrong) => reader.wrong_set(wrong, start),
    }
}

/// Lines that set one property of the kernel.
fn setting(reader: &mut Reader<'_, '_>, kernel: &mut Kernel, index: usize, span: Span, line: ParsedLine<'_>) {
    match line {
        ParsedLine::Priority(inames) => {
            reader.note_key(index, &format!("priority {}", kernel.priorities.len()));
            kernel.priorities.push(inames);
        }
        ParsedLine::Slab(iname, first, last) => {
            reader.note_key(index, &format!("slab {iname}"));
            match (u32::try_from(first), u32::try_from(last)) {
                (Ok(first), Ok(last)) => {
                    if kernel.slabs.insert(iname.clone(), (first, last)).is_some() {
                        reader.duplicate(&iname, span, diag::Origin::default());
                    }
                }
                _ => reader.report(
                    error::RANGE,
                    "number of iterations is too large",
                    span,
                    "use a smaller number",
                ),
            }
        }
        ParsedLine::Reassociate => {
            reader.note_key(index, "reassociate");
            kernel.reassociate = true;
        }
        ParsedLine::Target(word) => {
            reader.note_key(index, "target");
            kernel.target = Target::from_name(&word);
            if kernel.target.is_none() {
                let message = format!("unknown target `{word}`");
                reader.report(error::WORD, message, span, "write `opencl`, `cuda` or `c`");
            }
        }
        ParsedLine::Order(word) => {
            reader.note_key(index, "order");
            kernel.unordered = Unordered::TextOrder;
            if word != "text" {
                let message = format!("unknown word `{word}`");
                reader.report(error::WORD, message, span, "write `order(text)`");
            }
        }
        ParsedLine::Promote(word) => {
            reader.note_key(index, "promote");
            kernel.promotion = Promotion::Pairwise;
            if word != "pairwise" {
                let message = format!("unknown word `{word}`");
                reader.report(error::WORD, message, span, "write `promote(pairwise)`");
            }
        }
        ParsedLine::Compat => {
            let message = "`compat` is no property of a kernel";
            reader.report(error::WORD, message, span, "text order and ascending loops are `order(text)`");
        }
        ParsedLine::Trusted(trusted) => {
            reader.note_key(index, &format!("trusted {}", kernel.trusted.len()));
            kernel.trusted.push(trusted);
        }
        ParsedLine::Promise(promise) => {
            reader.note_key(index, &format!("promise {promise}"));
            // Said twice, it means the same.
            if !kernel.promises.contains(&promise) {
                kernel.promises.push(promise);
            }
        }
        ParsedLine::Preamble(text) => {
            reader.note_key(index, &format!("preamble {}", kernel.preambles.len()));
            kernel.preambles.push(text);
        }
        ParsedLine::Require { condition, message, loc } => {
            reader.note_key(index, &format!("require {}", kernel.requires.len()));
            kernel.requires.push(Requirement { condition, message, loc, origin: span.into() });
        }
        _ => {}
    }
}

fn argument(
    reader: &mut Reader<'_, '_>,
    ty: Type,
    layout: Option<LayoutText>,
    access: Option<Access>,
    span: Span,
    loc: Option<Loc>,
) -> Arg {
    let kind = match ty.shape {
        None => {
            if layout.is_some() || access.is_some() {
                let help = "write `f64[]` for one element that the kernel can write";
                reader.report(error::SYNTAX, "a value has neither layout nor access", span, help);
            }
            ArgKind::Value
        }
        Some(shape) => {
            let layout = layout_of(layout, shape.len());
            ArgKind::Array { shape, layout, access: access.unwrap_or(Access::InOut) }
        }
    };
    Arg { ty: ty.scalar, kind, loc, origin: span.into() }
}

fn temporary(
    reader: &mut Reader<'_, '_>,
    ty: Type,
    layout: Option<LayoutText>,
    space: Option<AddressSpace>,
    span: Span,
    loc: Option<Loc>,
) -> Temp {
    let shape: Vec<_> = ty.shape.unwrap_or_default();
    let known: Option<Vec<_>> = shape.iter().cloned().collect();
    let layout = layout_of(layout, shape.len());
    let shape = known.unwrap_or_else(|| {
        reader.report(
            error::SYNTAX,
            "a temporary's extents are known",
            span,
            "replace the `?` by an expression",
        );
        Vec::new()
    });
    Temp { ty: ty.scalar, space, shape, layout, loc, origin: span.into() }
}

fn layout_of(text: Option<LayoutText>, rank: usize) -> Layout {
    match text {
        None | Some(LayoutText::C) => Layout::c(rank),
        Some(LayoutText::F) => Layout::f(rank),
        Some(LayoutText::Axes(layout)) => layout,
    }
}

fn add_args(reader: &mut Reader<'_, '_>, kernel: &mut Kernel, span: Span, names: Vec<Name>, arg: &Arg) {
    for name in names {
        match kernel.args.get(&name) {
            Some(first) => reader.duplicate(&name, span, first.origin),
            None => {
                kernel.args.insert(name, arg.clone());
            }
        }
    }
}

fn add_temps(reader: &mut Reader<'_, '_>, kernel: &mut Kernel, span: Span, names: Vec<Name>, temp: &Temp) {
    for name in names {
        match kernel.temps.get(&name) {
            Some(first) => reader.duplicate(&name, span, first.origin),
            None => {
                kernel.temps.insert(name, temp.clone());
            }
        }
    }
}

fn add_inames(reader: &mut Reader<'_, '_>, kernel: &mut Kernel, span: Span, names: Vec<Name>, iname: &Iname) {
    for name in names {
        match kernel.inames.get(&name) {
            Some(first) => reader.duplicate(&name, span, first.origin),
            None => {
                kernel.inames.insert(name, iname.clone());
            }
        }
    }
}
