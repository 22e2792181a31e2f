//! Claim (model): What the checks ask about is all that the tree runs, with the reference instances that it performs.

use ir::access::AccessKind;
use ir::{AddressSpace, IndexMap, Kernel, LValue, Launch, Name, Provenance, Schedule, Statement};
use poly::{Aff, Constraint, Error};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::actor::{Actor, ActorAccess, ActorInstance, Image};
use crate::buffers::{Buffer, buffers};
use crate::instances::{Whole, Wholes};
use crate::linear_form::ArgumentColumns;
use crate::meaning::Temporaries;
use crate::operation::operation;
use crate::place::hardware;
use crate::place::position::{Path, paths};
use crate::reached::reached;
use crate::shape::Shape;
use dependence::access;
use dependence::accessing::Accessing;
use dependence::declared::Declared;
use dependence::instance::{Instance, same_element};
use dependence::required::{self, Agreeing, OrderedInstance, lexicographic};

/// How deep fetches may feed fetches.
pub(super) const MAX_FETCHES: usize = 7;

/// A kernel and its reference.
pub(super) struct Model<'k> {
    pub(super) kernel: &'k Kernel,
    pub(super) reference: &'k Kernel,
    /// The order that the reference declares.
    declared: Declared,
    /// What the tree runs, in its order.
    pub(super) actors: Vec<Actor<'k>>,
    /// The actors that access a variable.
    accessing: Accessing,
    /// Temporaries that the reference does not have.
    pub(super) buffers: BTreeMap<Name, Buffer>,
    /// Temporaries of an unordered reference that have a value of their own in each iteration of some loops,
    /// or that nobody sees.
    temporaries: Temporaries,
    wholes: Wholes,
    /// Where arguments stand in rows.
    pub(super) arguments: ArgumentColumns,
    /// Arguments of which only one value is allowed.
    pub(super) pinned: BTreeMap<Name, i64>,
}

impl<'k> Model<'k> {
    /// Prepares a scheduled kernel. `temporaries` are those of its reference.
    pub(super) fn new(kernel: &'k Kernel, temporaries: Temporaries) -> Result<Self, Error> {
        let reference = kernel.reference.as_deref().unwrap_or(kernel);
        let mut model = Model {
            kernel,
            reference,
            declared: Declared::new(reference),
            actors: Vec::new(),
            accessing: Accessing::default(),
            buffers: BTreeMap::new(),
            temporaries,
            wholes: Wholes::default(),
            arguments: ArgumentColumns::new(kernel),
            pinned: kernel.assumptions.pinned()?,
        };
        let mut places: IndexMap<&Name, Vec<Path<'k>>> = IndexMap::default();
        for (id, path) in paths(kernel) {
            places.entry(id).or_default().push(path);
        }
        for (id, paths) in places {
            if let Some((id, statement)) = kernel.statements.get_key_value(id)
                && statement.target().is_some()
            {
                model.add(id, statement, paths)?;
            }
        }
        model.buffers = buffers(kernel, reference, &model.actors);
        Ok(model)
    }

    /// Adds the places of a statement, and those of the conditions and bounds that read memory for it.
    fn add(&mut self, id: &'k Name, statement: &'k Statement, paths: Vec<Path<'k>>) -> Result<(), Error> {
        let whole = self.instances(statement)?;
        let domain = &whole.possible;
        let split = paths.len() > 1;
        for path in paths {
            let mut domain = domain.clone();
            let mut here = None;
            if split {
                let reached = reached(self.kernel, &path, statement)?;
                // Several pieces that are one would come back in every later question.
                domain = domain.intersect(&reached.possible(self.kernel)?)?.coalesce()?;
                here = Some(Rc::new(reached));
            }
            let shape = Rc::new(Shape::new(self.kernel, id, statement, &path, &domain));
            let operation = operation(self.kernel, statement);
            let actor = |path, accesses, runs| Actor {
                here: here.clone(),
                shape: Rc::clone(&shape),
                id,
                statement,
                update: operation.clone(),
                domain: domain.clone(),
                data: whole.data.clone(),
                accesses,
                path,
                runs,
            };
            for (depth, level) in path.levels.iter().enumerate() {
                let reads =
                    access::of_expressions(self.kernel, statement, &level.what.expressions(), &domain)?;
                if !reads.is_empty() {
                    let way = actor(path.to_level(depth), reads, false);
                    self.push(way);
                }
            }
            let own = access::of_statement(self.kernel, statement, &domain)?;
            let place = actor(path, own, true);
            self.push(place);
        }
        Ok(())
    }

    fn push(&mut self, actor: Actor<'k>) {
        for access in &actor.accesses {
            self.accessing.note(&access.variable, self.actors.len());
        }
        self.actors.push(actor);
    }

    /// The instances of a statement.
    pub(super) fn instances(&self, statement: &Statement) -> Result<Rc<Whole>, Error> {
        self.wholes.find(self.kernel, self.kernel, statement)
    }

    /// The instances of a statement of the reference.
    pub(super) fn wanted_instances(&self, statement: &Statement) -> Result<Rc<Whole>, Error> {
        self.wholes.find(self.reference, self.kernel, statement)
    }

    /// The loops in each iteration of which a temporary of an unordered reference has a value of its own.
    pub(super) fn iteration(&self, variable: &Name) -> Option<&[Name]> {
        self.temporaries.iterations.get(variable).map(|own| own.iteration.as_slice())
    }

    /// Whether a variable is a temporary of the reference whose values nobody sees.
    pub(super) fn is_unobserved(&self, variable: &Name) -> bool {
        self.temporaries.unobserved.contains(variable)
    }

    /// All ways in which the first reference instance must access a variable before the second.
    pub(super) fn must_precede(
        &self,
        variable: &Name,
        first: OrderedInstance<'_>,
        second: OrderedInstance<'_>,
    ) -> Result<Vec<Vec<Constraint>>, Error> {
        let own = self.temporaries.iterations.get(variable);
        required::must_precede(self.reference, &self.declared, own.map(|own| &own.elements), first, second)
            .ok_or(Error::Overflow)
    }

    /// Where the tree runs a statement, if that is one place.
    pub(super) fn only_place(&self, id: &Name) -> Option<&Actor<'k>> {
        let places = self.places_of(id);
        if let [place] = places.as_slice() { Some(place) } else { None }
    }

    /// All places at which the tree runs a statement that writes.
    pub(super) fn places_of(&self, id: &Name) -> Vec<&Actor<'k>> {
        let target = self.kernel.statements.get(id).and_then(Statement::target);
        let users = target.map(|target| self.accessing.users(target.name())).into_iter().flatten();
        let places = users.filter_map(|at| self.actors.get(*at));
        places.filter(|actor| actor.runs && actor.id == id).collect()
    }

    /// All ways in which a reference instance comes before another one in an order of all of them: that of
    /// the statements as they are listed, then that of their inames.
    pub(super) fn as_listed(&self, first: &Image, second: &Image) -> Result<Vec<Vec<Constraint>>, Error> {
        let place = |image: &Image| self.reference.statements.get_index_of(&image.statement);
        let inames = self.reference.statements.get(&first.statement).map(|statement| &statement.inames);
        match place(first).cmp(&place(second)) {
            Ordering::Less => Ok(vec![Vec::new()]),
            Ordering::Greater => Ok(Vec::new()),
            Ordering::Equal => {
                let values = |image: &Image| -> Option<Vec<Aff>> {
                    inames.into_iter().flatten().map(|iname| image.value(iname)).collect()
                };
                let (a, b) = values(first).zip(values(second)).ok_or(Error::Overflow)?;
                lexicographic(&a, &b, Agreeing::Excluded).ok_or(Error::Overflow)
            }
        }
    }

    /// All launches, in the order of the tree.
    pub(super) fn launches(&self) -> Vec<&'k Launch> {
        self.kernel.schedule.as_ref().map(Schedule::launches).unwrap_or_default()
    }

    /// The memory of a variable: arguments are global.
    pub(super) fn space(&self, variable: &Name) -> AddressSpace {
        hardware::space(self.kernel, variable)
    }

    /// Variables that are written at all.
    pub(super) fn written(&self) -> BTreeSet<&Name> {
        self.actors.iter().filter_map(|actor| actor.statement.target().map(LValue::name)).collect()
    }

    /// Whether the reference knows the variable.
    pub(super) fn is_original(&self, variable: &Name) -> bool {
        self.reference.args.contains_key(variable) || self.reference.temps.contains_key(variable)
    }

    /// How many subscripts a variable has in the reference; further ones tell copies apart.
    pub(super) fn rank(&self, variable: &Name) -> usize {
        let temp = self.reference.temps.get(variable).map(|temp| temp.shape.len());
        temp.unwrap_or(usize::MAX)
    }

    /// Places that access a variable in this way, and the accesses.
    pub(super) fn users<'m>(
        &'m self,
        variable: &'m Name,
        kind: AccessKind,
    ) -> impl Iterator<Item = ActorAccess<'m, 'k>> {
        let wanted = move |access: &&access::Access| access.kind == kind && access.variable == *variable;
        let numbers = self.accessing.users(variable).iter();
        numbers.filter_map(|at| self.actors.get(*at)).flat_map(move |actor| {
            let own = actor.accesses.iter().filter(wanted);
            own.map(move |access| ActorAccess { actor, access })
        })
    }

    /// The reference instances of an instance of this statement.
    pub(super) fn images(&self, actor: &Actor<'_>, instance: &Instance) -> Result<Vec<Image>, Error> {
        self.images_behind(actor, instance, MAX_FETCHES)
    }

    fn images_behind(
        &self,
        actor: &Actor<'_>,
        instance: &Instance,
        depth: usize,
    ) -> Result<Vec<Image>, Error> {
        let (id, at) = match &actor.statement.provenance {
            Some(Provenance::Fetch(_)) => return self.images_of_uses(actor, instance, depth),
            Some(Provenance::Performs(performed) | Provenance::Part(performed)) => {
                let at = performed.at.iter().map(|(iname, aff)| Some((iname.clone(), instance.aff(aff)?)));
                (&performed.statement, at.collect::<Option<Vec<_>>>())
            }
            None => {
                let at =
                    instance.inames().iter().map(|iname| (iname.clone(), Aff::dim(&instance.column(iname))));
                (actor.id, Some(at.collect()))
            }
        };
        Ok(vec![Image { statement: id.clone(), relation: None, at: at.ok_or(Error::Overflow)? }])
    }

    /// The reference instances of the uses of what a fetch stores: same element, same iteration.
    fn images_of_uses(
        &self,
        fetch: &Actor<'_>,
        instance: &Instance,
        depth: usize,
    ) -> Result<Vec<Image>, Error> {
        let depth = depth.checked_sub(1).ok_or(Error::Quota)?;
        let Some(target) = fetch.statement.target() else { return Ok(Vec::new()) };
        let Some(buffer) = self.buffers.get(target.name()) else { return Ok(Vec::new()) };
        let mut images = Vec::new();
        for ActorAccess { actor: user, access } in self.users(target.name(), AccessKind::Read) {
            if user.id == fetch.id {
                continue;
            }
            let deeper = instance.deeper().ok_or(Error::Quota)?;
            let used = Instance::new(deeper, user.statement.inames.clone());
            let elements =
                same_element(self.kernel, instance.element(target.index()), used.element(&access.index));
            let Some(elements) = elements else { continue };
            let relation = used.points(&access.domain)?.intersect(&instance.points(&fetch.domain)?)?;
            let relation = relation.add_constraints(&elements)?;
            let reaches = buffer.reaches(
                ActorInstance::new(fetch, instance),
                ActorInstance::new(user, &used),
                target.name(),
            );
            for together in reaches.ok_or(Error::Overflow)? {
                let relation = relation.add_constraints(&together)?;
                for image in self.images_behind(user, &used, depth)? {
                    let relation = match &image.relation {
                        Some(deeper) => deeper.intersect(&relation)?,
                        None => relation.clone(),
                    };
                    images.push(Image { relation: Some(relation), ..image });
                }
            }
        }
        Ok(images)
    }
}
