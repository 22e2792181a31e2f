//! Names that the statements of a unit mention.

use crate::ast::{
    Actual, CaseValue, Control, Expr, ExprKind, HeaderItem, Item, Node, NodeKind, Range, Specification,
    Target, Unit, Upper,
};
use poly::Name;
use std::collections::BTreeSet;

/// What the statements of a unit mention.
#[derive(Debug, Default)]
pub struct Mentions {
    /// All names.
    pub names: BTreeSet<Name>,
    /// Those with something in parentheses behind them: arrays and functions.
    pub applied: BTreeSet<Name>,
    /// Subroutines that are called.
    pub called: BTreeSet<Name>,
    /// What stands alone as an argument of something in parentheses, behind its name: a function may assign
    /// it.
    pub given: BTreeSet<(Name, Name)>,
    /// Components that are read with something in parentheses behind them: arrays, and functions bound to
    /// types.
    pub bound: BTreeSet<Name>,
    /// Whether components of variables are among them.
    pub has_components: bool,
}

/// What the statements of a unit mention, without those of units within it.
pub fn unit_mentions(unit: &Unit) -> Mentions {
    let mut mentions = Mentions::default();
    mentions.block(&unit.body);
    mentions
}

/// Names that units within a routine mention.
pub fn names_in_units(units: &[Unit]) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    for unit in units {
        names.extend(unit_mentions(unit).names);
        names.extend(names_in_units(&unit.contained));
    }
    names
}

impl Mentions {
    /// What statements mention.
    pub fn of_block(nodes: &[Node]) -> Self {
        let mut mentions = Mentions::default();
        mentions.block(nodes);
        mentions
    }
}

/// Names in an expression.
pub fn names(expr: &Expr) -> BTreeSet<Name> {
    let mut mentions = Mentions::default();
    mentions.expr(expr);
    mentions.names
}

/// The names with arguments or subscripts in an expression.
pub fn applied(expr: &Expr) -> BTreeSet<Name> {
    let mut mentions = Mentions::default();
    mentions.expr(expr);
    mentions.applied
}

/// The components with arguments or subscripts in an expression.
pub fn bound(expr: &Expr) -> BTreeSet<Name> {
    let mut mentions = Mentions::default();
    mentions.expr(expr);
    mentions.bound
}

/// Names that a unit gives dimensions.
pub fn arrays(unit: &Unit) -> BTreeSet<Name> {
    let mut arrays = BTreeSet::new();
    for (specification, _) in &unit.specifications {
        match specification {
            Specification::Declare(_, attributes, entities) => {
                let all = attributes.iter().any(|a| matches!(a, crate::ast::Attribute::Dimension(_)));
                let dimensioned = entities.iter().filter(|entity| all || entity.extents.is_some());
                arrays.extend(dimensioned.map(|entity| entity.name.name.clone()));
            }
            Specification::Common(blocks) => {
                let members = blocks.iter().flat_map(|block| &block.members);
                let dimensioned = members.filter(|entity| entity.extents.is_some());
                arrays.extend(dimensioned.map(|entity| entity.name.name.clone()));
            }
            Specification::Dimension(entities) => {
                arrays.extend(entities.iter().map(|entity| entity.name.name.clone()));
            }
            // Its name also stands for its constructor.
            Specification::Type(definition) => drop(arrays.insert(definition.name.name.clone())),
            Specification::Record(_, _, entities) => {
                arrays.extend(entities.iter().map(|entity| entity.name.name.clone()));
            }
            _ => {}
        }
    }
    arrays
}

impl Mentions {
    /// What a statement reads, without those inside of it.
    pub fn read_by(node: &Node) -> Self {
        let mut mentions = Mentions::default();
        match &node.kind {
            NodeKind::Assign(target, value) => {
                mentions.subscripts(target);
                mentions.expr(value);
            }
            _ => mentions.own_statement(node),
        }
        mentions
    }

    /// What a statement mentions, without those inside of it.
    pub fn of_statement(node: &Node) -> Self {
        let mut mentions = Mentions::default();
        mentions.own_statement(node);
        mentions
    }

    fn block(&mut self, nodes: &[Node]) {
        for node in nodes {
            self.own_statement(node);
            node.blocks().into_iter().for_each(|block| self.block(block));
        }
    }

    /// What a statement mentions, without those inside of it.
    fn own_statement(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::Assign(target, value) => {
                self.target(target);
                self.expr(value);
            }
            NodeKind::Do(head, _) => match &head.control {
                Control::Counted { variable, lower, upper, step } => {
                    self.names.insert(variable.name.clone());
                    [lower, upper].into_iter().chain(step).for_each(|e| self.expr(e));
                }
                Control::While(condition) => self.expr(condition),
                Control::Endless => {}
            },
            NodeKind::If(branches, _) => branches.iter().for_each(|branch| self.expr(&branch.condition)),
            NodeKind::Select(value, cases) => {
                self.expr(value);
                cases.iter().flat_map(|case| case.values.iter().flatten()).for_each(|value| self.case(value));
            }
            NodeKind::Call(name, actuals) => {
                self.called.insert(name.name.clone());
                actuals.iter().for_each(|actual| self.actual(actual));
            }
            NodeKind::Point(pointer, target) => {
                self.names.extend(std::iter::once(pointer).chain(target).map(|name| name.name.clone()));
            }
            // The procedure is bound to a type, and so has no name of its own.
            NodeKind::CallOf(target) => {
                self.has_components = true;
                self.target(target);
            }
            NodeKind::Where(parts) => {
                parts.iter().filter_map(|part| part.mask.as_ref()).for_each(|mask| self.expr(mask));
            }
            NodeKind::Forall(header, _) | NodeKind::Concurrent(header, _, _) => {
                header.iter().for_each(|item| self.header(item));
            }
            NodeKind::Stop(value) => value.iter().for_each(|value| self.expr(value)),
            NodeKind::GotoOf(_, value, _) => self.expr(value),
            NodeKind::Allocate(entities) | NodeKind::Deallocate(entities) => {
                entities.iter().filter_map(|entity| entity.initial.as_ref()).for_each(|e| self.expr(e));
                for extent in entities.iter().flat_map(|entity| entity.extents.iter().flatten()) {
                    extent.lower.iter().for_each(|lower| self.expr(lower));
                    if let Upper::Bound(upper) = &extent.upper {
                        self.expr(upper);
                    }
                }
            }
            NodeKind::Associate(names, _) => {
                for (name, selector) in names {
                    self.names.insert(name.name.clone());
                    self.expr(selector);
                }
            }
            NodeKind::Output(_)
            | NodeKind::Fresh(_)
            | NodeKind::Goto(_)
            | NodeKind::Label(_)
            | NodeKind::Return
            | NodeKind::Cycle(_)
            | NodeKind::Exit(_) => {}
        }
    }

    /// A component is no name of its own.
    fn target(&mut self, target: &Target) {
        self.names.insert(target.name.name.clone());
        self.subscripts(target);
    }

    fn subscripts(&mut self, target: &Target) {
        self.has_components |= !target.components.is_empty();
        let subscripts = target.components.iter().filter_map(|part| part.index.as_ref());
        target.index.iter().chain(subscripts).flatten().for_each(|actual| self.actual(actual));
    }

    fn case(&mut self, value: &CaseValue) {
        match value {
            CaseValue::Is(value) => self.expr(value),
            CaseValue::Between(least, most) => least.iter().chain(most).for_each(|e| self.expr(e)),
        }
    }

    fn header(&mut self, item: &HeaderItem) {
        match item {
            HeaderItem::Index(range) => self.range(range),
            HeaderItem::Mask(mask) => self.expr(mask),
            HeaderItem::Own(name, _) => drop(self.names.insert(name.name.clone())),
        }
    }

    fn range(&mut self, Range { variable, lower, upper, step, .. }: &Range) {
        self.names.insert(variable.name.clone());
        [lower, upper].into_iter().chain(step).for_each(|e| self.expr(e));
    }

    fn actual(&mut self, actual: &Actual) {
        match actual {
            Actual::Value(value) | Actual::Keyword(_, value) => self.expr(value),
            Actual::Section(section) => {
                let bounds = section.lower.iter().chain(&section.upper).chain(&section.step);
                bounds.for_each(|bound| self.expr(bound));
            }
            Actual::Lacking(_) => {}
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(name) => {
                self.names.insert(name.clone());
            }
            // An element or a call: only declarations tell, so it is noted as both.
            ExprKind::Apply(name, actuals) => {
                self.names.insert(name.name.clone());
                self.applied.insert(name.name.clone());
                let given = actuals.iter().filter_map(Actual::variable);
                self.given.extend(given.map(|variable| (name.name.clone(), variable.clone())));
                actuals.iter().for_each(|actual| self.actual(actual));
            }
            ExprKind::Component(target) => {
                let last = target.components.last().filter(|last| last.index.is_some());
                self.bound.extend(last.map(|last| last.name.name.clone()));
                self.target(target);
            }
            ExprKind::Sum(terms) => terms.iter().for_each(|(_, term)| self.expr(term)),
            ExprKind::Product(first, rest) => {
                self.expr(first);
                rest.iter().for_each(|(_, factor)| self.expr(factor));
            }
            ExprKind::Power(a, b)
            | ExprKind::Compare(_, a, b)
            | ExprKind::Equivalent(_, a, b)
            | ExprKind::Complex(a, b) => [a, b].into_iter().for_each(|e| self.expr(e)),
            ExprKind::And(operands) | ExprKind::Or(operands) | ExprKind::Joined(operands) => {
                operands.iter().for_each(|e| self.expr(e));
            }
            ExprKind::Not(operand) | ExprKind::Value(operand) | ExprKind::Part(operand) => self.expr(operand),
            ExprKind::Array(items) => items.iter().for_each(|item| match item {
                Item::Value(value) => self.expr(value),
                Item::Each(value, range) => {
                    self.range(range);
                    self.expr(value);
                }
            }),
            ExprKind::Number(_) | ExprKind::Logical(_) | ExprKind::Text(_) | ExprKind::Bits(..) => {}
        }
    }
}
