//! Statements of the declaring part of a unit.

use super::{Expr, Ident, Range, Target};
use crate::token::Number;
use diag::Span;
use poly::Name;

/// What an `allocate` or `deallocate` statement says behind `stat=` or another keyword.
pub(crate) fn specifier<'e>(entities: &'e [Entity], keyword: &str) -> Option<&'e Expr> {
    entities.iter().filter(|entity| entity.name.name == keyword).find_map(|entity| entity.initial.as_ref())
}

/// The type that a declaration names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TypeSpec {
    pub(crate) base: BaseType,
    pub(crate) kind: Option<KindSpec>,
    pub(crate) span: Span,
}

/// Family of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BaseType {
    Integer,
    Real,
    DoublePrecision,
    Logical,
    Complex,
    DoubleComplex,
    Character,
}

/// How many bytes, or how many characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum KindSpec {
    /// `*8`
    Star(Number),
    /// `(8)`, `(kind=8)`, `(dp)`, `(len=1)`
    Kind(Expr),
    /// `*(*)`, `(len=*)`, `(:)`: as many characters as the caller's variable has.
    Assumed,
}

/// An attribute before `::`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Attribute {
    /// `dimension(n, 0:m)`
    Dimension(Vec<Extent>),
    /// Any other, `intent(in out)` as `intent` with `inout`.
    Other(Ident, Option<Name>),
}

impl Attribute {
    /// Whether it is the one of that name, whatever it says besides.
    pub(crate) fn is(&self, word: &str) -> bool {
        matches!(self, Attribute::Other(name, _) if name.name == word)
    }
}

/// A declared name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entity {
    pub(crate) name: Ident,
    pub(crate) extents: Option<Vec<Extent>>,
    /// `*8` or `*(*)` after the name.
    pub(crate) length: Option<KindSpec>,
    pub(crate) initial: Option<Expr>,
}

/// One axis of a declared array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) lower: Option<Expr>,
    pub(crate) upper: Upper,
    pub(crate) span: Span,
}

/// Upper bound of an axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Upper {
    Bound(Expr),
    /// `*`
    Assumed,
    /// `:`, an assumed shape.
    Deferred,
    /// The same of a variable of a derived type: all of its components have as many elements, under this
    /// name.
    Shared(Name),
}

/// The letters of one `implicit` rule and their type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ImplicitRule {
    pub(crate) ty: TypeSpec,
    pub(crate) letters: Vec<(Ident, Ident)>,
}

/// `type t .. end type`
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TypeDefinition {
    pub(crate) name: Ident,
    pub(crate) components: Vec<Component>,
    /// The type whose components and procedures it takes over.
    pub(crate) extends: Option<Ident>,
    /// Whether a procedure of the type is called where a variable of it ends.
    pub(crate) finalizes: bool,
    /// Whether a procedure of the type is called where a variable of it is assigned.
    pub(crate) assigns: bool,
    /// What its attributes say of who may use it.
    pub(crate) access: Option<Access>,
    /// Its procedures.
    pub(crate) bindings: Vec<Binding>,
    /// Names that mean several of these, each with theirs.
    pub(crate) generics: Vec<(Ident, Vec<Name>)>,
}

impl TypeDefinition {
    /// The names of its procedures, generic ones too.
    pub(crate) fn bound_names(&self) -> impl Iterator<Item = &Name> {
        let generics = self.generics.iter().map(|(name, _)| &name.name);
        self.bindings.iter().map(|binding| &binding.name).chain(generics)
    }

    /// Its generic names as those of the unit around: an operator has its own name, others that of the type
    /// before it, which no source can write, and a procedure of the type that stands for all of theirs.
    pub(crate) fn named_apart(&mut self) -> Vec<Specification> {
        let mut generics = Vec::new();
        for (name, own) in std::mem::take(&mut self.generics) {
            let procedure = |own: &Name| {
                let binding = self.bindings.iter().find(|binding| binding.name == *own)?;
                Some(binding.procedure.clone())
            };
            let procedures: Vec<Name> = own.iter().filter_map(procedure).collect();
            let pass =
                self.bindings.iter().find(|binding| own.contains(&binding.name)).map(|of| of.pass.clone());
            if name.name.contains('(') {
                generics.push(Specification::Generic(name, procedures));
                continue;
            }
            let all = Name::new(format!("{}%{}", self.name.name, name.name));
            let pass = pass.unwrap_or(Pass::First);
            self.bindings.push(Binding { name: name.name.clone(), procedure: all.clone(), pass });
            generics.push(Specification::Generic(Ident { name: all, span: name.span }, procedures));
        }
        generics
    }
}

/// `procedure :: name => procedure` in a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Binding {
    pub(crate) name: Name,
    pub(crate) procedure: Name,
    pub(crate) pass: Pass,
}

/// Which argument of a procedure of a type is the variable that it is called of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Pass {
    First,
    Argument(Name),
    Nothing,
}

/// Who may use a name of a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Public,
    Private,
}

/// One declaration of components.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Component {
    pub(crate) ty: ComponentType,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) entities: Vec<Entity>,
}

/// The type of a component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ComponentType {
    Plain(TypeSpec),
    Derived(Ident),
    /// Its declaration is not understood.
    Obscure,
}

/// What is known of a procedure that is given by its caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ProcedureType {
    /// It has the interface that is called so.
    Like(Ident),
    /// It is a function that gives such a value.
    Gives(TypeSpec),
}

/// A statement of the declaring part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Specification {
    ImplicitNone,
    Implicit(Vec<ImplicitRule>),
    Declare(TypeSpec, Vec<Attribute>, Vec<Entity>),
    Dimension(Vec<Entity>),
    Parameter(Vec<(Ident, Expr)>),
    Intent(Name, Vec<Ident>),
    /// Dummy arguments that callers may leave out.
    Optional(Vec<Ident>),
    /// `external`: functions and subroutines defined elsewhere.
    External(Vec<Ident>),
    Data(Vec<DataSet>),
    /// Sets of variables and elements that share memory.
    Equivalence(Vec<Vec<Target>>),
    Common(Vec<CommonBlock>),
    /// `save`, with names or of all variables; common blocks among the names are left out, since they stay
    /// anyway.
    Save(Vec<Ident>, bool),
    Use(UseStatement),
    /// `private` and `public`, of these names or else of all.
    Access(Access, Vec<Ident>),
    /// `value`: dummy arguments that are copies.
    Value(Vec<Ident>),
    /// `intrinsic`: functions that are those of the language, whatever the units around call so.
    Intrinsic(Vec<Ident>),
    Type(TypeDefinition),
    /// `type(t) :: p, q(10)`
    Record(Ident, Vec<Attribute>, Vec<Entity>),
    /// `interface name`, with the procedures that the name may mean.
    Generic(Ident, Vec<Name>),
}

/// `a, b(1), (c(i), i = 1, 3) /1, 2, 3*0/`
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DataSet {
    pub(crate) objects: Vec<DataObject>,
    /// Values, each with how often it stands there.
    pub(crate) values: Vec<(Option<Expr>, Expr)>,
}

/// What a `data` statement gives first values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DataObject {
    /// A variable, an array or an element.
    Variable(Target),
    /// `(a(i), i = 1, 3)`
    Each(Box<DataObject>, Box<Range>),
}

/// `/name/ members` of a `common` statement; the unnamed block has an empty name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CommonBlock {
    pub(crate) name: Name,
    pub(crate) members: Vec<Entity>,
}

/// Which modules a `use` statement may mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nature {
    /// That of a source, or else that of the language.
    Any,
    /// `use, intrinsic`
    Intrinsic,
    /// `use, non_intrinsic`
    NonIntrinsic,
}

/// `use module, only: local => name, ..`
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UseStatement {
    pub(crate) module: Ident,
    pub(crate) nature: Nature,
    /// Local names and the names that they stand for.
    pub(crate) names: Vec<(Ident, Name)>,
    /// Whether these are all.
    pub(crate) only: bool,
}

impl UseStatement {
    pub(crate) fn new(module: Ident, names: Option<Vec<(Ident, Name)>>, only: bool) -> Self {
        UseStatement { module, nature: Nature::Any, names: names.unwrap_or_default(), only }
    }
}
