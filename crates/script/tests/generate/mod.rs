//! Random programs of the subset.

pub(crate) mod table;

use std::fmt::Write;

/// A program, the same for the same seed. It prints what it computes.
pub(crate) fn program(seed: u64) -> String {
    let mut generator =
        Generator { state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1, ..Generator::default() };
    for kind in KINDS {
        let value = generator.literal(kind);
        generator.assign(0, kind, &value);
    }
    for _ in 0..generator.below(6) + 4 {
        generator.stmt(0);
    }
    let names: Vec<String> = generator.names.iter().map(|(name, _)| name.clone()).collect();
    let _ = writeln!(generator.text, "print({})", names.join(", "));
    generator.text
}

/// A kind of value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Int,
    Float,
    Str,
    Bool,
    List,
    Tuple,
    Dict,
    Set,
}

const KINDS: [Kind; 8] =
    [Kind::Int, Kind::Float, Kind::Str, Kind::Bool, Kind::List, Kind::Tuple, Kind::Dict, Kind::Set];

#[derive(Default)]
struct Generator {
    state: u64,
    text: String,
    /// Variables that have a value at this place.
    names: Vec<(String, Kind)>,
    /// Functions of one integer.
    functions: Vec<String>,
    made: usize,
    /// How deep the expression nests.
    depth: usize,
}

impl Generator {
    fn below(&mut self, end: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        usize::try_from(self.state >> 33).unwrap() % end
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len())]
    }

    fn kind(&mut self) -> Kind {
        KINDS[self.below(KINDS.len())]
    }

    fn fresh(&mut self) -> String {
        self.made += 1;
        format!("v{}", self.made)
    }

    fn line(&mut self, indent: usize, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "    ".repeat(indent));
    }

    fn assign(&mut self, indent: usize, kind: Kind, value: &str) {
        let name = self.fresh();
        self.line(indent, &format!("{name} = {value}"));
        self.names.push((name, kind));
    }

    /// Statements in a block; what they bind may have no value behind it.
    fn block(&mut self, indent: usize) {
        let (names, functions) = (self.names.len(), self.functions.len());
        for _ in 0..self.below(3) + 1 {
            self.stmt(indent);
        }
        self.names.truncate(names);
        self.functions.truncate(functions);
    }

    fn stmt(&mut self, indent: usize) {
        let choice = if indent > 3 { self.below(6) } else { self.below(14) };
        match choice {
            0 | 1 => {
                let kind = self.kind();
                let value = self.expr(kind);
                self.assign(indent, kind, &value);
            }
            2 => {
                let values: Vec<String> = (0..2).map(|_| self.any()).collect();
                self.line(indent, &format!("print({})", values.join(", ")));
            }
            3 => self.augment(indent),
            4 => self.change(indent),
            5 => self.unpack(indent),
            6 | 7 => self.condition(indent),
            8 | 9 => self.each(indent),
            10 => self.count_down(indent),
            11 => self.attempt(indent),
            12 => self.function(indent),
            _ => self.class(indent),
        }
    }

    fn augment(&mut self, indent: usize) {
        let kind = self.kind();
        let (name, value) = (self.name(kind), self.expr(kind));
        let operator = match kind {
            Kind::Int => self.pick(&["+", "-", "*", "//", "%", "&", "|", "^"]),
            Kind::Float => self.pick(&["+", "-", "*", "/"]),
            Kind::Bool => self.pick(&["&", "|", "^"]),
            Kind::Set => self.pick(&["&", "|", "^", "-"]),
            Kind::Dict => "|",
            Kind::Str | Kind::List | Kind::Tuple => "+",
        };
        if let Some(name) = name {
            self.line(indent, &format!("{name} {operator}= {value}"));
        }
    }

    /// A call that changes a value.
    fn change(&mut self, indent: usize) {
        let kind = [Kind::List, Kind::Dict, Kind::Set][self.below(3)];
        let Some(name) = self.name(kind) else { return };
        let (int, text) = (self.expr(Kind::Int), self.expr(Kind::Str));
        let change = match kind {
            Kind::List => match self.below(9) {
                0 => format!("append({int})"),
                1 => format!("extend({})", self.expr(Kind::List)),
                2 => format!("insert({int} % 5, {int})"),
                3 => "sort()".to_owned(),
                4 => "reverse()".to_owned(),
                5 => "pop()".to_owned(),
                6 => format!("remove({int})"),
                7 => format!("sort(key=lambda q: q % 7, reverse={})", self.expr(Kind::Bool)),
                _ => "clear()".to_owned(),
            },
            Kind::Dict => match self.below(5) {
                0 => format!("update({})", self.expr(Kind::Dict)),
                1 => format!("pop({text}, {int})"),
                2 => format!("setdefault({text}, {int})"),
                3 => "popitem()".to_owned(),
                _ => format!("get({text})"),
            },
            _ => match self.below(6) {
                0 => format!("add({int})"),
                1 => format!("discard({int})"),
                2 => format!("update({})", self.expr(Kind::List)),
                3 => "pop()".to_owned(),
                4 => format!("intersection_update({})", self.expr(Kind::Set)),
                _ => format!("difference_update({})", self.expr(Kind::Set)),
            },
        };
        self.line(indent, &format!("print({name}.{change}, {name})"));
    }

    fn unpack(&mut self, indent: usize) {
        let (first, second) = (self.fresh(), self.fresh());
        let list = self.expr(Kind::List);
        let form = self.below(3);
        let targets = match form {
            0 => format!("{first}, *{second}"),
            1 => format!("*{second}, {first}"),
            _ => format!("[{first}, {second}]"),
        };
        let list = if form == 2 { format!("({list})[:2]") } else { list };
        self.line(indent, &format!("{targets} = {list}"));
        self.names.push((first, Kind::Int));
        self.names.push((second, if form == 2 { Kind::Int } else { Kind::List }));
    }

    fn condition(&mut self, indent: usize) {
        let test = self.expr(Kind::Bool);
        self.line(indent, &format!("if {test}:"));
        self.block(indent + 1);
        if self.below(2) == 0 {
            let test = self.any();
            self.line(indent, &format!("elif {test}:"));
            self.block(indent + 1);
        }
        if self.below(2) == 0 {
            self.line(indent, "else:");
            self.block(indent + 1);
        }
    }

    fn each(&mut self, indent: usize) {
        let name = self.fresh();
        let (over, kind) = match self.below(5) {
            0 => (format!("range({})", self.below(5)), Kind::Int),
            1 => (self.expr(Kind::List) + "[:6]", Kind::Int),
            2 => (format!("list({})[:5]", self.expr(Kind::Dict)), Kind::Str),
            3 => (self.expr(Kind::Str) + "[:4]", Kind::Str),
            _ => (format!("sorted({})[:5]", self.expr(Kind::Set)), Kind::Int),
        };
        self.line(indent, &format!("for {name} in {over}:"));
        let names = self.names.len();
        self.names.push((name, kind));
        self.block(indent + 1);
        if self.below(3) == 0 {
            let test = self.expr(Kind::Bool);
            let end = self.pick(&["break", "continue"]);
            self.line(indent + 1, &format!("if {test}: {end}"));
            self.line(indent + 1, "print('on')");
        }
        self.names.truncate(names);
        if self.below(4) == 0 {
            self.line(indent, "else:");
            self.block(indent + 1);
        }
    }

    fn count_down(&mut self, indent: usize) {
        let name = self.fresh();
        let start = self.below(4);
        self.line(indent, &format!("{name} = {start}"));
        self.line(indent, &format!("while {name} > 0:"));
        self.line(indent + 1, &format!("{name} -= 1"));
        self.block(indent + 1);
    }

    fn attempt(&mut self, indent: usize) {
        self.line(indent, "try:");
        self.block(indent + 1);
        let risky = self.risky();
        self.line(indent + 1, &format!("print({risky})"));
        let class = self.pick(&[
            "ZeroDivisionError",
            "IndexError",
            "KeyError",
            "(ValueError, TypeError)",
            "Exception",
        ]);
        self.line(indent, &format!("except {class} as error:"));
        self.line(indent + 1, "print(type(error).__name__, error)");
        if self.below(3) == 0 {
            self.line(indent, "else:");
            self.block(indent + 1);
        }
        if self.below(3) == 0 {
            self.line(indent, "finally:");
            self.block(indent + 1);
        }
    }

    /// An expression that may raise an exception.
    fn risky(&mut self) -> String {
        let (int, other) = (self.expr(Kind::Int), self.expr(Kind::Int));
        match self.below(6) {
            0 => format!("{int} // ({other} % 2)"),
            1 => format!("{}[{int}]", self.expr(Kind::List)),
            2 => format!("{}[{}]", self.expr(Kind::Dict), self.expr(Kind::Str)),
            3 => format!("int({})", self.expr(Kind::Str)),
            4 => format!("{} + {}", self.any(), self.any()),
            _ => format!("{}.index({int})", self.expr(Kind::Tuple)),
        }
    }

    fn function(&mut self, indent: usize) {
        let name = self.fresh();
        let default = self.expr(Kind::Int);
        self.line(indent, &format!("def {name}(n, m={default}, *rest, **named):"));
        let names = self.names.clone();
        self.names.extend([
            ("n".to_owned(), Kind::Int),
            ("m".to_owned(), Kind::Int),
            ("rest".to_owned(), Kind::Tuple),
        ]);
        // A name that is assigned inside is one of the function.
        let result = self.expr(Kind::Int);
        let test = self.expr(Kind::Bool);
        self.line(indent + 1, &format!("if {test}: return {result}"));
        self.line(indent + 1, "inner = [n, m, len(rest), len(named)]");
        let kind = self.kind();
        let value = self.expr(kind);
        self.line(indent + 1, &format!("later = lambda: (inner, {value})"));
        self.line(indent + 1, "inner = inner + [m]");
        self.line(indent + 1, "print(later())");
        self.line(indent + 1, "return sum(inner) % 100");
        self.names = names;
        self.functions.push(name);
    }

    fn class(&mut self, indent: usize) {
        let name = self.fresh();
        let (value, other) = (self.expr(Kind::Int), self.expr(Kind::Int));
        for line in [
            format!("class C{name}:"),
            format!("    shared = {value}"),
            "    __hidden = 1".to_owned(),
            "    def __init__(self, own):".to_owned(),
            "        self.own = own".to_owned(),
            "    def sum(self):".to_owned(),
            "        return self.own + self.shared + self.__hidden".to_owned(),
            "    def __getitem__(self, at):".to_owned(),
            "        return [self.own, self.shared, 7][at]".to_owned(),
            format!("class D{name}(C{name}):"),
            "    __hidden = 2".to_owned(),
            "    def sum(self):".to_owned(),
            "        return super().sum() * 2".to_owned(),
            format!("print([q for q in D{name}(3)], {value} in C{name}(4), *C{name}(5))"),
            format!("{name} = (D{name} if {other} % 2 else C{name})({other}).sum()"),
        ] {
            self.line(indent, &line);
        }
        self.names.push((name, Kind::Int));
    }

    fn name(&mut self, kind: Kind) -> Option<String> {
        let names: Vec<String> =
            self.names.iter().filter(|(_, own)| *own == kind).map(|(name, _)| name.clone()).collect();
        if names.is_empty() { None } else { Some(names[self.below(names.len())].clone()) }
    }

    fn any(&mut self) -> String {
        let kind = self.kind();
        self.expr(kind)
    }

    fn literal(&mut self, kind: Kind) -> String {
        match kind {
            Kind::Int => (i64::try_from(self.below(40)).unwrap() - 10).to_string(),
            Kind::Float => self.pick(&["0.5", "2.0", "-1.25", "3.75", "0.1", "1e20", "-0.0"]).to_owned(),
            Kind::Str => {
                self.pick(&["'a'", "'b c'", "''", "'12'", "\"it's\"", "'x,y,z'", "'Ab'", "'a\\n'"]).to_owned()
            }
            Kind::Bool => self.pick(&["True", "False"]).to_owned(),
            Kind::List => self.pick(&["[]", "[1, 2, 3]", "[5]", "[3, 1, 2, 1]", "[7, -7, 30]"]).to_owned(),
            Kind::Tuple => self.pick(&["()", "(1,)", "(2, 5)", "(4, 4, 9)"]).to_owned(),
            Kind::Dict => {
                self.pick(&["{}", "{'a': 1}", "{'12': 3, 'b c': 4}", "{'x': 0, 'a': 9, '': 2}"]).to_owned()
            }
            Kind::Set => {
                self.pick(&["set()", "{1}", "{3, 40, 8}", "{2, 1}", "{9, 17, 25, 33, 4}"]).to_owned()
            }
        }
    }

    fn expr(&mut self, kind: Kind) -> String {
        if self.depth > 2 || self.below(3) == 0 {
            return match self.name(kind) {
                Some(name) if self.below(3) > 0 => name,
                _ => self.literal(kind),
            };
        }
        self.depth += 1;
        let expr = match kind {
            Kind::Int => self.int(),
            Kind::Float => self.float(),
            Kind::Str => self.str(),
            Kind::Bool => self.bool(),
            Kind::List => self.list(),
            Kind::Tuple => self.tuple(),
            Kind::Dict => self.dict(),
            Kind::Set => self.set(),
        };
        self.depth -= 1;
        expr
    }

    fn int(&mut self) -> String {
        let (one, other) = (self.expr(Kind::Int), self.expr(Kind::Int));
        match self.below(14) {
            0..=2 => format!("({one} {} {other})", self.pick(&["+", "-", "*"])),
            3 => format!("({one} {} 7)", self.pick(&["//", "%", "&", "|", "^", "<<", ">>"])),
            4 => format!("len({})", self.collection()),
            5 => format!("sum({})", self.expr(Kind::List)),
            6 => format!("(-{one} if {} else ~{other})", self.expr(Kind::Bool)),
            7 => format!("max({one}, {other}, key=lambda q: q % 5)"),
            8 => format!("min({}, default={one})", self.expr(Kind::Set)),
            9 => format!("{}.count({one})", self.expr(Kind::List)),
            10 => format!("int({})", self.expr(Kind::Float).replace("1e20", "1e5")),
            11 => format!("{}.find('a')", self.expr(Kind::Str)),
            12 => format!("{}.get('a', {one})", self.expr(Kind::Dict)),
            _ => match self.functions.len() {
                0 => format!("abs({one})"),
                count => {
                    let at = self.below(count);
                    let name = self.functions[at].clone();
                    let call =
                        self.pick(&["({}, {})", "({})", "({}, {}, 3, k=4)", "(m={}, n={})", "(*[{}, {}])"]);
                    let call = call.replacen("{}", &one, 1).replacen("{}", &other, 1);
                    format!("{name}{call}")
                }
            },
        }
    }

    fn collection(&mut self) -> String {
        let kind = [Kind::List, Kind::Str, Kind::Dict, Kind::Set, Kind::Tuple][self.below(5)];
        self.expr(kind)
    }

    fn float(&mut self) -> String {
        let (one, other) = (self.expr(Kind::Float), self.expr(Kind::Int));
        match self.below(7) {
            0 => format!("({one} + {other})"),
            1 => format!("({one} * {other})"),
            2 => format!("({other} / 8)"),
            3 => format!("round({one}, 2)"),
            4 => format!("float({other})"),
            5 => format!("({one} // 0.75)"),
            _ => format!("({one} % 2.5)"),
        }
    }

    fn str(&mut self) -> String {
        let (one, int) = (self.expr(Kind::Str), self.expr(Kind::Int));
        match self.below(14) {
            0 => match (self.name(Kind::Int), self.name(Kind::Float), self.name(Kind::Str)) {
                (Some(int), Some(float), Some(text)) => {
                    format!("f'{{{int}:>4}}{{{float:}}}{{{text}!r:8}} {{{int}=}}'")
                }
                _ => format!("({one} + {})", self.expr(Kind::Str)),
            },
            1 => format!("str({})", self.any()),
            2 => format!("repr({})", self.any()),
            3 => format!(
                "{one}.{}()",
                self.pick(&["upper", "lower", "strip", "title", "capitalize", "swapcase"])
            ),
            4 => format!("{one}[{int} % 4:]"),
            5 => format!("{one}[::-1]"),
            6 => format!("','.join([str(q) for q in {}])", self.expr(Kind::List)),
            7 => {
                format!("format({int}, '{}')", self.pick(&["d", "5", "<5", "+d", "05", "x", ",", "^7", "b"]))
            }
            8 => format!(
                "format({}, '{}')",
                self.expr(Kind::Float),
                self.pick(&[".2f", "g", ".3e", "8.1f", "", "+.1f", ".3", "010.2f"])
            ),
            9 => format!("'%s|%r|%5d' % ({}, {one}, {int})", self.any()),
            10 => format!("{one}.replace('a', {})", self.expr(Kind::Str)),
            11 => format!("'{{}}-{{:>4}}'.format({int}, {one})"),
            12 => format!("({one} * ({int} % 3))"),
            _ => format!("{one}.{}(6)", self.pick(&["zfill", "center", "ljust", "rjust"])),
        }
    }

    fn bool(&mut self) -> String {
        let kind = [Kind::Int, Kind::Str, Kind::List, Kind::Tuple, Kind::Float][self.below(5)];
        let (one, other) = (self.expr(kind), self.expr(kind));
        match self.below(9) {
            0 | 1 => format!("({one} {} {other})", self.pick(&["<", "<=", ">", ">=", "==", "!="])),
            2 => format!("({} < {} <= {})", self.expr(Kind::Int), self.expr(Kind::Int), self.expr(Kind::Int)),
            3 => format!("({} in {})", self.expr(Kind::Int), self.expr(Kind::Set)),
            4 => format!("({} not in {})", self.expr(Kind::Str), self.expr(Kind::Dict)),
            5 => format!("(not {})", self.any()),
            6 => format!(
                "({} {} {})",
                self.expr(Kind::Set),
                self.pick(&["<", "<=", "==", ">="]),
                self.expr(Kind::Set)
            ),
            7 if self.below(2) == 0 => format!(
                "({}.{}() {} {}.{}())",
                self.expr(Kind::Dict),
                self.pick(&["keys", "items"]),
                self.pick(&["<", "<=", "==", "!=", ">="]),
                self.expr(Kind::Dict),
                self.pick(&["keys", "items"])
            ),
            7 => format!("bool({} {} {})", self.any(), self.pick(&["and", "or"]), self.any()),
            _ => format!("{}(q > 2 for q in {})", self.pick(&["any", "all"]), self.expr(Kind::List)),
        }
    }

    fn list(&mut self) -> String {
        let (one, int) = (self.expr(Kind::List), self.expr(Kind::Int));
        match self.below(11) {
            0 => format!("[{int}, {}]", self.expr(Kind::Int)),
            1 => format!("({one} + {})", self.expr(Kind::List)),
            2 => format!("[q * {int} for q in {one} if {}]", self.pick(&["q", "q % 2", "q > 1", "True"])),
            3 => format!("sorted({})", self.expr(Kind::Set)),
            4 => format!("{one}[{int} % 3:{}]", self.expr(Kind::Int)),
            5 => format!("list({})", self.expr(Kind::Set)),
            6 => format!("[*{one}, {int}]"),
            7 => format!("list(map(lambda q: q + {int}, {one}))"),
            8 => format!("{one}[::{}]", self.pick(&["-1", "2", "-2"])),
            9 => format!("[len(q) for q in {}]", self.expr(Kind::Dict)),
            _ => format!("[q + r for q, r in zip({one}, {})]", self.expr(Kind::Tuple)),
        }
    }

    fn tuple(&mut self) -> String {
        match self.below(4) {
            0 => format!("({}, {})", self.expr(Kind::Int), self.expr(Kind::Int)),
            1 => format!("({} + {})", self.expr(Kind::Tuple), self.expr(Kind::Tuple)),
            2 => format!("tuple({})", self.expr(Kind::List)),
            _ => format!("{}[:2]", self.expr(Kind::Tuple)),
        }
    }

    fn dict(&mut self) -> String {
        let (text, int) = (self.expr(Kind::Str), self.expr(Kind::Int));
        match self.below(5) {
            0 => format!("{{{text}: {int}}}"),
            1 => format!("{{**{}, {text}: {int}}}", self.expr(Kind::Dict)),
            2 => format!("({} | {})", self.expr(Kind::Dict), self.expr(Kind::Dict)),
            3 => format!("{{str(q): q for q in {}}}", self.expr(Kind::List)),
            _ => format!("dict(zip('abc', {}))", self.expr(Kind::List)),
        }
    }

    fn collection_of_ints(&mut self) -> String {
        let kind = [Kind::List, Kind::Set, Kind::Tuple][self.below(3)];
        self.expr(kind)
    }

    fn set(&mut self) -> String {
        let one = self.expr(Kind::Set);
        match self.below(10) {
            0..=2 => format!("({one} {} {})", self.pick(&["|", "&", "-", "^"]), self.expr(Kind::Set)),
            3 => format!("set({})", self.expr(Kind::List)),
            4 => format!("{{q * {} for q in {}}}", self.expr(Kind::Int), self.expr(Kind::List)),
            5 => format!(
                "{{{}, *{one}, {}, *{}}}",
                self.expr(Kind::Int),
                self.expr(Kind::Int),
                self.expr(Kind::List)
            ),
            6 => format!("set({{q: 0 for q in {}}})", self.expr(Kind::List)),
            7 => format!(
                "({one} {} {{q: 0 for q in {}}}.keys())",
                self.pick(&["|", "&", "-", "^"]),
                self.expr(Kind::List)
            ),
            8 => format!(
                "({{q: 0 for q in {}}}.keys() {} {})",
                self.expr(Kind::List),
                self.pick(&["|", "&", "-", "^"]),
                self.collection_of_ints()
            ),
            _ => format!(
                "{one}.{}({})",
                self.pick(&["union", "difference", "intersection", "symmetric_difference"]),
                self.expr(Kind::List)
            ),
        }
    }
}
