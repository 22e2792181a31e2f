//! What the user has left out: output, calls of routines, and what is assigned to variables.
//!
//! Claim: nothing that is kept reads a value that what is left out would have given. One thing is the user's
//! word: a routine that is left out is taken not to change what it is given, unless that is a variable that
//! nothing else sets. Functions that stand in what is left out change nothing ([`crate::resolve`] looks them
//! up).

use diag::{Diagnostic, Span};
use fortran_syntax::ast::{
    Actual, Attribute, BaseType, Control, Expr, ExprKind, Ident, Node, NodeKind, Specification, Target, Unit,
};
use fortran_syntax::mention::{self, Mentions};
use fortran_syntax::walk::{each_expr, in_actuals, subscripts};
use ir::IndexMap;
use poly::Name;
use std::collections::BTreeSet;

const LEFT_OUT: diag::Code = "lp::fortran::leave-out";

/// The word for `write`, `print`, and what else is done with files without reading them.
const OUTPUT: &str = "output";

/// What is left out of all routines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeaveOut {
    output: bool,
    /// Whether output, and calls of what is not at hand, are left to the original routine.
    to_original: bool,
    /// Routines and variables.
    names: BTreeSet<Name>,
}

impl LeaveOut {
    /// What these words stand for: `output`, and names of routines and of variables, in which case does not
    /// count.
    pub fn new<'w>(words: impl IntoIterator<Item = &'w str>) -> Self {
        let mut all = LeaveOut::default();
        for word in words {
            all.output |= word.eq_ignore_ascii_case(OUTPUT);
            all.names.insert(fortran_syntax::ast::name(word));
        }
        all
    }

    /// Nothing: where conditions on arguments say that a routine writes, or calls what is not at hand, the
    /// original of it runs in the place of the kernel.
    #[must_use]
    pub fn to_original() -> Self {
        LeaveOut { to_original: true, ..LeaveOut::default() }
    }

    /// Takes it out of the units of a file; output that stays is an error, if no original does it.
    pub fn apply(&self, units: &mut [Unit]) {
        units.iter_mut().for_each(|unit| self.apply_within(unit, &[]));
    }

    /// The same of a unit that stands in others, and of those within it, which come first.
    fn apply_within(&self, unit: &mut Unit, hosts: &[&Unit]) {
        let mut contained = std::mem::take(&mut unit.contained);
        let within: Vec<&Unit> = hosts.iter().copied().chain([&*unit]).collect();
        contained.iter_mut().for_each(|inner| self.apply_within(inner, &within));
        unit.contained = contained;
        // One without an end was given up.
        if unit.parts.end.is_some() {
            self.apply_to(unit, hosts);
            if unit.parts.first.is_none() {
                unit.is_declared = !unit.has_errors();
            }
        }
    }

    fn apply_to(&self, unit: &mut Unit, hosts: &[&Unit]) {
        unit.parts.has_original = self.to_original;
        let body = std::mem::take(&mut unit.body);
        // A variable that is named may be set elsewhere.
        let mut gone = self.names.clone();
        gone.remove(&unit.head.name.name);
        let mut places = Places { unit, hosts, words: self, gone };
        while places.grow(&body) {}
        let mut left = IndexMap::default();
        let mut functions = Vec::new();
        let body = places.kept(body, &mut left, &mut functions);
        let mut found = Vec::new();
        places.check(&body, &mut found);
        places.check_contained(&mut found);
        if let Some((_, (first, _))) = left.first() {
            found.push(warning(unit, *first, &left));
        }
        unit.found.append(&mut found);
        unit.parts.left_out = functions;
        unit.body = body;
    }
}

/// What is left out of a unit, by what it is: the first place and the number of places.
type LeftOut = IndexMap<String, (Span, usize)>;

fn warning(unit: &Unit, first: Span, left: &LeftOut) -> Diagnostic {
    let times = |(what, (_, count)): (&String, &(Span, usize))| match count {
        1 => what.clone(),
        _ => format!("{what} ({count} times)"),
    };
    let list: Vec<String> = left.iter().map(times).collect();
    let message =
        format!("`{}` goes without what `--leave-out` names: {}", unit.head.name.name, list.join(", "));
    Diagnostic::warning(LEFT_OUT, message).at(first, "the first of it")
}

/// Where a unit has what is left out.
struct Places<'u> {
    unit: &'u Unit,
    hosts: &'u [&'u Unit],
    words: &'u LeaveOut,
    /// Variables and functions that have no values without it.
    gone: BTreeSet<Name>,
}

impl Places<'_> {
    /// Finds more of them. Says whether there are any.
    fn grow(&mut self, body: &[Node]) -> bool {
        let mut set = BTreeSet::new();
        self.set_by_kept(body, &mut set);
        let before = self.gone.len();
        self.set_by_left(body, &set);
        self.gone.len() > before
    }

    /// Variables that statements set which are kept.
    fn set_by_kept(&self, nodes: &[Node], set: &mut BTreeSet<Name>) {
        for node in nodes.iter().filter(|node| !self.is_left(node)) {
            match &node.kind {
                NodeKind::Assign(target, _) => drop(set.insert(target.name.name.clone())),
                NodeKind::Do(head, _) => {
                    if let Control::Counted { variable, .. } = &head.control {
                        set.insert(variable.name.clone());
                    }
                }
                NodeKind::Call(_, actuals) => {
                    set.extend(actuals.iter().filter_map(Actual::variable).cloned())
                }
                _ => {}
            }
            node.blocks().into_iter().for_each(|block| self.set_by_kept(block, set));
        }
    }

    fn set_by_left(&mut self, nodes: &[Node], kept: &BTreeSet<Name>) {
        for node in nodes {
            if self.is_left(node) {
                match &node.kind {
                    NodeKind::Output(output) => {
                        let text = output.into.iter().filter(|name| self.may_be_text(name)).cloned();
                        self.gone.extend(output.sets.iter().cloned().chain(text.collect::<Vec<_>>()));
                    }
                    NodeKind::Assign(target, _) => drop(self.gone.insert(target.name.name.clone())),
                    NodeKind::Call(_, actuals) => {
                        let only = actuals
                            .iter()
                            .filter_map(Actual::variable)
                            .filter(|name| !kept.contains(*name) && self.is_local(name));
                        self.gone.extend(only.cloned().collect::<Vec<_>>());
                    }
                    _ => {}
                }
            }
            node.blocks().into_iter().for_each(|block| self.set_by_left(block, kept));
        }
    }

    /// Whether a statement is left out, itself and not for being in another.
    fn is_left(&self, node: &Node) -> bool {
        match &node.kind {
            NodeKind::Output(_) => self.words.output,
            NodeKind::Call(name, _) => self.words.names.contains(&name.name),
            NodeKind::Assign(target, _) => {
                let Target { name, components, .. } = target;
                let is_own = || components.is_empty() && self.is_local(&name.name);
                self.words.names.contains(&name.name) && *name.name != *self.unit.head.name.name
                    || self.lacking(node).is_some() && is_own()
            }
            _ => false,
        }
    }

    /// A name among what a statement reads that has no value.
    fn lacking(&self, node: &Node) -> Option<Name> {
        // Nearly always everything has a value.
        let reads = (!self.gone.is_empty()).then(|| Mentions::read_by(node).names);
        reads.into_iter().flatten().find(|name| self.gone.contains(name))
    }

    /// The statements that stay; what the others may call goes to `functions`. A choice between nothing and
    /// nothing does not stay.
    fn kept(&self, nodes: Vec<Node>, left: &mut LeftOut, functions: &mut Vec<(Ident, bool)>) -> Vec<Node> {
        let mut kept = Vec::new();
        for mut node in nodes {
            if self.is_left(&node) {
                left.entry(described(&node)).or_insert((node.span, 0)).1 += 1;
                let is_named = |(name, _): &(Ident, bool)| self.words.names.contains(&name.name);
                functions.extend(applied(node).into_iter().filter(|one| !is_named(one)));
                continue;
            }
            let before: usize = left.values().map(|(_, count)| count).sum();
            for block in node.blocks_mut() {
                *block = self.kept(std::mem::take(block), left, functions);
            }
            let is_less = left.values().map(|(_, count)| count).sum::<usize>() > before;
            let is_choice = matches!(node.kind, NodeKind::If(..) | NodeKind::Select(..));
            if !(is_less && is_choice && node.blocks().iter().all(|block| block.is_empty())) {
                kept.push(node);
            }
        }
        kept
    }

    /// Reports output that stays, and what reads a value that is not there.
    fn check(&self, nodes: &[Node], found: &mut Vec<Diagnostic>) {
        for node in nodes {
            match &node.kind {
                NodeKind::Output(_) if self.words.to_original => {}
                NodeKind::Output(output) => found.push(output.error.clone()),
                kind => found.extend(self.lacking(node).map(|name| unset(&name, kind, node.span))),
            }
            node.blocks().into_iter().for_each(|block| self.check(block, found));
        }
    }

    /// The same of units that stand in this one, in which its variables have their names.
    fn check_contained(&self, found: &mut Vec<Diagnostic>) {
        for inner in &self.unit.contained {
            let names = mention::unit_mentions(inner).names;
            if let Some(name) = names.intersection(&self.gone).next() {
                let message = format!(
                    "`{}` names `{name}`, whose value comes from what `--leave-out` names",
                    inner.head.name.name
                );
                found.push(Diagnostic::error(LEFT_OUT, message).at(inner.head.name.span, ""));
            }
        }
    }

    fn is_local(&self, name: &Name) -> bool {
        is_local(self.unit, self.hosts, name)
    }

    /// Whether a name may be that of a text.
    fn may_be_text(&self, name: &Name) -> bool {
        for unit in [self.unit].into_iter().chain(self.hosts.iter().rev().copied()) {
            for (specification, _) in &unit.specifications {
                match specification {
                    Specification::Declare(ty, _, entities)
                        if entities.iter().any(|entity| entity.name.name == *name) =>
                    {
                        return ty.base == BaseType::Character;
                    }
                    Specification::Implicit(rules)
                        if rules.iter().any(|rule| rule.ty.base == BaseType::Character) =>
                    {
                        return true;
                    }
                    _ => {}
                }
            }
            if uses(unit) {
                return true;
            }
        }
        false
    }
}

/// Whether nothing outside of one call of a unit sees what is assigned to a variable.
pub(crate) fn is_local(unit: &Unit, hosts: &[&Unit], name: &Name) -> bool {
    let is = |ident: &Ident| ident.name == *name;
    let head = &unit.head;
    if head.args.iter().chain([&head.name]).chain(&head.result).any(is) {
        return false;
    }
    let stays = |attribute: &Attribute| matches!(attribute, Attribute::Other(word, _) if matches!(word.name.as_str(), "parameter" | "pointer" | "save"));
    let mut is_declared = false;
    for (specification, _) in &unit.specifications {
        let is_seen = match specification {
            Specification::Declare(_, attributes, entities) => {
                let entity = entities.iter().find(|entity| is(&entity.name));
                is_declared |= entity.is_some();
                entity.is_some_and(|entity| entity.initial.is_some() || attributes.iter().any(stays))
            }
            Specification::Record(_, _, entities) => entities.iter().any(|entity| is(&entity.name)),
            Specification::Common(blocks) => {
                blocks.iter().flat_map(|block| &block.members).any(|member| is(&member.name))
            }
            Specification::Equivalence(sets) => sets.iter().flatten().any(|target| is(&target.name)),
            Specification::Save(names, all) => *all || names.iter().any(is),
            Specification::Data(sets) => {
                sets.iter().flat_map(|set| &set.objects).any(|object| is(&object.target().name))
            }
            Specification::Parameter(constants) => constants.iter().any(|(constant, _)| is(constant)),
            _ => false,
        };
        if is_seen {
            return false;
        }
    }
    is_declared || hosts.is_empty() && !uses(unit)
}

fn uses(unit: &Unit) -> bool {
    unit.specifications.iter().any(|(specification, _)| matches!(specification, Specification::Use(_)))
}

/// Names before parentheses in a statement that is left out. With each, whether it is a part of something
/// else.
fn applied(mut node: Node) -> Vec<(Ident, bool)> {
    if let NodeKind::Output(output) = node.kind {
        return output.applied;
    }
    let mut found = Vec::new();
    let mut note = |expr: &mut Expr| {
        each_expr(expr, &mut |part| match &part.kind {
            ExprKind::Apply(name, _) => found.push((name.clone(), false)),
            ExprKind::Component(target) => {
                let called = target.components.iter().filter(|part| part.index.is_some());
                found.extend(called.map(|part| (part.name.clone(), true)));
            }
            _ => {}
        });
    };
    match &mut node.kind {
        NodeKind::Call(_, actuals) => in_actuals(actuals, &mut note),
        NodeKind::Assign(target, value) => {
            note(value);
            subscripts(target, &mut |actuals| in_actuals(actuals, &mut note));
        }
        _ => {}
    }
    found
}

/// What a statement is, among those that can be left out.
fn described(node: &Node) -> String {
    match &node.kind {
        NodeKind::Output(output) => output.name.to_owned(),
        NodeKind::Call(name, _) => format!("call of `{}`", name.name),
        NodeKind::Assign(target, _) => format!("assignment to `{}`", target.name.name),
        _ => "a statement".to_owned(),
    }
}

/// A statement that is kept reads what has no value.
fn unset(name: &Name, kind: &NodeKind, span: Span) -> Diagnostic {
    let message = format!("the value of `{name}` comes from what `--leave-out` names, and is read here");
    let error = Diagnostic::error(LEFT_OUT, message).at(span, "");
    match kind {
        NodeKind::Assign(Target { name, .. }, _) | NodeKind::Call(name, _) => {
            error.help(format!("leave that out as well: `--leave-out {}`", name.name))
        }
        _ => error,
    }
}
