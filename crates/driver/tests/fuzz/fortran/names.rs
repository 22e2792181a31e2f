//! Generated programs of modules: private names, renames, hosts, implicit typing, generics, and procedures
//! that are called like intrinsic functions. What a name means decides what they compute.

use super::statement::broken;
use crate::random::Random;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Names that modules give away and take; most of them have intrinsic functions.
const POOL: [&str; 14] =
    ["sign", "mod", "dim", "abs", "max", "erf", "c", "d", "eps", "half", "w", "size", "sum", "count"];

/// Names of internal procedures.
const INNER: [&str; 5] = ["help", "dim", "sign", "inner", "count"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Type {
    Integer,
    Real,
}

impl Type {
    fn any(random: &mut Random) -> Type {
        *random.pick(&[Type::Integer, Type::Real])
    }

    fn declared(self) -> &'static str {
        if self == Type::Integer { "integer" } else { "real(8)" }
    }

    fn literal(self, random: &mut Random) -> String {
        match self {
            Type::Integer => random.range(1, 5).to_string(),
            Type::Real => random.word(&["0.5d0", "1.5d0", "2d0"]).to_owned(),
        }
    }
}

/// What a function gives, and what it takes.
type Signature = (Type, Vec<Type>);

/// What a name means.
#[derive(Debug, Clone, PartialEq)]
enum Meaning {
    Constant(Type),
    Variable(Type),
    /// The function of a unit, or several of them.
    Functions(Vec<Signature>),
    /// Something that cannot be used here and hides what others call so.
    Hidden,
}

/// The names that a unit sees; others may mean intrinsic functions.
type Names = BTreeMap<String, Meaning>;

/// A module and what it gives away.
struct Module {
    name: String,
    exports: Names,
}

/// The names without functions, which are hidden: so no function calls itself, also through others.
fn without_functions(names: &Names) -> Names {
    let hide = |meaning: &Meaning| match meaning {
        Meaning::Functions(_) => Meaning::Hidden,
        other => other.clone(),
    };
    names.iter().map(|(name, meaning)| (name.clone(), hide(meaning))).collect()
}

/// A program of modules that use each other, and subroutines in them and behind them.
pub(super) fn program(random: &mut Random) -> String {
    let mut text = String::new();
    let mut modules: Vec<Module> = Vec::new();
    for number in 1..=2 + random.below(2) {
        let (module, own) = module(random, &modules, number);
        text.push_str(&own);
        modules.push(module);
    }
    for number in 1..=2 {
        let (uses, names) = uses(random, &modules);
        text.push_str(&subroutine(random, &names, &format!("g{number}"), &uses));
    }
    text.lines().map(|line| broken(line) + "\n").collect()
}

/// `use` statements, and the names that they give.
fn uses(random: &mut Random, modules: &[Module]) -> (String, Names) {
    let (mut text, mut names) = (String::new(), Names::new());
    for Module { name, exports } in modules {
        let all: Vec<&String> = exports.keys().collect();
        if all.is_empty() || random.percent(30) {
            continue;
        }
        let mut taken: Vec<(String, &String)> = Vec::new();
        if random.percent(35) {
            let _ = writeln!(text, "use {name}");
            taken.extend(all.into_iter().map(|own| (own.clone(), own)));
        } else {
            let mut items = Vec::new();
            for own in random.shuffled(&all).into_iter().take(3) {
                let local = if random.percent(30) { random.word(&POOL).to_owned() } else { own.clone() };
                items.push(if local == *own { local.clone() } else { format!("{local} => {own}") });
                taken.push((local, own));
            }
            let _ = writeln!(text, "use {name}, only: {}", items.join(", "));
        }
        for (local, own) in taken {
            let meaning = exports[own].clone();
            // Two meanings are allowed as long as nobody uses the name.
            let is_new = names.get(&local).is_none_or(|known| *known == meaning);
            names.insert(local, if is_new { meaning } else { Meaning::Hidden });
        }
    }
    (text, names)
}

/// The declarations and procedures of a module that is being written.
struct Contents {
    names: Names,
    declared: String,
    procedures: Vec<(String, Signature)>,
}

fn module(random: &mut Random, modules: &[Module], number: usize) -> (Module, String) {
    let (uses, imported) = uses(random, modules);
    let contents = contents(random, &imported, number);
    let Contents { names, declared, procedures } = contents;
    let is_private = random.percent(50);
    let mut access = if is_private { "private\n".to_owned() } else { String::new() };
    let mut exports = Names::new();
    for (name, meaning) in names.iter().filter(|(_, meaning)| **meaning != Meaning::Hidden) {
        let shown = match random.below(5) {
            0 | 1 => Some(true),
            2 => Some(false),
            _ => None,
        };
        if let Some(shown) = shown {
            let _ = writeln!(access, "{} :: {name}", if shown { "public" } else { "private" });
        }
        if shown.unwrap_or(!is_private) {
            exports.insert(name.clone(), meaning.clone());
        }
    }
    let name = format!("m{number}");
    let mut text = format!("module {name}\n{uses}implicit none\n{access}{declared}contains\n");
    for (own, signature) in &procedures {
        text.push_str(&function(random, &without_functions(&names), own, signature));
    }
    text.push_str(&subroutine(random, &names, &format!("f{number}"), ""));
    text.push_str("end module\n");
    (Module { name, exports }, text)
}

fn contents(random: &mut Random, imported: &Names, number: usize) -> Contents {
    let mut contents = Contents { names: imported.clone(), declared: String::new(), procedures: Vec::new() };
    for name in random.shuffled(&POOL).into_iter().take(5).filter(|name| !imported.contains_key(*name)) {
        let ty = Type::any(random);
        let meaning = match random.below(5) {
            0 | 1 => {
                let value = ty.literal(random);
                let _ = writeln!(contents.declared, "{}, parameter :: {name} = {value}", ty.declared());
                Meaning::Constant(ty)
            }
            2 => {
                let _ = writeln!(contents.declared, "{} :: {name} = 3", ty.declared());
                Meaning::Variable(ty)
            }
            3 => {
                let signature = (ty, (0..=random.below(2)).map(|_| Type::any(random)).collect());
                contents.procedures.push((name.to_owned(), signature.clone()));
                Meaning::Functions(vec![signature])
            }
            _ => Meaning::Functions(generic(random, &mut contents, &format!("p{number}_{name}"), name)),
        };
        contents.names.insert(name.to_owned(), meaning);
    }
    contents
}

/// An interface of functions that differ in what they take.
fn generic(random: &mut Random, contents: &mut Contents, stem: &str, name: &str) -> Vec<Signature> {
    let taken = [vec![Type::Real], vec![Type::Integer], vec![Type::Real, Type::Integer]];
    let count = 1 + random.below(3);
    let mut signatures = Vec::new();
    let _ = writeln!(contents.declared, "interface {name}");
    for (number, takes) in random.shuffled(&taken).into_iter().take(count).enumerate() {
        let signature = (Type::any(random), takes);
        let own = format!("{stem}_{number}");
        let _ = writeln!(contents.declared, "module procedure {own}");
        contents.procedures.push((own, signature.clone()));
        signatures.push(signature);
    }
    contents.declared.push_str("end interface\n");
    signatures
}

/// A function, which may change a copy that it is given.
fn function(random: &mut Random, around: &Names, name: &str, (ty, takes): &Signature) -> String {
    let dummies: Vec<&str> = ["x", "y"].into_iter().take(takes.len()).collect();
    let mut names = around.clone();
    names.insert(name.to_owned(), Meaning::Hidden);
    let mut text = format!("{} function {name}({}) result(r)\n", ty.declared(), dummies.join(", "));
    let mut body = String::new();
    for (dummy, of) in dummies.iter().zip(takes) {
        let is_copy = random.percent(20);
        let _ =
            writeln!(text, "{}, {} :: {dummy}", of.declared(), if is_copy { "value" } else { "intent(in)" });
        if is_copy {
            let _ = writeln!(body, "{dummy} = {dummy} + 1");
        }
        names.insert((*dummy).to_owned(), Meaning::Variable(*of));
    }
    let _ = writeln!(body, "r = {}", expression(random, &names, *ty, 2));
    if random.percent(50) {
        body.push_str("if (r > 50) r = 1\n");
    }
    text + &body + "end function\n"
}

/// A subroutine, which may leave variables undeclared and have functions within.
fn subroutine(random: &mut Random, around: &Names, name: &str, uses: &str) -> String {
    let is_implicit = random.percent(50);
    let mut names = around.clone();
    for (own, ty) in [("k", Type::Integer), ("p", Type::Real), ("tmp", Type::Real), ("itmp", Type::Integer)] {
        names.insert(own.to_owned(), Meaning::Variable(ty));
    }
    let mut text = format!("subroutine {name}(k, p, o, ok)\n{uses}");
    text.push_str(match is_implicit {
        true => "implicit integer (i-n), real*8 (a-h, o-z)\n",
        false => "implicit none\nreal(8) :: tmp\ninteger :: itmp\n",
    });
    text.push_str(
        "integer, intent(in) :: k\nreal(8), intent(in) :: p\nreal(8), intent(inout) :: o(4)\n\
         integer, intent(inout) :: ok(4)\n",
    );
    // A variable of the host that functions change, and that no expression reads.
    if !is_implicit {
        text.push_str("integer :: icalls\n");
    }
    let mut inner = String::new();
    let seen = without_functions(&names);
    for own in random.shuffled(&INNER).into_iter().take(random.below(3)) {
        if names.contains_key(own) {
            continue;
        }
        let signature: Signature =
            (Type::any(random), (0..=random.below(2)).map(|_| Type::any(random)).collect());
        let hidden = INNER.iter().filter(|other| !seen.contains_key(**other));
        let mut within = seen.clone();
        within.extend(hidden.map(|other| ((*other).to_owned(), Meaning::Hidden)));
        let counting = "icalls = icalls + 1\nend function\n";
        inner.push_str(&function(random, &within, own, &signature).replace("end function\n", counting));
        names.insert(own.to_owned(), Meaning::Functions(vec![signature]));
    }
    text.push_str("tmp = p*2\nitmp = k + 1\nicalls = 0\n");
    for number in 1..=4 {
        let (place, ty) = *random.pick(&[("o", Type::Real), ("ok", Type::Integer)]);
        let _ = writeln!(text, "{place}({number}) = {}", expression(random, &names, ty, 2));
    }
    text.push_str("o(1) = o(1) + tmp\nok(1) = ok(1) + itmp + 100*icalls\n");
    let contained = if inner.is_empty() { String::new() } else { format!("contains\n{inner}") };
    text + &contained + "end subroutine\n"
}

fn expression(random: &mut Random, names: &Names, ty: Type, depth: usize) -> String {
    if depth == 0 {
        let is_it =
            |meaning: &Meaning| *meaning == Meaning::Constant(ty) || *meaning == Meaning::Variable(ty);
        let all: Vec<&String> =
            names.iter().filter(|(_, meaning)| is_it(meaning)).map(|(name, _)| name).collect();
        return match all.is_empty() || random.percent(20) {
            true => ty.literal(random),
            false => (*random.pick(&all)).clone(),
        };
    }
    let given = |signature: &&Signature| signature.0 == ty;
    let functions: Vec<(String, Vec<Type>)> = names
        .iter()
        .flat_map(|(name, meaning)| match meaning {
            Meaning::Functions(all) => {
                all.iter().filter(given).map(|of| (name.clone(), of.1.clone())).collect()
            }
            _ => Vec::new(),
        })
        .collect();
    if !functions.is_empty() && random.percent(50) {
        let (name, takes) = random.pick(&functions).clone();
        let given: Vec<String> = takes.iter().map(|ty| expression(random, names, *ty, depth - 1)).collect();
        return format!("{name}({})", given.join(", "));
    }
    let (a, b) = (expression(random, names, ty, depth - 1), expression(random, names, ty, depth - 1));
    let intrinsics: Vec<&str> = ["max", "min", "sign", "dim", "merge", "mod"]
        .into_iter()
        .filter(|name| !names.contains_key(*name))
        .collect();
    if intrinsics.is_empty() || random.percent(60) {
        return format!("({a} {} {b})", random.word(&["+", "-"]));
    }
    match random.word(&intrinsics) {
        "sign" => format!("sign(b={b}, a={a})"),
        "dim" => format!("dim(y={b}, x={a})"),
        "merge" => format!("merge(fsource={a}, tsource={b}, mask={a} < {b})"),
        "mod" => format!("mod(p={}, a={a})", if ty == Type::Integer { "7" } else { "7d0" }),
        name => format!("{name}({a}, {b})"),
    }
}
