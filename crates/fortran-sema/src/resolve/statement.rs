//! Executable statements.

use super::expr::is_hollerith;
use super::symbols::{Meaning, Symbol};
use super::{ARRAY, LOOP, NAME, Resolver, TYPE};
use crate::arith::{self, Typed, convert, describe};
use crate::hir::{self, Branch, Loop, Node, NodeKind, Stop, Target};
use diag::{Diagnostic, Span};
use fortran_syntax::ast::{self, Actual, CaseValue, Choice, Control, DoHead, Expr, ExprKind, Ident};
use ir::{Comparison, Expr as Value, Node as ValueNode, Scalar};
use poly::Name;
use std::rc::Rc;

/// What the variable of a loop over real numbers goes through.
struct RealRange<'a> {
    variable: &'a Ident,
    lower: &'a Expr,
    upper: &'a Expr,
    step: Option<&'a Expr>,
}

fn literal_one() -> Typed {
    Typed::new(Value::int(1), Scalar::I32)
}

impl Resolver<'_> {
    /// Statements in order; those with errors are left out.
    pub(super) fn block(&mut self, nodes: &[ast::Node]) -> Vec<Node> {
        let mut block = Vec::new();
        for node in nodes {
            let (made, before) = self.with_calls(|resolver| resolver.statement(node));
            if made.is_none() {
                self.lost.get_or_insert(node.span);
            }
            block.extend(before.into_iter().map(|called| tagged(called, &node.tags)));
            let kind = made.flatten();
            block.extend(kind.map(|kind| Node { kind, span: node.span, tags: Rc::clone(&node.tags) }));
        }
        block
    }

    /// Reads a statement: none where something is wrong with it. What it comes to may be nothing but what
    /// stands before.
    fn statement(&mut self, node: &ast::Node) -> Option<Option<NodeKind>> {
        let span = node.span;
        // Statement functions stand before all others.
        self.executes |= !matches!(node.kind, ast::NodeKind::Assign(..) | ast::NodeKind::Fresh(_));
        match &node.kind {
            ast::NodeKind::Assign(target, value) => {
                self.note_reallocation(target, value);
                self.assign(target, value)
            }
            ast::NodeKind::Do(head, body) => self.do_loop(head, body, node).map(Some),
            ast::NodeKind::If(branches, otherwise) => Some(Some(self.branches(branches, otherwise))),
            ast::NodeKind::Select(value, cases) => self.select(value, cases).map(Some),
            ast::NodeKind::Return => Some(Some(NodeKind::Return)),
            ast::NodeKind::Cycle(name) => Some(Some(NodeKind::Cycle(self.loop_of(name.as_ref(), span)?))),
            ast::NodeKind::Exit(name) => Some(Some(NodeKind::Exit(self.loop_of(name.as_ref(), span)?))),
            ast::NodeKind::Call(name, actuals) => self.call_statement(name, actuals, span),
            ast::NodeKind::Point(pointer, _) => {
                let error = fortran_syntax::parse::unsupported_error("pointer assignment", pointer.span);
                let help = "a pointer that the routine has for itself may point to whole variables";
                self.report(error.help(help))
            }
            // It was reported.
            ast::NodeKind::CallOf(target) => self.component(target.span),
            ast::NodeKind::Where(parts) => self.where_block(parts, span).map(|()| None),
            ast::NodeKind::Forall(header, body) => self.forall(header, body, span).map(|()| None),
            ast::NodeKind::Concurrent(header, label, body) => {
                self.concurrent(header, label.as_ref(), body, span).map(|()| None)
            }
            ast::NodeKind::Goto(label) => Some(Some(NodeKind::Goto(*label))),
            ast::NodeKind::GotoOf(choice, value, labels) => {
                self.goto_of(*choice, value, labels, span).map(Some)
            }
            ast::NodeKind::Label(label) => Some(Some(NodeKind::Label(*label))),
            ast::NodeKind::Allocate(entities) => self.allocate(entities, true).map(|()| None),
            ast::NodeKind::Deallocate(entities) => self.allocate(entities, false).map(|()| None),
            ast::NodeKind::Associate(names, body) => {
                for (name, value) in names {
                    self.keep_value(name, value)?;
                }
                let body = self.block(body);
                self.before.extend(body);
                Some(None)
            }
            ast::NodeKind::Stop(text) => {
                Some(Some(NodeKind::Stop(Stop::Text(self.stop_text(text.as_ref())))))
            }
            ast::NodeKind::Output(output) if self.has_original() => {
                Some(Some(NodeKind::Stop(Stop::Original(Rc::new(output.error.clone())))))
            }
            // It was reported.
            ast::NodeKind::Output(..) => Some(None),
            // What they begin with was made statements before.
            ast::NodeKind::Fresh(names) => {
                self.begin_block(names);
                Some(None)
            }
        }
    }

    /// Computes a value of an `associate` statement once. Names that stand for variables were replaced by
    /// these.
    fn keep_value(&mut self, name: &Ident, value: &Expr) -> Option<()> {
        if self.is_array(value) {
            let what = "a name of `associate` for an array value of which parts may change in the block";
            let error = fortran_syntax::parse::unsupported_error(what, value.span);
            return self.report(error.help("store the value in an array before the block"));
        }
        if self.is_text(value) {
            return self.report(fortran_syntax::parse::unsupported_error(
                "a text that `associate` keeps",
                value.span,
            ));
        }
        let Typed { expr, ty } = self.expr(value)?;
        self.symbols.entry(name).ty = Some(ty);
        self.variables.insert(name.name.clone(), hir::Variable::local(ty, name.span));
        let kind = NodeKind::Assign(Target { name: name.name.clone(), index: None }, expr);
        self.before.push(Node { kind, span: value.span, tags: Rc::default() });
        Some(())
    }

    /// Reports a statement that came to nothing, though nothing is wrong with it: a fault of the front end.
    pub(super) fn check_lost(&mut self, unit: &ast::Unit) {
        let is_told = unit.has_errors() || self.found.iter().any(fortran_syntax::is_error);
        if let Some(span) = self.lost.filter(|_| !is_told) {
            let error =
                Diagnostic::error(crate::resolve::INTERNAL, "this statement was lost while it was read");
            self.found.push(error.at(span, "").help("this is a fault of the front end; please report it"));
        }
    }

    pub(super) fn assign(&mut self, target: &ast::Target, value: &Expr) -> Option<Option<NodeKind>> {
        if self.defines_function(target, value) {
            return Some(None);
        }
        self.executes = true;
        let allocated = target.index.is_none().then_some(&target.name.name);
        if self.is_text_target(target) {
            self.assign_text(target, value)?;
            allocated.into_iter().for_each(|name| self.note_allocation(name, true, target.span));
            return Some(None);
        }
        if self.is_array_target(target) {
            self.assign_array(target, value, target.span.cover(value.span))?;
            allocated.into_iter().for_each(|name| self.note_allocation(name, true, target.span));
            return Some(None);
        }
        let assigned = self.assign_single(target, value)?;
        if allocated.is_some_and(|name| self.flags.contains_key(name)) {
            let node = Node { kind: assigned, span: target.span, tags: Rc::default() };
            self.before.push(node);
            self.note_allocation(&target.name.name, true, target.span);
            return Some(None);
        }
        Some(Some(assigned))
    }

    /// An assignment of a number, or of one element.
    fn assign_single(&mut self, target: &ast::Target, value: &Expr) -> Option<NodeKind> {
        if is_hollerith(value) {
            let (target, ty) = self.target(target)?;
            let value = self.value_as(value, ty)?;
            return Some(NodeKind::Assign(target, value.expr));
        }
        // Functions in subscripts are called first, as gfortran does it: `a(random()) = random()`.
        let target = self.target(target);
        let resolved = self.expr(value);
        let (target, ty) = target?;
        let converted = convert(&resolved?, ty);
        let value = self.checked(converted, value.span)?;
        Some(NodeKind::Assign(target, value))
    }

    /// Whether `f(x) = ..` defines a statement function, which is noted.
    fn defines_function(&mut self, target: &ast::Target, value: &Expr) -> bool {
        let Some(actuals) = target.index.as_ref().filter(|_| !self.executes) else { return false };
        let name = &target.name.name;
        let is_free = |symbol: &Symbol| {
            symbol.extents.is_none() && !symbol.is_argument && matches!(symbol.meaning, Meaning::Variable)
        };
        // An array of a module or host is one here, too.
        let is_array = self.symbol(name).is_some_and(|symbol| symbol.extents.is_some());
        let is_scalar =
            self.symbols.declared.get(name).is_none_or(is_free) && !is_array && !self.may_be_elsewhere(name);
        let dummies: Option<Vec<Name>> = actuals
            .iter()
            .map(|actual| match actual {
                Actual::Value(Expr { kind: ExprKind::Name(name), .. }) => Some(name.clone()),
                _ => None,
            })
            .collect();
        let Some(dummies) = dummies.filter(|_| is_scalar) else { return false };
        // Where everything is declared it is rather an array whose dimensions were forgotten.
        if self.symbols.none && !self.symbols.declared.contains_key(&target.name.name) {
            return false;
        }
        self.symbols.entry(&target.name).meaning = Meaning::Statement(dummies, value.clone());
        self.variables.shift_remove(&target.name.name);
        true
    }

    /// What an assignment writes, and its type.
    pub(super) fn target(&mut self, target: &ast::Target) -> Option<(Target, Scalar)> {
        let name = &target.name.name;
        if !target.components.is_empty() {
            return self.component(target.span);
        }
        let symbol = self.symbol(name);
        let is_array = symbol.is_some_and(|symbol| symbol.extents.is_some());
        let is_character = symbol.is_some_and(|symbol| symbol.is_character);
        // First what no assignment may go to, then elements, then scalars.
        match (self.meaning(name), &target.index) {
            (Some(Meaning::Broken), _) => self.broken(name, target.span),
            _ if self.bound.contains_key(name) => self.complain_of_index(name, target.span),
            (Some(Meaning::Constant(_)), _) => {
                self.error(NAME, format!("constant `{name}` is assigned"), target.span)
            }
            (Some(Meaning::External | Meaning::Statement(..)), _) => {
                self.error(NAME, format!("`{name}` cannot be assigned"), target.span)
            }
            _ if is_character => {
                self.report(fortran_syntax::parse::unsupported_error("assignment of characters", target.span))
            }
            (_, Some(actuals)) if is_array => {
                let index = self.subscripts(&target.name, actuals, target.span)?;
                let ty = self.use_variable(name, target.name.span);
                Some((Target { name: name.clone(), index: Some(index) }, ty))
            }
            (_, Some(_)) => {
                let error = Diagnostic::error(ARRAY, format!("`{name}` has no dimensions"));
                let help = format!("declare it as an array, such as `{name}(n)`");
                self.report(error.at(target.span, "").help(help))
            }
            (_, None) if self.loops.iter().any(|(variable, _)| variable == name) => {
                let error = Diagnostic::error(LOOP, format!("loop variable `{name}` is assigned"));
                self.report(error.at(target.span, "").help("use another variable"))
            }
            (_, None) => {
                let ty = self.use_variable(name, target.name.span);
                Some((Target { name: name.clone(), index: None }, ty))
            }
        }
    }

    fn do_loop(&mut self, head: &DoHead, body: &[ast::Node], place: &ast::Node) -> Option<NodeKind> {
        let (variable, bounds, step) = match &head.control {
            Control::Counted { variable, lower, upper, step } => (variable, [lower, upper], step.as_ref()),
            Control::While(condition) => return self.endless(head, Some(condition), body, place),
            Control::Endless => return self.endless(head, None, body, place),
        };
        if self.is_real(variable) {
            let [lower, upper] = bounds;
            let range = RealRange { variable, lower, upper, step };
            return self.real_loop(head, range, body, place);
        }
        let resolved = self.loop_head(variable, bounds, step);
        let variable = variable.name.clone();
        self.loops.push((variable.clone(), head.name.clone()));
        let body = self.block(body);
        self.loops.pop();
        let (lower, upper, step) = resolved?;
        Some(NodeKind::Loop(Loop { variable, lower, upper, step, body }))
    }

    fn is_real(&self, variable: &Ident) -> bool {
        let symbol = self.symbol(&variable.name);
        let is_scalar = symbol.is_none_or(|symbol| symbol.extents.is_none());
        let is_variable = matches!(self.meaning(&variable.name), Some(Meaning::Variable) | None);
        is_scalar && is_variable && self.type_of(&variable.name).is_float()
    }

    /// A loop over real numbers: one over the number of the iteration, as often as gfortran's, in which the
    /// variable grows.
    fn real_loop(
        &mut self,
        head: &DoHead,
        range: RealRange<'_>,
        body: &[ast::Node],
        place: &ast::Node,
    ) -> Option<NodeKind> {
        let RealRange { variable, lower, upper, step } = range;
        let node = |kind| Node { kind, span: place.span, tags: Rc::clone(&place.tags) };
        let ty = self.use_variable(&variable.name, variable.span);
        let mut bound = |expr: &Expr| {
            let value = self.expr(expr)?;
            let converted = convert(&value, ty);
            self.checked(converted, expr.span)
        };
        let (lower, upper) = (bound(lower)?, bound(upper)?);
        let step = step.map_or_else(|| convert(&literal_one(), ty).ok(), bound)?;
        let mut stored = |name: &str, value: Value, ty: Scalar| {
            let name = self.scalar(&Name::new(name), ty, place.span);
            let target = Target { name: name.clone(), index: None };
            self.before.push(node(NodeKind::Assign(target, value)));
            Typed::new(Value::var(name), ty)
        };
        // The bounds are evaluated once, and the number of iterations follows of them.
        let (from, to) = (stored("first", lower, ty), stored("last", upper, ty));
        let step = stored("step", step, ty);
        let distance = arith::divide(&arith::add(&to, &from, true).ok()?, &step).ok()?;
        let more = stored("more", arith::explicit(&distance, Scalar::I32).ok()?, Scalar::I32);
        let grows = |target: &Name, value: Typed| {
            node(NodeKind::Assign(Target { name: target.clone(), index: None }, value.expr))
        };
        let own = Typed::new(Value::var(variable.name.clone()), ty);
        self.before.push(grows(&variable.name, from.clone()));
        let iteration = self.scalar(&Name::new("iteration"), Scalar::I32, place.span);
        let number = Typed::new(Value::var(iteration.clone()), Scalar::I32);
        let zero = Typed::new(Value::int(0), Scalar::I32);
        let branch = |condition: Value, body| {
            let tags = Rc::clone(&place.tags);
            node(NodeKind::If(vec![Branch { condition, span: place.span, tags, body }], Vec::new()))
        };
        let compare = |op, a: &Typed, b: &Typed| arith::compare(op, a, b).ok().map(|value| value.expr);
        let next = grows(&variable.name, arith::add(&own, &step, false).ok()?);
        // The variable grows at the start of each iteration but the first, and so once more before the loop
        // is left.
        let is_later = compare(Comparison::Greater, &number, &zero)?;
        let is_behind = compare(Comparison::Greater, &number, &more)?;
        let mut nodes = vec![
            branch(is_later, vec![next]),
            branch(is_behind, vec![node(NodeKind::Exit(iteration.clone()))]),
        ];
        self.loops.push((iteration.clone(), head.name.clone()));
        nodes.extend(self.block(body));
        self.loops.pop();
        let last = arith::add(&more, &literal_one(), false).ok()?.expr;
        let all =
            Loop { variable: iteration, lower: Value::int(0), upper: last, step: Value::int(1), body: nodes };
        let rises =
            compare(Comparison::Greater, &Typed::new(convert(&zero, ty).ok()?, ty), &step)?.logical_not();
        let up = Value::all(vec![rises.clone(), compare(Comparison::LessEqual, &from, &to)?]);
        let down = Value::all(vec![rises.logical_not(), compare(Comparison::GreaterEqual, &from, &to)?]);
        let runs = Value::new(ValueNode::Or(vec![up, down]));
        let tags = Rc::clone(&place.tags);
        let body = vec![node(NodeKind::Loop(all))];
        Some(NodeKind::If(vec![Branch { condition: runs, span: place.span, tags, body }], Vec::new()))
    }

    /// A loop that ends where its condition does not hold, or where it is left.
    fn endless(
        &mut self,
        head: &DoHead,
        condition: Option<&Expr>,
        body: &[ast::Node],
        place: &ast::Node,
    ) -> Option<NodeKind> {
        let (span, tags) = (place.span, &place.tags);
        let variable = self.scalar(&Name::new("iteration"), Scalar::I64, span);
        let node = |kind| Node { kind, span, tags: Rc::clone(tags) };
        let mut nodes = Vec::new();
        let mut is_complete = true;
        if let Some(condition) = condition {
            // What the condition calls is called in each iteration.
            let (holds, calls) = self.with_calls(|resolver| resolver.logical(condition));
            nodes.extend(calls.into_iter().map(|called| tagged(called, tags)));
            is_complete = holds.is_some();
            nodes.extend(holds.map(|holds| {
                let body = vec![node(NodeKind::Exit(variable.clone()))];
                let condition = holds.logical_not();
                let branch = Branch { condition, span, tags: Rc::clone(tags), body };
                node(NodeKind::If(vec![branch], Vec::new()))
            }));
        }
        self.loops.push((variable.clone(), head.name.clone()));
        nodes.extend(self.block(body));
        self.loops.pop();
        is_complete.then(|| NodeKind::Loop(Loop::endless(variable, nodes)))
    }

    /// The bounds and the step of a loop.
    fn loop_head(
        &mut self,
        variable: &Ident,
        bounds: [&Expr; 2],
        step: Option<&Expr>,
    ) -> Option<(Value, Value, Value)> {
        let name = &variable.name;
        // In this order gfortran calls the functions in them.
        let [lower, upper] = bounds.map(|bound| self.loop_bound(bound));
        let step = match step {
            Some(step) => self.loop_step(step),
            None => Some(Value::int(1)),
        };
        let symbol = self.symbol(name);
        let is_array = symbol.is_some_and(|symbol| symbol.extents.is_some());
        match self.meaning(name) {
            Some(Meaning::Broken) => return self.broken(name, variable.span),
            Some(Meaning::Variable) | None => {}
            Some(_) => {
                return self.error(LOOP, format!("`{name}` is no variable"), variable.span);
            }
        }
        let ty = self.use_variable(name, variable.span);
        if !ty.is_integer() || is_array || self.symbol(name).is_some_and(|symbol| symbol.is_character) {
            let message = format!("loop variable `{name}` must be an integer scalar");
            return self.error(TYPE, message, variable.span);
        }
        if self.loops.iter().any(|(variable, _)| variable == name) {
            let message = format!("`{name}` is the variable of a loop around this one");
            return self.error(LOOP, message, variable.span);
        }
        Some((lower?, upper?, step?))
    }

    fn loop_step(&mut self, step: &Expr) -> Option<Value> {
        let value = self.loop_bound(step)?;
        if value.as_int() == Some(0) {
            return self.error(LOOP, "the step of a loop cannot be 0", step.span);
        }
        Some(value)
    }

    fn loop_bound(&mut self, expr: &Expr) -> Option<Value> {
        let value = self.expr(expr)?;
        if !value.ty.is_integer() {
            let message = format!("a loop bound is an integer, not {}", describe(value.ty));
            return self.error(TYPE, message, expr.span);
        }
        Some(value.expr)
    }

    /// A jump to where a value says.
    fn goto_of(&mut self, choice: Choice, value: &Expr, labels: &[u32], span: Span) -> Option<NodeKind> {
        let typed = self.expr(value)?;
        if choice == Choice::Number && !typed.ty.is_integer() || typed.ty.is_complex() {
            return self.error(TYPE, "this value does not tell where to jump", value.span);
        }
        let goto = |label: &u32| {
            let kind = NodeKind::Goto(*label);
            vec![Node { kind, span, tags: Rc::default() }]
        };
        let is = |op: Comparison, number: i64| {
            let number = crate::arith::Typed::new(Value::int(number), Scalar::I32);
            crate::arith::compare(op, &typed, &number).map(|condition| condition.expr)
        };
        let branch = |condition: Value, label: &u32| Branch {
            condition,
            span,
            tags: Rc::default(),
            body: goto(label),
        };
        let mut branches = Vec::new();
        let mut otherwise = Vec::new();
        for (at, label) in (1_i64..).zip(labels) {
            let condition = match (choice, at) {
                (Choice::Number, at) => is(Comparison::Equal, at),
                (Choice::Sign, 1) => is(Comparison::Less, 0),
                (Choice::Sign, 2) => is(Comparison::Equal, 0),
                (Choice::Sign, _) => {
                    otherwise = goto(label);
                    continue;
                }
            };
            branches.push(branch(self.checked(condition, span)?, label));
        }
        Some(NodeKind::If(branches, otherwise))
    }

    fn branches(&mut self, branches: &[ast::Branch], otherwise: &[ast::Node]) -> NodeKind {
        let (mut branches, otherwise) = self.chain(branches, otherwise);
        branches.reverse();
        NodeKind::If(branches, otherwise)
    }

    /// The branches, from the last to the first, and what is done where none holds. What a condition calls is
    /// called where none before holds.
    fn chain(&mut self, branches: &[ast::Branch], otherwise: &[ast::Node]) -> (Vec<Branch>, Vec<Node>) {
        let Some((first, rest)) = branches.split_first() else { return (Vec::new(), self.block(otherwise)) };
        // An error was reported; the bodies are still looked through for more.
        let condition = self.logical(&first.condition).unwrap_or_else(|| Value::bool(true));
        let body = self.block(&first.body);
        let ((mut branches, mut otherwise), called) =
            self.with_calls(|resolver| resolver.chain(rest, otherwise));
        let tags = Rc::clone(&first.tags);
        if !called.is_empty() {
            branches.reverse();
            let kind = NodeKind::If(std::mem::take(&mut branches), otherwise);
            let inner = Node { kind, span: first.span, tags: Rc::clone(&tags) };
            otherwise = called.into_iter().map(|node| tagged(node, &tags)).chain([inner]).collect();
        }
        branches.push(Branch { condition, span: first.span, tags, body });
        (branches, otherwise)
    }

    /// `select case` as an IF block.
    fn select(&mut self, value: &Expr, cases: &[ast::Case]) -> Option<NodeKind> {
        // What it calls is called once.
        let selected =
            if self.is_text(value) { Selected::Text(value) } else { Selected::Value(self.expr(value)?) };
        let mut branches = Vec::new();
        let mut otherwise = Vec::new();
        for case in cases {
            let condition = case.values.as_ref().map(|values| self.case_condition(&selected, values));
            let body = self.block(&case.body);
            match condition {
                None => otherwise = body,
                Some(condition) => {
                    let tags = Rc::clone(&case.tags);
                    branches.push(Branch { condition: condition?, span: case.span, tags, body });
                }
            }
        }
        Some(NodeKind::If(branches, otherwise))
    }

    fn case_condition(&mut self, selected: &Selected<'_>, values: &[CaseValue]) -> Option<Value> {
        let mut any = Vec::new();
        for case in values {
            let parts = match case {
                CaseValue::Is(constant) => vec![(Comparison::Equal, constant)],
                CaseValue::Between(least, most) => {
                    let least = least.as_ref().map(|least| (Comparison::GreaterEqual, least));
                    let most = most.as_ref().map(|most| (Comparison::LessEqual, most));
                    least.into_iter().chain(most).collect()
                }
            };
            let parts: Vec<Option<Value>> =
                parts.into_iter().map(|(op, constant)| self.case_part(selected, op, constant)).collect();
            any.push(Value::all(parts.into_iter().collect::<Option<Vec<Value>>>()?));
        }
        Some(Value::any(any))
    }

    fn case_part(&mut self, selected: &Selected<'_>, op: Comparison, constant: &Expr) -> Option<Value> {
        let compared = match selected {
            Selected::Text(value) => {
                return Some(self.compare_texts(op, value, constant, constant.span)?.expr);
            }
            Selected::Value(value) if value.ty == Scalar::Bool => {
                return Some(Value::new(ValueNode::Compare(op, value.expr.clone(), self.logical(constant)?)));
            }
            Selected::Value(value) => arith::compare(op, value, &self.expr(constant)?),
        };
        Some(self.checked(compared, constant.span)?.expr)
    }

    /// The variable of the loop that a `cycle` or an `exit` means.
    fn loop_of(&mut self, name: Option<&Name>, span: Span) -> Option<Name> {
        let is_it = |(_, label): &&(Name, Option<Name>)| name.is_none() || label.as_ref() == name;
        match self.loops.iter().rev().find(is_it) {
            Some((variable, _)) => Some(variable.clone()),
            None => self.error(LOOP, "there is no such loop around this", span),
        }
    }

    /// What `stop` prints.
    fn stop_text(&mut self, text: Option<&Expr>) -> String {
        match text.map(|text| &text.kind) {
            Some(ExprKind::Text(text)) => text.clone(),
            _ => "the routine stops".to_owned(),
        }
    }
}

/// What `select case` asks for.
enum Selected<'a> {
    Text(&'a Expr),
    Value(Typed),
}

/// A statement that was added to another one, with its tags.
fn tagged(mut node: Node, tags: &Rc<std::collections::BTreeSet<Name>>) -> Node {
    if node.tags.is_empty() {
        node.tags = Rc::clone(tags);
    }
    if let NodeKind::If(branches, _) = &mut node.kind {
        let untagged = branches.iter_mut().filter(|branch| branch.tags.is_empty());
        untagged.for_each(|branch| branch.tags = Rc::clone(tags));
    }
    for block in crate::hir::blocks_mut(&mut node) {
        *block = std::mem::take(block).into_iter().map(|inner| tagged(inner, tags)).collect();
    }
    node
}
