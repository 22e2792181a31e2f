//! Generated programs of what names share: modules with types that have first values, functions of types,
//! operators and procedures, functions that allocate their values, pointers, common blocks, equivalence,
//! variables that are kept, hosts, sequence association, and fixed form.
//!
//! Texts are filled in: `{r}` and `{i}` stand for a real and an integer value, `{c}` for a condition, `{w}`,
//! `{v}` and `{a}` for a real variable, an integer variable and an array that may be assigned; `{A}` is one
//! array throughout a text.

use super::statement::broken;
use crate::random::Random;
use std::fmt::Write;

/// The module of all programs; `PUBLIC` and `FIRST` are chosen.
const MODULE: &str = "module m
implicit none
ACCESS
type t
real(8) :: aFIRST1
integer :: kFIRST2
real(8) :: v(3)FIRST3
contains
procedure :: change => changed_by
procedure :: worth
end type
type outer
type(t) :: p, q(2)
real(8) :: z = 4
end type
type, extends(t) :: wide
real(8) :: w(2) = 3
type(t) :: inner
end type
type ends
real(8) :: a = 1
contains
final :: over
end type
real(8) :: mv = 0.5d0
integer :: mk = 3
real(8), pointer :: mp(:)
type(ends) :: me
integer, parameter :: mone = 2
real(8) :: ma(4) = 1
real(8), save :: hidden = 2
type(t) :: mt
type(wide) :: mw
interface operator(+)
module procedure both
end interface
contains
subroutine bump(x)
real(8), intent(inout) :: x
mv = mv + x
mk = mod(mk + 1, 7)
hidden = hidden + 0.5d0
x = x - mk
ma = ma*0.5d0
end subroutine
real(8) function told(i)
integer, intent(in) :: i
told = hidden*i + mk
hidden = hidden*0.5d0 + 1
end function
subroutine changed_by(this, by)
class(t), intent(inout) :: this
real(8), intent(in) :: by
this%a = this%a + by
this%v(2) = this%v(2)*0.5d0 + this%k
this%k = mod(this%k + 1, 7)
end subroutine
real(8) function worth(this)
class(t), intent(in) :: this
worth = this%a + this%v(3) - this%k
end function
function made(x, i) result(r)
real(8), intent(in) :: x
integer, intent(in) :: i
type(t) :: r
r%a = x
r%k = i
r%v(2:) = x + i
r%v(1) = 0
end function
function both(p, q) result(r)
type(t), intent(in) :: p, q
type(t) :: r
r%a = p%a + q%a
r%k = mod(p%k - q%k, 9)
r%v = p%v + 2*q%v
end function
function grown(y, i) result(r)
real(8), intent(in) :: y(:)
integer, intent(in) :: i
real(8), allocatable :: r(:)
integer :: m
m = size(y) + mod(abs(i), 3)
allocate (r(0:m))
r = i
r(:size(y) - 1) = y*0.5d0
end function
function doubled(y) result(r)
real(8), allocatable :: r(:)
real(8), intent(in) :: y(:)
r = y*2 + mv
if (size(y) > 1) r(2) = r(1)
end function
subroutine over(this)
type(ends), intent(inout) :: this
mv = 99
end subroutine
subroutine ended(this, by)
class(ends), intent(inout) :: this
real(8), intent(in) :: by
this%a = this%a*0.5d0 + by
end subroutine
subroutine point(w, s)
real(8), pointer, intent(in) :: w(:)
real(8), intent(in) :: s
integer :: i
do i = lbound(w, 1), ubound(w, 1)
w(i) = w(i)*0.5d0 + s*i
end do
end subroutine
subroutine mix(x, y)
real(8), value :: x
real(8), intent(inout) :: y
y = y*0.5d0 + x
x = x*0.25d0 + 1
y = y - x
end subroutine
subroutine scale(w, s, first)
real(8), intent(inout) :: w(:)
real(8), intent(in) :: s
integer, intent(in), optional :: first
integer :: i
do i = 1, size(w)
if (present(first)) then
if (i < first) cycle
end if
w(i) = w(i)*s + i
end do
end subroutine
end module
";

/// Routines that share memory with others, and one that keeps variables.
const OTHERS: &str = "subroutine com(x, i)
implicit none
real(8), intent(inout) :: x
integer, intent(in) :: i
real(8) :: u(3), y
integer :: c
common /blk/ u, y, c
u(1) = u(1)*0.5d0 + x
x = x + u(2) - y
c = mod(c + i, 7)
end subroutine
subroutine seq(w, m)
implicit none
integer, intent(in) :: m
real(8), intent(inout) :: w(m)
integer :: i
do i = 1, m
w(i) = w(i)*0.5d0 + i
end do
end subroutine
subroutine kept(x)
implicit none
real(8), intent(inout) :: x
integer, save :: calls = 0
real(8) :: last = 1.5d0
calls = mod(calls + 1, 5)
if (calls > 1) x = x + last*0.25d0
last = x*0.5d0 + calls
end subroutine
subroutine leave(x, i, *, *)
implicit none
real(8), intent(inout) :: x
integer, intent(in) :: i
x = x*0.5d0
if (i > 3) return 1
if (x > 1) return mod(abs(i), 4)
x = x + i
end subroutine
subroutine left(x, i)
implicit none
real(8), intent(inout) :: x
integer, intent(in) :: i
integer :: j
do j = 1, 2
call leave(x, i + j, *10, *20)
x = x + 1
10 x = x*0.5d0
end do
if (x > 2) call leave(x, i, *20, *30)
x = x - 1
20 x = x - 2
30 continue
end subroutine
subroutine moved(x, i)
implicit none
real(8), intent(inout) :: x
integer, intent(in) :: i
real(8), allocatable :: a(:), b(:)
if (i > 2) then
allocate (a(3))
a = x
else
allocate (a(0:4))
a = x*0.5d0
a(3) = 1
end if
call move_alloc(a, b)
x = sum(b)*0.25d0 + lbound(b, 1) - size(b)
end subroutine
subroutine pointed(x, i)
implicit none
real(8), intent(inout) :: x
integer, intent(in) :: i
real(8), target :: u(3), v(3)
real(8), pointer :: p(:), q(:), r(:)
integer :: j
u = x
v = [1d0, x, 2d0]
p => u
q => v
do j = 1, mod(abs(i), 4)
q(2:) = p(:2)*0.5d0 + q(2:)
if (q(3) > 2) cycle
r => p
p => q
q => r
end do
x = p(1) - q(3)*0.5d0
end subroutine
real(8) function halved(x)
implicit none
real(8) :: x, third
halved = x*0.5d0
return
entry third(x)
third = x*0.25d0
if (x > 1) halved = halved + 1
end function
";

/// Values made of others.
const REALS: [&str; 12] = [
    "({r} + {r})",
    "({r} - {r})",
    "({r}*{r})",
    "({r} + {i})",
    "max({r}, {r})",
    "merge({r}, {r}, {c})",
    "sum({a})",
    "real(size({a}), 8)",
    "0.5d0*{r}",
    "maxval({a})",
    "sum(pack({A}, {A} > 0.5d0))",
    "atan({r}, 2d0)",
];
const INTEGERS: [&str; 9] = [
    "({i} + {i})",
    "({i} - {i})",
    "mod({i}, 5)",
    "min({i}, {i})",
    "merge({i}, {i}, {c})",
    "size({a})",
    "maxloc({a}, 1)",
    "sum(minloc({A}, mask={A} > 1, back=.true.))",
    "iany([{i}, {i}])",
];
const CONDITIONS: [&str; 5] =
    ["{i} < {i}", "{i} == {i}", "{r} > {r}", "({c} .and. {c})", "({i} > 1 .or. .not. {c})"];
const ASSIGNMENTS: [&str; 10] = [
    "{w} = {r}",
    "{w} = {r}",
    "{v} = mod({i}, 9)",
    "{a} = {r}",
    "{A} = {A}(size({A}):1:-1)*0.5d0 + {r}",
    "where ({A} > {r}) {A} = {A}*0.5d0 + {r}",
    "{A}(2:) = {A}(:size({A}) - 1)*0.5d0",
    "if ({c}) {w} = {r}",
    "{A}(:count({A} > 1)) = pack({A}, {A} > 1)",
    "{A} = unpack({A}(size({A}):1:-1), {A} > 1, {r})",
];

/// What statements may use.
#[derive(Clone, Default)]
struct Scope {
    reals: Vec<String>,
    integers: Vec<String>,
    set_reals: Vec<String>,
    set_integers: Vec<String>,
    arrays: Vec<String>,
    /// Texts of calls, and of references to functions.
    calls: Vec<String>,
    functions: Vec<String>,
}

impl Scope {
    fn add(&mut self, reals: &[&str], integers: &[&str], arrays: &[&str]) {
        let all = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        self.reals.extend(all(reals));
        self.set_reals.extend(all(reals));
        self.integers.extend(all(integers));
        self.set_integers.extend(all(integers));
        self.arrays.extend(all(arrays));
    }

    fn calling(&mut self, calls: &[&str], functions: &[&str]) {
        self.calls.extend(calls.iter().map(|text| (*text).to_owned()));
        self.functions.extend(functions.iter().map(|text| (*text).to_owned()));
    }
}

/// A program that is being written.
struct Writer<'r> {
    random: &'r mut Random,
    /// How many names were made.
    names: usize,
    /// Declarations of variables of loops.
    declared: String,
}

/// A program, in free form.
pub(super) fn program(random: &mut Random) -> String {
    let mut text = MODULE.to_owned();
    let access = random.word(&["", "private :: hidden", "private\npublic :: t, outer, mv, mk, ma, mt, mw, bump, told, changed_by, worth, made, both, scale, mix, mone, mp, me, grown, doubled, ended, point, operator(+)"]);
    text = text.replace("ACCESS", access);
    for (mark, value) in [("FIRST1", " = 1.5d0"), ("FIRST2", " = 2"), ("FIRST3", " = 0.25d0")] {
        text = text.replace(mark, if random.percent(60) { value } else { "" });
    }
    let others_first = random.percent(50);
    if others_first {
        text = OTHERS.to_owned() + &text;
    }
    let mut writer = Writer { random, names: 0, declared: String::new() };
    for number in 1..=3 {
        let routine = writer.routine(number);
        text.push_str(&routine);
    }
    if !others_first {
        text.push_str(OTHERS);
    }
    text.lines().filter(|line| !line.is_empty()).map(|line| broken(line) + "\n").collect()
}

/// The same in fixed form.
pub(super) fn fixed(text: &str) -> String {
    let mut lines = String::new();
    for line in text.replace("&\n&", "").lines() {
        let mut rest = line;
        let mut mark = ' ';
        while !rest.is_empty() {
            let (first, behind) = rest.split_at(rest.len().min(66));
            let _ = writeln!(lines, "     {mark}{first}");
            (rest, mark) = (behind, '&');
        }
    }
    lines
}

impl Writer<'_> {
    fn routine(&mut self, number: usize) -> String {
        let (mut scope, mut declared, mut first) = (Scope::default(), String::new(), String::new());
        scope.add(&["x", "o(1)", "o(2)", "loc", "b(1, 2)"], &["k"], &["a"]);
        scope.integers.push("n".to_owned());
        scope.calling(
            &[
                "call com(x, ({i}))",
                "call kept({w})",
                "call left({w}, ({i}))",
                "call moved({w}, ({i}))",
                "call pointed({w}, ({i}))",
                "call seq(a, n)",
                "if (n > 1) call seq(a(2), n - 1)",
                "call seq(b, 6)",
                "call seq(b(2, 1), 3)",
                "call seq(b(1, :), 3)",
            ],
            &[],
        );
        declared.push_str("real(8) :: loc, b(2, 3)\n");
        first.push_str("loc = 2\nb = x\n");
        let mut last = "o(2) = o(2) + sum(b) + loc\n".to_owned();
        let used = self.random.word(&[
            "",
            "use m\n",
            "use m, only: mv, mk, ma, mt, mw, s => t, bump, told, made, both, scale, mix, mone, mp, me, grown, doubled, ended, point, operator(+), outer\n",
        ]);
        if !used.is_empty() {
            let ty = if used.contains("only") { "s" } else { "t" };
            module_names(&mut scope, ty, (&mut declared, &mut first));
            last.push_str("o(1) = o(1) + p%a + sum(p%v) + p%k + q%a + sum(q%v) - q%k + big%p%a\n");
        }
        if self.random.percent(60) {
            declared.push_str("real(8) :: ca(3), cx\ninteger :: ck\ncommon /blk/ ca, cx, ck\n");
            scope.add(&["ca(2)", "cx"], &["ck"], &["ca"]);
        }
        if self.random.percent(50) {
            declared.push_str("real(8) :: e(4), f(2, 2), g\nequivalence (e(1), f(1, 1)), (e(3), g)\n");
            first.push_str("e = [1d0, 2d0, x, 4d0]\n");
            scope.add(&["e(3)", "f(2, 1)", "g"], &[], &["e"]);
            scope.calling(&["call seq(f, 4)", "call seq(e(2), 3)"], &[]);
        }
        let is_implicit = self.random.percent(40);
        if is_implicit {
            first.push_str("zed = 1\n");
            scope.add(&["zed"], &[], &[]);
            if !used.is_empty() {
                // It looks like a statement function.
                first.insert_str(0, "ma(mone) = x + 1\n");
            }
        }
        if self.random.percent(30) {
            declared.push_str("real(8) :: sf, sx\ninteger :: si\n");
            first.insert_str(0, "sf(sx, si) = sx*0.5d0 + si + x\n");
            scope.calling(&[], &["sf({r}, {i})"]);
        }
        let inner = self.inner(number, &mut scope, is_implicit);
        self.declared.clear();
        let body = self.block(&scope, 6, 2);
        let implicit = if is_implicit { "implicit real(8) (a-h, o-z)" } else { "implicit none" };
        format!(
            "subroutine f{number}(n, a, k, x, o)\n{used}{implicit}\ninteger, intent(in) :: n\n\
             real(8), intent(inout) :: a(n), o(2), x\ninteger, intent(inout) :: k\n{declared}{}{first}{body}{last}\
             {inner}end subroutine\n",
            self.declared
        )
    }

    /// Procedures within, which change variables of their host.
    fn inner(&mut self, number: usize, scope: &mut Scope, is_implicit: bool) -> String {
        let mut text = String::new();
        if self.random.percent(60) {
            let changed = if is_implicit { self.random.word(&["loc", "zed"]) } else { "loc" };
            let _ = write!(
                text,
                "subroutine inner{number}(i)\ninteger, intent(in) :: i\n{changed} = {changed}*0.5d0 + i\n\
                 k = mod(k + i, 5)\nend subroutine\n"
            );
            scope.calling(&[&format!("call inner{number}(({{i}}))")], &[]);
        }
        if self.random.percent(50) {
            let _ = write!(
                text,
                "real(8) function side{number}(y)\nreal(8), intent(in) :: y\nreal(8) :: a\nloc = loc*0.5d0 + 1\n\
                 a = y*0.5d0\nside{number} = a + loc\nend function\n"
            );
            // In an expression with others it might change what these read.
            scope.calling(&[&format!("x = side{number}(({{r}}))")], &[]);
        }
        if text.is_empty() { text } else { format!("contains\n{text}") }
    }

    fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    fn block(&mut self, scope: &Scope, count: usize, depth: usize) -> String {
        (0..count).map(|_| self.statement(scope, depth)).collect()
    }

    fn statement(&mut self, scope: &Scope, depth: usize) -> String {
        let fill = |writer: &mut Self, text: &str| writer.filled(text, scope, 2) + "\n";
        if depth == 0 || self.random.percent(45) {
            let text = self.random.word(&ASSIGNMENTS).to_owned();
            return fill(self, &text);
        }
        if self.random.percent(50) {
            let text = self.random.pick(&scope.calls).clone();
            return fill(self, &text);
        }
        match self.random.below(5) {
            0 => {
                let head = fill(self, "if ({c}) then");
                let (yes, no) = (self.block(scope, 2, depth - 1), self.block(scope, 1, depth - 1));
                format!("{head}{yes}else\n{no}end if\n")
            }
            1 => self.do_loop(scope, depth),
            2 => {
                let (name, mut inner) = (self.name("q"), scope.clone());
                let selector =
                    if self.random.percent(50) { self.filled("{r}", scope, 2) } else { "x".to_owned() };
                inner.reals.push(name.clone());
                format!(
                    "associate ({name} => {selector})\n{}end associate\n",
                    self.block(&inner, 2, depth - 1)
                )
            }
            3 => {
                let mut inner = scope.clone();
                // The variable of the block hides the one around.
                for words in [&mut inner.reals, &mut inner.set_reals] {
                    words.retain(|word| word != "loc");
                }
                let value = self.filled("{r}", &inner, 1);
                inner.add(&["loc"], &[], &[]);
                inner.calls.retain(|call| call.starts_with("call seq"));
                format!("block\nreal(8) :: loc\nloc = {value}\n{}end block\n", self.block(&inner, 2, 1))
            }
            _ => {
                let head = fill(self, "select case ({i})");
                let cases = ["case (:1)", "case (3, 5:7)", "case default"];
                let cases = cases.map(|case| format!("{case}\n{}", self.block(scope, 1, depth - 1)));
                format!("{head}{}end select\n", cases.concat())
            }
        }
    }

    /// A loop that may run no time, or be left.
    fn do_loop(&mut self, scope: &Scope, depth: usize) -> String {
        let (name, mut inner) = (self.name("j"), scope.clone());
        let _ = writeln!(self.declared, "integer :: {name}");
        let bound = self.filled("mod({i}, 6)", scope, 1);
        inner.integers.push(name.clone());
        let body = self.block(&inner, 2, depth - 1);
        let left = match self.random.percent(30) {
            true => self.filled("if ({c}) exit", &inner, 1) + "\n",
            false => String::new(),
        };
        format!("do {name} = {}, {bound}\n{body}{left}end do\n", self.random.word(&["1", "2", "3"]))
    }

    /// A text with what its marks stand for.
    fn filled(&mut self, text: &str, scope: &Scope, depth: usize) -> String {
        let array = self.random.pick(&scope.arrays).clone();
        let mut filled = String::new();
        let mut parts = text.split('{');
        filled.push_str(parts.next().unwrap_or(""));
        for part in parts {
            let (mark, rest) = part.split_once('}').unwrap_or((part, ""));
            let value = match mark {
                "A" => array.clone(),
                "a" => self.random.pick(&scope.arrays).clone(),
                "w" => self.random.pick(&scope.set_reals).clone(),
                "v" => self.random.pick(&scope.set_integers).clone(),
                mark => self.value(mark, scope, depth),
            };
            filled.push_str(&value);
            filled.push_str(rest);
        }
        filled
    }

    fn value(&mut self, mark: &str, scope: &Scope, depth: usize) -> String {
        let (words, literals, made): (&[String], &[&str], &[&str]) = match mark {
            "r" => (&scope.reals, &["0.5d0", "1.25d0", "2d0"], &REALS),
            "i" => (&scope.integers, &["1", "2", "3"], &INTEGERS),
            _ => (&[], &["n > 1", "k < 2"], &CONDITIONS),
        };
        if depth == 0 || self.random.percent(30) {
            return match words.is_empty() || self.random.percent(25) {
                true => self.random.word(literals).to_owned(),
                false => self.random.pick(words).clone(),
            };
        }
        let text = match mark == "r" && !scope.functions.is_empty() && self.random.percent(20) {
            true => self.random.pick(&scope.functions).clone(),
            false => self.random.word(made).to_owned(),
        };
        self.filled(&text, scope, depth - 1)
    }
}

/// What a routine that uses the module has.
fn module_names(scope: &mut Scope, ty: &str, (declared, first): (&mut String, &mut String)) {
    let _ = write!(declared, "type({ty}) :: p, q\ntype(outer) :: big\n");
    let _ = write!(
        first,
        "p%a = x\np%k = k\np%v = 0.5d0\nq = {ty}(x, n, [1d0, 2d0, 3d0])\nbig%p = q\nbig%q(1) = p\nbig%q(2) = q\n"
    );
    scope.add(
        &[
            "mv",
            "ma(3)",
            "mt%a",
            "p%a",
            "q%v(2)",
            "big%z",
            "big%p%a",
            "big%q(2)%v(1)",
            "mw%a",
            "mw%inner%v(1)",
            "me%a",
        ],
        &["mk", "mt%k", "p%k", "big%q(1)%k", "mw%t%k"],
        &["ma", "mt%v", "p%v", "mw%v", "mw%w"],
    );
    scope.calling(
        &[
            "call bump(x)",
            "call p%change(({r}))",
            "call big%q(2)%change(x)",
            "call mt%change(big%z)",
            "call mw%change(({r}))",
            "call mw%inner%change(mw%a)",
            "call changed_by(mw, ({r}))",
            "mw%t = p",
            "mw%inner = mw%t",
            "x = mw%worth()",
            "p = made({r}, {i})",
            "q = both(p, made({r}, 1))",
            "p = p + (q + big%q(1))",
            "big%q(1) = mt + made(0.5d0, k)",
            "mt = p",
            "p = q",
            "x = q%worth()",
            "x = told(({i}))",
            "call mix(x, x)",
            "call mix(mv, mv)",
            "call mix(p%a, p%a)",
            "call scale({a}, 0.5d0)",
            "call scale({a}, ({r}), first=2)",
            "{A} = doubled({A})",
            "call ended(me, ({r}))",
            "call point(mp, ({r}))",
            // Its lower bound is any.
            "mp = mp*0.5d0 + {r}",
            "mp(lbound(mp, 1) + 1:) = mp(:ubound(mp, 1) - 1)*0.5d0",
        ],
        &[
            "p%worth()",
            "sum(mp)",
            "real(lbound(mp, 1), 8)",
            "sum(grown({a}, {i}))",
            "sum(doubled(grown({a}, 2)))",
            "real(size(grown({a}, {i})), 8)",
        ],
    );
    let constructed = [
        format!("q = both({ty}(x, 1, [1d0, 2d0, 3d0]), p)"),
        format!("p = both(q, {ty}(k=({{i}}), v=p%v, a=({{r}})))"),
    ];
    scope.calling(&constructed.each_ref().map(String::as_str), &[]);
}
