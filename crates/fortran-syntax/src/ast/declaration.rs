//! Statements of the declaring part of a unit.

use super::{Expr, Ident, Range, Target};
use crate::token::Number;
use diag::Span;
use poly::Name;

/// What an `allocate` or `deallocate` statement says behind `stat=` or another keyword.
pub fn specifier<'e>(entities: &'e [Entity], keyword: &str) -> Option<&'e Expr> {
    entities.iter().filter(|entity| entity.name.name == keyword).find_map(|entity| entity.initial.as_ref())
}

/// The type that a declaration names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeSpec {
    /// The family of the type.
    pub base: BaseType,
    /// What is said of its size.
    pub kind: Option<KindSpec>,
    /// Where it stands.
    pub span: Span,
}

/// Family of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BaseType {
    /// `integer`
    Integer,
    /// `real`
    Real,
    /// `double precision`
    DoublePrecision,
    /// `logical`
    Logical,
    /// `complex`
    Complex,
    /// `double complex`
    DoubleComplex,
    /// `character`
    Character,
}

/// How many bytes, or how many characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KindSpec {
    /// `*8`
    Star(Number),
    /// `(8)`, `(kind=8)`, `(dp)`, `(len=1)`
    Kind(Expr),
    /// `*(*)`, `(len=*)`, `(:)`: as many characters as the caller's variable has.
    Assumed,
}

/// An attribute before `::`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Attribute {
    /// `dimension(n, 0:m)`
    Dimension(Vec<Extent>),
    /// Any other, `intent(in out)` as `intent` with `inout`.
    Other(Ident, Option<Name>),
}

impl Attribute {
    /// Whether it is the one of that name, whatever it says besides.
    pub fn is(&self, word: &str) -> bool {
        matches!(self, Attribute::Other(name, _) if name.name == word)
    }
}

/// A declared name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entity {
    /// The name.
    pub name: Ident,
    /// The bounds behind it, if it is an array by them.
    pub extents: Option<Vec<Extent>>,
    /// `*8` or `*(*)` after the name.
    pub length: Option<KindSpec>,
    /// The value that it has first.
    pub initial: Option<Expr>,
}

/// One axis of a declared array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extent {
    /// The lower bound, where it is written.
    pub lower: Option<Expr>,
    /// The upper bound.
    pub upper: Upper,
    /// Where both stand.
    pub span: Span,
}

/// Upper bound of an axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Upper {
    /// The value of an expression.
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
pub struct ImplicitRule {
    /// The type.
    pub ty: TypeSpec,
    /// First and last letter of each range.
    pub letters: Vec<(Ident, Ident)>,
}

/// `type t .. end type`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeDefinition {
    /// Its name.
    pub name: Ident,
    /// Its declarations of components, in order.
    pub components: Vec<Component>,
    /// The type whose components and procedures it takes over.
    pub extends: Option<Ident>,
    /// Whether a procedure of the type is called where a variable of it ends.
    pub finalizes: bool,
    /// Whether a procedure of the type is called where a variable of it is assigned.
    pub assigns: bool,
    /// What its attributes say of who may use it.
    pub access: Option<Access>,
    /// Its procedures.
    pub bindings: Vec<Binding>,
    /// Names that mean several of these, each with theirs.
    pub generics: Vec<(Ident, Vec<Name>)>,
}

impl TypeDefinition {
    /// The names of its procedures, generic ones too.
    pub fn bound_names(&self) -> impl Iterator<Item = &Name> {
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
pub struct Binding {
    /// What it is called behind a `%`.
    pub name: Name,
    /// The procedure that this calls.
    pub procedure: Name,
    /// Where that gets the variable in front of the `%`.
    pub pass: Pass,
}

/// Which argument of a procedure of a type is the variable that it is called of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pass {
    /// Its first one.
    First,
    /// The one of this name.
    Argument(Name),
    /// None: `nopass`.
    Nothing,
}

/// Who may use a name of a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Whoever uses the module.
    Public,
    /// The module alone.
    Private,
}

/// One declaration of components.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    /// Their type.
    pub ty: ComponentType,
    /// What stands between the type and `::`.
    pub attributes: Vec<Attribute>,
    /// Their names, with bounds and first values.
    pub entities: Vec<Entity>,
}

/// The type of a component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ComponentType {
    /// A type of the language.
    Plain(TypeSpec),
    /// The derived type of that name.
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
pub enum Specification {
    /// `implicit none`: every name is declared.
    ImplicitNone,
    /// `implicit real (a-h)`: types by first letters.
    Implicit(Vec<ImplicitRule>),
    /// `real, intent(in) :: x(n)`: names of a type of the language.
    Declare(TypeSpec, Vec<Attribute>, Vec<Entity>),
    /// `dimension a(n)`: bounds of arrays.
    Dimension(Vec<Entity>),
    /// `parameter (n = 3)`: constants and their values.
    Parameter(Vec<(Ident, Expr)>),
    /// `intent(in) :: x`: what dummy arguments are good for.
    Intent(Name, Vec<Ident>),
    /// Dummy arguments that callers may leave out.
    Optional(Vec<Ident>),
    /// `external`: functions and subroutines defined elsewhere.
    External(Vec<Ident>),
    /// `data x /1/`: first values.
    Data(Vec<DataSet>),
    /// Sets of variables and elements that share memory.
    Equivalence(Vec<Vec<Target>>),
    /// `common /block/ a, b`: variables in memory that units share.
    Common(Vec<CommonBlock>),
    /// `save`, with names or of all variables; common blocks among the names are left out, since they stay
    /// anyway.
    Save(Vec<Ident>, bool),
    /// `use m`: names of a module.
    Use(UseStatement),
    /// `private` and `public`, of these names or else of all.
    Access(Access, Vec<Ident>),
    /// `value`: dummy arguments that are copies.
    Value(Vec<Ident>),
    /// `intrinsic`: functions that are those of the language, whatever the units around call so.
    Intrinsic(Vec<Ident>),
    /// `type t` and all lines up to its end.
    Type(TypeDefinition),
    /// `type(t) :: p, q(10)`
    Record(Ident, Vec<Attribute>, Vec<Entity>),
    /// `interface name`, with the procedures that the name may mean.
    Generic(Ident, Vec<Name>),
}

/// `a, b(1), (c(i), i = 1, 3) /1, 2, 3*0/`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataSet {
    /// What gets the values, one after the other.
    pub objects: Vec<DataObject>,
    /// Values, each with how often it stands there.
    pub values: Vec<(Option<Expr>, Expr)>,
}

/// What a `data` statement gives first values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DataObject {
    /// A variable, an array or an element.
    Variable(Target),
    /// `(a(i), i = 1, 3)`
    Each(Box<DataObject>, Box<Range>),
}

impl DataObject {
    /// The variable, with its subscripts where these are given.
    pub fn target(&self) -> &Target {
        match self {
            DataObject::Variable(target) => target,
            DataObject::Each(inner, _) => inner.target(),
        }
    }
}

/// `/name/ members` of a `common` statement; the unnamed block has an empty name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommonBlock {
    /// Its name.
    pub name: Name,
    /// Its variables in the order of memory.
    pub members: Vec<Entity>,
}

/// Which modules a `use` statement may mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nature {
    /// That of a source, or else that of the language.
    Any,
    /// `use, intrinsic`
    Intrinsic,
    /// `use, non_intrinsic`
    NonIntrinsic,
}

/// `use module, only: local => name, ..`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UseStatement {
    /// The module that it names.
    pub module: Ident,
    /// Which modules it may mean by that.
    pub nature: Nature,
    /// Local names and the names that they stand for.
    pub names: Vec<(Ident, Name)>,
    /// Whether these are all.
    pub only: bool,
}

impl UseStatement {
    /// A statement that does not say which of two modules of that name it means.
    pub fn new(module: Ident, names: Option<Vec<(Ident, Name)>>, only: bool) -> Self {
        UseStatement { module, nature: Nature::Any, names: names.unwrap_or_default(), only }
    }
}
