//! `use`: names of modules, those that come with a compiler among them.

use super::symbols::{Meaning, Symbol, Symbols};
use super::{Resolver, World};
use crate::arith::Typed;
use crate::scopes::{Class, Entity};
use diag::Diagnostic;
use fortran_syntax::ast::{Ident, Specification, Unit, UnitKind, UseStatement};
use ir::Scalar;
use poly::Name;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What the declarations of units come to that others see, each read when it is first needed.
#[derive(Debug, Default)]
pub struct Modules {
    modules: RefCell<BTreeMap<Name, Rc<Declared>>>,
    /// The same with all that is declared around.
    around: RefCell<BTreeMap<Name, Rc<Declared>>>,
    /// Functions whose values' shapes are being read.
    results: RefCell<BTreeSet<Name>>,
}

/// A function whose value's shape is being read.
pub(super) struct OpenResult<'m> {
    modules: &'m Modules,
    place: Name,
}

impl Modules {
    /// Begins to read the shape of the value of the function at a place; none where that has begun already.
    pub(super) fn open_result(&self, place: &Name) -> Option<OpenResult<'_>> {
        let is_new = self.results.borrow_mut().insert(place.clone());
        is_new.then(|| OpenResult { modules: self, place: place.clone() })
    }
}

impl Drop for OpenResult<'_> {
    fn drop(&mut self) {
        self.modules.results.borrow_mut().remove(&self.place);
    }
}

/// What declarations come to.
#[derive(Debug)]
pub(super) struct Declared {
    pub(super) symbols: Symbols,
    /// Modules that are used and not at hand.
    pub(super) missing: Vec<UseStatement>,
    /// Units of which not all declarations are understood.
    pub(super) unread: Vec<Unread>,
    /// What was assumed of these.
    pub(super) assumed: Vec<Diagnostic>,
}

/// A module of which not all declarations are understood.
#[derive(Debug, Clone)]
pub(super) struct Unread {
    pub(super) unit: Name,
    /// The names that may come from it, if these are listed.
    pub(super) listed: Option<Vec<Name>>,
    pub(super) reason: String,
}

impl Unread {
    pub(super) fn of_module(unit: &Unit) -> Option<Self> {
        let error = unit.found.iter().find(|found| fortran_syntax::is_error(found))?;
        let is_module = unit.head.kind == UnitKind::Module;
        let (unit, reason) = (unit.head.name.name.clone(), error.message.clone());
        is_module.then_some(Unread { unit, listed: None, reason })
    }
}

impl Declared {
    pub(super) fn new(defaults: crate::defaults::Defaults) -> Self {
        let (missing, unread, assumed) = (Vec::new(), Vec::new(), Vec::new());
        Declared { symbols: Symbols::new(defaults), missing, unread, assumed }
    }
}

impl Modules {
    /// What is declared in the unit at a place and around it, if that was read.
    pub(super) fn known_declarations(&self, place: &Name) -> Option<Rc<Declared>> {
        self.around.borrow().get(place).cloned()
    }

    pub(super) fn keep_around(&self, place: Name, declared: Declared) -> Rc<Declared> {
        let declared = Rc::new(declared);
        self.around.borrow_mut().insert(place, Rc::clone(&declared));
        declared
    }
}

impl Resolver<'_> {
    /// Takes over what a unit has from modules.
    pub(super) fn take_imports(&mut self, unit: &Unit, place: &Name) {
        let uses = unit.specifications.iter().filter_map(|(specification, _)| match specification {
            Specification::Use(used) => Some(used),
            _ => None,
        });
        for used in uses {
            let name = &used.module.name;
            if self.world.scopes.used(used).is_some() {
                let module = self.module(name);
                self.note_missing(used, &module);
                self.note_unread(used, &module);
                continue;
            }
            if !crate::standard::is_standard(used) {
                // What the units around call so is not meant.
                self.hidden.extend(used.names.iter().map(|(local, _)| local.name.clone()));
                self.missing.push(used.clone());
            }
        }
        let Some(imports) = self.world.scopes.imports(place) else { return };
        for (local, entities) in imports {
            self.hidden.insert(local.clone());
            if let [Entity { class: Class::Standard(value), .. }] = entities.as_slice() {
                let value = Typed::new(ir::Expr::int(*value), Scalar::I32);
                let local = Ident { name: local.clone(), span: unit.head.name.span };
                self.imports.entry(&local).meaning = Meaning::Constant(value);
                continue;
            }
            if let Some(symbol) = self.imported(local, entities) {
                self.imports.declared.insert(local.clone(), symbol);
            }
        }
    }

    /// What a name from a module stands for, if that is no procedure and no type.
    fn imported(&self, local: &Name, entities: &[Entity]) -> Option<Symbol> {
        let is_data = |entity: &&Entity| matches!(entity.class, Class::Data | Class::Standard(_));
        let data: Vec<&Entity> = entities.iter().filter(is_data).collect();
        let (first, others) = data.split_first()?;
        let mut symbol = self.module(&first.home).symbols.declared.get(&first.name)?.clone();
        if let Some(other) = others.first() {
            let (one, other) = (&first.home, &other.home);
            symbol.meaning = Meaning::Broken;
            symbol.trouble = Some(format!("modules `{one}` and `{other}` both have a `{local}`"));
        }
        Some(symbol)
    }

    /// What is not at hand behind a module is told where that is used, as far as names come from there.
    fn note_missing(&mut self, used: &UseStatement, module: &Declared) {
        let used_here = |missing: &UseStatement| {
            let module = Ident { span: used.module.span, ..missing.module.clone() };
            let listed = |(local, of): &(Ident, Name)| {
                let names = crate::scopes::local_names(used, &local.name);
                let ident = move |name| Ident { name, span: used.module.span };
                names.into_iter().map(|name| (ident(name), of.clone())).collect::<Vec<_>>()
            };
            let mut names: Vec<(Ident, Name)> = missing.names.iter().flat_map(listed).collect();
            if used.only && !missing.only {
                let is_declared = |name: &Name| module_has(self.world, &used.module.name, name);
                names.extend(used.names.iter().filter(|(_, of)| !is_declared(of)).cloned());
            }
            UseStatement { module, names, only: missing.only || used.only, nature: missing.nature }
        };
        let missing: Vec<UseStatement> = module.missing.iter().map(used_here).collect();
        self.missing.extend(missing);
        let assumed = module.assumed.iter().cloned();
        self.found.extend(
            assumed.map(|assumed| Diagnostic { labels: Vec::new(), ..assumed }.at(used.module.span, "")),
        );
    }

    /// What is not understood behind a module may declare what is taken from there.
    fn note_unread(&mut self, used: &UseStatement, module: &Declared) {
        for unread in &module.unread {
            let may_hold = |of: &Name| unread.listed.as_ref().is_none_or(|listed| listed.contains(of));
            let own = used.names.iter().filter(|(_, of)| may_hold(of));
            let listed = used.only.then(|| own.map(|(local, _)| local.name.clone()).collect());
            let listed = listed.or_else(|| unread.listed.clone());
            self.unread.push(Unread { listed, ..unread.clone() });
        }
    }

    /// The declarations of a module.
    fn module(&self, name: &Name) -> Rc<Declared> {
        if let Some(known) = self.world.modules.modules.borrow().get(name) {
            return Rc::clone(known);
        }
        // One that uses itself, also through others, is no Fortran, and tells nothing new.
        let nothing = Rc::new(Declared::new(self.world.defaults));
        self.world.modules.modules.borrow_mut().insert(name.clone(), nothing);
        let mut found = Vec::new();
        let mut reader = Resolver::new(World { hosts: &[], ..self.world }, &mut found);
        if let Some(unit) = self.world.module(name) {
            reader.declarations(unit, name);
        }
        reader.fix_bounds();
        let Resolver { mut symbols, missing, mut unread, storage, .. } = reader;
        unread.extend(self.world.module(name).and_then(Unread::of_module));
        if let Some(unit) = self.world.module(name) {
            symbols.shut(unit, &storage.together);
        }
        symbols.settle(name);
        let assumed = found.into_iter().filter(super::elsewhere::is_assumption).collect();
        let module = Rc::new(Declared { symbols, missing, unread, assumed });
        self.world.modules.modules.borrow_mut().insert(name.clone(), Rc::clone(&module));
        module
    }
}

fn module_has(world: World<'_>, module: &Name, name: &Name) -> bool {
    world.module(module).is_some() && !world.scopes.exported(module, name).is_empty()
}
