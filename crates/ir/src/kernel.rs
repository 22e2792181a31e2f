//! Kernels and the modules that hold them.

use crate::{
    Arg, ArgKind, Declared, Expr, Iname, InameTag, IndexMap, IndexSet, Layout, Promise, Promotion,
    Requirement, Scalar, Schedule, Statement, Target, Temp, Trusted,
};
use diag::{Loc, Origin};
use poly::{Name, Set};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What one `.lpir` file holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Module {
    /// Kernels by name, in file order.
    pub kernels: IndexMap<Name, Kernel>,
}

/// A kernel: a value, without caches or back pointers. Comparisons ignore [`Origin`]s but not order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kernel {
    /// Name of the generated function.
    pub name: Name,
    /// Arguments, in the order of the generated function's parameters.
    pub args: IndexMap<Name, Arg>,
    /// Temporaries.
    pub temps: IndexMap<Name, Temp>,
    /// A forest of loop domains; a parent stands before its children.
    pub domains: Vec<Domain>,
    /// What is known of the parameters; a set without dimensions.
    pub assumptions: Set,
    /// All inames of all domains.
    pub inames: IndexMap<Name, Iname>,
    /// Loop orders that the user asked for, each outermost first.
    pub priorities: Vec<Vec<Name>>,
    /// Iname to the numbers of first and last iterations that get code of their own.
    pub slabs: IndexMap<Name, (u32, u32)>,
    /// Substitution rules.
    pub rules: IndexMap<Name, Rule>,
    /// Functions of its own; a formula calls those that stand before it.
    pub functions: IndexMap<Name, Declared>,
    /// Text that stands in front of generated code, for functions without a formula.
    pub preambles: Vec<String>,
    /// Statements; among unordered ones the text order breaks ties.
    pub statements: IndexMap<Name, Statement>,
    /// Whether floating-point sums and products may be reassociated.
    pub reassociate: bool,
    /// In which types operations are meant whose conversions are not written out yet, for want of types.
    pub promotion: Promotion,
    /// The language that code is wanted in, where somebody said so.
    pub target: Option<Target>,
    /// How instances that neither `time` nor `after` orders are treated.
    pub unordered: Unordered,
    /// Steps that the user took without proof; generated code repeats them.
    pub trusted: Vec<Trusted>,
    /// What the user promises of the contents of arrays, each once; checked before a run.
    pub promises: Vec<Promise>,
    /// What the host tests before a launch, in this order.
    pub requires: Vec<Requirement>,
    /// The kernel as it was imported, once a transform has changed it; it has no reference of its own.
    pub reference: Option<Rc<Kernel>>,
    /// The loop tree, once scheduled.
    pub schedule: Option<Schedule>,
    /// Where it was written.
    pub loc: Option<Loc>,
    /// Its place in the text read.
    pub origin: Origin,
}

/// What holds of conflicting instances that nothing orders.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Unordered {
    /// They make the kernel ambiguous, which is an error.
    #[default]
    Error,
    /// They run in text order and ascending loops; printed as `order(text)`.
    TextOrder,
}

/// One loop domain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Domain {
    /// Its inames are the dimensions; outer inames and scalar variables are parameters.
    pub set: Set,
    /// Index of the domain around it, if it has one.
    pub parent: Option<usize>,
}

/// A substitution rule, `name(params) := body`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// Formals; a name in the body that is none of them means what it means at the place of use.
    pub params: Vec<Name>,
    /// What an invocation stands for.
    pub body: Expr,
    /// Where it was written.
    pub loc: Option<Loc>,
    /// Its place in the text read.
    pub origin: Origin,
}

impl Kernel {
    /// The expressions of all statements: conditions, values, and subscripts of targets. A condition that a
    /// statement shares with the one before, as those of a branch do, is left out.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let mut before: &[Expr] = &[];
        self.statements.values().flat_map(move |statement| {
            let known = std::mem::replace(&mut before, &statement.predicates);
            let new = move |predicate: &&Expr| !known.iter().any(|other| other.is_same(predicate));
            let target = statement.target().into_iter().flat_map(|target| target.index());
            statement.predicates.iter().filter(new).chain(statement.value()).chain(target)
        })
    }

    /// How the loop over an iname is realised, where that is said.
    pub fn tag(&self, iname: &str) -> Option<InameTag> {
        self.inames.get(iname)?.tag
    }

    /// Extents and layout of an argument or a temporary that is an array.
    pub fn array(&self, name: &str) -> Option<(Vec<Option<Expr>>, &Layout)> {
        if let Some(temp) = self.temps.get(name) {
            return Some((temp.extents(), &temp.layout));
        }
        match &self.args.get(name)?.kind {
            ArgKind::Array { shape, layout, .. } => Some((shape.clone(), layout)),
            ArgKind::Value => None,
        }
    }

    /// The extents of an array, as far as they are known; none of what is no array.
    pub fn extents(&self, name: &str) -> Vec<Option<Expr>> {
        self.array(name).map(|(extents, _)| extents).unwrap_or_default()
    }

    /// A kernel without anything in it.
    ///
    /// # Errors
    /// Where isl has no memory left.
    pub fn new(name: impl Into<Name>) -> Result<Self, poly::Error> {
        Ok(Kernel {
            name: name.into(),
            args: IndexMap::default(),
            temps: IndexMap::default(),
            domains: Vec::new(),
            assumptions: Set::universe(&[], &[])?,
            inames: IndexMap::default(),
            priorities: Vec::new(),
            slabs: IndexMap::default(),
            rules: IndexMap::default(),
            functions: IndexMap::default(),
            preambles: Vec::new(),
            statements: IndexMap::default(),
            reassociate: false,
            promotion: Promotion::Common,
            target: None,
            unordered: Unordered::default(),
            trusted: Vec::new(),
            promises: Vec::new(),
            requires: Vec::new(),
            reference: None,
            schedule: None,
            loc: None,
            origin: Origin::default(),
        })
    }

    /// A kernel in which the formula of a function has its types: its arguments are the function's, and it
    /// has these functions.
    ///
    /// # Errors
    /// Where isl has no memory left.
    pub fn of_function(
        function: &Declared,
        functions: &IndexMap<Name, Declared>,
    ) -> Result<Self, poly::Error> {
        let mut scope = Kernel::new("function")?;
        let value =
            |ty: Scalar| Arg { ty: Some(ty), kind: ArgKind::Value, loc: None, origin: Origin::default() };
        scope.args.extend(function.params.iter().map(|(name, ty)| (name.clone(), value(*ty))));
        scope.functions = functions.clone();
        Ok(scope)
    }

    /// Index of the domain that an iname is a dimension of.
    pub fn home(&self, iname: &str) -> Option<usize> {
        let is_home = |at: &usize| {
            self.domains.get(*at).is_some_and(|domain| domain.set.dims().iter().any(|dim| &**dim == iname))
        };
        // Inames are listed nearly as the domains are, so that it stands near where its place among them
        // tells.
        let count = self.domains.len();
        let near = self.inames.get_index_of(iname).map_or(0, |at| at * count / self.inames.len().max(1));
        let outwards = (0..count).flat_map(|step| [near.checked_add(step), near.checked_sub(step + 1)]);
        outwards.flatten().find(is_home)
    }

    /// Adds a domain, inside of those of the inames that are its parameters: the innermost of these stands
    /// last.
    pub fn add_domain(&mut self, set: Set) {
        let parent = self.innermost_home(set.params());
        self.domains.push(Domain { set, parent });
    }

    /// The last of the domains that some of these names are dimensions of.
    pub fn innermost_home(&self, names: &[Name]) -> Option<usize> {
        names.iter().filter_map(|name| self.home(name)).max()
    }

    /// Indices of the home domains of these inames and of all domains around them, ascending, so that parents
    /// come first.
    pub fn domains_of<'a>(&self, inames: impl IntoIterator<Item = &'a Name>) -> Vec<usize> {
        let mut found = std::collections::BTreeSet::new();
        for iname in inames {
            let mut at = self.home(iname);
            while let Some(index) = at {
                if !found.insert(index) {
                    break;
                }
                at = self.domains.get(index).and_then(|domain| domain.parent);
            }
        }
        found.into_iter().collect()
    }

    /// The statements that assign to each variable, in their order.
    pub fn writers(&self) -> BTreeMap<&Name, Vec<(&Name, &Statement)>> {
        let mut writers: BTreeMap<&Name, Vec<(&Name, &Statement)>> = BTreeMap::new();
        for (id, statement) in &self.statements {
            if let Some(target) = statement.target() {
                writers.entry(target.name()).or_default().push((id, statement));
            }
        }
        writers
    }

    /// Those of some statements that a statement is declared to come after, directly or through others that
    /// are none of them.
    pub fn after_among(&self, statement: &Statement, is_one: &dyn Fn(&Name) -> bool) -> IndexSet<Name> {
        let mut found = IndexSet::default();
        let mut seen: BTreeSet<&Name> = BTreeSet::new();
        let mut open: Vec<&Name> = statement.after.iter().rev().collect();
        while let Some(id) = open.pop() {
            match self.statements.get(id) {
                Some(other) if !is_one(id) => {
                    if seen.insert(id) {
                        open.extend(other.after.iter().rev());
                    }
                }
                _ => drop(found.insert(id.clone())),
            }
        }
        found
    }

    /// Whether a statement is declared, also through others, to come after another.
    pub fn comes_after(&self, statement: &Name, other: &Name) -> bool {
        let mut seen: BTreeSet<&Name> = BTreeSet::new();
        let mut open = vec![statement];
        while let Some(id) = open.pop() {
            for before in self.statements.get(id).into_iter().flat_map(|statement| &statement.after) {
                if before == other {
                    return true;
                }
                if seen.insert(before) {
                    open.push(before);
                }
            }
        }
        false
    }

    /// The joint domain of these inames: a set whose dimensions are exactly they, in this order.
    ///
    /// # Errors
    /// Those of the underlying set operations.
    pub fn domain_of(&self, inames: &[Name]) -> Result<Set, poly::Error> {
        let mut sets = self.domains_of(inames).into_iter().filter_map(|at| self.domains.get(at));
        let Some(first) = sets.next() else { return Set::universe(&[], &[])?.project_onto(inames) };
        let joint = sets.try_fold(first.set.clone(), |joint, domain| joint.intersect(&domain.set))?;
        joint.project_onto(inames)
    }

    /// Whether any entity of the kernel bears this name.
    pub fn is_taken(&self, name: &str) -> bool {
        self.args.contains_key(name)
            || self.temps.contains_key(name)
            || self.inames.contains_key(name)
            || self.rules.contains_key(name)
            || self.functions.contains_key(name)
            || self.domains.iter().any(|d| d.set.params().iter().any(|param| &**param == name))
    }

    /// Whether any entity of the kernel, or a formal of a rule, bears this name. What gets another name, and
    /// may stand in the body of a rule, must not be taken for a formal.
    pub fn is_used(&self, name: &str) -> bool {
        self.is_taken(name)
            || self.rules.values().any(|rule| rule.params.iter().any(|param| &**param == name))
    }

    /// Takes over the functions and preambles of another kernel.
    ///
    /// # Errors
    /// The name of a function that means something else here.
    pub fn take_functions(&mut self, other: &Kernel) -> Result<(), Name> {
        for (name, function) in &other.functions {
            let fits = match self.functions.get(name) {
                Some(own) => own.is_same(function),
                None => !self.is_taken(name),
            };
            if !fits {
                return Err(name.clone());
            }
            self.functions.entry(name.clone()).or_insert_with(|| function.clone());
        }
        for text in &other.preambles {
            if !self.preambles.contains(text) {
                self.preambles.push(text.clone());
            }
        }
        Ok(())
    }

    /// `base` if it is free, else `base_0`, `base_1`, and so on.
    pub fn fresh_name(&self, base: &str) -> Name {
        fresh(base, |name| self.is_taken(name))
    }

    /// The same for statement identifiers, which have a name space of their own.
    pub fn fresh_statement(&self, base: &str) -> Name {
        fresh(base, |name| self.statements.contains_key(name))
    }
}

/// `base` if it is not taken, else the first of `base_0`, `base_1`, and so on that is not.
pub fn fresh(base: &str, taken: impl Fn(&str) -> bool) -> Name {
    if !taken(base) {
        return Name::new(base);
    }
    let mut number = 0_u64;
    loop {
        let candidate = format!("{base}_{number}");
        if !taken(&candidate) {
            return Name::new(candidate);
        }
        number += 1;
    }
}
