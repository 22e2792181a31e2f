//! From statements to the trees of subroutines.

use crate::ast::{Branch, DoHead, Expr, Ident, Node, NodeKind, Specification, Statement, Subroutine};
use crate::directive::DirectiveLine;
use crate::{classify, parse};
use diag::{Diagnostic, SourceId, Span};
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;

/// How deep blocks may nest.
const MAX_DEPTH: usize = 64;

/// How many branches an IF block may have.
const MAX_BRANCHES: usize = 256;

/// How many conditions may end a subroutine early: each is a condition of all statements that follow.
const MAX_RETURNS: usize = 64;

const STRUCTURE: diag::Code = "lp::fortran::structure";

/// The subroutines of a file that were read without errors.
pub(crate) fn read(
    lines: &[DirectiveLine],
    unclosed: &BTreeSet<Name>,
    source: SourceId,
    found: &mut Vec<Diagnostic>,
) -> Vec<Subroutine> {
    let mut reader = Reader {
        source,
        unclosed,
        found,
        skip: None,
        unopened_ends: 0,
        open: None,
        reported_astray: false,
        done: Vec::new(),
    };
    for line in lines {
        reader.line(line);
    }
    reader.close_file();
    reader.done
}

struct Reader<'a> {
    source: SourceId,
    unclosed: &'a BTreeSet<Name>,
    found: &'a mut Vec<Diagnostic>,
    /// Beginnings of the line that ends a part that cannot be read.
    skip: Option<&'static [&'static str]>,
    /// How many END lines are to come of subroutines that were given up.
    unopened_ends: usize,
    open: Option<Open>,
    /// Whether statements outside of subroutines were reported.
    reported_astray: bool,
    done: Vec<Subroutine>,
}

/// The subroutine being read.
struct Open {
    unit: Subroutine,
    /// Number of errors when it began: it is good while there are no more.
    errors: usize,
    tags: Rc<BTreeSet<Name>>,
    /// Open blocks; the body of the innermost is being read.
    frames: Vec<Frame>,
    /// A RETURN that must turn out to be the last statement.
    returned: Option<Span>,
    /// Number of RETURNs under a condition.
    returns: usize,
    /// Number of errors when the first executable statement came.
    declared: Option<usize>,
}

/// An open block.
struct Frame {
    span: Span,
    tags: Rc<BTreeSet<Name>>,
    kind: FrameKind,
    /// What its current part holds so far.
    body: Vec<Node>,
}

enum FrameKind {
    Do(DoHead),
    /// A loop that was reported, and the label that ends it.
    ReportedDo(Option<u32>),
    /// Finished branches, and what the branch being read is.
    If {
        branches: Vec<Branch>,
        part: Part,
    },
}

/// The part of an IF block being read.
enum Part {
    Branch(Expr, Span, Rc<BTreeSet<Name>>),
    Else,
    /// Its condition was reported.
    Reported,
}

impl Reader<'_> {
    fn error(&mut self, message: &str, span: Span) {
        self.found.push(Diagnostic::error(STRUCTURE, message).at(span, ""));
    }

    fn line(&mut self, line: &DirectiveLine) {
        let tokens = match crate::macros::expand(line.logical.tokens(), &line.logical.macros, self.source) {
            Ok(tokens) => tokens,
            Err(error) => return self.found.push(error),
        };
        if tokens.is_empty() {
            return;
        }
        if let Some(ends) = self.skip {
            let words = classify::joined_words(&tokens);
            let ended = |end: &&str| if *end == "end" { words == "end" } else { words.starts_with(end) };
            if ends.iter().any(ended) {
                self.skip = None;
            }
            return;
        }
        let statement = parse::statement(&tokens, self.source, self.found);
        let span = classify::span_of(&tokens, self.source);
        self.statement(statement, span, &line.tags);
        if let Some(label) = line.logical.label {
            self.end_labelled(label);
        }
    }

    /// Reports the first of several statements that belong to no subroutine.
    fn astray(&mut self, span: Span) {
        if !std::mem::replace(&mut self.reported_astray, true) {
            let error = Diagnostic::error(STRUCTURE, "statements outside of a subroutine");
            let help = "put `subroutine NAME(ARGUMENTS)` before them and `end` behind them, and declare the arguments";
            self.found.push(error.at(span, "the first").help(help));
        }
    }

    fn statement(&mut self, statement: Statement, span: Span, tags: &Rc<BTreeSet<Name>>) {
        if let Statement::SkipTo(ends) = statement {
            self.skip = Some(ends);
            return;
        }
        if let Statement::Subroutine(name, args) = statement {
            return self.begin(name, args, tags);
        }
        let Some(open) = &mut self.open else {
            match statement {
                Statement::Reported
                | Statement::ReportedDo(_)
                | Statement::ReportedIf
                | Statement::Contains => {}
                Statement::EndUnit if self.unopened_ends > 0 => self.unopened_ends -= 1,
                _ => self.astray(span),
            }
            return;
        };
        let may_follow = match open.frames.is_empty() {
            true => matches!(statement, Statement::EndUnit | Statement::Continue),
            false => statement == Statement::EndIf,
        };
        if let Some(returned) = open.returned.take_if(|_| !may_follow) {
            self.report_return(returned);
        }
        match statement {
            Statement::EndUnit => self.end(tags),
            Statement::Specification(specification) => self.specification(specification, span),
            Statement::Return => self.do_return(span),
            Statement::Contains => {
                self.found.push(
                    parse::unsupported_error("CONTAINS in a subroutine", span)
                        .help("write subroutines side by side"),
                );
                self.open = None;
                self.unopened_ends += 1;
            }
            _ => self.executable(statement, span, tags),
        }
    }

    /// Reports a RETURN that is no condition of all that follows.
    fn report_return(&mut self, span: Span) {
        let frames = self.open.as_ref().map(|open| open.frames.as_slice()).unwrap_or_default();
        let outer = frames.iter().find(|frame| !matches!(frame.kind, FrameKind::If { .. }));
        let error = match outer {
            Some(frame) => parse::unsupported_error("a RETURN inside of a loop", span)
                .at(frame.span, "the loop")
                .help("let the loop run to its end, with an `if` around what the RETURN skips"),
            None => parse::unsupported_error("an early RETURN", span)
                .help("put what follows into an `if` block with the opposite condition"),
        };
        self.found.push(error);
    }

    /// A RETURN at the end of the subroutine, or alone in an `if` block that stands in no other block.
    fn do_return(&mut self, span: Span) {
        let Some(open) = &mut self.open else { return };
        let alone = match open.frames.as_slice() {
            [] => true,
            [Frame { kind: FrameKind::If { branches, part: Part::Branch(..) }, body, .. }] => {
                branches.is_empty() && body.is_empty()
            }
            _ => false,
        };
        if alone { open.returned = Some(span) } else { self.report_return(span) }
    }

    /// A condition under which nothing that follows is done.
    fn return_if(&mut self, condition: Expr, span: Span, tags: &Rc<BTreeSet<Name>>) {
        let Some(open) = &mut self.open else { return };
        open.returns += 1;
        if open.returns > MAX_RETURNS {
            return self.abandon("this subroutine has too many RETURNs", span);
        }
        open.push(Node { kind: NodeKind::ReturnIf(condition), span, tags: Rc::clone(tags) });
    }

    fn begin(&mut self, name: Ident, args: Vec<Ident>, tags: &Rc<BTreeSet<Name>>) {
        if let Some(open) = self.open.take() {
            let error =
                Diagnostic::error(STRUCTURE, format!("subroutine `{}` has no END", open.unit.name.name));
            self.found.push(error.at(open.unit.name.span, "").at(name.span, "the next one starts here"));
        }
        let unit = Subroutine { name, args, specifications: Vec::new(), body: Vec::new(), complete: true };
        let tags = Rc::clone(tags);
        self.open = Some(Open {
            unit,
            errors: self.found.len(),
            tags,
            frames: Vec::new(),
            returned: None,
            returns: 0,
            declared: None,
        });
    }

    fn end(&mut self, tags: &Rc<BTreeSet<Name>>) {
        let Some(mut open) = self.open.take() else { return };
        for frame in open.frames.drain(..) {
            let what = if matches!(frame.kind, FrameKind::If { .. }) { "`if`" } else { "`do`" };
            self.error(&format!("this {what} has no end"), frame.span);
        }
        for tag in tags.difference(&open.tags).filter(|tag| !self.unclosed.contains(*tag)) {
            let error = Diagnostic::error(
                "lp::fortran::directive",
                format!("the region tagged `{tag}` goes on after the subroutine"),
            );
            self.found.push(
                error
                    .at(open.unit.name.span, "it starts in this one")
                    .help(format!("add `!$loopy end tagged: {tag}` before END")),
            );
        }
        // With good declarations, what statements are left can be checked for more errors.
        let is_error = |found: &&Diagnostic| found.severity == diag::Severity::Error;
        let errors = |from: usize, to: usize| self.found.iter().take(to).skip(from).filter(is_error).count();
        let end = self.found.len();
        open.unit.complete = errors(open.errors, end) == 0;
        if errors(open.errors, open.declared.unwrap_or(end)) == 0 {
            self.done.push(open.unit);
        }
    }

    fn close_file(&mut self) {
        if let Some(open) = self.open.take() {
            let error =
                Diagnostic::error(STRUCTURE, format!("subroutine `{}` has no END", open.unit.name.name));
            self.found.push(error.at(open.unit.name.span, ""));
        }
    }

    fn specification(&mut self, specification: Specification, span: Span) {
        let Some(open) = &mut self.open else { return };
        if open.frames.is_empty() && open.unit.body.is_empty() {
            open.unit.specifications.push((specification, span));
        } else {
            self.error("a declaration after the first executable statement", span);
        }
    }

    fn executable(&mut self, statement: Statement, span: Span, tags: &Rc<BTreeSet<Name>>) {
        let before = self.found.len();
        let Some(open) = &mut self.open else { return };
        open.declared.get_or_insert(before);
        let frame = |kind| Frame { span, tags: Rc::clone(tags), kind, body: Vec::new() };
        let opened = match statement {
            Statement::Assign(target, value) => {
                open.push(Node { kind: NodeKind::Assign(target, value), span, tags: Rc::clone(tags) });
                return;
            }
            Statement::If(condition, action) => return self.one_line_if(condition, *action, span, tags),
            Statement::ElseIf(condition) => {
                return self.next_part(Some(Part::Branch(condition, span, Rc::clone(tags))), span);
            }
            Statement::Else => return self.next_part(None, span),
            Statement::EndDo => return self.end_do(span),
            Statement::EndIf => return self.end_if(span),
            Statement::Do(head) => frame(FrameKind::Do(head)),
            Statement::ReportedDo(label) => frame(FrameKind::ReportedDo(label)),
            Statement::IfThen(condition) => {
                let part = Part::Branch(condition, span, Rc::clone(tags));
                frame(FrameKind::If { branches: Vec::new(), part })
            }
            Statement::ReportedIf => frame(FrameKind::If { branches: Vec::new(), part: Part::Reported }),
            _ => return,
        };
        if open.frames.len() >= MAX_DEPTH {
            return self.abandon("blocks nest too deep", span);
        }
        open.frames.push(opened);
    }

    /// Gives a subroutine up: what follows would only be wrong because of this.
    fn abandon(&mut self, message: &str, span: Span) {
        self.error(message, span);
        self.open = None;
        self.skip = Some(&["endsubroutine", "end"]);
    }

    fn one_line_if(&mut self, condition: Expr, action: Statement, span: Span, tags: &Rc<BTreeSet<Name>>) {
        if let Statement::Return = action {
            let outermost = self.open.as_ref().is_some_and(|open| open.frames.is_empty());
            return if outermost { self.return_if(condition, span, tags) } else { self.report_return(span) };
        }
        let (Some(open), Statement::Assign(target, value)) = (&mut self.open, action) else { return };
        let span_of_action = target.span;
        let body =
            vec![Node { kind: NodeKind::Assign(target, value), span: span_of_action, tags: Rc::clone(tags) }];
        let branch = Branch { condition, span, tags: Rc::clone(tags), body };
        open.push(Node { kind: NodeKind::If(vec![branch], Vec::new()), span, tags: Rc::clone(tags) });
    }

    /// Ends a part of an IF block; `None` starts the ELSE part.
    fn next_part(&mut self, next: Option<Part>, span: Span) {
        let frame = self.open.as_mut().and_then(|open| open.frames.last_mut());
        let Some(Frame { kind: FrameKind::If { branches, part }, body, .. }) = frame else {
            return self.error("this ELSE belongs to no `if`", span);
        };
        if branches.len() >= MAX_BRANCHES {
            return self.abandon("this `if` has too many branches", span);
        }
        let ended = std::mem::replace(part, next.unwrap_or(Part::Else));
        let body = std::mem::take(body);
        match ended {
            Part::Branch(condition, span, tags) => branches.push(Branch { condition, span, tags, body }),
            Part::Reported => {}
            Part::Else => self.error("an ELSE after ELSE", span),
        }
    }

    fn end_if(&mut self, span: Span) {
        let Some(open) = &mut self.open else { return };
        let returned = open.returned.take();
        match open.frames.pop() {
            Some(Frame {
                span, tags, kind: FrameKind::If { part: Part::Branch(condition, ..), .. }, ..
            }) if returned.is_some() => {
                self.return_if(condition, span, &tags);
            }
            Some(Frame { span, tags, kind: FrameKind::If { mut branches, part }, body }) => {
                let mut otherwise = Vec::new();
                match part {
                    Part::Branch(condition, span, tags) => {
                        branches.push(Branch { condition, span, tags, body })
                    }
                    Part::Else => otherwise = body,
                    Part::Reported => {}
                }
                open.push(Node { kind: NodeKind::If(branches, otherwise), span, tags });
            }
            other => {
                open.frames.extend(other);
                self.error("this END IF ends no `if`", span);
            }
        }
    }

    fn end_do(&mut self, span: Span) {
        let Some(open) = &mut self.open else { return };
        match open.frames.pop() {
            Some(frame) if !matches!(frame.kind, FrameKind::If { .. }) => open.close_loop(frame),
            other => {
                open.frames.extend(other);
                self.error("this END DO ends no `do`", span);
            }
        }
    }

    /// Ends all innermost loops that this label ends.
    fn end_labelled(&mut self, label: u32) {
        let Some(open) = &mut self.open else { return };
        while open.frames.last().is_some_and(|frame| frame.label() == Some(label)) {
            if let Some(frame) = open.frames.pop() {
                open.close_loop(frame);
            }
        }
    }
}

impl Open {
    fn push(&mut self, node: Node) {
        match self.frames.last_mut() {
            Some(frame) => frame.body.push(node),
            None => self.unit.body.push(node),
        }
    }

    fn close_loop(&mut self, frame: Frame) {
        if let FrameKind::Do(head) = frame.kind {
            self.push(Node { kind: NodeKind::Do(head, frame.body), span: frame.span, tags: frame.tags });
        }
    }
}

impl Frame {
    /// The label that ends the loop.
    fn label(&self) -> Option<u32> {
        match &self.kind {
            FrameKind::Do(head) => head.label.as_ref()?.digits.parse().ok(),
            FrameKind::ReportedDo(label) => *label,
            FrameKind::If { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str) -> (Vec<Subroutine>, Vec<Diagnostic>) {
        let source = diag::SourceMap::default().add("t", text);
        let mut found = Vec::new();
        let lines = crate::preprocess::lines(text, &[], source, &mut found);
        let items = crate::form::items(&lines, crate::Form::Free, source, &mut found);
        let read_lines = crate::directive::read(items, &mut found);
        let units = read(&read_lines.lines, &read_lines.unclosed, source, &mut found);
        (units, found)
    }

    fn body(text: &str) -> Vec<Node> {
        let (mut units, found) = run(&format!("subroutine f\n{text}\nend\n"));
        assert_eq!(found, []);
        units.remove(0).body
    }

    #[test]
    fn loops_may_share_a_label() {
        let nodes = body("do 10 i = 1, n\ndo 10 j = 1, m\nx = 1\n10 continue\ny = 2");
        assert_eq!(nodes.len(), 2);
        let NodeKind::Do(_, inner) = &nodes[0].kind else { panic!() };
        assert!(matches!(&inner[0].kind, NodeKind::Do(_, body) if body.len() == 1));
    }

    #[test]
    fn a_label_may_stand_on_the_last_statement() {
        let nodes = body("do 10 i = 1, n\n10 x = 1\ny = 2");
        assert!(matches!(&nodes[0].kind, NodeKind::Do(_, body) if body.len() == 1));
    }

    #[test]
    fn branches_and_else() {
        let nodes = body(
            "if (a) then\nx=1\nelse if (b) then\nx=2\nelseif (c) then\nelse\nx=3\nx=4\nend if\nif (d) y=1",
        );
        assert!(
            matches!(&nodes[0].kind, NodeKind::If(branches, otherwise) if branches.len() == 3 && otherwise.len() == 2)
        );
        assert!(matches!(&nodes[1].kind, NodeKind::If(branches, _) if branches[0].body.len() == 1));
    }

    #[test]
    fn a_return_may_end_a_subroutine() {
        assert_eq!(body("x = 1\nreturn").len(), 1);
        assert_eq!(run("subroutine f\nreturn\nx = 1\nend").1.len(), 1);
        for text in ["if (x) return\ny = 1", "if (x) then\nreturn\nend if\ny = 1"] {
            let nodes = body(text);
            assert!(matches!(nodes[0].kind, NodeKind::ReturnIf(_)) && nodes.len() == 2, "{text}");
        }
        for text in [
            "if (x) then\ny = 1\nreturn\nend if",
            "if (x) then\nreturn\ny = 1\nend if",
            "if (x) then\nreturn\nelse\ny = 1\nend if",
            "if (x) then\ny = 1\nelse\nreturn\nend if",
            "if (x) then\nif (y) return\nend if",
            "do i = 1, n\nif (x) return\nend do",
            "do i = 1, n\nreturn\nend do",
        ] {
            assert_eq!(run(&format!("subroutine f\n{text}\nend")).1.len(), 1, "{text}");
        }
        let many = "if (x) return\n".repeat(MAX_RETURNS);
        assert_eq!(body(&many).len(), MAX_RETURNS);
        assert_eq!(run(&format!("subroutine f\n{many}if (x) return\nend")).1.len(), 1);
    }

    #[test]
    fn statements_outside_are_reported_once() {
        assert_eq!(run("do i = 1, n\nif (x) then\ny = 1\nend if\nend do").1.len(), 1);
        assert_eq!(run("x = 1\nsubroutine f\nend\ny = 1").1.len(), 1);
    }

    #[test]
    fn structure_errors() {
        for text in [
            "x = 1",
            "subroutine f\ndo i = 1, n\nend",
            "subroutine f\nend do\nend",
            "subroutine f\nif (x) then\nend do\nend if\nend",
            "subroutine f\nelse\nend",
            "subroutine f\nif (x) then\nelse\nelse\nend if\nend",
            "subroutine f\nx = 1\ninteger y\nend",
            "subroutine f\n",
            "end",
            "subroutine f\nsubroutine g\nend",
            "subroutine f\n!$loopy begin tagged: a\nx=1\nend\n!$loopy end tagged: a",
        ] {
            assert_eq!(run(text).1.len(), 1, "{text}: {:?}", run(text).1);
        }
    }

    #[test]
    fn one_report_for_one_construct() {
        for text in [
            "module m\ninteger x\ncontains\nsubroutine f\nend subroutine\nend module",
            "program p\nx = 1\nif (x) then\nend if\nend program",
            "real function f(x)\nf = x\nend\nsubroutine g\nend",
            "subroutine f\ndo while (x)\ny = 1\nend do\nend",
            "subroutine f\nselect case (x)\ncase (1)\ny = 1\nend select\nend",
            "subroutine f\ntype t\ninteger x\nend type\nend",
            "subroutine f\nif (x ? 1) then\ny = 1\nelse\ny = 2\nend if\nend",
            "subroutine f\nx=1\ncontains\nsubroutine g\nend\nend",
        ] {
            let found = run(text).1;
            assert_eq!(found.len(), 1, "{text}: {found:?}");
        }
    }

    #[test]
    fn a_bad_subroutine_does_not_hide_a_good_one() {
        let (units, found) = run("subroutine f\ngoto 1\nend\nsubroutine g\nx = 1\nend");
        assert_eq!((units.len(), found.len()), (1, 1));
    }

    #[test]
    fn nesting_is_bounded() {
        let text =
            format!("subroutine f\n{}x = 1\n{}end\n", "if (a) then\n".repeat(100), "end if\n".repeat(100));
        assert_eq!(run(&text).1.len(), 1);
    }
}
