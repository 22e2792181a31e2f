//! Tags of reads: `a$x[i]` becomes an invocation `a_at$x(i)` of a rule `a_at(i) := a[i]`, since tags belong
//! to those.
//!
//! The tag of a target says nothing that its statement's tags do not say: it is dropped.

use crate::blocks::{Action, Predicate, Program, RuleText};
use crate::text::tree::{Expr, ExprKind, Word, split_tag};
use std::collections::{BTreeMap, BTreeSet};

/// Makes the rules.
pub(super) fn rules(program: &mut Program<'_>) {
    let mut tagged = Tagged { taken: BTreeSet::new(), rules: BTreeMap::new() };
    let mut program_rules = std::mem::take(&mut program.rules);
    for expr in expressions(program, &mut program_rules) {
        expr.visit(&mut |part| {
            if let ExprKind::Name(name) = &part.kind {
                tagged.taken.insert(split_tag(name).0.to_owned());
            }
        });
    }
    tagged.taken.extend(program_rules.iter().map(|rule| rule.name.text.clone()));
    for item in &mut program.items {
        if let Action::Assign(target, _) = &mut item.action
            && let ExprKind::Index(base, _) = &mut target.expr.kind
        {
            base.rename(&mut |name| *name = split_tag(name).0.to_owned());
        }
    }
    for expr in expressions(program, &mut program_rules) {
        expr.edit(&mut |part| tagged.replace(part));
    }
    program.rules = program_rules;
    program.rules.extend(tagged.rules.into_values());
}

/// All expressions of a program and its rules.
fn expressions<'a>(
    program: &'a mut Program<'_>,
    rules: &'a mut [RuleText],
) -> impl Iterator<Item = &'a mut Expr> {
    let items = program.items.iter_mut().flat_map(|item| {
        let own = match &mut item.action {
            Action::Assign(target, value) => vec![&mut target.expr, value],
            Action::Call(targets, value) => {
                targets.iter_mut().map(|target| &mut target.expr).chain([value]).collect()
            }
            Action::Barrier(_) | Action::Nop | Action::Condition(_) => Vec::new(),
        };
        let predicates = item.context.predicates.iter_mut().filter_map(|predicate| match predicate {
            Predicate::Option(expr) => Some(expr),
            Predicate::Block { .. } => None,
        });
        own.into_iter().chain(predicates)
    });
    items.chain(&mut program.conditions).chain(rules.iter_mut().map(|rule| &mut rule.body))
}

/// The rules so far, by array.
struct Tagged {
    taken: BTreeSet<String>,
    rules: BTreeMap<String, RuleText>,
}

impl Tagged {
    fn replace(&mut self, expr: &mut Expr) {
        let ExprKind::Index(base, index) = &mut expr.kind else { return };
        let ExprKind::Name(name) = &mut base.kind else { return };
        let (array, Some(tag)) = split_tag(name) else { return };
        if !self.rules.contains_key(array) {
            let rule = self.rule(array, index.len(), base.span);
            self.rules.insert(array.to_owned(), rule);
        }
        let Some(rule) = self.rules.get(array) else { return };
        *name = format!("{}${tag}", rule.name.text);
        expr.kind = ExprKind::Call(base.clone(), std::mem::take(index));
    }

    fn rule(&mut self, array: &str, rank: usize, span: diag::Span) -> RuleText {
        let word = |text: String| Word { text, span };
        let name = |text: &str| Expr::new(ExprKind::Name(text.to_owned()), span);
        let own = ir::fresh(&format!("{array}_at"), |name| self.taken.contains(name)).to_string();
        self.taken.insert(own.clone());
        let params: Vec<Word> = (0..rank).map(|axis| word(format!("{own}_{axis}"))).collect();
        let index = params.iter().map(|param| name(&param.text)).collect();
        let body = Expr::new(ExprKind::Index(Box::new(name(array)), index), span);
        RuleText { name: word(own), params, body, span }
    }
}
