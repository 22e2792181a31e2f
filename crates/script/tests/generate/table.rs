//! Programs of one expression each: what every function and operator makes of values of every type. Most of
//! them raise an exception, whose words are compared, too.

/// What the expressions use.
const BEFORE: &str = "\
class A:
    shared = 1
    def m(self, x): return x
class G:
    def __getitem__(self, i): return [5, 6, 7][i]
class L(G):
    def __len__(self): return 3
class E(ValueError): pass
def f(a, b=2, *, c=3): return (a, b, c)
a, g, l, e = A(), G(), L(), E('x', 1)
d = {4: 1, 2: [3]}
try:
    print(";
const BEHIND: &str = ")
except Exception as error:
    print(type(error).__name__, error, error.args)
";

/// A value of every type, and of some types several.
const VALUES: &[&str] = &[
    "None",
    "...",
    "True",
    "3",
    "-2",
    "0",
    "1.5",
    "0.0",
    "float('inf')",
    "2j",
    "'ab'",
    "''",
    "[1, 2]",
    "[]",
    "(1, 'a')",
    "()",
    "d",
    "{}",
    "{1, 2}",
    "frozenset([1])",
    "range(3)",
    "slice(1)",
    "d.keys()",
    "d.values()",
    "d.items()",
    "iter([1])",
    "(q for q in [1])",
    "zip([1], [2])",
    "map(len, [[]])",
    "int",
    "len",
    "f",
    "A",
    "a",
    "g",
    "l",
    "E",
    "e",
    "a.m",
    "[].append",
    "StopIteration(4)",
    "ValueError",
];

/// Expressions of one value.
const ONE: &[&str] = &[
    "-{}",
    "+{}",
    "~{}",
    "not {}",
    "[*{}]",
    "{{*{}, 9}}",
    "{{**{}}}",
    "f({})",
    "f(*{})",
    "f(**{})",
    "{}[0]",
    "{}['a']",
    "{}[1:]",
    "{}[::-1]",
    "{}()",
    "{}(1)",
    "{}(1, 2)",
    "f'{{{}}}'",
    "f'{{{}!r:>20}}'",
    "f'{{{}:4}}'",
    "'%s %r' % ({}, {})",
    "'%d' % {}",
    "'%x' % ({},)",
    "'%.2f' % ({},)",
    "'%c' % ({},)",
    "'{{}}|{{:3}}'.format({}, {})",
    "[q for q in {}]",
    "[q for q, r in {}]",
    "isinstance({}, int)",
    "isinstance({}, (str, A))",
    "issubclass({}, int)",
    "isinstance(1, {})",
    "issubclass(int, {})",
    "type({})",
    "{} is None",
    "{} == {}",
    "{} != {}",
    "{} < {}",
    "1 if {} else 2",
    "len({})",
    "abs({})",
    "all({})",
    "any({})",
    "callable({})",
    "chr({})",
    "dict({})",
    "list(enumerate({}))",
    "list(filter(None, {}))",
    "float({})",
    "frozenset({})",
    "hash({}) * 0",
    "int({})",
    "list(iter({}))",
    "list({})",
    "list(map(str, {}))",
    "max({})",
    "min({})",
    "max({}, 1)",
    "next({})",
    "ord({})",
    "repr({})",
    "list(reversed({}))",
    "round({})",
    "round({}, 1)",
    "round(1.25, {})",
    "set({})",
    "sorted({})",
    "str({})",
    "sum({})",
    "sum({}, [])",
    "sum([], {})",
    "tuple({})",
    "list(zip({}, [1]))",
    "bool({})",
    "complex({})",
    "range({})",
    "range(1, {})",
    "slice({})",
    "[5, 6][{}]",
    "(5, 6)[{}]",
    "'xy'[{}]",
    "range(9)[{}]",
    "d[{}]",
    "[5, 6][{}:]",
    "{{{}: 1}}",
    "{{{}}}",
    "{} in [1, 'a']",
    "{} in {{1}}",
    "{} in 'abc'",
    "{} in d",
    "{} in d.keys()",
    "{} in d.items()",
    "{} in range(3)",
    "1 in {}",
    "'a' in {}",
    "[1, 2].index({})",
    "(1, 2).index({})",
    "[1].count({})",
    "[1].remove({})",
    "[1].pop({})",
    "[1].insert({}, 2)",
    "[].extend({})",
    "','.join({})",
    "{{}}.update({})",
    "{{1}}.update({})",
    "{{1}}.union({})",
    "{{1}}.isdisjoint({})",
    "{{1}}.issubset({})",
    "{{1, 2}}.intersection({})",
    "{{1, 2}}.difference({})",
    "{{1}}.symmetric_difference({})",
    "d.get({})",
    "d.get(1, {})",
    "{{1}}.discard({})",
    "{{1}}.remove({})",
    "d.keys().isdisjoint({})",
    "dict.fromkeys({})",
    "'ab'.startswith({})",
    "'ab'.split({})",
    "'a b'.replace('a', {})",
    "'ab'.strip({})",
    "'ab'.center({})",
    "int('12', {})",
    "int({}, 10)",
    "divmod({}, 2)",
    "divmod(2.0, {})",
    "pow(2, {})",
    "(lambda x: 0)(x={})",
    "getattr({}, 'x', 5)",
    "hasattr({}, 'real')",
    "hasattr({}, 'append')",
    "hasattr({}, 'start')",
    "{}.x",
    "{}.real",
    "{}.m(1)",
    "{}.shared",
    "{}.args",
    "setattr({}, 'y', 1)",
    "[{}] == [{}]",
    "{} in [{}]",
    "A({})",
    "E({})",
    "print({})",
    "print(1, sep={})",
    "(1).__class__ if {} else 0",
    "{} and 1",
    "({}, 1) < ({}, 2)",
];

/// Statements of one value.
const STATEMENTS: &[&str] = &[
    "x, y = {}",
    "x, *y = {}",
    "for x in {}: print(x)",
    "raise {}",
    "del {}[0]",
    "del {}.x",
    "{}[0] = 1",
    "{}[1:] = [1]",
    "{}.x = 1",
    "x = [1, 2]; x[0:1] = {}; print(x)",
    "x = [1, 2]; x[::2] = {}; print(x)",
    "x = [1, 2]; x += {}; print(x)",
    "x = [1]; x *= {}; print(x)",
    "x = 5; x += {}; print(x)",
    "x = 5; x **= {}; print(x)",
    "x = 'a'; x += {}; print(x)",
    "x = (1,); x += {}; print(x)",
    "x = {{1, 7}}; x |= {}; print(x)",
    "x = {{1}}; x -= {}; print(x)",
    "x = {{1}}; x &= {}; print(x)",
    "x = {{1}}; x ^= {}; print(x)",
    "x = {{}}; x |= {}; print(x)",
    "x = {{'a': 1}}; x[{}] = 2; print(x)",
    "x = 2.5; x //= {}; print(x)",
    "x = {}; x += 1; print(x)",
    "x = {}; x -= 'a'; print(x)",
    "x = {}; x *= 2; print(x)",
    "x = {}; x |= {{3}}; print(x)",
    "x = {}; x %= 3; print(x)",
    "x = {}; x @= 3; print(x)",
    "x = {}; x <<= 1; print(x)",
    "assert not {}, {}",
];

const OPERATORS: &[&str] =
    &["+", "-", "*", "/", "//", "%", "**", "@", "<<", ">>", "&", "|", "^", "==", "<", ">=", "in"];

/// Whether a value holds texts, whose order in a set is left to chance.
fn is_text(value: &str) -> bool {
    value.contains("'a")
}

/// Whether two values together make a set of texts and others.
fn mixes(one: &str, other: &str) -> bool {
    is_text(one) && (is_text(other) || other.starts_with("d.")) || is_text(other) && one.starts_with("d.")
}

fn makes_set(form: &str) -> bool {
    ["{{*", "set(", "union", "symmetric"].iter().any(|part| form.contains(part))
}

/// All of them.
pub(crate) fn programs() -> Vec<String> {
    let whole = |inside: &str| format!("{BEFORE}{inside}{BEHIND}");
    let filled = |form: &str, value: &str| {
        form.replace("{{", "\u{1}")
            .replace("}}", "\u{2}")
            .replace("{}", value)
            .replace('\u{1}', "{")
            .replace('\u{2}', "}")
    };
    let mut programs = Vec::new();
    for value in VALUES {
        let forms = ONE.iter().filter(|form| !is_text(value) || !makes_set(form));
        programs.extend(forms.map(|form| whole(&filled(form, value))));
        programs.extend(
            STATEMENTS
                .iter()
                .map(|form| whole(&format!("'begun')\n    {}\n    print('done'", filled(form, value)))),
        );
        for other in VALUES.iter().step_by(2).filter(|other| !mixes(value, other)) {
            programs.extend(OPERATORS.iter().map(|operator| whole(&format!("{value} {operator} {other}"))));
        }
    }
    programs
}
