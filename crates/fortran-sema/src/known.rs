//! The units that are at hand, and what they want besides.

use fortran_syntax::ast::{Specification, Unit};
use fortran_syntax::unit::File;
use poly::Name;
use std::collections::BTreeSet;

/// A unit and the units around it, outermost first.
#[derive(Debug, Clone)]
pub struct Known<'u> {
    /// The unit.
    pub unit: &'u Unit,
    /// The units around it.
    pub hosts: Vec<&'u Unit>,
    /// Its name behind those of the units around.
    pub place: Name,
    /// Whether it stands in another file.
    pub is_foreign: bool,
}

impl Known<'_> {
    /// Whether it is a subroutine or function.
    pub(crate) fn is_routine(&self) -> bool {
        self.unit.head.kind.is_routine()
    }

    /// Whether it becomes a kernel. What stands within a part of a unit is called there alone.
    pub fn is_own_kernel(&self) -> bool {
        self.is_routine() && !self.is_foreign && self.hosts.iter().all(|host| host.part.is_none())
    }
}

/// The name of a unit behind those of the units around it.
pub(crate) fn place(unit: &Unit, hosts: &[&Unit]) -> Name {
    let names = hosts.iter().copied().chain([unit]).map(|unit| unit.head.name.name.as_str());
    Name::new(names.collect::<Vec<&str>>().join("/"))
}

/// Modules and routines that are named and lie elsewhere, but for those that are known without their
/// text.
pub fn wanted(file: &File) -> Vec<String> {
    let all = file.all_units();
    let mut names = BTreeSet::new();
    let arrays: BTreeSet<Name> = all.iter().flat_map(|unit| fortran_syntax::mention::arrays(unit)).collect();
    for unit in &all {
        let mentions = fortran_syntax::mention::unit_mentions(unit);
        let is_function = |name: &&Name| !arrays.contains(*name) && !crate::intrinsic::is_intrinsic(name);
        names.extend(mentions.applied.iter().filter(is_function).cloned());
        names.extend(mentions.called);
        names.extend(unit.specifications.iter().filter_map(|(specification, _)| match specification {
            Specification::Use(used) => Some(used.module.name.clone()),
            _ => None,
        }));
        // They may be given for dummy arguments.
        names.extend(unit.specifications.iter().flat_map(|(specification, _)| match specification {
            Specification::External(names) => names.iter().map(|name| name.name.clone()).collect(),
            _ => Vec::new(),
        }));
    }
    let is_known = |name: &Name| {
        ["lsame", "xerbla"].contains(&name.as_str())
            || crate::standard::is_standard_name(name)
            || all
                .iter()
                .any(|unit| unit.head.name.name == *name || unit.head.args.iter().any(|a| a.name == *name))
    };
    names.iter().filter(|name| !is_known(name)).map(ToString::to_string).collect()
}

/// All units, hosts before what they contain, with the units around each.
pub fn units_of(file: &File, is_foreign: bool) -> Vec<Known<'_>> {
    fn collect<'u>(units: &'u [Unit], hosts: &[&'u Unit], is_foreign: bool, all: &mut Vec<Known<'u>>) {
        for unit in units {
            let place = place(unit, hosts);
            all.push(Known { unit, hosts: hosts.to_vec(), place, is_foreign });
            let hosts: Vec<&Unit> = hosts.iter().copied().chain([unit]).collect();
            collect(&unit.contained, &hosts, is_foreign, all);
        }
    }
    let mut all = Vec::new();
    collect(&file.units, &[], is_foreign, &mut all);
    all
}
