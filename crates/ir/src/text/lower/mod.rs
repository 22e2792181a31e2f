//! Puts the lines of a file together: a module of kernels.

mod entity;
mod schedule;
mod statement;

use super::build::Context;
use super::lines::{LogicalLine, Shape};
use super::syntax::{self, StepLine};
use super::token::Token;
use super::{VERSION, error, grammar};
use crate::{Kernel, Loc, Module, Name};
use diag::{Diagnostic, Label, LabelPlace, SourceId, Span};
use poly::ParseError;
use std::collections::BTreeSet;
use std::rc::Rc;

/// How deep blocks in braces may nest.
const MAX_BLOCKS: usize = 64;

/// A module and what was wrong with its text.
pub(crate) struct Parsed {
    pub(crate) module: Module,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Told for each line, by its index, which entity it is, by the key that the printer uses for it.
pub(crate) type Record<'a> = &'a mut dyn FnMut(usize, &str);

/// Reads all lines of a file.
pub(crate) fn module(text: &str, source: SourceId, lines: &[LogicalLine<'_>], record: Record<'_>) -> Parsed {
    let mut reader =
        Reader { text, source, lines, at: 0, diagnostics: Vec::new(), record, scope: String::new() };
    let mut module = Module::default();
    if reader.header() {
        reader.kernels(&mut module);
    }
    let mut diagnostics = reader.diagnostics;
    diagnostics.sort_by_key(|diagnostic| diagnostic.labels.first().map(start_of));
    Parsed { module, diagnostics }
}

fn start_of(label: &Label) -> u32 {
    match &label.place {
        LabelPlace::Span(span) => span.start,
        LabelPlace::Loc(_) => 0,
    }
}

/// A line of the block of a kernel or a reference.
struct BodyLine<'a> {
    /// Its number.
    index: usize,
    parsed: syntax::ParsedLine<'a>,
    is_reference: bool,
}

/// The lines of a file and how far they are read.
pub(crate) struct Reader<'a, 'r> {
    text: &'a str,
    source: SourceId,
    lines: &'a [LogicalLine<'a>],
    at: usize,
    diagnostics: Vec<Diagnostic>,
    record: Record<'r>,
    /// What keys start with: the kernel's name, and `reference/` inside one.
    scope: String,
}

impl<'a> Reader<'a, '_> {
    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.source, start, end)
    }

    fn span_of(&self, line: &LogicalLine<'_>) -> Span {
        self.span(line.start, line.end)
    }

    fn report(&mut self, code: diag::Code, message: impl Into<String>, span: Span, help: &str) {
        self.diagnostics.push(Diagnostic::error(code, message).at(span, "").help(help));
    }

    /// Reports what is wrong with the text of a set, which starts there.
    fn wrong_set(&mut self, wrong: Vec<ParseError>, start: usize) {
        self.diagnostics.extend(wrong.into_iter().map(|error| error.into_diagnostic(self.source, start)));
    }

    /// The next line, with its index.
    fn next(&mut self) -> Option<(usize, &'a LogicalLine<'a>)> {
        let line = self.lines.get(self.at)?;
        self.at += 1;
        Some((self.at - 1, line))
    }

    fn note_key(&mut self, index: usize, key: &str) {
        let key = format!("{}{key}", self.scope);
        (self.record)(index, &key);
    }

    /// Whether the first line is the header of this version.
    fn header(&mut self) -> bool {
        let help = format!("start the file with the line `lpir {VERSION}`");
        let Some((index, line)) = self.next() else {
            let message = "the text is empty: it lacks its header";
            self.report(error::VERSION, message, self.span(0, 0), &help);
            return false;
        };
        self.note_key(index, "header");
        let tokens: Vec<&Token<'_>> = line.tokens.iter().map(|(_, token, _)| token).collect();
        match tokens.as_slice() {
            [Token::Word("lpir"), Token::Int(version)] if line.shape == Shape::Plain => {
                let known = *version == i64::from(VERSION);
                if !known {
                    let message = format!("the text is in version {version} of the format");
                    let help = format!("this tool reads version {VERSION}");
                    self.report(error::VERSION, message, self.span_of(line), &help);
                }
                known
            }
            _ => {
                self.report(error::VERSION, "the text lacks its header", self.span_of(line), &help);
                false
            }
        }
    }

    fn kernels(&mut self, module: &mut Module) {
        while let Some((index, line)) = self.next() {
            let no_rules = |_: &str| false;
            let context = Context::new(self.source, 0, &no_rules);
            let parsed = match line.shape {
                Shape::Closes => None,
                _ => self.parse(line, &context),
            };
            self.diagnostics.extend(context.into_diagnostics());
            match (parsed, line.shape) {
                (Some(syntax::ParsedLine::Kernel { name, loc }), Shape::Opens) => {
                    self.scope = format!("{name}/");
                    self.note_key(index, "kernel");
                    if let Some(mut kernel) = self.new_kernel(name, loc, self.span_of(line)) {
                        self.body(&mut kernel, false);
                        self.add_kernel(module, kernel);
                    }
                    self.scope.clear();
                }
                (Some(_), shape) => {
                    let help = "write `kernel @name {`";
                    self.report(error::STRUCTURE, "expected the start of a kernel", self.span_of(line), help);
                    self.skip_block(shape);
                }
                (None, Shape::Closes) => {
                    let message = "this `}` closes no block";
                    self.report(error::STRUCTURE, message, self.span_of(line), "remove it");
                }
                (None, shape) => self.skip_block(shape),
            }
        }
    }

    fn new_kernel(&mut self, name: Name, loc: Option<Loc>, span: Span) -> Option<Kernel> {
        match Kernel::new(name) {
            Ok(kernel) => Some(Kernel { loc, origin: span.into(), ..kernel }),
            Err(wrong) => {
                self.report(error::SET, wrong.to_string(), span, "split the kernel");
                None
            }
        }
    }

    fn add_kernel(&mut self, module: &mut Module, kernel: Kernel) {
        if let Some(first) = module.kernels.get(&kernel.name) {
            let message = format!("two kernels are named `{}`", kernel.name);
            let diagnostic = Diagnostic::error(error::DUPLICATE, message);
            let diagnostic =
                diagnostic.at_entity(None, kernel.origin, "").at_entity(None, first.origin, "the first");
            self.diagnostics.push(diagnostic.help("rename one of them"));
            return;
        }
        module.kernels.insert(kernel.name.clone(), kernel);
    }

    /// What the grammar makes of a line; reports what is wrong with it.
    fn parse(&mut self, line: &LogicalLine<'a>, context: &Context<'_>) -> Option<syntax::ParsedLine<'a>> {
        if error::report_bad(context, self.text, &line.tokens) {
            return None;
        }
        if line.tokens.is_empty() {
            let help = "name the block, as in `schedule {`";
            self.report(error::STRUCTURE, "this `{` belongs to nothing", self.span_of(line), help);
            return None;
        }
        match grammar::ParsedLineParser::new().parse(context, line.tokens.iter().cloned()) {
            Ok(parsed) => Some(parsed),
            Err(wrong) => {
                context.report(error::syntax(context, self.text, &line.tokens, wrong));
                None
            }
        }
    }

    /// Passes over the rest of a block whose first line was in error.
    fn skip_block(&mut self, shape: Shape) {
        let mut depth = usize::from(shape == Shape::Opens);
        while depth > 0 {
            match self.next().map(|(_, line)| line.shape) {
                Some(Shape::Opens) => depth += 1,
                Some(Shape::Closes) => depth -= 1,
                Some(Shape::Plain) => {}
                None => return,
            }
        }
    }

    /// Names of the rules of the body that starts at the next line.
    fn rule_names(&self) -> BTreeSet<&'a str> {
        let mut names = BTreeSet::new();
        let mut depth = 0_usize;
        for line in self.lines.iter().skip(self.at) {
            match line.shape {
                Shape::Opens => depth += 1,
                Shape::Closes if depth == 0 => break,
                Shape::Closes => depth -= 1,
                Shape::Plain => {}
            }
            if let [(_, Token::Keyword("rule"), _), (_, Token::Word(name), _), ..] = line.tokens.as_slice()
                && depth == 0
            {
                names.insert(*name);
            }
        }
        names
    }

    /// The lines of a kernel or of its reference, up to the closing brace.
    fn body(&mut self, kernel: &mut Kernel, is_reference: bool) {
        let rules = self.rule_names();
        let is_rule = |name: &str| rules.contains(name);
        let context = Context::new(self.source, 0, &is_rule);
        let mut entities = entity::Entities::default();
        loop {
            let Some((index, line)) = self.next() else {
                self.unclosed("kernel");
                break;
            };
            if line.shape == Shape::Closes {
                self.note_key(index, "close");
                break;
            }
            match self.parse(line, &context) {
                Some(parsed) => {
                    let line = BodyLine { index, parsed, is_reference };
                    self.body_line(kernel, &mut entities, &context, line);
                }
                None => self.skip_block(line.shape),
            }
        }
        self.diagnostics.extend(context.into_diagnostics());
        entities.finish(self, kernel);
    }

    fn body_line(
        &mut self,
        kernel: &mut Kernel,
        entities: &mut entity::Entities,
        context: &Context<'_>,
        line: BodyLine<'a>,
    ) {
        let BodyLine { index, parsed, is_reference } = line;
        let Some(line) = self.lines.get(index) else { return };
        // What is right returns; the other arms say what is wrong, most special ones first.
        let (message, help) = match (parsed, line.shape) {
            (syntax::ParsedLine::Reference { name, loc }, Shape::Opens) => {
                return self.reference(kernel, index, name, loc, is_reference);
            }
            (syntax::ParsedLine::Schedule, Shape::Opens) => {
                self.note_key(index, "schedule");
                if kernel.schedule.is_some() {
                    let message = "the kernel has two schedules";
                    self.report(error::DUPLICATE, message, self.span_of(line), "remove one of them");
                }
                kernel.schedule = Some(self.schedule(context));
                return;
            }
            (syntax::ParsedLine::Step(StepLine::Barrier(reason)), Shape::Plain) if reason.is_empty() => {
                ("the barrier lacks its scope", "write `barrier local` or `barrier global`")
            }
            (syntax::ParsedLine::Step(_), _) => {
                ("this line belongs into a schedule", "move it into the block `schedule { .. }`")
            }
            (syntax::ParsedLine::Kernel { .. }, _) => {
                ("a kernel starts inside another", "close the kernel before it with `}`")
            }
            (syntax::ParsedLine::Reference { .. } | syntax::ParsedLine::Schedule, _) => {
                ("the block lacks its `{`", "end the line with `{`")
            }
            (_, Shape::Opens) => ("this line starts no block", "remove the `{`"),
            (entity, _) => return entities.add(self, kernel, context, index, entity),
        };
        self.report(error::STRUCTURE, message, self.span_of(line), help);
        self.skip_block(line.shape);
    }

    /// The block of the reference kernel.
    fn reference(
        &mut self,
        kernel: &mut Kernel,
        index: usize,
        name: Option<Name>,
        loc: Option<Loc>,
        is_reference: bool,
    ) {
        let Some(line) = self.lines.get(index) else { return };
        self.note_key(index, "reference");
        if is_reference || kernel.reference.is_some() {
            let message = "a kernel has one reference, which has none itself";
            self.report(error::STRUCTURE, message, self.span_of(line), "remove this block");
            self.skip_block(Shape::Opens);
            return;
        }
        let name = name.unwrap_or_else(|| kernel.name.clone());
        let Some(mut reference) = self.new_kernel(name, loc, self.span_of(line)) else { return };
        let outer = self.scope.len();
        self.scope.push_str("reference/");
        self.body(&mut reference, true);
        self.scope.truncate(outer);
        kernel.reference = Some(Rc::new(reference));
    }

    fn unclosed(&mut self, what: &str) {
        let end = self.text.len();
        let message = format!("the {what} is not closed");
        self.report(error::STRUCTURE, message, self.span(end, end), "add a `}`");
    }

    /// Reports a second entity of that name.
    fn duplicate(&mut self, name: &Name, span: Span, first: diag::Origin) {
        let diagnostic =
            Diagnostic::error(error::DUPLICATE, format!("`{name}` is declared twice")).at(span, "");
        self.diagnostics.push(diagnostic.at_entity(None, first, "the first").help("rename one of them"));
    }
}
