//! The option `dup`: loops of one statement that are copies of others, with the same bounds.

use crate::blocks::Action;
use crate::blocks::{Item, Predicate, Program};
use crate::names::no_iname;
use crate::text::tree::{Expr, ExprKind, Word};
use diag::{Diagnostic, Span};
use poly::{Name, Set};

const CODE: diag::Code = "lp::loopy::copy";

/// A loop, and its copy.
type Renaming = (Name, Name);

/// Makes the copies: domains get them, and the statements mention them instead of the originals.
pub(super) fn make(program: &mut Program<'_>, domains: &mut Vec<(Set, Span)>, errors: &mut Vec<Diagnostic>) {
    let mut items = std::mem::take(&mut program.items);
    for item in items.iter_mut().filter(|item| !item.own.copies.is_empty()) {
        match pairs(program, item, domains) {
            Err(problem) => errors.push(problem),
            Ok(pairs) => {
                if let Err(problem) = copy_domains(domains, &pairs) {
                    errors.push(Diagnostic::error(CODE, problem.to_string()).at(item.span, ""));
                }
                rename(item, &pairs);
            }
        }
    }
    program.items = items;
}

/// The loops that a statement asks for.
fn pairs(program: &Program<'_>, item: &Item, domains: &[(Set, Span)]) -> Result<Vec<Renaming>, Diagnostic> {
    let is_iname = |name: &str| domains.iter().any(|(set, _)| set.has_dim(name));
    let fail = |word: &Word, message: String| Diagnostic::error(CODE, message).at(word.span, "");
    let mut pairs: Vec<Renaming> = Vec::new();
    for (old, new) in &item.own.copies {
        if !is_iname(&old.text) {
            let known = domains.iter().flat_map(|(set, _)| set.dims()).map(|name| &**name);
            return Err(no_iname(CODE, &old.text, old.span, known));
        }
        if pairs.iter().any(|(name, _)| *name == old.text.as_str()) {
            return Err(fail(old, format!("`{}` is copied twice", old.text)));
        }
        if let Some(mention) = mentioned(program, item, &old.text) {
            let problem = fail(old, format!("{mention} mentions `{}`", old.text));
            return Err(problem
                .help("only what the statement itself mentions is replaced: write it into the statement"));
        }
        let taken =
            |name: &str| is_iname(name) || pairs.iter().any(|(_, copy)| copy == name) || asks_for(item, name);
        let new = match new {
            Some(word) if is_iname(&word.text) => {
                return Err(fail(word, format!("`{}` is an iname already", word.text)));
            }
            Some(word) => Name::from(word.text.as_str()),
            None => ir::fresh(&old.text, taken),
        };
        pairs.push((Name::from(old.text.as_str()), new));
    }
    Ok(pairs)
}

fn asks_for(item: &Item, name: &str) -> bool {
    item.own.copies.iter().any(|(_, new)| new.as_ref().is_some_and(|word| word.text == name))
}

/// A rule that the statement may invoke, or a condition around it, that mentions the name.
fn mentioned(program: &Program<'_>, item: &Item, name: &str) -> Option<String> {
    let mentions = |expr: &Expr| {
        let mut found = false;
        expr.visit(&mut |part| found |= matches!(&part.kind, ExprKind::Name(text) if text == name));
        found
    };
    let in_block = item.context.predicates.iter().any(|predicate| match predicate {
        Predicate::Block { condition, .. } => program.conditions.get(*condition).is_some_and(mentions),
        Predicate::Option(_) => false,
    });
    if in_block {
        return Some("the condition of a block around it".to_owned());
    }
    let free = |formals: &[Word]| !formals.iter().any(|formal| formal.text == name);
    let rule = program.rules.iter().find(|rule| free(&rule.params) && mentions(&rule.body))?;
    Some(format!("rule `{}`", rule.name.text))
}

fn rename(item: &mut Item, pairs: &[Renaming]) {
    let mut one = |text: &mut String| {
        if let Some((_, new)) = pairs.iter().find(|(old, _)| *old == text.as_str()) {
            *text = new.to_string();
        }
    };
    item.context.inames.iter_mut().for_each(|word| one(&mut word.text));
    for predicate in &mut item.context.predicates {
        if let Predicate::Option(expr) = predicate {
            expr.rename(&mut one);
        }
    }
    match &mut item.action {
        Action::Assign(target, value) => {
            target.expr.rename(&mut one);
            value.rename(&mut one);
        }
        Action::Call(targets, value) => {
            targets.iter_mut().for_each(|target| target.expr.rename(&mut one));
            value.rename(&mut one);
        }
        Action::Barrier(_) | Action::Nop | Action::Condition(_) => {}
    }
}

/// A domain of which all loops are copied gets a copy of its own; in others the copies are bounded like the
/// originals.
fn copy_domains(domains: &mut Vec<(Set, Span)>, pairs: &[Renaming]) -> Result<(), poly::Error> {
    let is_old = |name: &Name| pairs.iter().any(|(old, _)| old == name);
    for at in 0..domains.len() {
        let Some((set, span)) = domains.get_mut(at) else { break };
        if !set.dims().iter().any(is_old) {
            continue;
        }
        let known: Vec<Renaming> =
            pairs.iter().filter(|(old, _)| set.has_dim(old) || set.has_param(old)).cloned().collect();
        let copy = set.rename(&known)?;
        if set.dims().iter().all(is_old) {
            let span = *span;
            domains.push((copy, span));
            continue;
        }
        let copy_of = |dim: &Name| known.iter().find(|(old, _)| old == dim).map(|(_, new)| new.clone());
        let dims: Vec<Name> =
            set.dims().iter().flat_map(|dim| [Some(dim.clone()), copy_of(dim)]).flatten().collect();
        *set = set.intersect(&copy)?.reorder_dims(&dims)?;
    }
    Ok(())
}
