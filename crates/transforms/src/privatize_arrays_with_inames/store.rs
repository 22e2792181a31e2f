//! The statements that store a temporary into the array for which it stands, in the last iteration.

use super::nest::Nest;
use super::work_array::refused;
use ir::{Expr, Iname, IndexSet, Kernel, LValue, Name, Statement, affine};
use pass::Refusal;
use poly::{Aff, Error, Set};

/// Sets of elements with a statement of their own.
const MAX_PIECES: usize = 8;

/// What is stored where.
pub(super) struct Store<'m> {
    pub(super) nest: &'m Nest,
    pub(super) array: &'m Name,
    pub(super) temporary: &'m Name,
    /// Names for subscripts.
    pub(super) axes: &'m [Name],
}

impl Store<'_> {
    /// Adds statements that store these elements, over the loops around the nest and the axes, where the
    /// conditions hold, behind all that the nest does in an iteration.
    pub(super) fn add(
        &self,
        changed: &mut Kernel,
        source: &Kernel,
        elements: &Set,
        conditions: &[Expr],
    ) -> Result<(), Refusal> {
        let mut place = self.next_position(source)?;
        let mut rest = elements.clone();
        for piece in elements.pieces()?.into_iter().take(MAX_PIECES) {
            let part = Set::universe(elements.params(), elements.dims())?.add_constraints(&piece)?;
            let own = rest.intersect(&part)?.coalesce()?;
            if own.is_empty()? {
                continue;
            }
            rest = rest.subtract(&part)?;
            self.add_piece(changed, &own, conditions, place)?;
            place = place.checked_add(1).ok_or(Error::Overflow)?;
        }
        match rest.is_empty()? {
            true => Ok(()),
            false => {
                Err(refused(format!("the elements of `{}` to store lie in too many pieces", self.array))
                    .into())
            }
        }
    }

    /// The first position behind all that an iteration does.
    fn next_position(&self, source: &Kernel) -> Result<i64, Refusal> {
        let mut last = -1;
        for (id, statement) in source.statements.iter().filter(|(_, own)| self.nest.contains(own)) {
            let level = statement.time.as_ref().and_then(|time| time.get(self.nest.time.len()));
            let Some(position) = level.and_then(Aff::as_constant) else {
                let message = format!("the time of `{id}` has no position in an iteration");
                return Err(refused(message).into());
            };
            last = last.max(position);
        }
        Ok(last.checked_add(1).ok_or(Error::Overflow)?)
    }

    /// Adds a statement that stores elements which lie in one piece.
    fn add_piece(
        &self,
        changed: &mut Kernel,
        elements: &Set,
        conditions: &[Expr],
        place: i64,
    ) -> Result<(), Refusal> {
        let Some(home) = changed.statements.values().rposition(|own| self.nest.contains(own)) else {
            return Ok(());
        };
        // An axis along which there is one element needs no loop.
        let mut index = Vec::new();
        let mut names: Vec<(Name, Name)> = Vec::new();
        for axis in self.axes {
            match self.only_value(elements, axis)? {
                Some(value) => index.push(affine::from_aff(&value)),
                None => {
                    names.push((axis.clone(), changed.fresh_name(axis)));
                    index.extend(names.last().map(|(_, iname)| Expr::var(iname.clone())));
                }
            }
        }
        let kept: Vec<Name> =
            self.nest.around.iter().chain(names.iter().map(|(axis, _)| axis)).cloned().collect();
        let inames: Vec<Name> = names.iter().map(|(_, iname)| iname.clone()).collect();
        let domain = elements.project_onto(&kept)?.rename(&names)?.dims_to_params(&self.nest.around)?;
        let domain = domain.gist(&self.runs(changed)?)?.drop_unused_params()?;
        let mut predicates = conditions.to_vec();
        if inames.is_empty() {
            predicates.extend(self.whether(&domain)?);
        } else {
            changed.add_domain(domain);
        }
        let [target, own] = [self.array, self.temporary].map(|name| LValue::new(name.clone(), index.clone()));
        let target = match target {
            LValue::Scalar(array) => LValue::Element { array, index: Vec::new() },
            element @ LValue::Element { .. } => element,
        };
        let writers = changed.statements.iter().filter(|(_, statement)| {
            self.nest.contains(statement)
                && statement.target().is_some_and(|own| own.name() == self.temporary)
        });
        let after: IndexSet<Name> = writers.map(|(id, _)| id.clone()).collect();
        // In time, the store comes behind all else in its iteration.
        let mut time = self.nest.time.clone();
        time.push(Aff::constant(place));
        for iname in &inames {
            time.extend([Aff::dim(iname), Aff::constant(0)]);
        }
        let (loc, origin) = match changed.statements.get_index(home) {
            Some((_, last)) => (last.loc.clone(), last.origin),
            None => Default::default(),
        };
        let statement = Statement {
            inames: [self.nest.all_loops(), inames.clone()].concat(),
            after,
            predicates,
            time: Some(time),
            loc,
            origin,
            ..Statement::assign(target, own.to_expr())
        };
        for iname in inames {
            changed.inames.insert(iname, Iname::default());
        }
        let id = changed.fresh_statement(&format!("store_{}", self.array));
        self.come_before(changed, &id);
        changed.statements.shift_insert(home + 1, id, statement);
        Ok(())
    }

    /// Lets what comes after statements of the nest come after a new one too.
    fn come_before(&self, changed: &mut Kernel, id: &Name) {
        let inside: IndexSet<Name> = changed
            .statements
            .iter()
            .filter(|(_, own)| self.nest.contains(own))
            .map(|(id, _)| id.clone())
            .collect();
        for statement in changed.statements.values_mut() {
            if !self.nest.contains(statement) && statement.after.iter().any(|other| inside.contains(other)) {
                statement.after.insert(id.clone());
            }
        }
    }

    /// The value of a subscript, where that is one for all of these elements.
    fn only_value(&self, elements: &Set, axis: &Name) -> Result<Option<Aff>, Error> {
        let kept: Vec<Name> = self.nest.around.iter().chain([axis]).cloned().collect();
        let values = elements.project_onto(&kept)?.dims_to_params(&self.nest.around)?;
        let (least, greatest) = (values.min_aff(&Aff::dim(axis))?, values.max_aff(&Aff::dim(axis))?);
        Ok(match (least.as_slice(), greatest.as_slice()) {
            ([(_, least)], [(_, greatest)]) if least == greatest => Some(least.clone()),
            _ => None,
        })
    }

    /// When the nest has an iteration, as far as arguments and the loops around it tell.
    fn runs(&self, kernel: &Kernel) -> Result<Set, Error> {
        let all = kernel.domain_of(&self.nest.all_loops())?.intersect(&kernel.assumptions)?;
        all.dims_to_params(&self.nest.around)?.parameter_domain()
    }

    /// The conditions under which what has no loop of its own is stored where the nest has iterations.
    fn whether(&self, domain: &Set) -> Result<Vec<Expr>, Refusal> {
        match domain.pieces()?.as_slice() {
            [constraints] => Ok(constraints.iter().map(affine::from_constraint).collect()),
            _ => Err(refused(format!("no simple condition tells when `{}` is stored", self.array)).into()),
        }
    }
}

/// How far elements go along an axis, counted from 0, in terms of arguments: the largest of the values that
/// it may have. Nothing where elements have no end.
pub(super) fn extent(elements: &Set, axis: &Name) -> Result<Option<Expr>, Error> {
    let mut found: Vec<Expr> = Vec::new();
    for (_, last) in elements.project_onto(std::slice::from_ref(axis))?.max_aff(&Aff::dim(axis))? {
        let end = affine::from_aff(&last.offset(1).ok_or(Error::Overflow)?);
        if !found.contains(&end) {
            found.push(end);
        }
    }
    Ok(found.into_iter().reduce(|most, end| Expr::call("max", vec![most, end])))
}
