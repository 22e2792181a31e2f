//! The rules that come out of a walk: one for each distinct body.

use ir::{Expr, IndexMap, Kernel, Name, Node, Rule, fresh, walk};
use std::collections::{BTreeMap, BTreeSet};

/// The formal with this position, as it stands in a body while it is walked. No name of a user's has a dollar
/// sign.
pub(super) fn marker(position: usize) -> Name {
    Name::from(format!("${position}"))
}

/// Replaces markers by actuals, all at once.
pub(super) fn fill(body: &Expr, actuals: &[Expr]) -> Expr {
    walk::substitute(body, &|name| {
        let position: usize = name.strip_prefix('$')?.parse().ok()?;
        actuals.get(position).cloned()
    })
}

/// The body with markers in place of formals.
pub(super) fn marked(rule: &Rule) -> Expr {
    walk::substitute(&rule.body, &|name| {
        let position = rule.params.iter().position(|param| param == name)?;
        Some(Expr::from(&marker(position)))
    })
}

/// Bodies by the rule that they came from; the number of an entry stands for its name until all are known.
#[derive(Default)]
pub(super) struct Table {
    copies: IndexMap<(Name, Expr), ()>,
}

impl Table {
    /// The provisional name of the rule with this body.
    pub(super) fn file(&mut self, rule: &Name, body: Expr) -> Name {
        let (number, _) = self.copies.insert_full((rule.clone(), body), ());
        Name::from(format!("%{number}"))
    }

    /// Names all copies. A body that came out unchanged keeps its name; where none did, the first copy takes
    /// it.
    pub(super) fn settle(self, kernel: &Kernel, rules: &IndexMap<Name, Rule>) -> Settled {
        let mut names: BTreeMap<Name, Name> = BTreeMap::new();
        let mut found: BTreeMap<Name, Rule> = BTreeMap::new();
        // Inner rules were filed before the bodies that invoke them.
        for (number, (origin, body)) in self.copies.keys().enumerate() {
            let Some(rule) = rules.get(origin) else { continue };
            if named(body, &names).as_ref() == Some(&marked(rule)) {
                names.insert(Name::from(format!("%{number}")), origin.clone());
                found.insert(origin.clone(), rule.clone());
            }
        }
        let mut copies: IndexMap<Name, Vec<Name>> =
            rules.keys().map(|name| (name.clone(), Vec::new())).collect();
        for (number, (origin, body)) in self.copies.keys().enumerate() {
            let Some(rule) = rules.get(origin) else { continue };
            let provisional = Name::from(format!("%{number}"));
            let name = names.get(&provisional).cloned().unwrap_or_else(|| {
                let free = if found.contains_key(origin) {
                    fresh(origin, |name| {
                        kernel.is_taken(name) || rules.contains_key(name) || found.contains_key(name)
                    })
                } else {
                    origin.clone()
                };
                names.insert(provisional, free.clone());
                found.insert(free.clone(), copy(rule, &named(body, &names).unwrap_or_else(|| body.clone())));
                free
            });
            if let Some(list) = copies.get_mut(origin) {
                list.push(name);
            }
        }
        let mut settled = IndexMap::default();
        for (origin, mut list) in copies {
            // The copy with the old name stands where the old rule stood, the others behind it.
            list.sort_by_key(|name| *name != origin);
            for name in list {
                if let Some(rule) = found.remove(&name) {
                    settled.insert(name, rule);
                }
            }
        }
        Settled { rules: settled, names }
    }
}

/// The outcome of a walk.
pub(super) struct Settled {
    /// The rules that are reached.
    pub(super) rules: IndexMap<Name, Rule>,
    names: BTreeMap<Name, Name>,
}

impl Settled {
    /// The expression with final names.
    pub(super) fn finish(&self, expr: &Expr) -> Expr {
        named(expr, &self.names).unwrap_or_else(|| expr.clone())
    }
}

/// Replaces provisional names of rules; `None` where one of them has no name yet.
fn named(expr: &Expr, names: &BTreeMap<Name, Name>) -> Option<Expr> {
    let mut complete = true;
    let inner = walk::map_children(expr, &mut |child| {
        named(child, names).unwrap_or_else(|| {
            complete = false;
            child.clone()
        })
    });
    let result = match inner.node() {
        Node::Rule { name, tag, args } => {
            let name = names.get(name)?.clone();
            Expr::new(Node::Rule { name, tag: tag.clone(), args: args.clone() })
        }
        _ => inner,
    };
    complete.then_some(result)
}

/// A rule with that body. Formals that would capture a name which the body now mentions are renamed.
fn copy(rule: &Rule, body: &Expr) -> Rule {
    let mut mentioned: BTreeSet<Name> = walk::names(body);
    mentioned.extend(walk::reduction_inames(body));
    let mut params: Vec<Name> = Vec::new();
    for param in &rule.params {
        let taken = |name: &str| mentioned.contains(name) || params.iter().any(|other| other == name);
        let param = fresh(param, taken);
        params.push(param);
    }
    let actuals: Vec<Expr> = params.iter().map(Expr::from).collect();
    Rule { body: fill(body, &actuals), params, loc: rule.loc.clone(), origin: rule.origin }
}
