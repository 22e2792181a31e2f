//! Statements: conditions, identifiers and everything else that the text says of them.

use super::{Draft, Locate, Note};
use crate::blocks::{Action, Item, Predicate, Program};
use crate::lower::Lowering;
use crate::names::{self, Symbol, Symbols, no_iname};
use crate::text::tree::{ExprKind, Word};
use diag::{Diagnostic, Span};
use ir::{Expr, LValue, Layout, Name, Node, Scalar, Statement, StatementKind, Temp, expand, walk};
use std::collections::{BTreeMap, BTreeSet};

/// How a condition of an `if` block reaches the statements in it.
enum Condition {
    /// The expression itself.
    Direct(Expr),
    /// A temporary that keeps the value of the expression.
    Stored(Name, Expr),
}

impl Condition {
    fn predicate(&self, holds: bool) -> Expr {
        let expr = match self {
            Condition::Direct(expr) => expr.clone(),
            Condition::Stored(temp, _) => Expr::var(temp.clone()),
        };
        if holds { expr } else { expr.logical_not() }
    }
}

/// Conditions by number; those that are wrong are missing.
type Conditions = BTreeMap<usize, Condition>;

impl Draft {
    pub(super) fn statements(&mut self, program: &Program<'_>, symbols: &Symbols, locate: Locate<'_>) {
        let mut ids = Ids::new(program, &mut self.errors);
        let conditions = self.conditions(program, symbols, locate, &mut ids);
        for item in &program.items {
            if let Action::Condition(number) = item.action
                && matches!(conditions.get(&number), Some(Condition::Direct(_)))
            {
                continue;
            }
            let lowered = self.action(item, symbols, &conditions, &mut ids);
            let predicates = self.predicates(item, &conditions, symbols);
            let note = self.note(item, symbols);
            let Some(((id, kind), predicates)) = lowered.zip(predicates) else { continue };
            let mut statement = Statement::of_kind(kind);
            statement.predicates = predicates;
            statement.tags = names(&item.context.tags);
            statement.groups = names(&item.context.groups);
            statement.conflicts = names(&item.context.conflicts);
            statement.priority = item.own.priority;
            statement.atomic = item.own.atomic;
            statement.loc = locate(item.span);
            statement.origin = item.span.into();
            self.check_own(&statement, item.span);
            self.kernel.statements.insert(id.clone(), statement);
            self.notes.insert(id, note);
        }
    }

    /// What a statement does, and its identifier.
    fn action(
        &mut self,
        item: &Item,
        symbols: &Symbols,
        conditions: &Conditions,
        ids: &mut Ids,
    ) -> Option<(Name, StatementKind)> {
        match &item.action {
            Action::Condition(number) => match conditions.get(number) {
                Some(Condition::Stored(temp, value)) => {
                    Some((temp.clone(), assign(LValue::Scalar(temp.clone()), value.clone())))
                }
                _ => None,
            },
            Action::Assign(target, value) => {
                let id = ids.next(item);
                let mut lowering = Lowering { symbols, formals: &[], errors: &mut self.errors };
                let (lvalue, value) = (lowering.target(&target.expr), lowering.expr(value));
                let (lvalue, value) = (lvalue?, self.bounded(value?, item.span)?);
                for subscript in lvalue.index() {
                    self.bounded(subscript.clone(), target.expr.span)?;
                }
                Some((id, assign(lvalue, value)))
            }
            Action::Call(..) => {
                let message = "a call of a kernel has a meaning in scripts only";
                let problem = Diagnostic::error("lp::loopy::call", message).at(item.span, "");
                self.errors.push(
                    problem.help("make both kernels in a script and join them: `lp.merge([knl, callee])`"),
                );
                None
            }
            Action::Barrier(scope) => Some((ids.next(item), StatementKind::Barrier(*scope))),
            Action::Nop => Some((ids.next(item), StatementKind::Nop)),
        }
    }

    /// A statement cannot decide whether it runs by what it writes, and only assignments are atomic.
    fn check_own(&mut self, statement: &Statement, span: Span) {
        let Some(target) = statement.target() else {
            if statement.atomic.is_some() {
                self.errors
                    .push(Diagnostic::error("lp::loopy::option", "only assignments are atomic").at(span, ""));
            }
            return;
        };
        let reads = |expr: &Expr| {
            let expanded = expand::expand_rules(expr, &self.kernel.rules);
            ir::walk::mentions(expanded.as_ref().unwrap_or(expr), target.name())
        };
        if statement.predicates.iter().any(reads) {
            let message = format!("the condition of a statement reads `{}`, which it writes", target.name());
            let diagnostic = Diagnostic::error("lp::loopy::condition", message).at(span, "");
            let help = "put the statement into an `if` block, which evaluates its condition once";
            self.errors.push(diagnostic.help(help));
        }
    }

    fn conditions(
        &mut self,
        program: &Program<'_>,
        symbols: &Symbols,
        locate: Locate<'_>,
        ids: &mut Ids,
    ) -> Conditions {
        let mut conditions = Conditions::new();
        let mut stored = 0_usize;
        for item in &program.items {
            let Action::Condition(number) = item.action else { continue };
            let Some(text) = program.conditions.get(number) else { continue };
            let mut lowering = Lowering { symbols, formals: &[], errors: &mut self.errors };
            let Some(value) = lowering.expr(text).and_then(|value| self.bounded(value, text.span)) else {
                continue;
            };
            if !self.must_store(&value, item, program) {
                conditions.insert(number, Condition::Direct(value));
                continue;
            }
            // Kept in a temporary, so that no statement of the block changes what the block depends on.
            let temp = loop {
                let name = Name::from(format!("cond_{stored}"));
                stored += 1;
                if !symbols.kinds.contains_key(&name) && ids.taken.insert(name.clone()) {
                    break name;
                }
            };
            let declaration = Temp {
                ty: Some(Scalar::Bool),
                space: None,
                shape: Vec::new(),
                layout: Layout::c(0),
                loc: locate(item.span),
                origin: item.span.into(),
            };
            self.kernel.temps.insert(temp.clone(), declaration);
            conditions.insert(number, Condition::Stored(temp, value));
        }
        conditions
    }

    /// Whether the value of a condition can change while its block runs: it reads memory, other than one
    /// scalar temporary that the block leaves alone.
    fn must_store(&self, value: &Expr, condition: &Item, program: &Program<'_>) -> bool {
        let expanded = expand::expand_rules(value, &self.kernel.rules).unwrap_or_else(|| value.clone());
        if let Some(flag) = expanded.as_var().filter(|name| self.kernel.temps.contains_key(*name)) {
            let Some((block, _)) = condition.context.branches.last() else { return true };
            return program.items.iter().any(|item| {
                let inside = item.context.branches.iter().any(|(number, _)| number == block);
                inside && writes(item, flag)
            });
        }
        walk::any(&expanded, &mut |part| match part.node() {
            Node::Load { .. } => true,
            Node::Var(name) => self.kernel.temps.contains_key(name),
            _ => false,
        })
    }

    fn predicates(&mut self, item: &Item, conditions: &Conditions, symbols: &Symbols) -> Option<Vec<Expr>> {
        let mut predicates = Vec::new();
        for predicate in &item.context.predicates {
            let lowered = match predicate {
                Predicate::Block { condition, holds } => conditions.get(condition)?.predicate(*holds),
                Predicate::Option(expr) => {
                    let value = Lowering { symbols, formals: &[], errors: &mut self.errors }.expr(expr)?;
                    self.bounded(value, expr.span)?
                }
            };
            if !predicates.contains(&lowered) {
                predicates.push(lowered);
            }
        }
        Some(predicates)
    }

    fn note(&mut self, item: &Item, symbols: &Symbols) -> Note {
        let is_iname = |name: &str| symbols.kinds.get(name) == Some(&Symbol::Iname);
        let mut inames = Vec::new();
        for word in &item.context.inames {
            if is_iname(&word.text) {
                inames.push(Name::from(word.text.as_str()));
                continue;
            }
            let diagnostic = no_iname("lp::loopy::iname", &word.text, word.span, names::inames(symbols));
            // Statements of one block share the word.
            if !self.errors.contains(&diagnostic) {
                self.errors.push(diagnostic);
            }
        }
        if !item.context.inames_exact {
            let beside = item.context.beside.iter().filter(|name| is_iname(name));
            inames.extend(beside.map(|name| Name::from(name.as_str())));
        }
        Note {
            span: item.span,
            inames,
            inames_final: item.context.inames_final,
            inames_exact: item.context.inames_exact,
            deps: item.context.deps.clone(),
            deps_final: item.context.deps_final,
            dep_queries: item.context.dep_queries.clone(),
            no_sync: item.own.no_sync.clone(),
            no_sync_queries: item.own.no_sync_queries.clone(),
            branches: item.context.branches.clone(),
        }
    }
}

fn names(words: &[Word]) -> BTreeSet<Name> {
    words.iter().map(|word| Name::from(word.text.as_str())).collect()
}

fn assign(target: LValue, value: Expr) -> StatementKind {
    StatementKind::Assign { target, value }
}

fn writes(item: &Item, name: &Name) -> bool {
    let Action::Assign(target, _) = &item.action else { return false };
    matches!(&target.expr.kind, ExprKind::Name(target) if *name == target.as_str())
}

/// Gives statements their identifiers.
struct Ids {
    taken: BTreeSet<Name>,
    /// For each prefix the number to try next.
    next: BTreeMap<String, usize>,
}

impl Ids {
    /// Reserves the identifiers that the text gives.
    fn new(program: &Program<'_>, errors: &mut Vec<Diagnostic>) -> Self {
        let mut first: BTreeMap<&str, Span> = BTreeMap::new();
        for item in &program.items {
            let Some(id) = &item.own.id else { continue };
            match first.get(id.text.as_str()) {
                Some(other) => {
                    let message = format!("two statements are named `{}`", id.text);
                    let diagnostic = Diagnostic::error("lp::loopy::id", message).at(id.span, "");
                    errors.push(diagnostic.at(*other, "first"));
                }
                None => {
                    first.insert(&id.text, id.span);
                }
            }
        }
        Ids { taken: first.into_keys().map(Name::from).collect(), next: BTreeMap::new() }
    }

    fn next(&mut self, item: &Item) -> Name {
        if let Some(id) = &item.own.id {
            return Name::from(id.text.as_str());
        }
        let prefix = item.context.id_prefix.as_ref().map_or("insn", |prefix| prefix.text.as_str());
        let number = self.next.entry(prefix.to_owned()).or_insert(0);
        loop {
            let candidate = match number.checked_sub(1) {
                None => Name::from(prefix),
                Some(below) => Name::from(format!("{prefix}_{below}")),
            };
            *number += 1;
            if self.taken.insert(candidate.clone()) {
                return candidate;
            }
        }
    }
}
