//! DO loops: inames that count iterations from 0, and their domains.

use super::block::From;
use super::{LOOP, Lowerer, OpenLoop, Role, index};
use fortran_sema::hir::Loop;
use ir::{Domain, Expr as Value, Iname, Node as ValueNode, Scalar};
use poly::{Aff, Constraint, Name, Set};

/// What a loop head comes to.
struct Head {
    iname: Name,
    /// Value of the variable in terms of the iname.
    value: Value,
    /// The iterations.
    set: Set,
}

impl Lowerer<'_> {
    /// Lowers a loop and its body.
    pub(super) fn do_loop(&mut self, source: &Loop, from: From<'_>) {
        let Some(Role::Loop(ty)) = self.roles.get(&source.variable) else { return };
        let ty = *ty;
        let head = match self.value(&source.step).as_int() {
            Some(step) => self.head(source, step, ty, from),
            None => self.counted_head(source, ty, from),
        };
        let kept = self.keep_place(source);
        let opened = head.and_then(|head| self.open(&source.variable, &head, from));
        if opened.is_none() {
            return;
        }
        let is_outermost = kept.is_some();
        self.before = kept.or(self.before.take());
        self.block(&source.body);
        if let Some(before) = self.before.take_if(|_| is_outermost) {
            self.set_bounds(before, from);
        }
        self.loops.pop();
        self.positions.pop();
        self.time.truncate(self.loops.len() * 2);
    }

    /// A loop whose step is known.
    fn head(&mut self, source: &Loop, step: i64, ty: Scalar, from: From<'_>) -> Option<Head> {
        let name = &source.variable;
        let lower = self.simplified(&self.value(&source.lower));
        let upper = self.simplified(&self.value(&source.upper));
        // Nobody reads the variable behind the loop any more.
        let lower = match upper.as_int() {
            Some(least) if step < 0 => index::floor_above(&lower, least),
            _ => lower,
        };
        let (lower, passed) = match self.starts(source, &lower, step) {
            Some(starts) => starts,
            None => (self.hoist(&format!("{name}_start"), &lower, ty, &Value::int(0), from), Vec::new()),
        };
        let limits = match self.limits(&lower, &upper, step) {
            Some(limits) => limits,
            None => {
                // Where a condition does not hold, the loop has no iteration.
                let none = self.simplified(&lower.minus(&Value::int(step)));
                let hoisted = self.hoist(&format!("{name}_end"), &upper, ty, &none, from);
                vec![ir::affine::to_aff(&hoisted)?]
            }
        };
        let iname = self.fresh_iname(name);
        let value = self.simplified(&Value::int(step).times(&Value::var(iname.clone())).plus(&lower));
        let overflow = "the bounds of this loop are too large";
        match domain(&iname, &value, &passed, &limits, step) {
            Some(set) => Some(Head { iname, value, set }),
            None => self.error(LOOP, overflow, from.span),
        }
    }

    /// The value from which iterations are counted, and others that the variable must have reached: the
    /// operands of `max` (of `min` where it descends), where nobody asks for the number of an iteration.
    fn starts(&self, source: &Loop, lower: &Value, step: i64) -> Option<(Value, Vec<Aff>)> {
        if let Some(aff) = self.affine(lower) {
            return Some((ir::affine::from_aff(&aff), Vec::new()));
        }
        let number = fortran_sema::hir::iteration(&source.variable);
        let mut is_numbered = false;
        fortran_sema::hir::visit(&source.body, &mut |node| {
            fortran_sema::hir::expressions(node, &mut |expr| {
                is_numbered |= ir::walk::names(expr).contains(&number)
            });
        });
        if is_numbered || step.unsigned_abs() != 1 {
            return None;
        }
        let mut parts = Vec::new();
        self.split(lower, if step > 0 { "max" } else { "min" }, &mut parts);
        let mut affs = parts.iter().map(|part| self.affine(part)).collect::<Option<Vec<Aff>>>()?;
        let first = affs.iter().position(|aff| aff.as_constant().is_some()).unwrap_or(0);
        Some((ir::affine::from_aff(&affs.remove(first)), affs))
    }

    /// A loop whose step is a variable: its iterations are counted before.
    fn counted_head(&mut self, source: &Loop, ty: Scalar, from: From<'_>) -> Option<Head> {
        let name = &source.variable;
        let fixed = |lowerer: &mut Self, what: &str, expr: &Value| {
            let value = lowerer.simplified(&lowerer.value(expr));
            let keeps = ir::walk::names(&value).iter().all(|name| lowerer.keeps_value(name));
            let loads = ir::walk::any(&value, &mut |part| matches!(part.node(), ValueNode::Load { .. }));
            if keeps && !loads {
                value
            } else {
                lowerer.hoist(&format!("{name}_{what}"), &value, ty, &Value::int(1), from)
            }
        };
        let lower = fixed(self, "start", &source.lower);
        let step = fixed(self, "step", &source.step);
        let upper = self.value(&source.upper);
        let steps = self.whole_steps(&upper.minus(&self.value(&source.lower)), &self.value(&source.step));
        let limit = match steps.as_ref().and_then(|steps| self.affine(steps)) {
            Some(steps) => steps,
            None => {
                // In the loop's own type the distance may not fit: there are 201 numbers from -100 to 100.
                let distance = Value::cast(Scalar::I64, upper.clone()).minus(&lower).plus(&step);
                let span = || Value::call("div_trunc", vec![distance, step.clone()]);
                let count = steps.map_or_else(span, |steps| steps.plus(&Value::int(1)));
                let count = self.hoist(&format!("{name}_count"), &count, Scalar::I64, &Value::int(0), from);
                ir::affine::to_aff(&count)?.offset(-1)?
            }
        };
        let iname = self.fresh_iname(name);
        let value = step.times(&Value::var(iname.clone())).plus(&lower);
        let set = domain(&iname, &Value::var(iname.clone()), &[], &[limit], 1)?;
        Some(Head { iname, value, set })
    }

    /// How many steps, of either sign, lead over a distance that is a multiple of the step.
    fn whole_steps(&self, distance: &Value, step: &Value) -> Option<Value> {
        let (times, rest) = index::multiple(distance, step, &|name| self.is_integer(name))?;
        (self.simplified(&rest).as_int() == Some(0)).then(|| self.simplified(&times))
    }

    /// The first loop over a variable keeps its name.
    fn fresh_iname(&mut self, variable: &Name) -> Name {
        if self.kernel.inames.contains_key(variable) { self.fresh(variable) } else { variable.clone() }
    }

    /// The values that the variable does not pass: one, or the operands of `min` (of `max` where it
    /// descends); `None` where one is not affine.
    fn limits(&self, lower: &Value, upper: &Value, step: i64) -> Option<Vec<Aff>> {
        let least = lower.as_int().filter(|_| step > 0);
        let mut parts = Vec::new();
        self.split(upper, if step > 0 { "min" } else { "max" }, &mut parts);
        let parts = parts
            .iter()
            .map(|part| least.map_or_else(|| part.clone(), |least| index::floor_above(part, least)));
        parts.map(|part| self.affine(&part)).collect()
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

    /// Adds the loop's iname and domain.
    fn open(&mut self, variable: &Name, head: &Head, from: From<'_>) -> Option<()> {
        let Head { iname, value, set } = head;
        let parent = self.parent(set);
        self.kernel.domains.push(Domain { set: set.clone(), parent });
        self.kernel.inames.insert(
            iname.clone(),
            Iname { loc: self.loc(from.span), origin: from.span.into(), ..Iname::default() },
        );
        let position = self.next_position();
        self.time.extend([Aff::constant(position), Aff::dim(iname)]);
        self.positions.push(0);
        self.loops.push(OpenLoop {
            variable: variable.clone(),
            iname: iname.clone(),
            value: value.clone(),
            domain: self.kernel.domains.len() - 1,
        });
        Some(())
    }

    /// The domain of the innermost loop around that the set depends on. All others it depends on become
    /// ancestors.
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

/// The iterations in which the variable's value has reached some values and does not pass the limits.
fn domain(iname: &Name, value: &Value, passed: &[Aff], limits: &[Aff], step: i64) -> Option<Set> {
    let value = ir::affine::to_aff(value)?;
    let mut constraints = vec![Constraint::ge(&Aff::dim(iname), &Aff::constant(0))?];
    let in_order = |a: &Aff, b: &Aff| if step > 0 { Constraint::le(a, b) } else { Constraint::ge(a, b) };
    for bound in passed {
        constraints.push(in_order(bound, &value)?);
    }
    for limit in limits {
        constraints.push(in_order(&value, limit)?);
    }
    Set::from_constraints(&[], std::slice::from_ref(iname), &constraints).ok()
}
