//! Statements as sets of instances, with columns of their own.

use ir::access::{AccessKind, MemoryAccess, accesses};
use ir::{AddressSpace, Expr, Kernel, LValue, Name, Role, Statement, affine, typing};
use poly::{Aff, Constraint, Error, Set};
use std::collections::BTreeMap;

use super::position::{Path, paths};

/// How deep fetches may feed fetches.
const MAX_FETCHES: usize = 4;

/// A kernel and its reference, prepared for questions.
pub(super) struct Model<'k> {
    pub(super) kernel: &'k Kernel,
    pub(super) reference: &'k Kernel,
    pub(super) actors: Vec<Actor<'k>>,
}

/// A statement of the scheduled kernel.
pub(super) struct Actor<'k> {
    pub(super) id: &'k Name,
    pub(super) statement: &'k Statement,
    /// Its instances, over its inames.
    pub(super) domain: Set,
    pub(super) accesses: Vec<MemoryAccess>,
    /// Where the loop tree runs it.
    pub(super) path: Path,
}

/// One of two or three instances in a question: its columns bear a prefix.
pub(super) struct Instance {
    prefix: &'static str,
    inames: Vec<Name>,
}

/// Reference instances that an instance performs or reads for.
pub(super) struct Image {
    /// The reference statement.
    pub(super) statement: Name,
    /// Columns of the instance, and of others that it reads for, that belong together.
    pub(super) relation: Set,
    /// The reference statement's inames in these columns.
    pub(super) at: Vec<(Name, Aff)>,
}

impl<'k> Model<'k> {
    /// Prepares a scheduled kernel.
    pub(super) fn new(kernel: &'k Kernel) -> Result<Self, Error> {
        let reference = kernel.reference.as_deref().unwrap_or(kernel);
        let mut places = paths(kernel);
        let mut actors = Vec::new();
        for (id, statement) in &kernel.statements {
            if statement.target().is_none() {
                continue;
            }
            let domain = domain(kernel, statement)?;
            let path = places.shift_remove(id).unwrap_or_default();
            actors.push(Actor { id, statement, domain, accesses: accesses(kernel, statement), path });
        }
        Ok(Model { kernel, reference, actors })
    }

    /// The memory of a variable: arguments are global.
    pub(super) fn space(&self, variable: &Name) -> AddressSpace {
        match self.kernel.temps.get(variable) {
            Some(temp) => temp.space.unwrap_or(AddressSpace::Private),
            None => AddressSpace::Global,
        }
    }

    /// Whether the kernel or its reference computes the variable.
    pub(super) fn is_temporary(&self, variable: &Name) -> bool {
        self.kernel.temps.contains_key(variable) || self.reference.temps.contains_key(variable)
    }

    /// Whether the reference knows the variable.
    pub(super) fn is_original(&self, variable: &Name) -> bool {
        self.reference.args.contains_key(variable) || self.reference.temps.contains_key(variable)
    }

    /// The reference instances of an instance of this statement.
    pub(super) fn images(&self, actor: &Actor<'_>, instance: &Instance) -> Result<Vec<Image>, Error> {
        self.images_within(actor, instance, MAX_FETCHES)
    }

    fn images_within(&self, actor: &Actor<'_>, instance: &Instance, depth: usize) -> Result<Vec<Image>, Error> {
        let performed = match &actor.statement.role {
            Some(Role::Performs(performed) | Role::Part(performed)) => Some((&performed.statement, Some(&performed.at))),
            None => Some((actor.id, None)),
            Some(Role::Fetch(_)) => None,
        };
        if let Some((statement, at)) = performed {
            let at = match at {
                Some(at) => at.iter().map(|(iname, aff)| Some((iname.clone(), instance.aff(aff)?))).collect(),
                None => instance.inames.iter().map(|i| Some((i.clone(), Aff::dim(&instance.column(i))))).collect(),
            };
            let at: Option<Vec<(Name, Aff)>> = at;
            let at = at.ok_or(Error::Overflow)?;
            let relation = Set::universe(&[], &instance.columns())?;
            return Ok(vec![Image { statement: statement.clone(), relation, at }]);
        }
        let Some(depth) = depth.checked_sub(1) else { return Err(Error::Quota) };
        let Some(target) = actor.statement.target() else { return Ok(Vec::new()) };
        let mut images = Vec::new();
        for user in self.actors.iter() {
            for access in user.accesses.iter().filter(|a| a.kind == AccessKind::Read && a.variable == *target.name()) {
                images.extend(self.images_of_use((actor, instance, target), (user, access), depth)?);
            }
        }
        Ok(images)
    }

    /// The reference instances of the uses of what a fetch stores: same cell, same trips of shared loops.
    fn images_of_use(
        &self,
        (fetch, instance, target): (&Actor<'_>, &Instance, &LValue),
        (user, access): (&Actor<'_>, &MemoryAccess),
        depth: usize,
    ) -> Result<Vec<Image>, Error> {
        let use_instance = Instance { prefix: instance.deeper(), inames: user.statement.inames.clone() };
        let mut together = self.same_cell(instance, target.index(), &use_instance, &access.index);
        together.extend(shared(instance, &use_instance));
        let relation = use_instance.of(&user.domain)?.intersect(&instance.of(&fetch.domain)?)?.add_constraints(&together)?;
        let mut images = self.images_within(user, &use_instance, depth)?;
        for image in &mut images {
            image.relation = image.relation.intersect(&relation)?;
        }
        Ok(images)
    }

    /// Equalities of subscripts; one that is not quasi-affine in inames and arguments may be any.
    pub(super) fn same_cell(&self, x: &Instance, x_index: &[Expr], y: &Instance, y_index: &[Expr]) -> Vec<Constraint> {
        let pairs = x_index.iter().zip(y_index);
        let equality = |(a, b): (&Expr, &Expr)| Constraint::eq(&self.subscript(x, a)?, &self.subscript(y, b)?);
        pairs.filter_map(equality).collect()
    }

    fn subscript(&self, instance: &Instance, expr: &Expr) -> Option<Aff> {
        let aff = affine::to_aff(expr)?;
        let fixed = |name: &Name| instance.inames.contains(name) || typing::is_value_argument(self.kernel, name);
        aff.names().iter().all(fixed).then(|| instance.aff(&aff)).flatten()
    }
}

/// Instances of a statement: affine predicates count, bounds that the kernel computes do not.
fn domain(kernel: &Kernel, statement: &Statement) -> Result<Set, Error> {
    let mut domain = kernel.domain_of(&statement.inames)?.intersect(&kernel.assumptions)?;
    for predicate in &statement.predicates {
        let constraints = affine::to_constraints(predicate).unwrap_or_default();
        let fixed = |name: &Name| statement.inames.contains(name) || typing::is_value_argument(kernel, name);
        let known = constraints.into_iter().filter(|c| c.aff.names().iter().all(fixed));
        domain = domain.add_constraints(&known.collect::<Vec<_>>())?;
    }
    let computed: Vec<Name> = domain.params().iter().filter(|p| kernel.temps.contains_key(*p)).cloned().collect();
    domain.project_out(&computed)
}

/// Equal trips of the loops that both statements are in.
pub(super) fn shared(x: &Instance, y: &Instance) -> Vec<Constraint> {
    let both = x.inames.iter().filter(|iname| y.inames.contains(iname));
    both.filter_map(|iname| Constraint::eq(&Aff::dim(&x.column(iname)), &Aff::dim(&y.column(iname)))).collect()
}

impl Instance {
    /// An instance of a statement under a prefix.
    pub(super) fn new(prefix: &'static str, actor: &Actor<'_>) -> Self {
        Instance { prefix, inames: actor.statement.inames.clone() }
    }

    /// The column of an iname.
    pub(super) fn column(&self, iname: &Name) -> Name {
        Name::new(format!("{}{iname}", self.prefix))
    }

    /// All columns.
    pub(super) fn columns(&self) -> Vec<Name> {
        self.inames.iter().map(|iname| self.column(iname)).collect()
    }

    /// The inames.
    pub(super) fn inames(&self) -> &[Name] {
        &self.inames
    }

    /// An affine form of the statement's inames in these columns.
    pub(super) fn aff(&self, aff: &Aff) -> Option<Aff> {
        let columns: BTreeMap<Name, Aff> =
            self.inames.iter().map(|iname| (iname.clone(), Aff::dim(&self.column(iname)))).collect();
        aff.substitute(&columns)
    }

    /// A set over the statement's inames in these columns.
    pub(super) fn of(&self, set: &Set) -> Result<Set, Error> {
        let names: Vec<(Name, Name)> = self.inames.iter().map(|iname| (iname.clone(), self.column(iname))).collect();
        set.rename(&names)
    }

    /// A prefix for the instances that this one reads for.
    fn deeper(&self) -> &'static str {
        match self.prefix {
            "x." => "xu.",
            "xu." => "xuu.",
            "y." => "yu.",
            "yu." => "yuu.",
            "z." => "zu.",
            _ => "u.",
        }
    }
}
