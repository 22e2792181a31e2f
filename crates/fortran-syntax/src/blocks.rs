//! From the statements of a unit to the tree of its blocks.

use crate::ast::{
    Branch, Case, CaseValue, Construct, DoHead, Expr, HeaderItem, Ident, Masked, Node, NodeKind, Statement,
};
use diag::{Diagnostic, Span};
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What is wrong with how statements make up units is reported as this.
pub const STRUCTURE: diag::Code = "lp::fortran::structure";

/// How deep blocks may nest.
const MAX_DEPTH: usize = 64;

/// How many branches an IF or SELECT block may have.
const MAX_BRANCHES: usize = 256;

/// The largest label that can be written.
const MAX_LABEL: u32 = 99_999;

/// The blocks of a unit that is being read.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    /// What stands in no block.
    body: Vec<Node>,
    /// Open blocks; the body of the innermost is being read.
    frames: Vec<Frame>,
    /// How many constructs that are no loops had a name.
    named: u32,
    /// Constructs that have ended.
    pub(crate) ended: Vec<Construct>,
}

/// An open block.
#[derive(Debug)]
struct Frame {
    span: Span,
    tags: Rc<BTreeSet<Name>>,
    kind: FrameKind,
    /// The name of a construct that is no loop, and the label behind it for `exit`.
    exit: Option<(Name, u32)>,
    /// What its current part holds so far.
    body: Vec<Node>,
}

#[derive(Debug)]
enum FrameKind {
    Do(DoHead),
    /// A loop that was reported, and the label that ends it.
    ReportedDo(Option<u32>),
    /// Finished branches, and what the branch being read is.
    If {
        branches: Vec<Branch>,
        part: Part,
    },
    /// The value, finished cases, and the values of the case being read, once there is one.
    Select {
        value: Expr,
        cases: Vec<Case>,
        open: Option<OpenCase>,
    },
    /// Finished parts, and the mask of the one being read.
    Where {
        parts: Vec<Masked>,
        mask: Option<Expr>,
    },
    Forall(Vec<HeaderItem>),
    Concurrent(Vec<HeaderItem>, Option<Name>),
    Associate(Vec<(Ident, Expr)>),
    /// A `block` construct, whose variables are those of the unit.
    Block,
}

/// The part of an IF block being read.
#[derive(Debug)]
enum Part {
    Branch(Expr, Span, Rc<BTreeSet<Name>>),
    Else,
    /// Its condition was reported.
    Reported,
}

/// The case of a SELECT block being read.
#[derive(Debug)]
struct OpenCase {
    values: Option<Vec<CaseValue>>,
    span: Span,
    tags: Rc<BTreeSet<Name>>,
}

/// What adding a statement needs to know of it.
#[derive(Clone, Copy)]
struct StatementLine<'a> {
    span: Span,
    tags: &'a Rc<BTreeSet<Name>>,
}

impl StatementLine<'_> {
    fn node(&self, kind: NodeKind) -> Node {
        Node { kind, span: self.span, tags: Rc::clone(self.tags) }
    }
}

impl Blocks {
    /// Adds the next executable statement; whether what follows cannot be understood any more.
    pub(crate) fn add(
        &mut self,
        statement: Statement,
        span: Span,
        tags: &Rc<BTreeSet<Name>>,
        found: &mut Vec<Diagnostic>,
    ) -> bool {
        let line = StatementLine { span, tags };
        let open = self.frames.last().map(|frame| (self.frames.len(), frame.construct(span)));
        let added = self.statement(statement, &line);
        self.ended
            .extend(open.filter(|(depth, _)| self.frames.len() < *depth).map(|(_, construct)| construct));
        match added {
            Ok(()) => false,
            Err(Problem::Here(message)) => {
                found.push(Diagnostic::error(STRUCTURE, message).at(span, ""));
                false
            }
            Err(Problem::Abandon(message)) => {
                found.push(Diagnostic::error(STRUCTURE, message).at(span, ""));
                true
            }
        }
    }

    fn statement(&mut self, statement: Statement, line: &StatementLine<'_>) -> Result<(), Problem> {
        // What begins, parts or ends a construct changes the frames; all else is a node of the innermost.
        let kind = match statement {
            Statement::ElseIf(condition) => {
                return self.next_part(Some(Part::Branch(condition, line.span, Rc::clone(line.tags))));
            }
            Statement::Else => return self.next_part(None),
            Statement::Case(values) => return self.next_case(values, line),
            Statement::EndDo => return self.end_do(),
            Statement::EndIf => return self.end_if(),
            Statement::EndSelect => return self.end_select(),
            Statement::ElseWhere(mask) => return self.next_mask(mask),
            Statement::EndWhere => return self.end_where(),
            Statement::EndForall => return self.end_forall(),
            Statement::EndAssociate => return self.end_associate(),
            Statement::Block => return self.open(FrameKind::Block, line),
            Statement::Named(name, statement) => {
                self.statement(*statement, line)?;
                self.named = self.named.saturating_add(1);
                let label = self.named.saturating_add(MAX_LABEL);
                if let Some(frame) = self.frames.last_mut() {
                    frame.exit = Some((name, label));
                }
                return Ok(());
            }
            Statement::EndBlock => return self.end_block(),
            Statement::Associate(names) => return self.open(FrameKind::Associate(names), line),
            Statement::Where(mask) => {
                let kind = FrameKind::Where { parts: Vec::new(), mask: Some(mask) };
                return self.open(kind, line);
            }
            Statement::Forall(header) => return self.open(FrameKind::Forall(header), line),
            Statement::Concurrent(header, name) => {
                return self.open(FrameKind::Concurrent(header, name), line);
            }
            Statement::WhereOne(mask, action) => {
                let Some(action) = action_of(*action) else { return Ok(()) };
                let part = Masked { mask: Some(mask), body: vec![line.node(action)] };
                NodeKind::Where(vec![part])
            }
            Statement::ForallOne(header, action) => {
                let Some(action) = action_of(*action) else { return Ok(()) };
                NodeKind::Forall(header, vec![line.node(action)])
            }
            Statement::Do(head) => return self.open(FrameKind::Do(head), line),
            Statement::ReportedDo(label) => return self.open(FrameKind::ReportedDo(label), line),
            Statement::IfThen(condition) => {
                let part = Part::Branch(condition, line.span, Rc::clone(line.tags));
                return self.open(FrameKind::If { branches: Vec::new(), part }, line);
            }
            Statement::ReportedIf => {
                return self.open(FrameKind::If { branches: Vec::new(), part: Part::Reported }, line);
            }
            Statement::SelectCase(value) => {
                return self.open(FrameKind::Select { value, cases: Vec::new(), open: None }, line);
            }
            Statement::If(condition, action) => {
                let Some(action) = action_of(*action).map(|action| self.out_of_constructs(action)) else {
                    return Ok(());
                };
                let span = if let NodeKind::Assign(target, _) = &action { target.span } else { line.span };
                let body = vec![StatementLine { span, ..*line }.node(action)];
                let branch = Branch { condition, span: line.span, tags: Rc::clone(line.tags), body };
                NodeKind::If(vec![branch], Vec::new())
            }
            other => match action_of(other) {
                Some(action) => self.out_of_constructs(action),
                None => return Ok(()),
            },
        };
        self.push(line.node(kind))
    }

    fn open(&mut self, kind: FrameKind, line: &StatementLine<'_>) -> Result<(), Problem> {
        if self.frames.len() >= MAX_DEPTH {
            return Err(Problem::Abandon("blocks nest too deep"));
        }
        let tags = Rc::clone(line.tags);
        self.frames.push(Frame { span: line.span, tags, kind, exit: None, body: Vec::new() });
        Ok(())
    }

    fn push(&mut self, node: Node) -> Result<(), Problem> {
        match self.frames.last_mut() {
            Some(Frame { kind: FrameKind::Select { open: None, .. }, .. }) => {
                return Err(Problem::Here("this statement stands before the first CASE"));
            }
            Some(frame) => frame.body.push(node),
            None => self.body.push(node),
        }
        Ok(())
    }

    /// Ends a part of an IF block; `None` starts the ELSE part.
    fn next_part(&mut self, next: Option<Part>) -> Result<(), Problem> {
        let Some(Frame { kind: FrameKind::If { branches, part }, body, .. }) = self.frames.last_mut() else {
            return Err(Problem::Here("this ELSE belongs to no `if`"));
        };
        if branches.len() >= MAX_BRANCHES {
            return Err(Problem::Abandon("this `if` has too many branches"));
        }
        let ended = std::mem::replace(part, next.unwrap_or(Part::Else));
        let body = std::mem::take(body);
        match ended {
            Part::Branch(condition, span, tags) => branches.push(Branch { condition, span, tags, body }),
            Part::Reported => {}
            Part::Else => return Err(Problem::Here("an ELSE after ELSE")),
        }
        Ok(())
    }

    fn end_if(&mut self) -> Result<(), Problem> {
        match self.frames.pop() {
            Some(Frame { span, tags, kind: FrameKind::If { mut branches, part }, exit, body }) => {
                let mut otherwise = Vec::new();
                match part {
                    Part::Branch(condition, span, tags) => {
                        branches.push(Branch { condition, span, tags, body });
                    }
                    Part::Else => otherwise = body,
                    Part::Reported => {}
                }
                self.push_ended(Node { kind: NodeKind::If(branches, otherwise), span, tags }, exit)
            }
            other => {
                self.frames.extend(other);
                Err(Problem::Here("this END IF ends no `if`"))
            }
        }
    }

    fn next_case(&mut self, values: Option<Vec<CaseValue>>, line: &StatementLine<'_>) -> Result<(), Problem> {
        let Some(Frame { kind: FrameKind::Select { cases, open, .. }, body, .. }) = self.frames.last_mut()
        else {
            return Err(Problem::Here("this CASE belongs to no `select case`"));
        };
        if cases.len() >= MAX_BRANCHES {
            return Err(Problem::Abandon("this `select case` has too many cases"));
        }
        let next = OpenCase { values, span: line.span, tags: Rc::clone(line.tags) };
        if let Some(OpenCase { values, span, tags }) = open.replace(next) {
            cases.push(Case { values, span, tags, body: std::mem::take(body) });
        }
        Ok(())
    }

    fn end_select(&mut self) -> Result<(), Problem> {
        match self.frames.pop() {
            Some(Frame {
                span,
                tags: outer,
                kind: FrameKind::Select { value, mut cases, open },
                exit,
                body,
            }) => {
                if let Some(OpenCase { values, span, tags }) = open {
                    cases.push(Case { values, span, tags, body });
                }
                self.push_ended(Node { kind: NodeKind::Select(value, cases), span, tags: outer }, exit)
            }
            other => {
                self.frames.extend(other);
                Err(Problem::Here("this END SELECT ends no `select case`"))
            }
        }
    }

    fn end_do(&mut self) -> Result<(), Problem> {
        match self.frames.pop() {
            Some(frame) if matches!(frame.kind, FrameKind::Do(_) | FrameKind::ReportedDo(_)) => {
                self.close_loop(frame)
            }
            Some(Frame { span, tags, kind: FrameKind::Concurrent(header, name), body, .. }) => {
                self.push(Node { kind: NodeKind::Concurrent(header, name, body), span, tags })
            }
            other => {
                self.frames.extend(other);
                Err(Problem::Here("this END DO ends no `do`"))
            }
        }
    }

    /// Begins the next part of a WHERE block.
    fn next_mask(&mut self, next: Option<Expr>) -> Result<(), Problem> {
        let Some(Frame { kind: FrameKind::Where { parts, mask }, body, .. }) = self.frames.last_mut() else {
            return Err(Problem::Here("this ELSEWHERE belongs to no `where`"));
        };
        if parts.len() >= MAX_BRANCHES {
            return Err(Problem::Abandon("this `where` has too many parts"));
        }
        let ended = Masked { mask: std::mem::replace(mask, next), body: std::mem::take(body) };
        if ended.mask.is_none() {
            return Err(Problem::Here("an ELSEWHERE after ELSEWHERE"));
        }
        parts.push(ended);
        Ok(())
    }

    fn end_where(&mut self) -> Result<(), Problem> {
        match self.frames.pop() {
            Some(Frame { span, tags, kind: FrameKind::Where { mut parts, mask }, body, .. }) => {
                parts.push(Masked { mask, body });
                self.push(Node { kind: NodeKind::Where(parts), span, tags })
            }
            other => {
                self.frames.extend(other);
                Err(Problem::Here("this END WHERE ends no `where`"))
            }
        }
    }

    fn end_forall(&mut self) -> Result<(), Problem> {
        match self.frames.pop() {
            Some(Frame { span, tags, kind: FrameKind::Forall(header), body, .. }) => {
                self.push(Node { kind: NodeKind::Forall(header, body), span, tags })
            }
            other => {
                self.frames.extend(other);
                Err(Problem::Here("this END FORALL ends no `forall`"))
            }
        }
    }

    fn end_associate(&mut self) -> Result<(), Problem> {
        match self.frames.pop() {
            Some(Frame { span, tags, kind: FrameKind::Associate(names), exit, body }) => {
                self.push_ended(Node { kind: NodeKind::Associate(names, body), span, tags }, exit)
            }
            other => {
                self.frames.extend(other);
                Err(Problem::Here("this END ASSOCIATE ends no `associate`"))
            }
        }
    }

    fn end_block(&mut self) -> Result<(), Problem> {
        match self.frames.pop() {
            Some(Frame { kind: FrameKind::Block, exit, mut body, span, tags }) => {
                body.extend(exit.map(|(_, label)| Node { kind: NodeKind::Label(label), span, tags }));
                body.into_iter().try_for_each(|node| self.push(node))
            }
            other => {
                self.frames.extend(other);
                Err(Problem::Here("this END BLOCK ends no `block`"))
            }
        }
    }

    /// Adds a construct that ended, with the label behind it.
    fn push_ended(&mut self, node: Node, exit: Option<(Name, u32)>) -> Result<(), Problem> {
        let (span, tags) = (node.span, Rc::clone(&node.tags));
        self.push(node)?;
        exit.map_or(Ok(()), |(_, label)| self.push(Node { kind: NodeKind::Label(label), span, tags }))
    }

    /// `exit` from a construct that is no loop is a jump behind it.
    fn out_of_constructs(&self, action: NodeKind) -> NodeKind {
        let NodeKind::Exit(Some(name)) = &action else { return action };
        let exits = self.frames.iter().rev().filter_map(|frame| frame.exit.as_ref());
        let label = exits.filter(|(own, _)| own == name).map(|(_, label)| *label).next();
        label.map_or(action, NodeKind::Goto)
    }

    fn close_loop(&mut self, frame: Frame) -> Result<(), Problem> {
        match frame.kind {
            FrameKind::Do(head) => self.push(Node {
                kind: NodeKind::Do(Box::new(head), frame.body),
                span: frame.span,
                tags: frame.tags,
            }),
            _ => Ok(()),
        }
    }

    /// Notes that the innermost `block` has these variables.
    pub(crate) fn begin_variables(&mut self, names: Vec<Ident>, span: Span) {
        let line = StatementLine { span, tags: &Rc::default() };
        let _placed = self.push(line.node(NodeKind::Fresh(names)));
    }

    /// Notes the label of the next statement.
    pub(crate) fn begin_labelled(&mut self, label: u32, span: Span, tags: &Rc<BTreeSet<Name>>) {
        // Where no statement can stand no label can either; the statement is reported.
        let _placed = self.push(StatementLine { span, tags }.node(NodeKind::Label(label)));
    }

    /// Ends all innermost loops that this label ends.
    pub(crate) fn end_labelled(&mut self, label: u32, span: Span) {
        while self.frames.last().is_some_and(|frame| frame.label() == Some(label)) {
            if let Some(frame) = self.frames.pop() {
                self.ended.push(frame.construct(span));
                // A loop never closes into a SELECT block before its first CASE, since none opened there.
                let _closed = self.close_loop(frame);
            }
        }
    }

    /// The whole tree, with the labels that statements jump to; blocks without an end are reported.
    pub(crate) fn finish(mut self, found: &mut Vec<Diagnostic>) -> Vec<Node> {
        for frame in &self.frames {
            let what = match frame.kind {
                FrameKind::If { .. } => "`if`",
                FrameKind::Select { .. } => "`select case`",
                FrameKind::Where { .. } => "`where`",
                FrameKind::Forall(_) => "`forall`",
                FrameKind::Associate(_) => "`associate`",
                FrameKind::Block => "`block`",
                FrameKind::Do(_) | FrameKind::ReportedDo(_) | FrameKind::Concurrent(..) => "`do`",
            };
            found.push(Diagnostic::error(STRUCTURE, format!("this {what} has no end")).at(frame.span, ""));
        }
        crate::labels::keep_targets(&mut self.body);
        self.body
    }
}

/// Why a statement has no place.
enum Problem {
    /// It is left out.
    Here(&'static str),
    /// What follows cannot be understood without it.
    Abandon(&'static str),
}

/// What a statement that opens and closes nothing does.
fn action_of(statement: Statement) -> Option<NodeKind> {
    Some(match statement {
        Statement::Assign(target, value) => NodeKind::Assign(target, value),
        Statement::Return => NodeKind::Return,
        Statement::Cycle(name) => NodeKind::Cycle(name),
        Statement::Exit(name) => NodeKind::Exit(name),
        Statement::Call(name, actuals) => NodeKind::Call(name, actuals),
        Statement::CallOf(target) => NodeKind::CallOf(target),
        Statement::Point(pointer, target) => NodeKind::Point(pointer, target),
        Statement::Stop(text) => NodeKind::Stop(text),
        Statement::Output(output) => NodeKind::Output(output),
        Statement::Allocate(entities) => NodeKind::Allocate(entities),
        Statement::Deallocate(entities) => NodeKind::Deallocate(entities),
        Statement::Goto(label) => NodeKind::Goto(label),
        Statement::GotoOf(choice, value, labels) => NodeKind::GotoOf(choice, value, labels),
        _ => return None,
    })
}

impl Frame {
    /// Where it stands, if this ends it.
    fn construct(&self, last: Span) -> Construct {
        let is_scope = matches!(self.kind, FrameKind::Block | FrameKind::Associate(_));
        Construct { first: self.span, last, is_scope }
    }

    /// The label that ends the loop.
    fn label(&self) -> Option<u32> {
        match &self.kind {
            FrameKind::Do(head) => head.label.as_ref()?.digits.parse().ok(),
            FrameKind::ReportedDo(label) => *label,
            _ => None,
        }
    }
}
