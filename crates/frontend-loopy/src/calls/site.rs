//! Calls as written, and the assignments that stand for them.

use super::{CODE, slices};
use crate::blocks::{Action, Item, Predicate, Program};
use crate::names::no_iname;
use crate::text::call::callee;
use crate::text::tree::{Expr, ExprKind, Target, Word};
use diag::{Diagnostic, Span};
use ir::Name;
use poly::{Constraint, Set};
use std::collections::BTreeSet;

/// A call as written.
pub(crate) struct Site {
    pub(crate) callee: Word,
    /// The statements that stand for it, one a target.
    pub(crate) ids: Vec<Word>,
    pub(crate) targets: Vec<Passed>,
    pub(crate) args: Vec<Passed>,
    pub(crate) span: Span,
}

/// What is passed, and the inames that sweep it. These are copies, so that no other statement has them.
pub(crate) struct Passed {
    pub(crate) expr: Expr,
    pub(crate) sweeps: Vec<Name>,
    /// What they are copies of.
    originals: Vec<String>,
}

/// Puts assignments in the place of calls.
pub(crate) fn prepare(
    program: &mut Program<'_>,
    domains: &mut Vec<(Set, Span)>,
    errors: &mut Vec<Diagnostic>,
) -> Vec<Site> {
    let mut sites = Vec::new();
    let mut names = Names::in_use(program, domains);
    let items = std::mem::take(&mut program.items);
    let mut rest = Vec::new();
    for item in items {
        let Action::Call(targets, value) = &item.action else {
            rest.push(item);
            continue;
        };
        match site(program, &item, targets, value, domains, &mut names) {
            Err(problem) => errors.push(problem),
            Ok(site) => {
                rest.extend(stand_ins(&item, targets, &site));
                sites.push(site);
            }
        }
    }
    program.items = rest;
    sites
}

/// Names that are in use.
pub(super) struct Names {
    names: BTreeSet<String>,
    ids: BTreeSet<String>,
}

impl Names {
    fn in_use(program: &Program<'_>, domains: &[(Set, Span)]) -> Self {
        let mut names = BTreeSet::new();
        for (set, _) in domains {
            names.extend(set.dims().iter().chain(set.params()).map(ToString::to_string));
        }
        let declared = program.declarations.iter().chain(&program.temps);
        names.extend(declared.flat_map(|one| &one.names).map(|word| word.text.clone()));
        names.extend(program.rules.iter().map(|rule| rule.name.text.clone()));
        let mut note = |expr: &Expr| {
            expr.visit(&mut |part| {
                if let ExprKind::Name(name) = &part.kind {
                    names.insert(name.clone());
                }
            });
        };
        program.conditions.iter().chain(program.rules.iter().map(|rule| &rule.body)).for_each(&mut note);
        let declared = program.declarations.iter().chain(&program.temps);
        declared.flat_map(|one| one.shape.extents()).for_each(&mut note);
        for item in &program.items {
            for predicate in &item.context.predicates {
                if let Predicate::Option(expr) = predicate {
                    note(expr);
                }
            }
            if let Action::Assign(Target { expr, .. }, value) = &item.action {
                [expr, value].into_iter().for_each(&mut note);
            }
            if let Action::Call(targets, value) = &item.action {
                targets.iter().map(|target| &target.expr).chain([value]).for_each(&mut note);
            }
        }
        let ids = program.items.iter().filter_map(|item| Some(item.own.id.as_ref()?.text.clone())).collect();
        Names { names, ids }
    }

    /// A name like this one that nothing has.
    pub(super) fn fresh(&mut self, base: &str) -> Name {
        let name = ir::fresh(base, |name| self.names.contains(name));
        self.names.insert(name.to_string());
        name
    }

    fn fresh_id(&mut self, base: &str) -> String {
        let id = ir::fresh(base, |name| self.ids.contains(name)).to_string();
        self.ids.insert(id.clone());
        id
    }
}

fn site(
    program: &Program<'_>,
    item: &Item,
    targets: &[Target],
    value: &Expr,
    domains: &mut Vec<(Set, Span)>,
    names: &mut Names,
) -> Result<Site, Diagnostic> {
    let fail = |message: &str, span: Span| Diagnostic::error(CODE, message).at(span, "");
    let Some((name, args, at)) = callee(value) else { return Err(fail("this is no call", value.span)) };
    let mut part = |expr: &Expr| passed(program, expr, domains, names);
    let targets = targets.iter().map(|target| part(&target.expr)).collect::<Result<Vec<_>, _>>()?;
    let args = args.iter().map(part).collect::<Result<Vec<_>, _>>()?;
    let site_parts = || targets.iter().chain(&args);
    for swept in site_parts().flat_map(|one| &one.originals) {
        let mentions = |expr: &Expr| mentions(expr, swept);
        let around = item.context.inames.iter().any(|word| word.text == *swept);
        let conditions = item.context.predicates.iter().any(|predicate| match predicate {
            Predicate::Option(expr) => mentions(expr),
            Predicate::Block { condition, .. } => program.conditions.get(*condition).is_some_and(mentions),
        });
        if around || conditions || site_parts().any(|one| mentions(&one.expr)) {
            let message = format!("`{swept}` sweeps a part that is passed, and is a loop around the call");
            return Err(fail(&message, item.span).help("sweep with another iname of the same bounds"));
        }
    }
    let first = match &item.own.id {
        Some(id) => id.text.clone(),
        None => names.fresh_id(name),
    };
    let more = (1..targets.len()).map(|number| names.fresh_id(&format!("{first}_{number}")));
    let more: Vec<String> = more.collect();
    let ids = std::iter::once(first).chain(more).map(|text| Word { text, span: item.span }).collect();
    let callee = Word { text: name.to_owned(), span: at };
    Ok(Site { callee, ids, targets, args, span: item.span })
}

pub(super) fn mentions(expr: &Expr, name: &str) -> bool {
    let mut found = false;
    expr.visit(&mut |part| found |= matches!(&part.kind, ExprKind::Name(text) if text == name));
    found
}

/// What an argument or a target passes, with sweeps of its own.
fn passed(
    program: &Program<'_>,
    expr: &Expr,
    domains: &mut Vec<(Set, Span)>,
    names: &mut Names,
) -> Result<Passed, Diagnostic> {
    if let ExprKind::Slice(parts) = &expr.kind {
        if let [Some(Expr { kind: ExprKind::List(swept), .. }), Some(place), None] = &**parts {
            return reference(swept, place, domains, names);
        }
        let problem = Diagnostic::error(CODE, "this passes no part of an array").at(expr.span, "");
        return Err(problem.help("write `[i]: a[i, j]`, or a slice such as `a[:, j]`"));
    }
    if let Some((expr, sweeps)) = slices::swept(program, expr, domains, names)? {
        return Ok(Passed { expr, sweeps, originals: Vec::new() });
    }
    Ok(Passed { expr: expr.clone(), sweeps: Vec::new(), originals: Vec::new() })
}

/// `[i, j]: a[i, k, j]`
fn reference(
    swept: &[Expr],
    place: &Expr,
    domains: &mut Vec<(Set, Span)>,
    names: &mut Names,
) -> Result<Passed, Diagnostic> {
    let mut expr = place.clone();
    let (mut sweeps, mut originals) = (Vec::new(), Vec::new());
    for one in swept {
        let fail = |message: String| Diagnostic::error(CODE, message).at(one.span, "");
        let ExprKind::Name(text) = &one.kind else { return Err(fail("only inames sweep".to_owned())) };
        let home = domains.iter().find(|(set, _)| set.has_dim(text)).cloned();
        let Some((set, span)) = home else {
            let known = domains.iter().flat_map(|(set, _)| set.dims()).map(|name| &**name);
            return Err(no_iname(CODE, text, one.span, known));
        };
        if originals.contains(text) {
            return Err(fail(format!("`{text}` sweeps twice")));
        }
        if is_coupled(&set, text) {
            let message = format!("the bounds of `{text}` depend on those of other inames of its domain");
            return Err(fail(message).help("give it a domain of its own: `{ [i] : 0 <= i < n }`"));
        }
        let copy = names.fresh(&format!("{text}_swept"));
        let own = Name::from(text.as_str());
        let alone = set.project_onto(std::slice::from_ref(&own));
        let alone = alone.and_then(|set| set.rename(&[(own, copy.clone())]));
        domains.push((alone.map_err(|error| fail(error.to_string()))?, span));
        expr.rename(&mut |name| {
            if name == text {
                *name = copy.to_string();
            }
        });
        sweeps.push(copy);
        originals.push(text.clone());
    }
    Ok(Passed { expr, sweeps, originals })
}

/// Whether a constraint of a domain ties an iname to another one of it.
fn is_coupled(set: &Set, iname: &str) -> bool {
    let ties = |constraint: &Constraint| {
        let names = constraint.aff.names();
        names.contains(iname) && names.iter().any(|name| *name != iname && set.has_dim(name))
    };
    set.pieces().map_or(true, |pieces| pieces.iter().flatten().any(ties))
}

/// One assignment a target, of a value that reads what the call reads.
fn stand_ins(item: &Item, targets: &[Target], site: &Site) -> Vec<Item> {
    let span = item.span;
    let build = |kind: ExprKind| Expr::new(kind, span);
    let name = |text: &str| build(ExprKind::Name(text.to_owned()));
    let read = |one: &Passed| {
        if one.sweeps.is_empty() {
            return one.expr.clone();
        }
        let inames = build(ExprKind::Tuple(one.sweeps.iter().map(|sweep| name(sweep)).collect()));
        build(ExprKind::Call(Box::new(name("reduce")), vec![name("sum"), inames, one.expr.clone()]))
    };
    let value = match site.args.iter().map(read).map(|term| (false, term)).collect::<Vec<_>>() {
        none if none.is_empty() => build(ExprKind::Number("0".to_owned())),
        terms => build(ExprKind::Sum(terms)),
    };
    let stand_in = |((target, written), id): ((&Passed, &Target), &Word)| {
        let mut own = item.own.clone();
        own.id = Some(id.clone());
        let target = Target { temp: written.temp.clone(), expr: target.expr.clone() };
        Item { action: Action::Assign(target, value.clone()), context: item.context.clone(), own, span }
    };
    site.targets.iter().zip(targets).zip(&site.ids).map(stand_in).collect()
}
