//! What a launch description says to hosts: conditions in C are compiled and sizes are computed, and both are
//! what `lprun` finds.

use crate::faults::tool::{WorkFolder, is_long};
use codegen_opencl::{Description, Dialect};
use ir::{Expr, Kernel, Node, Scalar};
use runtime::{Bindings, Inputs, device};
use serde_json::Value;
use std::fmt::Write;
use std::process::Command;

/// Numbers that look random, the same ones each time.
pub(crate) struct Draws(pub(crate) u64);

impl Draws {
    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % count
    }

    pub(crate) fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }
}

/// Value arguments and their types.
const ARGUMENTS: &[(&str, Scalar, &str)] = &[
    ("n", Scalar::I32, "int32_t"),
    ("k", Scalar::I32, "int32_t"),
    ("m", Scalar::I64, "int64_t"),
    ("l", Scalar::I64, "int64_t"),
    ("u", Scalar::U64, "uint64_t"),
    ("w", Scalar::U32, "uint32_t"),
    ("h", Scalar::I16, "int16_t"),
    ("b", Scalar::U8, "uint8_t"),
    ("x", Scalar::F64, "double"),
    ("f", Scalar::F32, "float"),
    ("on", Scalar::Bool, "uint8_t"),
];

fn integer(draws: &mut Draws, depth: usize) -> String {
    if depth == 0 || draws.below(4) == 0 {
        return draws
            .pick(&["n", "k", "m", "l", "w", "h", "b", "n", "m", "3", "7", "1000", "65536", "5000000000"])
            .to_owned();
    }
    let a = integer(draws, depth - 1);
    match draws.below(11) {
        0 => format!("({a} + {})", integer(draws, depth - 1)),
        1 => format!("({a} - {})", integer(draws, depth - 1)),
        2 => format!("({a}*{})", integer(draws, depth - 1)),
        3 => format!("({a} // {})", draws.pick(&["2", "3", "16", "-5", "n", "m"])),
        4 => format!("({a} % {})", draws.pick(&["2", "3", "16", "-5", "k", "w"])),
        5 => format!("max({a}, {})", integer(draws, depth - 1)),
        6 => format!("min({a}, {})", integer(draws, depth - 1)),
        7 => format!("abs({a})"),
        8 => format!("if({}, {a}, {})", condition(draws, depth - 1), integer(draws, depth - 1)),
        9 => format!("cast({}, {a})", draws.pick(&["i64", "u8", "i16", "i32"])),
        _ => format!("{}({a}, {})", draws.pick(&["div_trunc", "rem_trunc"]), draws.pick(&["3", "-7", "n"])),
    }
}

fn real(draws: &mut Draws, depth: usize) -> String {
    if depth == 0 || draws.below(3) == 0 {
        return draws.pick(&["x", "x", "1.5", "0.1", "2.0"]).to_owned();
    }
    let a = real(draws, depth - 1);
    match draws.below(7) {
        0 => format!("({a} + {})", real(draws, depth - 1)),
        1 => format!("({a}*{})", real(draws, depth - 1)),
        2 => format!("({a} // {})", draws.pick(&["2.0", "0.3", "x"])),
        3 => format!("({a} % {})", draws.pick(&["2.0", "-0.3", "x"])),
        4 => format!("max(abs({a}), {})", real(draws, depth - 1)),
        5 => format!("cast(f64, {})", integer(draws, depth - 1)),
        _ => format!("({a} - {})", real(draws, depth - 1)),
    }
}

fn condition(draws: &mut Draws, depth: usize) -> String {
    let order = draws.pick(&["<", "<=", ">", ">=", "==", "!="]);
    match draws.below(if depth == 0 { 5 } else { 9 }) {
        0 => "on".to_owned(),
        1 => format!("{} {order} {}", real(draws, depth), real(draws, depth)),
        2 => format!(
            "f {} {order} {}",
            draws.pick(&["// 2.0f", "% 0.3f", "*3.0f", "- 1.0f"]),
            draws.pick(&["f", "1.5f"])
        ),
        3 => format!("u {order} {}", draws.pick(&["200", "u", "n", "m - 3"])),
        4 => format!("{} {order} {}", integer(draws, depth), integer(draws, depth)),
        5 => format!("({} and {})", condition(draws, depth - 1), condition(draws, depth - 1)),
        6 => format!("({} or {})", condition(draws, depth - 1), condition(draws, depth - 1)),
        7 => format!("(not ({}))", condition(draws, depth - 1)),
        _ => format!("cast(i32, {}) > {}", real(draws, depth - 1), integer(draws, depth - 1)),
    }
}

/// A value of that type, often near an end of it or where another type ends.
fn value(draws: &mut Draws, ty: Scalar) -> String {
    if ty == Scalar::Bool {
        return draws.pick(&["true", "false"]).to_owned();
    }
    if ty.is_float() {
        return draws
            .pick(&[
                "0.0", "-0.0", "1.5", "-1.5", "0.1", "3e9", "-3e9", "1e18", "1e30", "2.0", "nan", "inf",
                "-7.25",
            ])
            .to_owned();
    }
    corner(draws, ty)
}

/// An integer near such an end.
pub(crate) fn corner(draws: &mut Draws, ty: Scalar) -> String {
    let (low, high) = ty.integer_range().unwrap();
    let near = i128::try_from(draws.below(9)).unwrap() - 4;
    let corners = [
        0,
        0,
        0,
        16,
        -16,
        1 << 15,
        1 << 31,
        -(1 << 31),
        1 << 32,
        1 << 53,
        1 << 61,
        -(1 << 61),
        1 << 62,
        low,
        high,
    ];
    let drawn = corners[draws.below(corners.len())] + near;
    if (low..=high).contains(&drawn) { drawn } else { near.clamp(low, high) }.to_string()
}

/// A kernel that is sound, lowered.
pub(crate) fn kernel(text: &str) -> Option<Kernel> {
    let id = diag::SourceMap::default().add("t", text);
    let (_, kernel) = ir::text::parse_module(text, id).ok()?.kernels.swap_remove_index(0)?;
    if ir::verify::verify(&kernel).is_empty() {
        Some(transforms::lower::lower(&kernel).ok()?.into_kernel())
    } else {
        None
    }
}

fn requiring(draws: &mut Draws) -> (String, Kernel) {
    loop {
        let condition = condition(draws, 3);
        let arguments: String =
            ARGUMENTS.iter().map(|(name, ty, _)| format!(" arg {name} : {}\n", ty.name())).collect();
        let text = format!(
            "lpir 1\nkernel @k {{\n{arguments} arg a : f64[4] out\n domain {{ [i] : 0 <= i < 4 }}\n iname i : g.0\n require {condition} : \"no\"\n s: a[i] = 1.0  in(i)\n}}\n"
        );
        if let Some(kernel) = kernel(&text) {
            return (condition, kernel);
        }
    }
}

fn described(kernel: &Kernel) -> (Description, Value) {
    let description = codegen_opencl::description(kernel, Dialect::OpenCl).unwrap();
    let json = serde_json::from_str(&description.to_json()).unwrap();
    (description, json)
}

pub(crate) fn inputs(values: &[(&str, String)]) -> Inputs {
    let sets = values.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    Inputs { sets, ..Inputs::default() }
}

/// A function that tests all conditions of a description, as a host does.
fn host_function(number: usize, json: &Value) -> String {
    let parameters: Vec<String> = ARGUMENTS.iter().map(|(name, _, c)| format!("{c} {name}")).collect();
    let mut text = format!("static int test{number}({})\n{{\n", parameters.join(", "));
    let limit = json["argument_limit"].as_i64().unwrap();
    for (name, _, _) in ARGUMENTS.iter().filter(|(_, ty, _)| *ty == Scalar::I32) {
        let _ = writeln!(text, "  if ({name} < -{limit} || {name} > {limit}) return 0;");
    }
    for requirement in json["requires"].as_array().unwrap() {
        let _ = writeln!(text, "  if (!({})) return 0;", requirement["condition"].as_str().unwrap());
    }
    text + "  return 1;\n}\n"
}

#[test]
fn conditions_in_c_are_those_of_lprun() {
    let mut draws = Draws(17);
    let kernels: Vec<_> = (0..if is_long() { 2000 } else { 200 }).map(|_| requiring(&mut draws)).collect();
    let mut program =
        String::from("#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n#include <stdio.h>\n");
    let (mut calls, mut expected) = (String::new(), Vec::new());
    for (number, (condition, kernel)) in kernels.iter().enumerate() {
        let (description, json) = described(kernel);
        program += &host_function(number, &json);
        for _ in 0..40 {
            let values: Vec<_> =
                ARGUMENTS.iter().map(|(name, ty, _)| (*name, value(&mut draws, *ty))).collect();
            let bound = Bindings::new(kernel, &inputs(&values));
            let accepted = bound.is_ok_and(|bound| device::plan(kernel, &bound, "", &description).is_ok());
            let literal =
                |((_, ty, _), (_, text)): (&(&str, Scalar, &str), &(&str, String))| match (ty, text.as_str())
                {
                    (_, "nan") => "NAN".to_owned(),
                    (_, "inf") => "INFINITY".to_owned(),
                    (Scalar::I64, "-9223372036854775808") => "INT64_MIN".to_owned(),
                    (Scalar::U64, text) => format!("{text}u"),
                    (_, text) => text.to_owned(),
                };
            let arguments: Vec<String> = ARGUMENTS.iter().zip(&values).map(literal).collect();
            let _ = writeln!(calls, "  putchar('0' + test{number}({}));", arguments.join(", "));
            expected.push((accepted, condition, arguments.join(", ")));
        }
    }
    let place = WorkFolder::new();
    place.write("host.c", format!("{program}int main(void)\n{{\n{calls}  return 0;\n}}\n"));
    let options = [
        "-std=c99",
        "-O1",
        "-ffp-contract=off",
        "-fsanitize=undefined",
        "-fno-sanitize-recover=undefined",
        "-Wall",
        "-Werror",
        "-Wno-unused",
        "-Wno-tautological-compare",
        "-Wno-bool-compare",
        "host.c",
        "-o",
        "host",
        "-lm",
    ];
    let built = Command::new("cc").args(options).current_dir(place.path("")).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let run = Command::new(place.path("host")).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(run.stdout.len(), expected.len());
    for (given, (accepted, condition, values)) in run.stdout.iter().zip(&expected) {
        assert_eq!(*given == b'1', *accepted, "{condition} with {values}");
    }
    let accepted = expected.iter().filter(|(accepted, ..)| *accepted).count();
    assert!(accepted > expected.len() / 20 && accepted < expected.len(), "{accepted}");
}

/// The value of a size that a description gives.
fn computed(expr: &Expr, values: &[(&str, i128)]) -> i128 {
    let value = |e: &Expr| computed(e, values);
    match expr.node() {
        Node::Int(value) => i128::from(*value),
        Node::Var(name) => values.iter().find(|(known, _)| *name == **known).unwrap().1,
        Node::Sum(terms) => terms.iter().map(value).sum(),
        Node::Product(factors) => factors.iter().map(value).product(),
        Node::FloorDiv(a, b) => value(a).div_euclid(value(b)),
        Node::Mod(a, b) => value(a).rem_euclid(value(b)),
        Node::Call { function, args } if *function == "max" => value(&args[0]).max(value(&args[1])),
        Node::Call { function, args } if *function == "min" => value(&args[0]).min(value(&args[1])),
        _ => panic!("{expr}"),
    }
}

fn read(text: &str) -> Expr {
    let id = diag::SourceMap::default().add("t", text);
    ir::text::parse_expr(text, id, 0, &|_| false).unwrap()
}

#[test]
fn sizes_of_launches_are_those_of_lprun() {
    let text = "lpir 1\nkernel @k {\n arg n : i32\n arg m : i64\n arg u : u64\n arg a : f64[64, 64] layout(c) inout\n \
        domain [n, m] -> { [o, i] : 0 <= 16*o + i < n + m and 0 <= i < 16 and o < 4 }\n \
        domain [m, u] -> { [j] : m - 5 <= j < u }\n iname o : g.0\n iname i : l.0\n iname j : g.1\n \
        s: a[16*o + i, j - m + 5] = 1.0  in(o, i, j)\n}\n";
    let kernel = kernel(text).unwrap();
    let (description, json) = described(&kernel);
    let mut draws = Draws(3);
    let mut launched = 0;
    for _ in 0..400 {
        let m = value(&mut draws, Scalar::I64);
        let u = m.parse::<i128>().unwrap() + i128::try_from(draws.below(30)).unwrap() - 6;
        let Ok(u) = u64::try_from(u) else { continue };
        let values = [("n", value(&mut draws, Scalar::I32)), ("m", m), ("u", u.to_string())];
        let Ok(bound) = Bindings::new(&kernel, &inputs(&values)) else { continue };
        let Ok(plan) = device::plan(&kernel, &bound, "", &description) else { continue };
        let plan = serde_json::to_value(&plan).unwrap();
        let known: Vec<_> = values.iter().map(|(name, text)| (*name, text.parse().unwrap())).collect();
        let sizes = |key: &str| -> Vec<i128> {
            let texts = json["functions"][0][key].as_array().unwrap();
            texts.iter().map(|text| computed(&read(text.as_str().unwrap()), &known)).collect()
        };
        let (groups, items) = (sizes("groups"), sizes("work_items"));
        let Some(launch) = plan["steps"].as_array().unwrap().first().map(|step| &step["Launch"]) else {
            assert!(groups.iter().chain(&items).any(|size| *size <= 0), "{values:?}");
            continue;
        };
        launched += 1;
        for (key, ours) in [("groups", groups), ("work_items", items)] {
            let theirs: Vec<i128> =
                launch[key].as_array().unwrap().iter().map(|size| size.as_u64().unwrap().into()).collect();
            assert_eq!(ours, theirs[..ours.len()], "{values:?}");
        }
    }
    assert!(launched > 20, "{launched}");
}
