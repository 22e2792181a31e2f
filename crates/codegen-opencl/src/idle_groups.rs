//! Groups that have nothing to do return before their work items meet.
//!
//! Where only one side of a diagonal is stored, groups on the other side would fetch and add up what nobody
//! wants. The checker wants each instance in the tree, so they stay in it, and the code leaves them out. What
//! all effects of a launch need of the numbers of a group is read off the conditions around them: each part
//! that a group does not fix is taken as large as it can be.

use ir::{AddressSpace, Expr, HardwareAxis, Kernel, Launch, Loop, Name, Step, affine};
use poly::{Aff, Constraint, ConstraintKind, Term, gcd};
use std::collections::{BTreeMap, BTreeSet};

/// What a group needs, each a form without a constant that must be at least a number.
type Needs = BTreeMap<Aff, i64>;

/// The condition under which a group has nothing to do, where work items of the launch meet and there are
/// such groups.
pub(crate) fn condition(kernel: &Kernel, launch: &Launch) -> Option<Expr> {
    if !launch.body.iter().any(Step::meets) {
        return None;
    }
    let of_group = |axis: HardwareAxis| matches!(axis, HardwareAxis::Group(_));
    let groups = launch.indices.iter().filter(|index| of_group(index.axis));
    let groups: BTreeSet<Name> = groups.map(|index| index.iname.clone()).collect();
    let items = launch.indices.iter().filter(|index| !of_group(index.axis));
    let ranges = items.filter_map(|index| {
        let (base, size) = (index.base.as_int()?, launch.extent(index.axis)?.as_int()?);
        Some((index.iname.clone(), (base, base.checked_add(size)?.checked_sub(1)?)))
    });
    let launched = Launched { kernel, groups, ranges: ranges.collect() };
    let needs = launched.needs_of(&launch.body, &Needs::new())?;
    let idle = needs.into_iter().map(|(form, least)| {
        let need = Constraint::ge(&form, &Aff::constant(least))?;
        let [negated] = <[Constraint; 1]>::try_from(need.negation()?).ok()?;
        Some(affine::from_constraint(&negated))
    });
    let idle: Vec<Expr> = idle.collect::<Option<_>>()?;
    (!idle.is_empty()).then(|| Expr::any(idle))
}

/// A launch, as far as its groups are concerned.
#[derive(Clone)]
struct Launched<'k> {
    kernel: &'k Kernel,
    /// Inames that number groups.
    groups: BTreeSet<Name>,
    /// The least and the greatest value of other inames.
    ranges: BTreeMap<Name, (i64, i64)>,
}

impl Launched<'_> {
    /// What a group needs for any of these steps to have an effect, where `around` is needed to come to them;
    /// `None` where none has one.
    fn needs_of(&self, steps: &[Step], around: &Needs) -> Option<Needs> {
        steps.iter().filter_map(|step| self.needs_of_step(step, around)).reduce(weaker)
    }

    fn needs_of_step(&self, step: &Step, around: &Needs) -> Option<Needs> {
        match step {
            Step::Barrier { .. } => None,
            Step::Run(id) => self.has_effect(id).then(|| around.clone()),
            Step::For(inner) => self.inside(inner).needs_of(&inner.body, around),
            Step::If { condition, then, otherwise } => {
                let both = [
                    self.needs_of(then, &self.needs_under(around, condition)),
                    self.needs_of(otherwise, around),
                ];
                both.into_iter().flatten().reduce(weaker)
            }
        }
    }

    /// Whether somebody outside of a group sees what a statement writes. One without a target may do
    /// anything.
    fn has_effect(&self, id: &Name) -> bool {
        let target = self.kernel.statements.get(id).and_then(|statement| statement.target());
        let temp = target.map(|target| self.kernel.temps.get(target.name()));
        !matches!(temp, Some(Some(temp)) if matches!(temp.space, Some(AddressSpace::Private | AddressSpace::Local)))
    }

    /// The same within a loop.
    fn inside(&self, inner: &Loop<Step>) -> Self {
        let mut inside = self.clone();
        if let (Some(lower), Some(upper)) = (inner.lower.as_int(), inner.upper.as_int()) {
            inside.ranges.insert(inner.iname.clone(), (lower, upper));
        }
        inside
    }

    /// What is needed where a condition is needed, too.
    fn needs_under(&self, around: &Needs, condition: &Expr) -> Needs {
        let mut all = around.clone();
        let parts = condition.conjuncts().into_iter().filter_map(affine::to_constraints).flatten();
        for constraint in parts.filter(|constraint| constraint.kind == ConstraintKind::Inequality) {
            if let Some((form, least)) = self.need(&constraint.aff) {
                all.entry(form).and_modify(|own| *own = (*own).max(least)).or_insert(least);
            }
        }
        all
    }

    /// What `form >= 0` needs of the numbers of a group, where it compares two of them.
    fn need(&self, form: &Aff) -> Option<(Aff, i64)> {
        let (mut kept, mut greatest, mut divisor) = (Aff::constant(0), form.constant_part(), 0);
        for (term, factor) in form.terms() {
            let Term::Dim(name) = term else { return None };
            if self.groups.contains(name) {
                kept = kept.add_scaled(&Aff::dim(name), *factor)?;
                divisor = gcd(divisor, *factor);
            } else {
                let (low, high) = self.ranges.get(name)?;
                let most = if *factor > 0 { high } else { low };
                greatest = greatest.checked_add(most.checked_mul(*factor)?)?;
            }
        }
        let names = kept.names();
        if names.len() < 2 {
            return None;
        }
        let mut form = Aff::constant(0);
        for name in names {
            form = form.add_scaled(&Aff::dim(&name), kept.coefficient(&name).checked_div(divisor)?)?;
        }
        // kept + greatest >= 0, and kept is so many times the form.
        let least = greatest.checked_div_euclid(divisor)?.checked_neg()?;
        Some((form, least))
    }
}

/// What two need both.
fn weaker(a: Needs, b: Needs) -> Needs {
    let both = a.into_iter().filter_map(|(form, least)| {
        let other = b.get(&form)?;
        Some((form, least.min(*other)))
    });
    both.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule;
    use counted::{Numbers, effects};

    const KERNEL: &str = "lpir 1
kernel @tiles {
  arg n : i32
  arg b : f64[n, n] in
  arg c : f64[n, n] inout
  temp t : f64[4, 6] local
  domain [n] -> { [io, ii, jo, ji, r, k] : 0 <= io, jo <= 3 and 0 <= ii < 4 and 0 <= ji < 6 and 0 <= r < 2 and 0 <= k < n }
  iname io : g.0
  iname jo : g.1
  iname ii : l.1
  iname ji : l.0
  f: t[ii, ji] = b[ii, ji]  in(io, jo, ii, ji, k)
  s: c[ii + 4*io, ji + 6*jo] = c[ii + 4*io, ji + 6*jo] + t[ii, ji]  in(io, jo, ii, ji, r, k)
  u: c[ii, ji] = 0.0d  in(io, jo, ii, ji, r, k)
  schedule {
    launch @tiles groups(4, 4) work_items(6, 4) {
      index io : g.0
      index jo : g.1
      index ii : l.1
      index ji : l.0
      for k = 0 to n - 1 {
        run f
        barrier
        for r = 0 to 1 {
          if FIRST {
            run s
          }
          if SECOND {
            run u
          }
        }
      }
    }
  }
}
";

    fn condition_of(first: &str, second: &str) -> (Kernel, Option<Expr>) {
        let text = KERNEL.replace("FIRST", first).replace("SECOND", second);
        let source = diag::SourceMap::default().add("k.lpir", &*text);
        let kernel = ir::text::parse_module(&text, source).unwrap().kernels.into_iter().next().unwrap().1;
        let launch = schedule::launches(&kernel).unwrap()[0].clone();
        let idle = condition(&kernel, &launch);
        (kernel, idle)
    }

    /// A group that is left out has no effect; of those that have none, how many are left out.
    fn checked(first: &str, second: &str) -> (usize, usize) {
        let (kernel, idle) = condition_of(first, second);
        let launch = schedule::launches(&kernel).unwrap()[0].clone();
        let (mut left_out, mut without_effect) = (0, 0);
        for (io, jo) in (0..4).flat_map(|io| (0..4).map(move |jo| (io, jo))) {
            let group: Numbers = [(Name::from("io"), io), (Name::from("jo"), jo)].into();
            let has_effect = (0..4).flat_map(|ii| (0..6).map(move |ji| (ii, ji))).any(|(ii, ji)| {
                let mut at = group.clone();
                at.extend([(Name::from("ii"), ii), (Name::from("ji"), ji), (Name::from("n"), 3)]);
                effects(&launch.body, &mut at) > 0
            });
            let is_idle = idle.as_ref().is_some_and(|idle| counted::holds(idle, &group));
            assert!(!(is_idle && has_effect), "{first}, {second}: {idle:?} at {io}, {jo}");
            left_out += usize::from(is_idle);
            without_effect += usize::from(!has_effect);
        }
        (left_out, without_effect)
    }

    #[test]
    fn groups_that_are_left_out_have_no_effect() {
        for (first, left_out) in [
            ("ji + 6*jo <= ii + 4*io", true),
            ("ji + 6*jo <= ii + 4*io - 3", true),
            ("ii + 4*io + r <= ji + 6*jo and ji < n", true),
            ("2*ji + 12*jo < ii + 4*io + 5*r", true),
            ("not (ji + 6*jo <= ii + 4*io)", true),
            ("ji + 6*jo <= ii + 4*io or n > 2", false),
            ("ji + 6*jo <= ii + 4*io + k", false),
            ("b[0, 0] > 0.0d", false),
            ("io >= 2", false),
        ] {
            let (count, without) = checked(first, "ji + 6*jo <= ii + 4*io - 100");
            let idle = condition_of(first, first).1;
            assert_eq!(idle.is_some(), left_out, "{first}");
            assert!(count <= without, "{first}");
            let (count, _) = checked(first, first);
            assert_eq!(count > 0, left_out, "{first}");
        }
    }

    #[test]
    fn all_effects_count() {
        let below = "ji + 6*jo <= ii + 4*io";
        assert!(checked(below, below).0 > 0);
        assert_eq!(checked(below, "ii == 0").0, 0);
        assert_eq!(checked(below, "ii + 4*io <= ji + 6*jo").0, 0);
        let (both, one) = (checked(below, "ji + 6*jo <= ii + 4*io + 6").0, checked(below, below).0);
        assert!(0 < both && both < one);
    }

    /// What a work item does, by trying all iterations.
    mod counted {
        use ir::{Expr, Name, Node, Step, affine};
        use std::collections::BTreeMap;

        pub(super) type Numbers = BTreeMap<Name, i64>;

        /// How many stores to global memory there may be: data hold whatever a condition asks of them.
        pub(super) fn effects(steps: &[Step], at: &mut Numbers) -> usize {
            let mut count = 0;
            for step in steps {
                match step {
                    Step::Run(id) => count += usize::from(**id != *"f"),
                    Step::Barrier { .. } => {}
                    Step::If { condition, then, .. } => {
                        count += if holds(condition, at) { effects(then, at) } else { 0 };
                    }
                    Step::For(inner) => {
                        let end = |bound: &Expr, at: &Numbers| value(bound, at).unwrap();
                        for own in end(&inner.lower, at)..=end(&inner.upper, at) {
                            at.insert(inner.iname.clone(), own);
                            count += effects(&inner.body, at);
                        }
                    }
                }
            }
            count
        }

        fn value(expr: &Expr, at: &Numbers) -> Option<i64> {
            affine::to_aff(expr)?.eval(&|name| at.get(name).copied())
        }

        pub(super) fn holds(condition: &Expr, at: &Numbers) -> bool {
            match condition.node() {
                Node::And(parts) => parts.iter().all(|part| holds(part, at)),
                Node::Or(parts) => parts.iter().any(|part| holds(part, at)),
                _ => match affine::to_constraints(condition) {
                    Some(constraints) => constraints.iter().all(|one| one.holds(at).unwrap_or(true)),
                    None => true,
                },
            }
        }
    }
}
