//! Statements as code.

use super::code::{Code, StoragePlace};
use super::compile::Compiler;
use super::eval::Machine;
use super::flags::Flag;
use super::log::Instance;
use super::memory::Fault;
use diag::{Loc, Origin};
use ir::distinct::{Distinct, distinct_of};
use ir::{Name, Statement};

/// One statement, compiled.
#[derive(Debug)]
pub(crate) struct StatementCode {
    name: Name,
    /// Its number in the kernel.
    number: usize,
    loc: Option<Loc>,
    origin: Origin,
    /// Its inames and their slots, for messages.
    inames: Vec<(Name, usize)>,
    predicates: Vec<Code>,
    /// Flags among the predicates.
    pub(crate) flags: Vec<Flag>,
    atomic: bool,
    /// What is promised of its instances, with the slots of the inames that tell their elements apart.
    distinct: Vec<(usize, Vec<usize>)>,
    /// Element and value; `None` for statements that do nothing by themselves.
    assignment: Option<(StoragePlace, Code)>,
}

impl Compiler<'_> {
    /// Compiles a statement.
    pub(crate) fn statement(&mut self, name: &Name, statement: &Statement) -> Result<StatementCode, Fault> {
        self.scope.clone_from(&statement.inames);
        let compiled = self.statement_parts(name, statement);
        self.scope.clear();
        compiled.map_err(|mut fault| {
            *fault =
                fault.clone().at_entity(statement.loc.as_ref(), statement.origin, format!("in `{name}`"));
            fault
        })
    }

    fn statement_parts(&mut self, name: &Name, statement: &Statement) -> Result<StatementCode, Fault> {
        let mut predicates = Vec::new();
        for predicate in &statement.predicates {
            predicates.push(self.condition(predicate)?);
        }
        let assignment = match (statement.target(), statement.value()) {
            (Some(target), Some(value)) => {
                let (place, ty) = self.target(target)?;
                Some((place, self.value(value, ty)?))
            }
            _ => None,
        };
        Ok(StatementCode {
            name: name.clone(),
            number: self.kernel.statements.get_index_of(name).unwrap_or(0),
            loc: statement.loc.clone(),
            origin: statement.origin,
            inames: statement.inames.iter().map(|iname| (iname.clone(), self.slot(iname))).collect(),
            flags: Flag::find_all(&predicates),
            predicates,
            atomic: statement.atomic.is_some(),
            distinct: self.distinct(name, statement),
            assignment,
        })
    }
}

impl Compiler<'_> {
    /// The numbers of the promises about where a statement writes. What performs a statement of a reference
    /// is not asked: the promise is about that one.
    fn distinct(&mut self, name: &Name, statement: &Statement) -> Vec<(usize, Vec<usize>)> {
        if statement.provenance.is_some() {
            return Vec::new();
        }
        let promises = distinct_of(self.kernel, name, statement).collect::<Vec<_>>();
        let slots = |promise: &Distinct<'_>| promise.inames.iter().map(|iname| self.slot(iname)).collect();
        promises.iter().map(slots).enumerate().collect()
    }
}

impl StatementCode {
    /// Whether a condition on value arguments and on the inames in these slots, which have values, keeps the
    /// statement from being run.
    pub(crate) fn is_never_run(&self, machine: &mut Machine, slots: &[usize]) -> bool {
        let fixed = self.predicates.iter().filter(|predicate| predicate.is_fixed(slots));
        fixed.map(|predicate| machine.eval(predicate)).any(|value| matches!(value, Ok(0)))
    }

    /// Whether a condition on memory as it is, and on the inames in these slots, keeps the statement from
    /// being run until memory changes. Conditions behind one that depends on more are not asked: that one is
    /// evaluated before them, and may fail.
    pub(crate) fn is_kept_out(&self, machine: &mut Machine, slots: &[usize]) -> bool {
        let steady = self.predicates.iter().take_while(|predicate| predicate.is_steady(slots));
        let mut values = steady.map(|predicate| machine.foresee(predicate));
        values.find(|value| value.is_none_or(|word| word == 0)) == Some(Some(0))
    }

    /// Runs one instance where its predicates hold.
    pub(crate) fn run_guarded(&self, machine: &mut Machine) -> Result<(), Fault> {
        if !self.predicates.is_empty() {
            self.begin(machine);
        }
        for predicate in &self.predicates {
            if machine.eval(predicate).map_err(|fault| self.blame(machine, fault))? == 0 {
                machine.actor.instance = 0;
                return machine.spend();
            }
        }
        self.run(machine)
    }

    /// Runs one instance.
    pub(crate) fn run(&self, machine: &mut Machine) -> Result<(), Fault> {
        self.begin(machine);
        self.assign(machine).map_err(|fault| self.blame(machine, fault))?;
        machine.actor.instance = 0;
        Ok(())
    }

    /// Gives the instance a number; reads of its predicates are its own.
    fn begin(&self, machine: &mut Machine) {
        if machine.actor.instance == 0 {
            let slots = &machine.slots;
            let values = self.inames.iter().map(|(_, slot)| slots.get(*slot).copied().unwrap_or(0));
            machine.actor.instance = machine.log.push(self.number, values);
        }
    }

    fn assign(&self, machine: &mut Machine) -> Result<(), Fault> {
        machine.spend()?;
        let Some((place, value)) = &self.assignment else { return Ok(()) };
        machine.atomic = self.atomic.then_some(place.region);
        let word = machine.eval(value)?;
        let address = machine.address(place)?;
        for (number, slots) in &self.distinct {
            machine.write_apart(*number, slots, &self.name, place.region, address)?;
        }
        machine.store(place.region, address, word, self.atomic)
    }

    /// Adds the instance to a fault.
    fn blame(&self, machine: &Machine, mut fault: Fault) -> Fault {
        let at: Vec<(Name, i64)> =
            self.inames.iter().map(|(iname, slot)| (iname.clone(), machine.slot(*slot))).collect();
        let instance = Instance { statement: self.name.clone(), at };
        *fault = fault.clone().at_entity(self.loc.as_ref(), self.origin, format!("in `{}`", self.name));
        fault.notes.push(format!("it happened in the instance `{instance}`"));
        fault
    }
}
