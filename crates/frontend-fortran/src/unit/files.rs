//! What is asked of the units of a file.

use super::File;
use crate::ast::{Specification, Unit};
use crate::resolve::Known;
use poly::Name;
use std::collections::BTreeSet;

impl File {
    /// All units, each before those within.
    pub(crate) fn all(&self) -> Vec<&Unit> {
        fn collect<'u>(units: &'u [Unit], all: &mut Vec<&'u Unit>) {
            for unit in units {
                all.push(unit);
                collect(&unit.contained, all);
            }
        }
        let mut all = Vec::new();
        collect(&self.units, &mut all);
        all
    }

    /// Modules and routines that are named and lie elsewhere, but for those that are known without their
    /// text.
    pub(crate) fn wanted(&self) -> Vec<String> {
        let all = self.all();
        let mut names = BTreeSet::new();
        let arrays: BTreeSet<Name> = all.iter().flat_map(|unit| crate::mention::arrays(unit)).collect();
        for unit in &all {
            let mentions = crate::mention::of(unit);
            let is_function = |name: &&Name| !arrays.contains(*name) && !crate::resolve::is_intrinsic(name);
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
                || crate::resolve::is_standard_name(name)
                || all.iter().any(|unit| {
                    unit.head.name.name == *name || unit.head.args.iter().any(|a| a.name == *name)
                })
        };
        names.iter().filter(|name| !is_known(name)).map(ToString::to_string).collect()
    }

    /// All units, hosts before what they contain, with the units around each.
    pub(crate) fn known_units(&self, is_foreign: bool) -> Vec<Known<'_>> {
        fn collect<'u>(units: &'u [Unit], hosts: &[&'u Unit], is_foreign: bool, all: &mut Vec<Known<'u>>) {
            for unit in units {
                let place = crate::resolve::place(unit, hosts);
                all.push(Known { unit, hosts: hosts.to_vec(), place, is_foreign });
                let hosts: Vec<&Unit> = hosts.iter().copied().chain([unit]).collect();
                collect(&unit.contained, &hosts, is_foreign, all);
            }
        }
        let mut all = Vec::new();
        collect(&self.units, &[], is_foreign, &mut all);
        all
    }
}
