//! Derived types and the components that are no derived types themselves.

use fortran_syntax::ast::{
    Attribute, Binding, ComponentType, Entity, Expr, ExprKind, Extent, Ident, KindSpec, Part, Specification,
    Target, TypeDefinition, TypeSpec, Upper,
};
use fortran_syntax::token::Number;
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How many components a type may come to.
const MAX_LEAVES: usize = 1000;

/// A derived type.
#[derive(Debug)]
pub(super) struct Type {
    pub(super) name: Name,
    /// The module that defines it, if one does.
    pub(super) home: Option<Name>,
    /// The type that it extends, and what that is called here.
    pub(super) parent: Option<(Name, Rc<Type>)>,
    pub(super) leaves: Vec<Leaf>,
    /// Whether a procedure of the type is called where a variable of it is assigned.
    pub(super) assigns: bool,
    /// Whether a procedure of the type is called where a variable of it ends, or is assigned as a whole.
    /// Source: Fortran 2018, 7.5.6.3.
    pub(super) finalizes: bool,
    /// Its procedures.
    pub(super) bindings: Vec<Binding>,
}

/// A type, however a unit calls it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Identity {
    pub(super) name: Name,
    /// The module that defines it.
    pub(super) home: Option<Name>,
}

/// A component that is a number or an array of numbers, perhaps of a component.
#[derive(Debug, Clone)]
pub(super) struct Leaf {
    /// The component, and that of it, and so on.
    pub(super) path: Vec<Name>,
    /// Whether each of these is what a type takes over of the one that it extends, whose name may be left
    /// out.
    pub(super) inherited: Vec<bool>,
    /// What the names of variables for it end in, which no other component of the type has.
    pub(super) label: Name,
    /// The number of axes of each of these.
    pub(super) ranks: Vec<usize>,
    /// The type of each of these but the last.
    pub(super) owners: Vec<Identity>,
    pub(super) ty: TypeSpec,
    /// Axes of the innermost first.
    pub(super) extents: Vec<Extent>,
    /// The value that a new variable has.
    pub(super) initial: Option<Expr>,
    /// How it gets its extents, where it gets them elsewhere.
    pub(super) deferred: Option<Deferred>,
    /// Why it cannot be used.
    pub(super) lacking: Option<String>,
    /// Whether `intent(out)` does something to it: it has a first value, is freed, or nothing is known of it.
    pub(super) resets: bool,
}

/// How a component gets extents that its type does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deferred {
    /// By `allocate`.
    Allocatable,
    /// As what it points to.
    Pointer,
}

impl Deferred {
    fn of_attribute(attribute: &Name) -> Option<Deferred> {
        match attribute.as_str() {
            "allocatable" => Some(Deferred::Allocatable),
            "pointer" => Some(Deferred::Pointer),
            _ => None,
        }
    }

    fn noun(self) -> &'static str {
        match self {
            Deferred::Allocatable => "allocatable",
            Deferred::Pointer => "a pointer",
        }
    }
}

/// Values of named constants.
pub(super) type Constants = BTreeMap<Name, Expr>;

/// The types that names mean.
pub(super) type Types = BTreeMap<Name, Rc<Type>>;

impl Type {
    pub(super) fn of_definition(
        definition: &TypeDefinition,
        home: Option<Name>,
        types: &Types,
        constants: &Constants,
        may_assume: bool,
    ) -> Type {
        let parent = definition.extends.as_ref();
        let parent = parent.and_then(|of| Some((of.name.clone(), Rc::clone(types.get(&of.name)?))));
        let mut leaves: Vec<Leaf> =
            definition.extends.iter().flat_map(|of| Leaf::taken_over(of, types)).collect();
        let mut assigns = definition.assigns || parent.as_ref().is_some_and(|(_, ty)| ty.assigns);
        let mut finalizes = definition.finalizes || parent.as_ref().is_some_and(|(_, ty)| ty.finalizes);
        for component in &definition.components {
            if let ComponentType::Derived(ty) = &component.ty {
                assigns |= types.get(&ty.name).is_some_and(|ty| ty.assigns);
                finalizes |= types.get(&ty.name).is_some_and(|ty| ty.finalizes);
            }
            for entity in &component.entities {
                let own = Leaf::of_entity(entity, &component.attributes, constants);
                match &component.ty {
                    ComponentType::Plain(ty) => leaves.push(own.typed(ty, constants, may_assume)),
                    ComponentType::Derived(ty) => leaves.extend(own.nested_leaves(ty, types)),
                    ComponentType::Obscure => leaves.push(own.obscure()),
                }
            }
        }
        let is_too_large = leaves.len() > MAX_LEAVES;
        let lacking = is_too_large.then(|| format!("its type has more than {MAX_LEAVES} components"));
        leaves.truncate(MAX_LEAVES);
        label(&mut leaves);
        if lacking.is_some() {
            leaves.iter_mut().for_each(|leaf| leaf.lacking.clone_from(&lacking));
        }
        let bindings = definition.bindings.clone();
        Type { name: definition.name.name.clone(), home, parent, leaves, assigns, finalizes, bindings }
    }

    /// Whether one of its procedures has that name.
    pub(super) fn has_procedure(&self, name: &Name) -> bool {
        self.bindings.iter().any(|binding| binding.name == *name)
    }

    /// It and the types that it extends, the nearest first.
    pub(super) fn line(&self) -> impl Iterator<Item = &Type> {
        std::iter::successors(Some(self), |ty| ty.parent.as_ref().map(|(_, ty)| &**ty))
    }

    /// Whether a procedure is one that a type which it extends binds, and that it, or one between, overrides.
    pub(super) fn overrides(&self, procedure: &Name) -> bool {
        let line: Vec<&Type> = self.line().collect();
        line.iter().enumerate().any(|(depth, ty)| {
            let is_overridden =
                |binding: &Binding| line.iter().take(depth).any(|nearer| nearer.has_procedure(&binding.name));
            ty.bindings.iter().any(|binding| binding.procedure == *procedure && is_overridden(binding))
        })
    }

    /// What tells it from other types.
    pub(super) fn identity(&self) -> Identity {
        Identity { name: self.name.clone(), home: self.home.clone() }
    }

    /// The type of the elements of an array: what each gets extents of its own for has none in common.
    pub(super) fn in_array(&self) -> Type {
        let leaves = self.leaves.iter().map(|leaf| leaf.clone().in_array()).collect();
        let (name, home, bindings) = (self.name.clone(), self.home.clone(), self.bindings.clone());
        let (assigns, finalizes) = (self.assigns, self.finalizes);
        Type { name, home, parent: self.parent.clone(), leaves, assigns, finalizes, bindings }
    }

    /// The types that it extends, also through others, and where it has what it takes over of each.
    pub(super) fn ancestors(&self) -> Vec<(Identity, Vec<Name>)> {
        let mut path = Vec::new();
        let mut all = Vec::new();
        let mut next = self.parent.as_ref();
        while let Some((name, ty)) = next {
            path.push(name.clone());
            all.push((ty.identity(), path.clone()));
            next = ty.parent.as_ref();
        }
        all
    }

    /// A part of a variable with the names of the types in it that others extend: `p%base%x` for `p%x`.
    pub(super) fn completed(&self, target: &Target) -> Target {
        let mut path: Vec<Name> = Vec::new();
        let mut components = Vec::new();
        for part in &target.components {
            let Ident { name, span } = &part.name;
            let is_here = |path: &[Name]| {
                let leads =
                    |leaf: &Leaf| leaf.path.starts_with(path) && leaf.path.get(path.len()) == Some(name);
                self.leaves.iter().any(leads)
            };
            while !is_here(&path) {
                let Some(parent) = self.leaves.iter().find_map(|leaf| leaf.parent_behind(&path)) else {
                    break;
                };
                let name = Ident { name: parent.clone(), span: *span };
                components.push(Part { name, index: None });
                path.push(parent.clone());
            }
            path.push(name.clone());
            components.push(part.clone());
        }
        Target { components, ..target.clone() }
    }

    /// The components by which a constructor gives values, those of the type that it extends first.
    pub(super) fn fields(&self) -> Vec<&[Name]> {
        let mut fields: Vec<&[Name]> = self.leaves.iter().map(Leaf::field).collect();
        fields.dedup();
        fields
    }
}

impl Leaf {
    /// What a type takes over of another one: a component of that name.
    fn taken_over(of: &Ident, types: &Types) -> Vec<Leaf> {
        let entity = Entity { name: of.clone(), extents: None, length: None, initial: None };
        let mut leaves = Leaf::of_entity(&entity, &[], &Constants::new()).nested_leaves(of, types);
        leaves.iter_mut().filter_map(|leaf| leaf.inherited.first_mut()).for_each(|is| *is = true);
        leaves
    }

    /// The name of what is taken over, where it stands behind these names.
    fn parent_behind(&self, path: &[Name]) -> Option<&Name> {
        let is_it = self.path.starts_with(path) && self.inherited.get(path.len()) == Some(&true);
        self.path.get(path.len()).filter(|_| is_it)
    }

    /// The path up to the first component that is not taken over.
    fn field(&self) -> &[Name] {
        let before = self.inherited.iter().take_while(|is| **is).count();
        self.path.get(..before + 1).unwrap_or(&self.path)
    }

    /// What it is of the component that a path leads to.
    pub(super) fn without_prefix(&self, path: usize) -> Leaf {
        Leaf {
            path: self.path.get(path..).unwrap_or(&[]).to_vec(),
            inherited: self.inherited.get(path..).unwrap_or(&[]).to_vec(),
            owners: self.owners.get(path..).unwrap_or(&[]).to_vec(),
            ..self.clone()
        }
    }

    /// What a declaration says of a component besides its type.
    fn of_entity(entity: &Entity, attributes: &[Attribute], constants: &Constants) -> Leaf {
        let mut deferred = None;
        let mut extents = entity.extents.clone();
        for attribute in attributes {
            match attribute {
                Attribute::Dimension(all) => extents = extents.or_else(|| Some(all.clone())),
                Attribute::Other(name, _) => deferred = deferred.or(Deferred::of_attribute(&name.name)),
            }
        }
        let mut extents = extents.unwrap_or_default();
        let single = deferred.filter(|_| extents.is_empty());
        let mut lacking = single.map(|deferred| format!("it is {}", deferred.noun()));
        for extent in &mut extents {
            let upper = if let Upper::Bound(upper) = &mut extent.upper { Some(upper) } else { None };
            for bound in extent.lower.iter_mut().chain(upper) {
                *bound = with_constants(bound, constants);
                if !is_constant(bound) {
                    lacking.get_or_insert_with(|| "its bounds are no constants that are at hand".to_owned());
                }
            }
        }
        Leaf {
            path: vec![entity.name.name.clone()],
            inherited: vec![false],
            label: entity.name.name.clone(),
            ranks: vec![extents.len()],
            owners: Vec::new(),
            ty: TypeSpec { base: fortran_syntax::ast::BaseType::Integer, kind: None, span: entity.name.span },
            extents,
            // A pointer may be said to point to nothing at first.
            initial: entity
                .initial
                .as_ref()
                .filter(|_| deferred.is_none())
                .map(|value| with_constants(value, constants)),
            deferred,
            lacking,
            resets: entity.initial.is_some() || deferred == Some(Deferred::Allocatable),
        }
    }

    /// The kind of a type may lie in a module that is not at hand, and is assumed then where it is used.
    fn typed(self, ty: &TypeSpec, constants: &Constants, may_assume: bool) -> Leaf {
        let kind = ty.kind.clone().map(|kind| match kind {
            KindSpec::Kind(kind) => KindSpec::Kind(with_constants(&kind, constants)),
            other => other,
        });
        let is_text = ty.base == fortran_syntax::ast::BaseType::Character;
        let is_open = !may_assume && matches!(&kind, Some(KindSpec::Kind(kind)) if !is_constant(kind));
        let lacking = match (is_text, is_open) {
            (true, _) => Some("it is a text".to_owned()),
            (false, true) => Some("its kind is no constant that is at hand".to_owned()),
            (false, false) => None,
        };
        Leaf { ty: TypeSpec { kind, ..ty.clone() }, lacking: self.lacking.or(lacking), ..self }
    }

    /// A component of which no more is known than that it is there.
    fn obscure(self) -> Leaf {
        Leaf { lacking: Some("its declaration is not understood".to_owned()), resets: true, ..self }
    }

    /// The components of a component of a derived type.
    fn nested_leaves(self, ty: &Ident, types: &Types) -> Vec<Leaf> {
        let deferred = self.deferred.map(|deferred| format!("it is {}", deferred.noun()));
        let lacking = self.lacking.clone().or(deferred);
        let Some(of) = types.get(&ty.name).filter(|_| lacking.is_none()) else {
            let unknown = || format!("its type `{}` is not known", ty.name);
            let resets = self.resets || self.deferred.is_none();
            return vec![Leaf { lacking: lacking.or_else(|| Some(unknown())), resets, ..self }];
        };
        let in_array = !self.extents.is_empty();
        let lacking = self.initial.as_ref().map(|_| "it has a first value of a derived type".to_owned());
        let inner = |leaf: &Leaf| Leaf {
            path: self.path.iter().chain(&leaf.path).cloned().collect(),
            inherited: self.inherited.iter().chain(&leaf.inherited).copied().collect(),
            ranks: self.ranks.iter().chain(&leaf.ranks).copied().collect(),
            owners: std::iter::once(of.identity()).chain(leaf.owners.iter().cloned()).collect(),
            extents: leaf.extents.iter().chain(&self.extents).cloned().collect(),
            lacking: lacking.clone().or_else(|| leaf.lacking.clone()),
            resets: self.resets || leaf.resets,
            ..leaf.clone()
        };
        of.leaves.iter().map(inner).map(|leaf| if in_array { leaf.in_array() } else { leaf }).collect()
    }

    fn in_array(self) -> Leaf {
        let own =
            self.deferred.map(|deferred| format!("it is {}, in each element of an array", deferred.noun()));
        Leaf { lacking: self.lacking.clone().or(own), ..self }
    }

    /// Whether something of the type that so many names lead to has it as an array with extents of its own.
    pub(super) fn is_deferred_behind(&self, names: usize) -> bool {
        let around = self.ranks.len().saturating_sub(1);
        self.deferred.is_some() && self.ranks.iter().take(around).skip(names).all(|rank| *rank == 0)
    }

    /// The name of the variable for it.
    pub(super) fn name_in(&self, variable: &Name) -> Name {
        Name::new(format!("{variable}_{}", self.label))
    }
}

/// Gives each component a label of its own: both `b%x` and `b_x` would be `b_x`.
fn label(leaves: &mut [Leaf]) {
    let mut taken: BTreeSet<Name> = leaves.iter().map(|leaf| joined_path(&leaf.path)).collect();
    let mut given = BTreeSet::new();
    for leaf in leaves {
        let plain = joined_path(&leaf.path);
        let numbered = (1_u64..).map(|number| Name::new(format!("{plain}_{number}")));
        let is_free = |name: &Name| !taken.contains(name);
        leaf.label = match given.insert(plain.clone()) {
            true => plain,
            false => numbered.into_iter().find(is_free).unwrap_or(plain),
        };
        taken.insert(leaf.label.clone());
    }
}

fn joined_path(path: &[Name]) -> Name {
    Name::new(path.iter().map(Name::as_str).collect::<Vec<&str>>().join("_"))
}

/// `p_b_x` for `p%b%x`.
pub(super) fn joined(variable: &Name, path: &[Name]) -> Name {
    let parts = std::iter::once(variable).chain(path).map(Name::as_str);
    Name::new(parts.collect::<Vec<&str>>().join("_"))
}

/// Adds the named constants that a specification defines, in terms of literals.
pub(super) fn note_constants(specification: &Specification, constants: &mut Constants) {
    let defined: Vec<(&Name, &Expr)> = match specification {
        Specification::Parameter(all) => all.iter().map(|(name, value)| (&name.name, value)).collect(),
        Specification::Declare(_, attributes, entities) => {
            let is_parameter = |of: &Attribute| of.is("parameter");
            let is_constant = attributes.iter().any(is_parameter);
            let value = |entity: &'_ Entity| entity.initial.is_some() && entity.extents.is_none();
            let all = entities.iter().filter(|entity| is_constant && value(entity));
            all.filter_map(|entity| Some((&entity.name.name, entity.initial.as_ref()?))).collect()
        }
        _ => return,
    };
    for (name, value) in defined {
        let value = with_constants(value, constants);
        constants.insert(name.clone(), value);
    }
}

/// The expression with the values of named constants.
fn with_constants(expr: &Expr, constants: &Constants) -> Expr {
    let mut expr = expr.clone();
    fortran_syntax::walk::each_expr(&mut expr, &mut |part| {
        match &mut part.kind {
            ExprKind::Name(name) => {
                if let Some(value) = constants.get(name) {
                    part.kind = value.kind.clone();
                }
            }
            // A kind is written behind a number as well.
            ExprKind::Number(Number { kind: Some(kind), .. }) => {
                if let Some(ExprKind::Number(value)) = constants.get(kind.as_str()).map(|value| &value.kind) {
                    kind.clone_from(&value.digits);
                }
            }
            _ => {}
        }
    });
    expr
}

/// Whether an expression is computed of literals.
fn is_constant(expr: &Expr) -> bool {
    let mut expr = expr.clone();
    let mut constant = true;
    fortran_syntax::walk::each_expr(&mut expr, &mut |part| {
        constant &= match &part.kind {
            ExprKind::Name(_) | ExprKind::Component(_) => false,
            ExprKind::Apply(name, _) => crate::intrinsic::is_intrinsic(&name.name),
            _ => true,
        };
    });
    constant
}
