//! Whether each iteration sets what it reads.

use super::nest::Nest;
use super::settled::Instances;
use super::written::{Write, inside};
use dependence::declared::Declared;
use dependence::domain::where_any;
use dependence::instance::{Instance, exactly_same_element};
use dependence::required::{OrderedInstance, must_precede};
use dependence::wording;
use ir::access::{AccessKind, MemoryAccess, accesses};
use ir::{Expr, Kernel, Name, Statement, walk};
use poly::{Aff, Error, Set};

/// A read of an element that no statement of the same iteration surely wrote before.
pub(super) struct Unset<'k> {
    pub(super) id: &'k Name,
    pub(super) statement: &'k Statement,
    /// The instance and the element, where some are known.
    pub(super) example: Option<String>,
}

/// Reads of an array, and what writes it before.
pub(super) struct Reads<'m, 'k> {
    pub(super) kernel: &'k Kernel,
    pub(super) nest: &'m Nest,
    pub(super) name: &'m Name,
    pub(super) shape: &'m [Option<Expr>],
    pub(super) writes: &'m [Write<'k>],
}

impl<'k> Reads<'_, 'k> {
    /// The first read that may find what its iteration did not write.
    pub(super) fn unset(&self) -> Result<Option<Unset<'k>>, Error> {
        let order = Declared::new(self.kernel);
        for (id, statement) in &self.kernel.statements {
            if !self.nest.contains(statement) {
                continue;
            }
            let is_tested = statement.predicates.iter().any(|condition| walk::mentions(condition, self.name));
            // What a condition reads is read where later conditions do not hold, too.
            let always = is_tested.then(|| Statement { predicates: Vec::new(), ..statement.clone() });
            let asked = always.as_ref().unwrap_or(statement);
            let mut seen: Vec<MemoryAccess> = Vec::new();
            for read in accesses(self.kernel, statement) {
                if read.kind == AccessKind::Write || read.variable != *self.name || seen.contains(&read) {
                    continue;
                }
                let left = self.unwritten(id, asked, &read, &order)?;
                if !left.is_empty()? {
                    let example = self.example(id, statement, &read, &left)?;
                    return Ok(Some(Unset { id, statement, example }));
                }
                seen.push(read);
            }
        }
        Ok(None)
    }

    /// A read among these.
    fn example(
        &self,
        id: &Name,
        statement: &Statement,
        read: &MemoryAccess,
        reads: &Set,
    ) -> Result<Option<String>, Error> {
        let inames: Vec<Name> = statement.inames.iter().chain(&read.reduced).cloned().collect();
        let at = Instance::new("y.", inames);
        let Some(point) = wording::point(self.kernel, reads)? else { return Ok(None) };
        let value = |own| at.subscript(self.kernel, own)?.eval(&|name| point.get(name).copied());
        let element = wording::element(self.name, read.index.iter().map(value));
        let instance = wording::performed(id, &at, None, &point);
        let sizes = wording::parameters(self.kernel, &point);
        Ok(Some(format!("{instance} reads `{element}`{sizes}")))
    }

    /// The instances of a read, over its columns, before which nothing in the same iteration surely writes
    /// its element.
    fn unwritten(
        &self,
        id: &Name,
        statement: &Statement,
        read: &MemoryAccess,
        order: &Declared,
    ) -> Result<Set, Error> {
        let inames: Vec<Name> = statement.inames.iter().chain(&read.reduced).cloned().collect();
        let all = Instances::find(self.kernel, self.nest, statement, &inames)?.possible()?;
        let y_at = Instance::new("y.", inames.clone()).restricted_to(&all);
        let mut left = y_at.points(&all)?;
        let subscripts: Option<Vec<Aff>> =
            read.index.iter().map(|own| y_at.subscript(self.kernel, own)).collect();
        if let Some(subscripts) = subscripts {
            left = left.add_constraints(&inside(&subscripts, self.shape)?)?;
        }
        // What was written last is most often what is read.
        for write in self.writes.iter().rev().filter(|write| write.is_certain) {
            if left.is_empty()? {
                break;
            }
            let x_at = Instance::new("x.", write.statement.inames.clone()).restricted_to(&write.instances);
            let elements =
                exactly_same_element(self.kernel, x_at.element(write.index), y_at.element(&read.index));
            let together = y_at.agree(&x_at, &self.nest.all_loops());
            let Some((elements, together)) = elements.zip(together) else { continue };
            let columns = |at: &Instance| -> Vec<(Name, Aff)> {
                at.values().iter().map(|(name, value)| (name.clone(), value.clone())).collect()
            };
            let (x_columns, y_columns) = (columns(&x_at), columns(&y_at));
            let first = OrderedInstance::new(write.id, &x_columns);
            let second = OrderedInstance::new(id, &y_columns);
            let before = must_precede(self.kernel, order, None, first, second);
            let pairs = left.intersect(&x_at.points(&write.instances)?)?;
            let pairs = pairs.add_constraints(&[elements, together].concat())?;
            if let Some(found) = where_any(&pairs, &before.ok_or(Error::Overflow)?)? {
                left = left.subtract(&found.project_onto(&y_at.columns())?)?;
            }
        }
        Ok(left)
    }
}
