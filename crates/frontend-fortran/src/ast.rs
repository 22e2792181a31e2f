//! What the parser reads: statements, and the tree of a subroutine made of them.

mod parts;

use diag::{Diagnostic, Span};
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;

pub(crate) use parts::{Construct, Described, Parts};

/// Words of the expression language of `.lpir`, which no kernel may use as names.
const RESERVED: [&str; 5] = ["and", "false", "not", "or", "true"];

/// The name that a word stands for: case does not count.
pub(crate) fn name(word: &str) -> Name {
    let lower = word.to_ascii_lowercase();
    if RESERVED.contains(&lower.as_str()) { Name::new(lower + "_") } else { Name::new(lower) }
}

/// The value of a function that defines an operator.
pub(crate) fn applied(operator: Ident, operands: Vec<Expr>) -> ExprKind {
    ExprKind::Apply(operator, operands.into_iter().map(Actual::Value).collect())
}

/// The characters of a constant: what stands between its quotes, where two of these stand for one.
pub(crate) fn unquoted(text: &str) -> String {
    let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or("");
    let quote = text.get(..1).unwrap_or("");
    inner.replace(&quote.repeat(2), quote)
}

/// A name in lower case and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ident {
    pub(crate) name: Name,
    pub(crate) span: Span,
}

impl Ident {
    /// The name of a procedure, without the units around it that it has if it was chosen among several.
    pub(crate) fn own_name(&self) -> Name {
        Name::new(self.name.rsplit('/').next().unwrap_or(&self.name))
    }
}

/// An expression and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) span: Span,
}

/// One level of an expression. Chains of one precedence are flat lists, read from the left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ExprKind {
    Number(crate::token::Number),
    Logical(bool),
    /// A variable or constant.
    Name(Name),
    /// An array element or a function call; only declarations tell which.
    Apply(Ident, Vec<Actual>),
    /// `p%x`, `p(i)%a(j)`: something of a derived type's variable.
    Component(Box<Target>),
    /// Each term with whether it is subtracted.
    Sum(Vec<(bool, Expr)>),
    /// Each factor after the first with whether it divides.
    Product(Box<Expr>, Vec<(bool, Expr)>),
    Power(Box<Expr>, Box<Expr>),
    /// `(x)`, which is a value and no variable.
    Value(Box<Expr>),
    /// What is given for one component of a dummy of a derived type, where the types of arguments choose the
    /// procedure.
    Part(Box<Expr>),
    Compare(ir::Comparison, Box<Expr>, Box<Expr>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Not(Box<Expr>),
    /// `.eqv.` or, where the flag is false, `.neqv.`.
    Equivalent(bool, Box<Expr>, Box<Expr>),
    /// A character constant, without its quotes.
    Text(String),
    /// `z'ff'`: the letter of a base and digits, to which a function gives a type.
    Bits(Ident, String),
    /// `a // b // c`
    Joined(Vec<Expr>),
    /// `(re, im)`
    Complex(Box<Expr>, Box<Expr>),
    /// `[1, 2, 3]` or `(/ 1, 2, 3 /)`
    Array(Vec<Item>),
}

/// One part of an array constructor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Item {
    Value(Expr),
    /// `(i**2, i = 1, n)`; several values in each iteration are an array.
    Each(Expr, Box<Range>),
}

impl Item {
    /// An implied loop over these values, which stands there.
    pub(crate) fn each((items, range): (Vec<Item>, Range), span: Span) -> Item {
        let value = match items.as_slice() {
            [Item::Value(value)] => value.clone(),
            _ => Expr { kind: ExprKind::Array(items), span },
        };
        Item::Each(value, Box::new(range))
    }
}

/// The values of an implied loop with one more before them.
pub(crate) fn with_first(first: Item, (mut items, range): (Vec<Item>, Range)) -> (Vec<Item>, Range) {
    items.insert(0, first);
    (items, range)
}

/// Values of an index: those of an implied `do`, of a `forall` or of a `do concurrent`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) variable: Ident,
    /// The type that the construct says the index has.
    pub(crate) ty: Option<TypeSpec>,
    pub(crate) lower: Expr,
    pub(crate) upper: Expr,
    pub(crate) step: Option<Expr>,
}

/// `(i = 1:n, j = 1:m:2, a(i, j) > 0)`, one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum HeaderItem {
    Index(Box<Range>),
    Mask(Expr),
    /// A variable of which each iteration has its own, and whether that begins with the value outside.
    Own(Ident, bool),
}

/// The subscripts of a section along one axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Section {
    pub(crate) lower: Option<Expr>,
    pub(crate) upper: Option<Expr>,
    pub(crate) step: Option<Expr>,
    pub(crate) span: Span,
}

/// One item between the parentheses of [`ExprKind::Apply`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Actual {
    Value(Expr),
    /// `kind=8`
    Keyword(Ident, Expr),
    /// `1:n:2`, or a part of it.
    Section(Box<Section>),
    /// A component that what is given does not have: nothing can be done with it.
    Lacking(Span),
}

impl Actual {
    /// The variable that is given, or of which an element or a part is.
    pub(crate) fn variable(&self) -> Option<&Name> {
        match self {
            Actual::Value(value) | Actual::Keyword(_, value) => value.variable(),
            Actual::Section(_) | Actual::Lacking(_) => None,
        }
    }
}

impl Expr {
    /// The variable that it is, or of which it is an element or a part.
    pub(crate) fn variable(&self) -> Option<&Name> {
        match &self.kind {
            ExprKind::Name(name) => Some(name),
            ExprKind::Apply(name, _) => Some(&name.name),
            ExprKind::Component(target) => Some(&target.name.name),
            _ => None,
        }
    }
}

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
    Star(crate::token::Number),
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

/// An assignable variable or element, or a component of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) name: Ident,
    pub(crate) index: Option<Vec<Actual>>,
    /// `%b(j)%x`, each with its subscripts.
    pub(crate) components: Vec<Part>,
    pub(crate) span: Span,
}

/// `%b(j)`, without the percent sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) name: Ident,
    pub(crate) index: Option<Vec<Actual>>,
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

/// The head of a `do` statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DoHead {
    /// The name before it, for `cycle` and `exit`.
    pub(crate) name: Option<Name>,
    pub(crate) label: Option<crate::token::Number>,
    pub(crate) control: Control,
}

/// How often a loop runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Control {
    /// `i = lower, upper, step`
    Counted { variable: Ident, lower: Expr, upper: Expr, step: Option<Expr> },
    /// `while (condition)`
    While(Expr),
    /// Until it is left.
    Endless,
}

/// The first line of a program unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UnitHead {
    pub(crate) kind: UnitKind,
    pub(crate) name: Ident,
    pub(crate) args: Vec<Ident>,
    /// Those of derived types, which are others for their components; of a module its variables of derived
    /// types.
    pub(crate) records: Vec<crate::Record>,
    /// The type before `function`.
    pub(crate) ty: Option<TypeSpec>,
    /// The same where it is a derived type.
    pub(crate) derived: Option<Ident>,
    /// The name in `result(..)`.
    pub(crate) result: Option<Ident>,
    /// Whether it is a function with a value of a derived type, which is its last argument.
    pub(crate) gives_record: bool,
}

/// What a program unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnitKind {
    Subroutine,
    Function,
    Module,
    Program,
    BlockData,
}

impl UnitKind {
    /// What messages call it.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            UnitKind::Subroutine => "subroutine",
            UnitKind::Function => "function",
            UnitKind::Module => "module",
            UnitKind::Program => "program",
            UnitKind::BlockData => "block data",
        }
    }

    /// Whether it becomes a kernel, rather than only holding declarations and other units.
    pub(crate) fn is_routine(self) -> bool {
        matches!(self, UnitKind::Subroutine | UnitKind::Function)
    }
}

/// One statement, before it finds its place in a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Statement {
    Unit(UnitHead),
    Specification(Specification),
    Assign(Target, Expr),
    Do(DoHead),
    IfThen(Expr),
    ElseIf(Expr),
    Else,
    /// `if (condition) action`
    If(Expr, Box<Statement>),
    SelectCase(Expr),
    /// The values of `case (..)`, or `None` for `case default`.
    Case(Option<Vec<CaseValue>>),
    EndSelect,
    EndDo,
    EndIf,
    EndUnit,
    Contains,
    /// `interface`, perhaps with the name of several procedures.
    Interface(Option<Ident>),
    Continue,
    Return,
    /// `cycle`, perhaps with the name of a loop.
    Cycle(Option<Name>),
    /// `exit`, perhaps with the name of a loop.
    Exit(Option<Name>),
    Call(Ident, Vec<Actual>),
    /// `p => x`, or `p => null()`.
    Point(Ident, Option<Ident>),
    /// `call x%f(a)`
    CallOf(Target),
    /// `stop`, with what it prints.
    Stop(Option<Expr>),
    Output(Box<Output>),
    Goto(u32),
    /// `goto (10, 20), k`, and `if (x) 10, 20, 30`: where the value says.
    GotoOf(Choice, Expr, Vec<u32>),
    /// `allocate (a(n))`
    Allocate(Vec<Entity>),
    /// `deallocate (a)`
    Deallocate(Vec<Entity>),
    /// `where (mask)`, which begins a block.
    Where(Expr),
    /// `where (mask) a = b`
    WhereOne(Expr, Box<Statement>),
    /// `elsewhere`, perhaps with a mask.
    ElseWhere(Option<Expr>),
    EndWhere,
    /// `forall (i = 1:n)`, which begins a block.
    Forall(Vec<HeaderItem>),
    /// `forall (i = 1:n) a(i) = b(i)`
    ForallOne(Vec<HeaderItem>, Box<Statement>),
    EndForall,
    /// `associate (x => p%a(i))`, which begins a block.
    Associate(Vec<(Ident, Expr)>),
    EndAssociate,
    /// `block`, which begins a construct with declarations of its own.
    Block,
    EndBlock,
    /// What begins a construct that is no loop, with the name before it.
    Named(Name, Box<Statement>),
    /// `procedure(f) :: g`: what stands for a procedure.
    Procedure(ProcedureType, Vec<Ident>),
    /// `type t`, which begins a definition.
    Type(TypeDefinition),
    /// `do concurrent (i = 1:n)`, with the name before it.
    Concurrent(Vec<HeaderItem>, Option<Name>),
    /// A statement that says nothing new.
    Ignored,
    /// A loop that was reported and still has its `end do`.
    ReportedDo(Option<u32>),
    /// A block `if` whose condition was reported.
    ReportedIf,
    /// A statement that was reported and needs nothing more.
    Reported,
    /// The same where it is certain that declarations end before it.
    ReportedAction,
    /// The start of lines that cannot be read. Their end is a line whose words, joined, start with one of
    /// these; a bare `end` must be the whole line.
    SkipTo(&'static [&'static str]),
}

/// What is known of a procedure that is given by its caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ProcedureType {
    /// It has the interface that is called so.
    Like(Ident),
    /// It is a function that gives such a value.
    Gives(TypeSpec),
}

/// `write`, `print`, or what else is done with files without reading them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Output {
    /// What it is called.
    pub(crate) name: &'static str,
    /// Why it is refused.
    pub(crate) error: Diagnostic,
    /// The texts in it.
    pub(crate) said: Vec<String>,
    /// Variables that it may set: those of `iostat=` and the like.
    pub(crate) sets: Vec<Name>,
    /// The variable that it writes to, if that is a text and not the number of a file.
    pub(crate) into: Option<Name>,
    /// Names before parentheses, and whether each follows a `%`.
    pub(crate) applied: Vec<(Ident, bool)>,
    /// All words of it.
    pub(crate) mentioned: BTreeSet<Name>,
}

/// How a value selects a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choice {
    /// 1 is the first.
    Number,
    /// Negative, zero, positive.
    Sign,
}

/// One value or range of a `case`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CaseValue {
    Is(Expr),
    /// `lower:upper`, either of which may be left out.
    Between(Option<Expr>, Option<Expr>),
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

/// A statement in the tree of a routine.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) kind: NodeKind,
    pub(crate) span: Span,
    pub(crate) tags: Rc<BTreeSet<Name>>,
}

impl Node {
    /// The lists of statements inside of it.
    pub(crate) fn blocks(&self) -> Vec<&Vec<Node>> {
        match &self.kind {
            NodeKind::Do(_, body)
            | NodeKind::Forall(_, body)
            | NodeKind::Concurrent(_, _, body)
            | NodeKind::Associate(_, body) => vec![body],
            NodeKind::If(branches, otherwise) => {
                branches.iter().map(|branch| &branch.body).chain([otherwise]).collect()
            }
            NodeKind::Select(_, cases) => cases.iter().map(|case| &case.body).collect(),
            NodeKind::Where(parts) => parts.iter().map(|part| &part.body).collect(),
            _ => Vec::new(),
        }
    }

    /// The same, to be changed.
    pub(crate) fn blocks_mut(&mut self) -> Vec<&mut Vec<Node>> {
        match &mut self.kind {
            NodeKind::Do(_, body)
            | NodeKind::Forall(_, body)
            | NodeKind::Concurrent(_, _, body)
            | NodeKind::Associate(_, body) => vec![body],
            NodeKind::If(branches, otherwise) => {
                branches.iter_mut().map(|branch| &mut branch.body).chain([otherwise]).collect()
            }
            NodeKind::Select(_, cases) => cases.iter_mut().map(|case| &mut case.body).collect(),
            NodeKind::Where(parts) => parts.iter_mut().map(|part| &mut part.body).collect(),
            _ => Vec::new(),
        }
    }
}

/// What it does.
#[derive(Debug, Clone)]
pub(crate) enum NodeKind {
    Assign(Target, Expr),
    Do(Box<DoHead>, Vec<Node>),
    If(Vec<Branch>, Vec<Node>),
    Select(Expr, Vec<Case>),
    Return,
    Cycle(Option<Name>),
    Exit(Option<Name>),
    Call(Ident, Vec<Actual>),
    /// `p => x`, or `p => null()`.
    Point(Ident, Option<Ident>),
    /// `call x%f(a)`
    CallOf(Target),
    Stop(Option<Expr>),
    /// Reported where it stands before no `stop`, once the unit is read.
    Output(Box<Output>),
    Goto(u32),
    GotoOf(Choice, Expr, Vec<u32>),
    /// Where jumps to a label get to.
    Label(u32),
    Allocate(Vec<Entity>),
    Deallocate(Vec<Entity>),
    Where(Vec<Masked>),
    Forall(Vec<HeaderItem>, Vec<Node>),
    Concurrent(Vec<HeaderItem>, Option<Name>, Vec<Node>),
    Associate(Vec<(Ident, Expr)>, Vec<Node>),
    /// Variables of a `block` construct, which are new here.
    Fresh(Vec<Ident>),
}

/// The assignments of a `where` block under a mask, or under none of those before.
#[derive(Debug, Clone)]
pub(crate) struct Masked {
    pub(crate) mask: Option<Expr>,
    pub(crate) body: Vec<Node>,
}

/// A condition and what is done where it is the first to hold.
#[derive(Debug, Clone)]
pub(crate) struct Branch {
    pub(crate) condition: Expr,
    pub(crate) span: Span,
    pub(crate) tags: Rc<BTreeSet<Name>>,
    pub(crate) body: Vec<Node>,
}

/// The values of a `case`, or `None` for the default, and what is done for them.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) values: Option<Vec<CaseValue>>,
    pub(crate) span: Span,
    pub(crate) tags: Rc<BTreeSet<Name>>,
    pub(crate) body: Vec<Node>,
}

/// A program unit.
#[derive(Debug, Clone)]
pub(crate) struct Unit {
    pub(crate) head: UnitHead,
    pub(crate) specifications: Vec<(Specification, Span)>,
    pub(crate) body: Vec<Node>,
    /// What stands behind its `contains`.
    pub(crate) contained: Vec<Unit>,
    /// What is wrong with its statements.
    pub(crate) found: Vec<Diagnostic>,
    /// Whether its declarations were read without errors, so that its statements can be looked at.
    pub(crate) is_declared: bool,
    pub(crate) parts: Parts,
    /// What it was made of, if it is no unit of the source but a part of one.
    pub(crate) part: Option<Rc<crate::Part>>,
}

impl Unit {
    /// A problem of the unit in the words of its source.
    pub(crate) fn in_words_of_source(&self, mut problem: Diagnostic) -> Diagnostic {
        // Warnings tell what the arguments of a kernel are called.
        if problem.severity != diag::Severity::Error {
            return problem;
        }
        for text in std::iter::once(&mut problem.message).chain(&mut problem.help).chain(&mut problem.notes) {
            let parts = text.split('`').enumerate().map(|(at, part)| match self.parts.spelled.get(part) {
                Some(source) if at % 2 == 1 => source.as_str(),
                _ => part,
            });
            *text = parts.collect::<Vec<&str>>().join("`");
        }
        problem
    }

    /// Whether an error was found in its statements; if so, they are good for finding more errors only.
    pub(crate) fn has_errors(&self) -> bool {
        self.found.iter().any(|diagnostic| diagnostic.severity == diag::Severity::Error)
    }
}
