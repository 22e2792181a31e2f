//! Claim (direct): Without fetch and store, what used an element of the temporary uses the element of the array that was fetched into it.

use ir::{Host, Loop, Schedule, Step};
use std::collections::btree_map::Entry;

use super::*;

impl Window<'_, '_> {
    /// The kernel in which the array takes the place of the temporary; `None` where subscripts do not tell
    /// its elements.
    pub(super) fn direct_kernel(&self, kernel: &Kernel) -> Result<Option<Kernel>, Error> {
        let mut plain = kernel.clone();
        let gone = [self.filled.actor.id, self.taken.actor.id];
        plain.temps.shift_remove(self.buffer);
        plain.statements.retain(|id, _| !gone.contains(&id));
        for statement in plain.statements.values_mut() {
            statement.after.retain(|id| !gone.contains(&id));
            let mut failed = None;
            *statement = statement.map_exprs(&mut |expr| self.expr(expr, &mut failed));
            if let StatementKind::Assign { target, .. } = &mut statement.kind
                && target.name() == self.buffer
            {
                match self.element(target.index()) {
                    Ok(Some(index)) => *target = LValue::Element { array: self.array.clone(), index },
                    Ok(None) => return Ok(None),
                    Err(error) => failed = Some(Some(error)),
                }
            }
            match failed {
                Some(Some(error)) => return Err(error),
                Some(None) => return Ok(None),
                None => {}
            }
        }
        if let Some(schedule) = &mut plain.schedule {
            *schedule = Schedule { host: schedule.host.iter().map(|step| host(step, gone)).collect() };
        }
        Ok(Some(plain))
    }

    /// An expression that reads the array. `failed` says that a subscript does not tell an element, or why.
    fn expr(&self, expr: &Expr, failed: &mut Option<Option<Error>>) -> Expr {
        let inner = walk::map_children(expr, &mut |child| self.expr(child, failed));
        let index = match inner.node() {
            Node::Var(name) if name == self.buffer => &[][..],
            Node::Load { array, index } if array == self.buffer => index,
            _ => return inner,
        };
        match self.element(index) {
            Ok(Some(index)) => return Expr::load(self.array.clone(), index),
            Ok(None) => *failed = Some(None),
            Err(error) => *failed = Some(Some(error)),
        }
        inner
    }

    /// The element of the array that the fetch of this window stored in an element of the temporary.
    fn element(&self, index: &[Expr]) -> Result<Option<Vec<Expr>>, Error> {
        let kernel = self.model.kernel;
        let ActorAccess { actor: fetch, access: filled } = self.filled;
        let at = Instance::new("f.", fetch.statement.inames.clone());
        let levels = self.model.buffers.get(self.buffer).map(|own| own.iteration.as_slice());
        let around: Vec<Name> = levels.unwrap_or_default().iter().flat_map(Aff::names).collect();
        let mut columns: BTreeMap<Name, Aff> =
            around.iter().map(|iname| (at.column(iname), Aff::dim(iname))).collect();
        let mut equations = Vec::new();
        for (stored, used) in filled.index.iter().zip(index) {
            let stored = at.subscript(kernel, stored).and_then(|aff| aff.substitute(&columns));
            let Some(equation) = stored.zip(affine::to_aff(used)) else { return Ok(None) };
            equations.push(equation);
        }
        let open: Vec<Name> =
            fetch.statement.inames.iter().filter(|own| !around.contains(own)).cloned().collect();
        let all = at.points(&self.model.instances(fetch.statement)?.set)?;
        let unknown: Vec<Name> = open.iter().map(|iname| at.column(iname)).collect();
        columns.extend(System::new(unknown.clone(), equations, vec![&all]).solve()?);
        for column in unknown {
            if let Entry::Vacant(open) = columns.entry(column) {
                let value = Aff::dim(open.key());
                let least = all.static_min(&value)?;
                let Some(only) = least.filter(|_| all.static_max(&value) == Ok(least)) else {
                    return Ok(None);
                };
                open.insert(Aff::constant(only));
            }
        }
        let place = |own: &Expr| at.subscript(kernel, own)?.substitute(&columns);
        let index = self.fetched.access.index.iter().map(|own| place(own).map(|aff| affine::from_aff(&aff)));
        Ok(index.collect())
    }
}

fn host(step: &Host, gone: [&Name; 2]) -> Host {
    match step {
        Host::Launch(launch) => {
            let mut launch = launch.clone();
            launch.body = body(&launch.body, gone);
            Host::Launch(launch)
        }
        Host::For(inner) => {
            let body = inner.body.iter().map(|step| host(step, gone)).collect();
            Host::For(Loop { body, ..inner.clone() })
        }
    }
}

fn body(steps: &[Step], gone: [&Name; 2]) -> Vec<Step> {
    let kept = steps.iter().filter(|step| !matches!(step, Step::Run(id) if gone.contains(&id)));
    kept.map(|step| match step {
        Step::For(inner) => Step::For(Loop { body: body(&inner.body, gone), ..inner.clone() }),
        Step::If { condition, then, otherwise } => Step::If {
            condition: condition.clone(),
            then: body(then, gone),
            otherwise: body(otherwise, gone),
        },
        other => other.clone(),
    })
    .collect()
}
