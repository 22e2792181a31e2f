//! DO loops: inames that count iterations from 0, and their domains.

use super::arith::{Typed, describe};
use super::block::From;
use super::{LOOP, Lowerer, OpenLoop, Role, TYPE, index};
use crate::ast::{DoHead, Expr, Node};
use diag::Diagnostic;
use ir::{Domain, Expr as Value, Iname, LValue, Node as ValueNode, Scalar};
use poly::{Aff, Constraint, Name, Set};

/// What a loop head comes to.
struct Head {
    iname: Name,
    /// Value of the variable in the first iteration.
    lower: Value,
    /// Values of which none is passed.
    limits: Vec<Aff>,
    step: i64,
    ty: Scalar,
}

impl Lowerer<'_> {
    /// Lowers a loop and its body.
    pub(super) fn do_loop(&mut self, head: &DoHead, body: &[Node], from: From<'_>) {
        let opened = self.head(head, from).and_then(|lowered| self.open(head, &lowered, from));
        if opened.is_none() {
            self.skip_body(head, body);
            return;
        }
        self.block(body);
        self.loops.pop();
        self.positions.pop();
        self.time.truncate(self.loops.len() * 2);
    }

    /// Looks for errors in a body whose loop has one.
    fn skip_body(&mut self, head: &DoHead, body: &[Node]) {
        let before = self.roles.insert(head.variable.name.clone(), Role::Broken);
        self.block(body);
        if let Some(before) = before {
            self.roles.insert(head.variable.name.clone(), before);
        }
    }

    fn head(&mut self, head: &DoHead, from: From<'_>) -> Option<Head> {
        let name = &head.variable.name;
        let step = self.step(head);
        let (lower, upper) = (self.loop_bound(&head.lower), self.loop_bound(&head.upper));
        let Some(Role::Loop(ty)) = self.roles.get(name) else { return None };
        let ty = *ty;
        if self.loops.iter().any(|open| open.variable == *name) {
            return self.error(
                LOOP,
                format!("`{name}` is the variable of a loop around this one"),
                head.variable.span,
            );
        }
        let (step, lower, upper) = (step?, lower?, upper?);
        let lower = match self.affine(&lower) {
            Some(aff) => ir::affine::from_aff(&aff),
            None => self.hoist(&format!("{name}_start"), Typed::new(lower, ty), &Value::int(0), from),
        };
        let upper = Typed::new(upper, ty);
        let limits = self.limits(name, &lower, &upper, step, from)?;
        Some(Head { iname: self.fresh_iname(name), lower, limits, step, ty })
    }

    /// The first loop over a variable keeps its name.
    fn fresh_iname(&mut self, variable: &Name) -> Name {
        if self.kernel.inames.contains_key(variable) { self.fresh(variable) } else { variable.clone() }
    }

    fn step(&mut self, head: &DoHead) -> Option<i64> {
        let Some(step) = &head.step else { return Some(1) };
        let value = self.expr(step)?;
        match value.as_int() {
            Some(0) => self.error(LOOP, "the step of a loop cannot be 0", step.span),
            Some(value) => Some(value),
            None => {
                let error = Diagnostic::error(LOOP, "the step of a loop must be an integer constant")
                    .at(step.span, "");
                self.report(error.help("make it a `parameter`, or write a loop of unit step and multiply"))
            }
        }
    }

    fn loop_bound(&mut self, expr: &Expr) -> Option<Value> {
        let Typed { expr: value, ty } = self.expr(expr)?;
        if !ty.is_integer() {
            return self.error(TYPE, format!("a loop bound is an integer, not {}", describe(ty)), expr.span);
        }
        Some(self.simplified(&value))
    }

    /// The values that the variable does not pass: one, or the operands of `min` (of `max` where it descends).
    fn limits(
        &mut self,
        name: &Name,
        lower: &Value,
        upper: &Typed,
        step: i64,
        from: From<'_>,
    ) -> Option<Vec<Aff>> {
        let least = lower.as_int().filter(|_| step > 0);
        let mut parts = Vec::new();
        self.split(&upper.expr, if step > 0 { "min" } else { "max" }, &mut parts);
        let parts = parts
            .iter()
            .map(|part| least.map_or_else(|| part.clone(), |least| index::floor_above(part, least)));
        let affs: Option<Vec<Aff>> = parts.map(|part| self.affine(&part)).collect();
        affs.or_else(|| {
            // Where a condition does not hold, the loop has no iteration.
            let none = self.simplified(&lower.minus(&Value::int(step)));
            let hoisted = self.hoist(&format!("{name}_end"), upper.clone(), &none, from);
            Some(vec![ir::affine::to_aff(&hoisted)?])
        })
    }

    /// Collects the operands of nested calls of `function`.
    fn split(&self, bound: &Value, function: &str, parts: &mut Vec<Value>) {
        match bound.node() {
            ValueNode::Call { function: own, args } if own.as_str() == function => {
                args.iter().for_each(|arg| self.split(arg, function, parts));
            }
            _ => parts.push(self.simplified(bound)),
        }
    }

    /// The affine form of a bound over names that keep their value while the loop runs.
    fn affine(&self, bound: &Value) -> Option<Aff> {
        let aff = ir::affine::to_aff(bound)?;
        aff.names().iter().all(|name| self.keeps_value(name)).then_some(aff)
    }

    /// Inames and arguments, and scalars assigned once, before, without condition, in the loops around.
    fn keeps_value(&self, name: &Name) -> bool {
        if !self.kernel.temps.contains_key(name) {
            return true;
        }
        let once = self.usage.writes.get(name).copied().unwrap_or(0) <= 1;
        let around = self.inames();
        once && self
            .assigned
            .get(name)
            .is_some_and(|place| place.as_ref().is_some_and(|at| around.starts_with(at)))
    }

    /// Stores a bound in a scalar before the loop; `otherwise` is its value where a condition around does not hold.
    fn hoist(&mut self, base: &str, bound: Typed, otherwise: &Value, from: From<'_>) -> Value {
        let name = self.fresh(base);
        self.add_temporary(&name, bound.ty, from.span);
        // The loop's domain exists also where the condition does not hold, so the scalar always needs a value.
        let conditions = std::mem::take(&mut self.predicates);
        let value = match conditions.as_slice() {
            [] => bound.expr,
            _ => Value::new(ValueNode::Select(Value::all(conditions.clone()), bound.expr, otherwise.clone())),
        };
        self.emit(LValue::Scalar(name.clone()), value, from);
        self.predicates = conditions;
        self.assigned.insert(name.clone(), Some(self.inames()));
        Value::var(name)
    }

    /// Adds the loop's iname and domain.
    fn open(&mut self, head: &DoHead, lowered: &Head, from: From<'_>) -> Option<()> {
        let Head { iname, lower, limits, step, ty } = lowered;
        let value = self.simplified(&Value::int(*step).times(&Value::var(iname.clone())).plus(lower));
        let overflow = "the bounds of this loop are too large";
        let Some(set) = domain(iname, &value, limits, *step) else {
            return self.error(LOOP, overflow, head.variable.span);
        };
        let parent = self.parent(&set);
        self.kernel.domains.push(Domain { set, parent });
        let span = head.variable.span;
        self.kernel
            .inames
            .insert(iname.clone(), Iname { tag: None, loc: Some(self.loc(from.span)), origin: span.into() });
        let position = self.next_position();
        self.time.extend([Aff::constant(position), Aff::dim(iname)]);
        self.positions.push(0);
        self.loops.push(OpenLoop {
            variable: head.variable.name.clone(),
            iname: iname.clone(),
            value: Typed::new(value, *ty),
            domain: self.kernel.domains.len() - 1,
        });
        Some(())
    }

    /// The domain of the innermost loop around that the set depends on. All others it depends on become ancestors.
    fn parent(&mut self, set: &Set) -> Option<usize> {
        let mut needed: Vec<usize> = set.params().iter().filter_map(|name| self.depends_on(name)).collect();
        let mut at = 0;
        while let Some(domain) = needed.get(at).copied() {
            at += 1;
            let parent = self.kernel.domains.get(domain).and_then(|domain| domain.parent);
            needed.extend(parent.filter(|parent| !needed.contains(parent)));
        }
        // Domains are numbered as loops open, so outer ones come first.
        needed.sort_unstable();
        needed.dedup();
        for pair in needed.windows(2) {
            if let [outer, inner] = pair
                && let Some(domain) = self.kernel.domains.get_mut(*inner)
            {
                domain.parent = Some(*outer);
            }
        }
        needed.last().copied()
    }

    /// The domain of the loop that gives a name its value.
    fn depends_on(&self, name: &Name) -> Option<usize> {
        let assigned_in = self.assigned.get(name).and_then(|place| place.as_ref()?.last());
        let iname = assigned_in.unwrap_or(name);
        self.loops.iter().find(|open| open.iname == *iname).map(|open| open.domain)
    }
}

/// The iterations for which the variable's value does not pass the limits.
fn domain(iname: &Name, value: &Value, limits: &[Aff], step: i64) -> Option<Set> {
    let value = ir::affine::to_aff(value)?;
    let mut constraints = vec![Constraint::ge(&Aff::dim(iname), &Aff::constant(0))?];
    for limit in limits {
        constraints.push(if step > 0 {
            Constraint::le(&value, limit)?
        } else {
            Constraint::ge(&value, limit)?
        });
    }
    Set::from_constraints(&[], std::slice::from_ref(iname), &constraints).ok()
}
