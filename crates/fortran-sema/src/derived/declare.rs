//! Declarations of variables of derived types, and their place among dummy arguments.

use super::classes::is_out;
use super::designator::error;
use super::scalar_replacement::ScalarReplacement;
use super::scope::{Modules, Record, Scope, dimensions, extents};
use super::types::{Deferred, Leaf, Types};
use crate::scopes::Called;
use diag::Diagnostic;
use fortran_syntax::ast::{
    Actual, Attribute, Branch, Entity, Expr, ExprKind, Extent, Ident, Item, Node, NodeKind, Part,
    Specification, Unit, UnitKind, Upper, UseStatement,
};
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;

impl Scope {
    /// Takes the variables of derived types of a unit apart, in declarations and statements.
    pub(super) fn take_apart(&self, unit: &mut Unit, hosts: &[&Unit], modules: &Modules<'_>) {
        let mut found = Vec::new();
        let starts = self.first_values(unit, &mut found);
        self.check_ends(unit, &mut found);
        let mut specifications = Vec::new();
        // What one says of a variable may stand before or behind its type.
        for (specification, span) in unit.specifications.clone() {
            let all = self.specified(unit, specification, &mut found);
            specifications.extend(all.into_iter().map(|specification| (specification, span)));
        }
        unit.specifications = specifications;
        if let Err(problem) = self.value_as_argument(unit) {
            found.push(problem);
        }
        self.arguments(unit, &mut found);
        self.note_spelling(unit);
        let place = crate::known::place(unit, hosts);
        self.check_undeclared(unit, modules, &place, &mut found);
        self.bounds(unit, modules, &place, &mut found);
        unit.is_declared &= !found.iter().any(fortran_syntax::is_error);
        let body = std::mem::take(&mut unit.body);
        let mut apart = ScalarReplacement::new(self, modules, &place, &mut found);
        let body = apart.block(body);
        unit.specifications.append(&mut apart.declared);
        // Statement functions stand before all that is done.
        let functions = body.iter().take_while(|node| self.may_define_function(node)).count();
        unit.body = body;
        unit.body.splice(functions..functions, starts);
        unit.found.append(&mut found);
    }

    /// Refuses names that nobody declares, and that variables for components have.
    fn check_undeclared(
        &self,
        unit: &Unit,
        modules: &Modules<'_>,
        place: &Name,
        found: &mut Vec<Diagnostic>,
    ) {
        let mentions = fortran_syntax::mention::unit_mentions(unit);
        let components = self.records.values().flat_map(Record::names).map(|(_, name)| name);
        let scopes = modules.world.scopes;
        let is_undeclared = |name: &Name| {
            mentions.names.contains(name)
                && unit.head.args.iter().all(|arg| arg.name != *name)
                && scopes.variable(place, name).is_none()
                && scopes.called(place, name) == Called::Unknown
        };
        for name in components.filter(is_undeclared).collect::<BTreeSet<Name>>() {
            let construct = format!("`{name}`, which nobody declares and a component is called,");
            let error = fortran_syntax::parse::unsupported_error(&construct, unit.head.name.span);
            found.push(error.help("declare it"));
        }
    }

    /// Notes what the source calls the variables for components.
    fn note_spelling(&self, unit: &mut Unit) {
        for (name, record) in &self.records {
            for (leaf, own) in record.names() {
                let parts = std::iter::once(name).chain(&leaf.path).map(Name::as_str);
                unit.parts.spelled.insert(own, parts.collect::<Vec<&str>>().join("%"));
            }
        }
    }

    /// Bounds of arrays, in terms of the variables for components.
    fn bounds(&self, unit: &mut Unit, modules: &Modules<'_>, place: &Name, found: &mut Vec<Diagnostic>) {
        let mut apart = ScalarReplacement::new(self, modules, place, found);
        for (specification, _) in &mut unit.specifications {
            each_bound(specification, &mut |bound| apart.expr(bound));
        }
        apart.expect_values();
    }

    /// Whether a statement may be the definition of a statement function.
    fn may_define_function(&self, node: &Node) -> bool {
        let NodeKind::Assign(target, _) = &node.kind else { return false };
        let is_name = |actual: &Actual| matches!(actual, Actual::Value(Expr { kind: ExprKind::Name(_), .. }));
        target.index.as_ref().is_some_and(|index| index.iter().all(is_name))
            && !self.arrays.contains(&target.name.name)
    }

    /// The dummy arguments, each component one of its own.
    fn arguments(&self, unit: &mut Unit, found: &mut Vec<Diagnostic>) {
        let mut told = Vec::new();
        for arg in std::mem::take(&mut unit.head.args) {
            let Some(record) = self.records.get(&arg.name).filter(|_| self.own.contains(&arg.name)) else {
                unit.head.args.push(arg);
                continue;
            };
            let mut arguments = Vec::new();
            for leaf in record.ty.leaves.iter().filter(|leaf| leaf.lacking.is_none()) {
                match self.name_of(record, leaf) {
                    Ok(name) => {
                        told.push(format!("`{name}`"));
                        let path = leaf.path.iter().cloned().zip(leaf.ranks.iter().copied()).collect();
                        arguments.push((name.clone(), path));
                        unit.head.args.push(Ident { name, span: arg.span });
                    }
                    Err(reason) => {
                        found.push(error(format!("a component of `{}`: {reason}", arg.name), arg.span))
                    }
                }
            }
            unit.head.records.push(described(&arg.name, record, arguments));
        }
        if unit.head.kind == UnitKind::Module {
            let own = self.records.iter().filter(|(name, record)| record.stem == **name);
            unit.head.records.extend(own.map(|(name, record)| {
                let path = |leaf: &Leaf| leaf.path.iter().cloned().zip(leaf.ranks.iter().copied()).collect();
                described(name, record, record.names().map(|(leaf, own)| (own, path(leaf))).collect())
            }));
        }
        if !told.is_empty() {
            let message = format!("{}: arguments for the components of derived types", told.join(", "));
            let span = unit.head.name.span;
            found.push(Diagnostic::warning("lp::fortran::name", message).at(span, ""));
        }
    }

    fn specified(
        &self,
        unit: &Unit,
        specification: Specification,
        found: &mut Vec<Diagnostic>,
    ) -> Vec<Specification> {
        let expand = |names: Vec<Ident>| self.expanded(names);
        vec![match specification {
            Specification::Type(_) => return Vec::new(),
            Specification::Record(ty, attributes, entities) => {
                return self.declared(unit, &ty, &attributes, &entities, found);
            }
            Specification::Use(used) => Specification::Use(self.used(used)),
            Specification::Intent(intent, names) => Specification::Intent(intent, expand(names)),
            Specification::Optional(names) => Specification::Optional(expand(names)),
            Specification::Value(names) => Specification::Value(expand(names)),
            // Without names it means all of them.
            Specification::Access(access, names) => Specification::Access(access, expand(names)),
            // `save` alone means all variables.
            Specification::Save(names, all) => Specification::Save(expand(names), all),
            Specification::Dimension(entities) => {
                let others =
                    entities.into_iter().filter(|entity| !self.records.contains_key(&entity.name.name));
                let others: Vec<Entity> = others.collect();
                if others.is_empty() {
                    return Vec::new();
                }
                Specification::Dimension(others)
            }
            other => {
                self.check(&other, found);
                other
            }
        }]
    }

    /// Reports variables of derived types where memory is named.
    fn check(&self, specification: &Specification, found: &mut Vec<Diagnostic>) {
        let (what, names): (_, Vec<&Ident>) = match specification {
            Specification::Common(blocks) => (
                "in a common block",
                blocks.iter().flat_map(|block| &block.members).map(|of| &of.name).collect(),
            ),
            Specification::Equivalence(sets) => {
                ("under `equivalence`", sets.iter().flatten().map(|target| &target.name).collect())
            }
            Specification::Data(sets) => {
                let objects = sets.iter().flat_map(|set| &set.objects);
                ("in `data`", objects.map(|object| &object.target().name).collect())
            }
            _ => return,
        };
        for name in names.into_iter().filter(|name| self.records.contains_key(&name.name)) {
            let construct = format!("a variable of a derived type {what}");
            found.push(fortran_syntax::parse::unsupported_error(&construct, name.span));
        }
    }

    fn expanded(&self, names: Vec<Ident>) -> Vec<Ident> {
        let variables_of = |ident: Ident| match self.records.get(&ident.name) {
            Some(record) => {
                let usable = record.names().filter(|(leaf, _)| leaf.lacking.is_none());
                usable.map(|(_, name)| Ident { name, span: ident.span }).collect()
            }
            None => vec![ident],
        };
        names.into_iter().flat_map(variables_of).collect()
    }

    /// What is taken from a module: for variables of derived types those for their components.
    fn used(&self, used: UseStatement) -> UseStatement {
        let mut names = Vec::new();
        for (local, of) in used.names {
            if self.types.contains_key(&local.name) {
                continue;
            }
            match self.records.get(&local.name) {
                Some(record) => names.extend(record.ty.leaves.iter().map(|leaf| {
                    (Ident { name: leaf.name_in(&local.name), span: local.span }, leaf.name_in(&of))
                })),
                None => names.push((local, of)),
            }
        }
        UseStatement { names, ..used }
    }

    /// The declarations of the variables for components.
    fn declared(
        &self,
        unit: &Unit,
        ty: &Ident,
        attributes: &[Attribute],
        entities: &[Entity],
        found: &mut Vec<Diagnostic>,
    ) -> Vec<Specification> {
        let mut all = Vec::new();
        let dimensions = dimensions(unit);
        for entity in entities {
            let name = &entity.name;
            let Some(record) = self.records.get(&name.name) else {
                found.push(error(format!("derived type `{}` is not at hand", ty.name), ty.span));
                return all;
            };
            let is_pointer = |of: &Attribute| of.is("pointer");
            if attributes.iter().any(is_pointer) {
                found.push(fortran_syntax::parse::unsupported_error("attribute `pointer`", name.span));
                continue;
            }
            let of_all = extents(entity, attributes).or_else(|| dimensions.get(&name.name).copied());
            let shape = of_all.cloned().unwrap_or_default();
            let others: Vec<Attribute> =
                attributes.iter().filter(|of| !is_dimension_or_class(of)).cloned().collect();
            self.check_class(unit, ty, attributes, name, found);
            let given = entity.initial.as_ref().map(|value| constructed(&self.types, record, value));
            if let Some(Err(problem)) = &given {
                found.push(problem.clone());
            }
            // What cannot be computed is none of the values that the type has, and refused where it is read.
            let given = given.map(|values| {
                values.unwrap_or_else(|_| record.ty.leaves.iter().map(|_| entity.initial.clone()).collect())
            });
            let is_pointer =
                |leaf: &&Leaf| leaf.lacking.is_none() && leaf.deferred == Some(Deferred::Pointer);
            // What a routine's own variable points to is the routine's to say.
            let is_dummy = unit.head.args.iter().any(|dummy| dummy.name == name.name);
            let comes_from_outside = is_dummy || unit.head.kind == UnitKind::Module;
            if let Some(leaf) = record.ty.leaves.iter().find(is_pointer).filter(|_| comes_from_outside) {
                let component = leaf.path.iter().map(Name::as_str).collect::<Vec<_>>().join("%");
                let message = format!(
                    "`{}%{component}` is a pointer: that it shares no memory with other arguments is assumed",
                    name.name
                );
                found.push(Diagnostic::warning("lp::fortran::assumed", message).at(name.span, ""));
            }
            for (at, leaf) in record.ty.leaves.iter().enumerate().filter(|(_, leaf)| leaf.lacking.is_none()) {
                let initial = match &given {
                    Some(values) => values.get(at).cloned().flatten(),
                    None => leaf.initial.clone().filter(|_| is_static(unit, attributes, &name.name)),
                };
                let stem = Ident { name: record.stem.clone(), span: name.span };
                all.push(declaration(leaf, &stem, &others, &shape, initial));
            }
        }
        all
    }

    /// What is said of `class(t)`: a dummy argument is taken to be of that type.
    fn check_class(
        &self,
        unit: &Unit,
        ty: &Ident,
        attributes: &[Attribute],
        name: &Ident,
        found: &mut Vec<Diagnostic>,
    ) {
        let has = |word: &str| attributes.iter().any(|of| of.is(word));
        if !has("class") {
            return;
        }
        let is_dummy = unit.head.args.iter().any(|arg| arg.name == name.name);
        if !is_dummy || has("allocatable") || has("pointer") {
            let error =
                fortran_syntax::parse::unsupported_error("CLASS of other than dummy arguments", name.span);
            found.push(error.help("declare it as `type`, if it is never another type"));
            return;
        }
        let message = format!("`{}` is taken to be a `{}`, and no type that extends it", name.name, ty.name);
        found.push(Diagnostic::warning("lp::fortran::assumed", message).at(name.span, ""));
    }

    /// Refuses variables that begin or end in the unit where a procedure of their type is called for that.
    fn check_ends(&self, unit: &Unit, found: &mut Vec<Diagnostic>) {
        if unit.head.kind == UnitKind::Module {
            return;
        }
        for (specification, _) in &unit.specifications {
            let Specification::Record(_, attributes, entities) = specification else { continue };
            for name in entities.iter().map(|entity| &entity.name) {
                let is_dummy = unit.head.args.iter().any(|dummy| dummy.name == name.name);
                let ends_here = !is_dummy || is_fresh(unit, attributes, &name.name);
                if ends_here && self.records.get(&name.name).is_some_and(|record| record.ty.finalizes) {
                    let what = "a variable of a derived type with `final` that begins or ends in the routine";
                    let error = fortran_syntax::parse::unsupported_error(what, name.span);
                    found.push(error.help("make it an argument that is no `intent(out)`"));
                }
            }
        }
    }

    /// Assignments of the values that new variables of derived types have.
    fn first_values(&self, unit: &Unit, found: &mut Vec<Diagnostic>) -> Vec<Node> {
        let mut nodes = Vec::new();
        let args: BTreeSet<&Name> = unit.head.args.iter().map(|arg| &arg.name).collect();
        for (specification, _) in &unit.specifications {
            let Specification::Record(_, attributes, entities) = specification else { continue };
            let is_allocatable = attributes.iter().any(|of| of.is("allocatable"));
            for entity in entities {
                let name = &entity.name.name;
                let is_new = !args.contains(name) || is_out(unit, name);
                let Some(record) = self.records.get(&entity.name.name).filter(|_| is_new) else { continue };
                if entity.initial.is_some()
                    || is_allocatable
                    || is_static(unit, attributes, &entity.name.name)
                {
                    continue;
                }
                let is_argument = args.contains(name);
                let may_lack = is_argument && super::assignment::is_optional(unit, name);
                let span = entity.name.span;
                for (leaf, name) in record.names() {
                    let is_beyond = leaf.lacking.is_some() || leaf.deferred.is_some();
                    if is_beyond && leaf.resets && is_argument {
                        found.push(reset(&entity.name, leaf));
                    }
                    if leaf.lacking.is_some() {
                        continue;
                    }
                    for (target, value) in leaf.first_values(&name, record.rank, span) {
                        let first = Node { kind: NodeKind::Assign(target, value), span, tags: Rc::default() };
                        nodes.push(if may_lack { where_present(name.clone(), first) } else { first });
                    }
                }
            }
        }
        nodes
    }
}

/// A component that `intent(out)` gives a first value, or frees, which no kernel does.
fn reset(argument: &Ident, leaf: &Leaf) -> Diagnostic {
    let component = leaf.path.last().unwrap_or(&argument.name);
    let construct =
        format!("`intent(out)` of `{}`, which resets its component `{component}`,", argument.name);
    fortran_syntax::parse::unsupported_error(&construct, argument.span).help("write `intent(inout)`")
}

fn described(
    name: &Name,
    record: &Record,
    arguments: Vec<(Name, Vec<(Name, usize)>)>,
) -> fortran_syntax::ast::Record {
    let names_where = |is_it: &dyn Fn(Option<Deferred>) -> bool| {
        record.names().filter(|(leaf, _)| is_it(leaf.deferred)).map(|(_, name)| name).collect()
    };
    fortran_syntax::ast::Record {
        name: name.clone(),
        ty: record.ty.name.clone(),
        home: record.ty.home.clone(),
        rank: record.rank,
        arguments,
        deferred: names_where(&|deferred| deferred.is_some()),
        pointers: names_where(&|deferred| deferred == Some(Deferred::Pointer)),
    }
}

fn is_dimension_or_class(attribute: &Attribute) -> bool {
    match attribute {
        Attribute::Dimension(_) => true,
        Attribute::Other(name, _) => name.name == "class",
    }
}

/// Whether a variable with these attributes keeps its value, so that it gets its first one once.
fn is_static(unit: &Unit, attributes: &[Attribute], name: &Name) -> bool {
    let is_saved = |of: &Attribute| of.is("save");
    let saves = |specification: &Specification| match specification {
        Specification::Save(names, all) => *all || names.iter().any(|saved| saved.name == *name),
        _ => false,
    };
    unit.head.kind == UnitKind::Module
        || attributes.iter().any(is_saved)
        || unit.specifications.iter().any(|(specification, _)| saves(specification))
}

pub(super) fn declaration(
    leaf: &Leaf,
    of: &Ident,
    attributes: &[Attribute],
    shape: &[Extent],
    initial: Option<Expr>,
) -> Specification {
    let is_allocatable = |of: &Attribute| of.is("allocatable");
    let is_allocated = attributes.iter().any(is_allocatable);
    // The intent of a variable says nothing about what its components point to.
    let is_kept = |of: &&Attribute| leaf.deferred != Some(Deferred::Pointer) || !of.is("intent");
    let mut attributes: Vec<Attribute> = attributes.iter().filter(is_kept).cloned().collect();
    if leaf.deferred.is_some() && !is_allocated {
        let name = Ident { name: Name::from("allocatable"), span: of.span };
        attributes.push(Attribute::Other(name, None));
    }
    let mut extents = leaf.extents.clone();
    if is_allocated {
        // They are given with the others.
        extents = extents
            .into_iter()
            .map(|extent| Extent { lower: None, upper: Upper::Deferred, ..extent })
            .collect();
    }
    extents.extend(shape.iter().enumerate().map(|(at, extent)| match &extent.upper {
        Upper::Deferred if !is_allocated => {
            let name = Name::new(format!("{}_size{}", of.name, at + 1));
            Extent { upper: Upper::Shared(name), ..extent.clone() }
        }
        _ => extent.clone(),
    }));
    let name = Ident { name: leaf.name_in(&of.name), span: of.span };
    let extents = (!extents.is_empty()).then_some(extents);
    let entity = Entity { name, extents, length: None, initial };
    Specification::Declare(leaf.ty.clone(), attributes, vec![entity])
}

/// What is done with a dummy argument if it is given.
fn where_present(dummy: Name, node: Node) -> Node {
    let (span, tags) = (node.span, Rc::clone(&node.tags));
    let dummy = Actual::Value(Expr { kind: ExprKind::Name(dummy), span });
    let present = ExprKind::Apply(Ident { name: Name::from("present"), span }, vec![dummy]);
    let condition = Expr { kind: present, span };
    let branch = Branch { condition, span, tags: Rc::clone(&tags), body: vec![node] };
    Node { kind: NodeKind::If(vec![branch], Vec::new()), span, tags }
}

/// Whether a dummy argument is another variable than the one that its caller has, or begins anew.
fn is_fresh(unit: &Unit, attributes: &[Attribute], name: &Name) -> bool {
    let lists_value = |of: &Specification| matches!(of, Specification::Value(names) if names.iter().any(|own| own.name == *name));
    is_out(unit, name)
        || attributes.iter().any(|of| of.is("value"))
        || unit.specifications.iter().any(|(of, _)| lists_value(of))
}

/// The values that `t(1, x=2)` gives the components of a variable, where all of these are single values.
pub(super) fn constructed(
    types: &Types,
    record: &Record,
    value: &Expr,
) -> Result<Vec<Option<Expr>>, Diagnostic> {
    let ty = &record.ty;
    if let ExprKind::Array(items) = &value.kind {
        return listed(types, record, items, value);
    }
    let ExprKind::Apply(name, actuals) = &value.kind else {
        return Err(error("a variable of a derived type gets the value of a constructor", value.span));
    };
    let is_plain = |leaf: &Leaf| leaf.lacking.is_none() && leaf.deferred.is_none();
    let is_its_own = types.get(&name.name).is_some_and(|of| of.identity() == ty.identity());
    if !is_its_own || !ty.leaves.iter().all(is_plain) {
        let construct = "this value of a derived type";
        return Err(fortran_syntax::parse::unsupported_error(construct, value.span));
    }
    let fields = ty.fields();
    let mut values: Vec<Option<Expr>> = ty.leaves.iter().map(|leaf| leaf.initial.clone()).collect();
    for (at, actual) in actuals.iter().enumerate() {
        let (field, value) = match actual {
            Actual::Value(value) => (fields.get(at).copied(), value),
            Actual::Keyword(keyword, value) => (named_field(&fields, &keyword.name), value),
            Actual::Section(section) => return Err(error("a value is expected", section.span)),
            Actual::Lacking(span) => return Err(error("a value is expected", *span)),
        };
        let Some(field) = field else {
            return Err(error(format!("`{}` has no such component", ty.name), value.span));
        };
        let own = ty.leaves.iter().zip(&mut values).filter(|(leaf, _)| leaf.path.starts_with(field));
        let own = own.map(|(leaf, place)| (leaf.without_prefix(field.len() - 1), place));
        fill(types, own.collect(), value)?;
    }
    if values.iter().any(Option::is_none) {
        return Err(error(format!("not all components of `{}` get a value", ty.name), value.span));
    }
    Ok(values)
}

/// The component, or all that a type takes over of another one, that a keyword names.
fn named_field<'f>(fields: &[&'f [Name]], keyword: &Name) -> Option<&'f [Name]> {
    let own = fields.iter().find(|field| field.last() == Some(keyword)).copied();
    let parent =
        || fields.iter().find_map(|field| field.get(..field.iter().position(|name| name == keyword)? + 1));
    own.or_else(parent)
}

/// The values of the components of an array, one of its elements after the other.
fn listed(
    types: &Types,
    record: &Record,
    items: &[Item],
    value: &Expr,
) -> Result<Vec<Option<Expr>>, Diagnostic> {
    let leaves = &record.ty.leaves;
    let unsupported =
        || fortran_syntax::parse::unsupported_error("such an array of values of a derived type", value.span);
    if leaves.iter().any(|leaf| leaf.ranks.iter().any(|rank| *rank > 0)) {
        return Err(unsupported().help("assign the elements one after the other"));
    }
    let mut all: Vec<Vec<Item>> = vec![Vec::new(); leaves.len()];
    for item in items {
        let Item::Value(item) = item else { return Err(unsupported()) };
        let is_made = matches!(&item.kind, ExprKind::Apply(name, _) if types.contains_key(&name.name));
        let values = match is_made {
            true => constructed(types, record, item)?,
            false => leaves.iter().map(|leaf| part(item, &leaf.path)).collect(),
        };
        for ((values, value), leaf) in all.iter_mut().zip(values).zip(leaves) {
            values.push(Item::Value(leaf.converted(value.ok_or_else(unsupported)?)));
        }
    }
    let array = |items| Some(Expr { kind: ExprKind::Array(items), span: value.span });
    Ok(all.into_iter().map(array).collect())
}

/// Gives a component its value: one of a derived type is made by a constructor, or is that of a variable.
fn fill(types: &Types, mut own: Vec<(Leaf, &mut Option<Expr>)>, value: &Expr) -> Result<(), Diagnostic> {
    if let [(leaf, place)] = own.as_mut_slice()
        && leaf.path.len() == 1
    {
        **place = Some(value.clone());
        return Ok(());
    }
    let nested = match &value.kind {
        ExprKind::Apply(name, _) => types.get(&name.name),
        _ => None,
    };
    let parts: Vec<Option<Expr>> = match nested {
        Some(ty) => {
            let is_its_own = own.first().is_some_and(|(leaf, _)| leaf.owners.first() == Some(&ty.identity()));
            if !is_its_own {
                return Err(error("the value is of another type than the component", value.span));
            }
            let record = Record { ty: Rc::clone(ty), stem: ty.name.clone(), rank: 0, is_class: false };
            constructed(types, &record, value)?
        }
        None => own.iter().map(|(leaf, _)| part(value, leaf.path.get(1..).unwrap_or(&[]))).collect(),
    };
    for ((_, place), part) in own.into_iter().zip(parts) {
        *place = Some(part.ok_or_else(|| {
            fortran_syntax::parse::unsupported_error(
                "this value of a component of a derived type",
                value.span,
            )
        })?);
    }
    Ok(())
}

/// A component of a variable, whose subscripts may be evaluated for each of them.
fn part(variable: &Expr, path: &[Name]) -> Option<Expr> {
    let mut target = fortran_syntax::ast::place(variable.clone())?;
    let mut calls = false;
    fortran_syntax::walk::subscripts(&mut target, &mut |actuals| {
        fortran_syntax::walk::in_actuals(actuals, &mut |subscript| {
            fortran_syntax::walk::each_expr(subscript, &mut |part| {
                calls |= matches!(part.kind, ExprKind::Apply(..))
            });
        });
    });
    if calls {
        return None;
    }
    let parts = path.iter().map(|name| Ident { name: name.clone(), span: variable.span });
    target.components.extend(parts.map(|name| Part { name, index: None }));
    Some(Expr { kind: ExprKind::Component(Box::new(target)), span: variable.span })
}

/// Calls `f` for each bound of an array that a specification declares.
fn each_bound(specification: &mut Specification, f: &mut dyn FnMut(&mut Expr)) {
    let (attributes, entities) = match specification {
        Specification::Declare(_, attributes, entities) => (attributes.as_mut_slice(), entities),
        Specification::Dimension(entities) => (&mut [][..], entities),
        _ => return,
    };
    let of_all = attributes.iter_mut().filter_map(|attribute| match attribute {
        Attribute::Dimension(extents) => Some(extents),
        Attribute::Other(..) => None,
    });
    let own = entities.iter_mut().filter_map(|entity| entity.extents.as_mut());
    for extent in of_all.chain(own).flatten() {
        extent.lower.iter_mut().for_each(&mut *f);
        if let Upper::Bound(upper) = &mut extent.upper {
            f(upper);
        }
    }
}
