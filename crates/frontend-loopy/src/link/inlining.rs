//! What names of a called kernel stand for at a call.

use crate::calls::{Part, View};
use ir::{Expr, IndexMap, Kernel, LValue, Layout, Name, Node, affine, expand, walk};
use poly::{Aff, Error, Set};
use std::collections::BTreeMap;

/// The names of the called kernel in terms of the calling one. New names are in use in neither, so that all
/// replacements are as if made at once.
#[derive(Default)]
pub(super) struct Names {
    pub(super) inames: IndexMap<Name, Name>,
    pub(super) temps: IndexMap<Name, Name>,
    pub(super) values: BTreeMap<Name, Expr>,
    pub(super) parts: BTreeMap<Name, Part>,
    pub(super) statements: IndexMap<Name, Name>,
}

impl Names {
    /// An expression of the called kernel; `None` where a rule in it cannot be expanded.
    pub(super) fn expr(&self, callee: &Kernel, expr: &Expr) -> Option<Expr> {
        let expanded = expand::expand_rules(expr, &callee.rules);
        let has_rule = |expr: &Expr| walk::any(expr, &mut |e| matches!(e.node(), Node::Rule { .. }));
        match expanded {
            Some(expanded) if !has_rule(&expanded) => Some(self.mapped(&expanded)),
            _ if has_rule(expr) => None,
            _ => Some(self.mapped(expr)),
        }
    }

    fn mapped(&self, expr: &Expr) -> Expr {
        match expr.node() {
            Node::Var(name) => self.scalar(name).unwrap_or_else(|| expr.clone()),
            Node::Load { array, index } => {
                let index = index.iter().map(|one| self.mapped(one)).collect();
                self.element(array, index).to_expr()
            }
            Node::Reduce { op, inames, over, body } => {
                let inames = inames.iter().map(|iname| self.iname(iname)).collect();
                Expr::new(Node::Reduce {
                    op: op.clone(),
                    inames,
                    over: over.clone(),
                    body: self.mapped(body),
                })
            }
            _ => walk::map_children(expr, &mut |child| self.mapped(child)),
        }
    }

    fn scalar(&self, name: &Name) -> Option<Expr> {
        let renamed = self.inames.get(name).or_else(|| self.temps.get(name));
        renamed.map(|name| Expr::var(name.clone())).or_else(|| self.values.get(name).cloned())
    }

    fn element(&self, array: &Name, index: Vec<Expr>) -> LValue {
        match self.parts.get(array) {
            Some(part) => part.element(&index),
            None => LValue::Element { array: self.temps.get(array).unwrap_or(array).clone(), index },
        }
    }

    /// A target of the called kernel.
    pub(super) fn target(&self, callee: &Kernel, target: &LValue) -> Option<LValue> {
        match target {
            LValue::Scalar(name) => Some(LValue::Scalar(self.temps.get(name)?.clone())),
            LValue::Element { array, index } => {
                let index: Option<Vec<Expr>> = index.iter().map(|one| self.expr(callee, one)).collect();
                Some(self.element(array, index?))
            }
        }
    }

    pub(super) fn iname(&self, iname: &Name) -> Name {
        self.inames.get(iname).unwrap_or(iname).clone()
    }

    /// A domain of the called kernel. Values must be affine where a bound has them.
    pub(super) fn domain(&self, set: &Set) -> Result<Set, Error> {
        let renamed: Vec<(Name, Name)> = self
            .inames
            .iter()
            .chain(&self.temps)
            .filter(|(old, new)| old != new && (set.has_dim(old) || set.has_param(old)))
            .map(|(old, new)| (old.clone(), new.clone()))
            .collect();
        let mut values: BTreeMap<Name, Aff> = BTreeMap::new();
        for (name, value) in self.values.iter().filter(|(name, _)| set.has_param(name)) {
            values.insert(name.clone(), affine::to_aff(value).ok_or(Error::Overflow)?);
        }
        let set = if renamed.is_empty() { set.clone() } else { set.rename(&renamed)? };
        if values.is_empty() { Ok(set) } else { set.substitute_all(&values) }
    }
}

impl Part {
    /// The element of these subscripts.
    fn element(&self, index: &[Expr]) -> LValue {
        let swept = self.view.as_ref().map_or_else(|| index.to_vec(), |view| view.sweeps(index));
        let value = |name: &Name| {
            let axis = self.sweeps.iter().position(|sweep| sweep == name)?;
            swept.get(axis).cloned()
        };
        match &self.place {
            LValue::Scalar(name) => LValue::Scalar(name.clone()),
            LValue::Element { array, index } => {
                let index = index.iter().map(|one| walk::substitute(one, &value)).collect();
                LValue::Element { array: array.clone(), index }
            }
        }
    }
}

impl View {
    /// Where the sweeps are at the element of these subscripts.
    fn sweeps(&self, index: &[Expr]) -> Vec<Expr> {
        let scaled = |(one, stride): (&Expr, Expr)| Expr::product(vec![stride, one.clone()]);
        let number = Expr::sum(index.iter().zip(strides(&self.declared)).map(scaled).collect());
        let number = affine::to_aff(&number).map_or(number, |aff| affine::from_aff(&aff));
        let along = |(axis, (length, stride)): (usize, (&i64, Expr))| {
            let rows = match stride.as_int() {
                Some(1) => number.clone(),
                _ => Expr::new(Node::FloorDiv(number.clone(), stride)),
            };
            // Beyond the ends as well, the first axis goes on.
            if axis == 0 { rows } else { Expr::new(Node::Mod(rows, Expr::int(*length))) }
        };
        self.lengths.iter().zip(strides(&self.lengths)).enumerate().map(along).collect()
    }
}

/// How far apart neighbours along each axis are, row by row.
fn strides(lengths: &[i64]) -> Vec<Expr> {
    let extents: Vec<Option<Expr>> = lengths.iter().map(|length| Some(Expr::int(*length))).collect();
    Layout::c(extents.len()).strides(&extents).unwrap_or_default()
}
