//! Statements as code.

use super::code::{Code, Place};
use super::compile::Compiler;
use super::eval::Machine;
use super::memory::Fault;
use diag::{Loc, Origin};
use ir::{Name, Statement};

/// One statement, compiled.
#[derive(Debug)]
pub(crate) struct StatementCode {
    name: Name,
    loc: Option<Loc>,
    origin: Origin,
    /// Its inames and their slots, for messages.
    inames: Vec<(Name, usize)>,
    predicates: Vec<Code>,
    atomic: bool,
    /// Cell and value; `None` for statements that do nothing by themselves.
    assignment: Option<(Place, Code)>,
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
            loc: statement.loc.clone(),
            origin: statement.origin,
            inames: statement.inames.iter().map(|iname| (iname.clone(), self.slot(iname))).collect(),
            predicates,
            atomic: statement.atomic.is_some(),
            assignment,
        })
    }
}

impl StatementCode {
    /// Runs one instance where its predicates hold.
    pub(crate) fn run_guarded(&self, machine: &mut Machine) -> Result<(), Fault> {
        for predicate in &self.predicates {
            if machine.eval(predicate).map_err(|fault| self.blame(machine, fault))? == 0 {
                return machine.spend();
            }
        }
        self.run(machine)
    }

    /// Runs one instance.
    pub(crate) fn run(&self, machine: &mut Machine) -> Result<(), Fault> {
        self.assign(machine).map_err(|fault| self.blame(machine, fault))
    }

    fn assign(&self, machine: &mut Machine) -> Result<(), Fault> {
        machine.spend()?;
        let Some((place, value)) = &self.assignment else { return Ok(()) };
        machine.atomic = self.atomic.then_some(place.region);
        let word = machine.eval(value)?;
        let address = machine.address(place)?;
        let actor = machine.actor;
        machine.region(place.region)?.write(address, word, actor, self.atomic)
    }

    /// Adds the instance to a fault.
    fn blame(&self, machine: &Machine, mut fault: Fault) -> Fault {
        let values: Vec<String> =
            self.inames.iter().map(|(iname, slot)| format!("{iname} = {}", machine.slot(*slot))).collect();
        let instance = if values.is_empty() {
            self.name.to_string()
        } else {
            format!("{}({})", self.name, values.join(", "))
        };
        *fault = fault.clone().at_entity(self.loc.as_ref(), self.origin, format!("in `{}`", self.name));
        fault.notes.push(format!("it happened in the instance {instance}"));
        fault
    }
}
