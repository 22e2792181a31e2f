//! `use`: names of modules, those that come with a compiler among them.

use super::Resolver;
use super::symbols::Meaning;
use crate::arith::Typed;
use crate::ast::{Ident, UseStatement};
use diag::Diagnostic;
use ir::Scalar;
use poly::Name;

/// Named constants of the modules that the standard describes, with the values that gfortran gives them.
const STANDARD: [(&str, &[(&str, i64)]); 3] = [
    // Its functions are known as intrinsic ones.
    ("ieee_arithmetic", &[]),
    (
        "iso_fortran_env",
        &[
            ("int8", 1),
            ("int16", 2),
            ("int32", 4),
            ("int64", 8),
            ("real32", 4),
            ("real64", 8),
            ("real128", 16),
            ("character_storage_size", 8),
            ("numeric_storage_size", 32),
            ("file_storage_size", 8),
        ],
    ),
    (
        "iso_c_binding",
        &[
            ("c_signed_char", 1),
            ("c_short", 2),
            ("c_int", 4),
            ("c_long", 8),
            ("c_long_long", 8),
            ("c_size_t", 8),
            ("c_intptr_t", 8),
            ("c_intmax_t", 8),
            ("c_int8_t", 1),
            ("c_int16_t", 2),
            ("c_int32_t", 4),
            ("c_int64_t", 8),
            ("c_float", 4),
            ("c_double", 8),
            ("c_float_complex", 4),
            ("c_double_complex", 8),
            ("c_bool", 1),
            ("c_char", 1),
        ],
    ),
];

/// Whether that is a module which comes with every compiler.
pub(crate) fn is_standard(module: &Name) -> bool {
    STANDARD.iter().any(|(name, _)| *name == module.as_str())
}

impl Resolver<'_> {
    /// Takes the names of a module over; those of a module that is not at hand are unknown.
    pub(super) fn use_module(&mut self, used: &UseStatement) {
        let found = self.world.module(&used.module.name);
        let Some(module) = found else { return self.standard(used) };
        // One that uses itself, also through others, is no Fortran, and tells nothing new.
        if self.modules.contains(&used.module.name) {
            return;
        }
        let mut unheard = Vec::new();
        let mut reader = Resolver::new(super::World { hosts: &[], ..self.world }, &mut unheard);
        reader.modules = self.modules.iter().chain([&used.module.name]).cloned().collect();
        reader.declarations(module);
        let Resolver { mut host, mut symbols, missing, .. } = reader;
        // What is not at hand there is told where the module is used.
        let here = |missing: UseStatement| {
            let module = Ident { span: used.module.span, ..missing.module };
            UseStatement { module, ..missing }
        };
        self.missing.extend(missing.into_iter().map(here));
        let assumed = unheard.into_iter().filter(super::elsewhere::is_assumption);
        self.found.extend(
            assumed.map(|assumed| Diagnostic { labels: Vec::new(), ..assumed }.at(used.module.span, "")),
        );
        symbols.settle(&used.module.name);
        host.nest(symbols);
        for (name, symbol) in &host.declared {
            for local in local_names(used, name) {
                self.host.imported(&local.name, symbol);
            }
        }
    }

    /// The names of a module that comes with every compiler; any other is not at hand.
    fn standard(&mut self, used: &UseStatement) {
        let of = STANDARD.iter().find(|(module, _)| *module == used.module.name.as_str());
        let Some((_, constants)) = of else { return self.missing.push(used.clone()) };
        for (name, value) in *constants {
            let constant = Typed::new(ir::Expr::int(*value), Scalar::I32);
            for local in local_names(used, &Name::from(*name)) {
                self.host.entry(&local).meaning = Meaning::Constant(constant.clone());
            }
        }
    }
}

/// What a name of a module is called where the module is used: its own name, others, or nothing.
fn local_names(used: &UseStatement, name: &Name) -> Vec<Ident> {
    let renamed = used.names.iter().filter(|(_, of)| of == name).map(|(local, _)| local.clone());
    let renamed: Vec<Ident> = renamed.collect();
    if renamed.is_empty() && !used.only {
        return vec![Ident { name: name.clone(), span: used.module.span }];
    }
    renamed
}
