//! Identifiers of generated code.

use crate::dialect::Dialect;
use crate::reserved::{Kind, is_of_language, is_reserved};
use crate::{part, schedule};
use ir::{IndexMap, IndexSet, Kernel, Launch, Name, fresh};

/// One C identifier for each name of a kernel; distinct names stay distinct.
pub(crate) struct Names {
    map: IndexMap<Name, String>,
    taken: IndexSet<String>,
}

impl Names {
    /// Names for a kernel and all its arguments, temporaries, inames and launches.
    pub(crate) fn new(kernel: &Kernel, dialect: Dialect) -> Self {
        let launches = schedule::launches(kernel).unwrap_or_default();
        let functions = launches.iter().map(|launch| &launch.name);
        let own = std::iter::once(&kernel.name);
        let variables = kernel.args.keys().chain(kernel.temps.keys()).chain(kernel.inames.keys());
        let parts: Vec<Name> = part::of_kernel(kernel).into_iter().map(|part| part.name).collect();
        let params = kernel.domains.iter().flat_map(|domain| domain.set.params());
        let mut taken = IndexSet::default();
        let mut map = IndexMap::default();
        // What has no formula is defined elsewhere, under its own name.
        let (defined, foreign): (Vec<_>, Vec<_>) =
            kernel.functions.iter().partition(|(_, function)| function.formula.is_some());
        for (name, _) in foreign {
            taken.insert(name.to_string());
            map.insert(name.clone(), name.to_string());
        }
        // Names that C allows keep their text, so they are given out before any name is changed.
        let functions = own.chain(functions).chain(defined.into_iter().map(|(name, _)| name));
        let all = functions.map(|name| (name, Kind::Function));
        let all = all.chain(variables.chain(params).chain(&parts).map(|name| (name, Kind::Variable)));
        let (plain, changed): (Vec<_>, Vec<_>) = all
            .filter(|(name, _)| !map.contains_key(*name))
            .partition(|(name, kind)| is_plain(name) && !is_of_language(dialect, *kind, name));
        for (name, _) in plain {
            taken.insert(name.to_string());
            map.insert(name.clone(), name.to_string());
        }
        for (name, kind) in changed {
            if !map.contains_key(name) {
                let is_taken = |text: &str| taken.contains(text) || is_foreign(text, dialect, kind);
                let identifier = fresh(&stem(name, dialect, kind), is_taken).to_string();
                taken.insert(identifier.clone());
                map.insert(name.clone(), identifier);
            }
        }
        Names { map, taken }
    }

    /// An identifier like this one for a variable that the kernel does not have, and that is not `given` to
    /// another one.
    pub(crate) fn further(&self, text: &str, dialect: Dialect, given: impl Fn(&str) -> bool) -> Name {
        let is_foreign = |text: &str| is_foreign(text, dialect, Kind::Variable);
        fresh(&stem(text, dialect, Kind::Variable), |text| {
            self.taken.contains(text) || is_foreign(text) || given(text)
        })
    }

    /// The function of a launch. Beside it there may be one for the whole kernel, which bears the kernel's
    /// name; no helper's name begins as those of launches do then.
    pub(crate) fn function(&self, kernel: &Kernel, launch: &Launch, dialect: Dialect) -> String {
        let name = self.get(&launch.name);
        if schedule::needs_entry(kernel, dialect) { format!("lp_launch_{name}") } else { name }
    }

    /// The identifier of a name.
    pub(crate) fn get(&self, name: &str) -> String {
        self.map.get(name).cloned().unwrap_or_else(|| cleaned(name))
    }
}

fn is_plain(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(|first| first.is_ascii_alphabetic())
        && characters.all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !is_reserved(name)
}

/// Whether code may not have that identifier, or the language gives it a meaning.
fn is_foreign(text: &str, dialect: Dialect, kind: Kind) -> bool {
    !is_plain(text) || is_of_language(dialect, kind, text)
}

/// What an identifier that resembles the name begins with, so that some number behind it makes one.
fn stem(name: &str, dialect: Dialect, kind: Kind) -> String {
    let cleaned = cleaned(name);
    if is_foreign(&format!("{cleaned}_0"), dialect, kind) {
        // Two underlines in a row are reserved.
        format!("v_{}", cleaned.trim_end_matches('_'))
    } else {
        cleaned
    }
}

/// A legal identifier that resembles the name.
fn cleaned(name: &str) -> String {
    let mut text: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    while text.contains("__") {
        text = text.replace("__", "_");
    }
    let text = text.trim_matches('_');
    if text.starts_with(|c: char| c.is_ascii_alphabetic())
        && !is_reserved(text)
        && !is_reserved(&format!("{text}_"))
    {
        if is_reserved(name) { format!("{text}_") } else { text.to_owned() }
    } else {
        format!("v_{text}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_and_foreign_names_become_identifiers() {
        for name in ["kernel", "__x", "a$b", "été", "4x", "double4", "lp_x", "_", ""] {
            let identifier = cleaned(name);
            assert!(is_plain(&identifier), "{name} became {identifier}");
        }
    }

    #[test]
    fn further_names_are_none_of_the_language() {
        let mut kernel = Kernel::new("k").unwrap();
        kernel.inames.insert(Name::new("a"), ir::Iname::default());
        for (dialect, text, expected) in [
            (Dialect::OpenCl, "a", "a_0"),
            (Dialect::OpenCl, "cl", "v_cl"),
            (Dialect::OpenCl, "double", "v_double"),
            (Dialect::OpenCl, "__x", "v_x"),
            (Dialect::Cuda, "cudaMalloc", "v_cudaMalloc"),
        ] {
            let name = Names::new(&kernel, dialect).further(text, dialect, |text| text == "a_1");
            assert_eq!(&*name, expected, "{text}");
        }
    }

    #[test]
    fn a_family_of_words_takes_no_variable() {
        let mut kernel = Kernel::new("k").unwrap();
        kernel.inames.insert(Name::new("make_a"), ir::Iname::default());
        assert_eq!(Names::new(&kernel, Dialect::Cuda).get("make_a"), "v_make_a");
    }

    #[test]
    fn two_names_never_merge() {
        let mut kernel = Kernel::new("k").unwrap();
        for name in ["v_kernel", "kernel", "a$b", "a_b", "a@b"] {
            kernel.inames.insert(Name::new(name), ir::Iname::default());
        }
        let names = Names::new(&kernel, Dialect::OpenCl);
        let distinct: IndexSet<String> = kernel.inames.keys().map(|name| names.get(name)).collect();
        assert_eq!(distinct.len(), kernel.inames.len());
        assert_eq!(names.get("a_b"), "a_b");
    }
}
