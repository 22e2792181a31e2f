//! Integers in code are as wide as they are: random index arithmetic in plain C, which traps where it
//! overflows, against the interpreter, in loops of few iterations whose values are anywhere in 64 bits.

use crate::faults::launch::{Draws, corner, inputs, kernel};
use crate::faults::tool::{WorkFolder, is_long};
use codegen_opencl::{Dialect, KernelArg};
use ir::{Kernel, Scalar};
use legality::check;
use runtime::{Bindings, Options, device, interpret};
use std::fmt::Write;
use std::process::Command;

const TYPES: &[(Scalar, &str)] = &[
    (Scalar::I64, "int64_t"),
    (Scalar::I32, "int32_t"),
    (Scalar::F64, "double"),
    (Scalar::F32, "float"),
    (Scalar::U8, "uint8_t"),
    (Scalar::U64, "uint64_t"),
];

fn arithmetic(draws: &mut Draws, depth: usize) -> String {
    if depth == 0 || draws.below(4) == 0 {
        return draws
            .pick(&["i", "i", "j", "m", "n", "w", "u", "3", "1000", "2000000000", "5000000000"])
            .to_owned();
    }
    let (a, b) = (arithmetic(draws, depth - 1), arithmetic(draws, depth - 1));
    let number = draws.pick(&["2", "7", "1000", "3000000000"]);
    match draws.below(10) {
        0 | 1 => format!("({a} + {b})"),
        2 => format!("({a} - {b})"),
        3 => format!("({a}*{number})"),
        4 => format!("({a} // {number})"),
        5 => format!("({a} % {number})"),
        6 => format!("{}({a}, {b})", draws.pick(&["max", "min", "bit_and", "bit_or", "bit_xor", "sign"])),
        7 => format!("{}({a})", draws.pick(&["abs", "bit_not"])),
        8 => format!("{}({a}, {number})", draws.pick(&["div_trunc", "rem_trunc"])),
        _ => format!("if({a} {} {b}, {a}, {b})", draws.pick(&["<", ">=", "=="])),
    }
}

fn converting(draws: &mut Draws, number: usize) -> (String, Kernel, &'static str) {
    loop {
        let (ty, c) = TYPES[draws.below(TYPES.len())];
        let value = arithmetic(draws, 3);
        let tag = draws.pick(&["", " : g.0", " : unr_hint"]);
        let text = format!(
            "lpir 1\nkernel @k{number} {{\n arg m : i64\n arg n : i32\n arg w : u32\n arg u : u64\n arg a : {}[3, 2] layout(c) out\n \
             domain [m] -> {{ [i] : m <= i < m + 3 }}\n domain {{ [j] : 0 <= j < 2 }}\n iname i{tag}\n iname j\n \
             s: a[i - m, j] = cast({}, {value})  in(i, j)\n}}\n",
            ty.name(),
            ty.name()
        );
        if let Some(kernel) = kernel(&text) {
            return (text, kernel, c);
        }
    }
}

/// A call with these arguments, which prints the bytes of the array.
fn call(kernel: &Kernel, c: &str, bound: &Bindings) -> String {
    let arguments: Vec<String> = codegen_opencl::parameters(kernel)
        .iter()
        .map(|parameter| match parameter {
            KernelArg::Value { name, ty } => {
                let value = bound.value(name).unwrap().as_int().unwrap();
                match ty {
                    Scalar::U64 => format!("{value}u"),
                    _ if value == i128::from(i64::MIN) => "INT64_MIN".to_owned(),
                    _ => value.to_string(),
                }
            }
            _ => "a".to_owned(),
        })
        .collect();
    format!("  {{ {c} a[6]; {}({}); fwrite(a, sizeof a, 1, stdout); }}\n", kernel.name, arguments.join(", "))
}

#[test]
fn index_arithmetic_in_c_is_exact() {
    let mut draws = Draws(5);
    let (mut program, mut calls) = (String::new(), String::new());
    let mut expected: Vec<(Vec<u8>, String)> = Vec::new();
    let count = if is_long() { 3000 } else { 200 };
    for number in 0..count {
        let (text, kernel, c) = converting(&mut draws, number);
        let options = codegen_opencl::Options { dialect: Dialect::C, ..Default::default() };
        program += &codegen_opencl::source([&check(&kernel).unwrap()], options).unwrap();
        // Helpers are the same in all files.
        let _ = writeln!(program, "//");
        let description = codegen_opencl::description(&kernel, Dialect::C).unwrap();
        for _ in 0..10 {
            let types = [("m", Scalar::I64), ("n", Scalar::I32), ("w", Scalar::U32), ("u", Scalar::U64)];
            let values = types.map(|(name, ty)| (name, corner(&mut draws, ty)));
            let Ok(mut bound) = Bindings::new(&kernel, &inputs(&values)) else { continue };
            if device::plan(&kernel, &bound, "", &description).is_err() {
                continue;
            }
            let call = call(&kernel, c, &bound);
            if interpret(&kernel, &mut bound, &Options::default()).is_err() {
                continue;
            }
            calls += &call;
            expected.push((bound.array("a").unwrap().bytes.clone(), format!("{text}{call}")));
        }
    }
    assert!(expected.len() > count, "{}", expected.len());
    let bytes = ran(&program, &calls);
    let mut rest = bytes.as_slice();
    for (wanted, what) in &expected {
        let (given, others) = rest.split_at(wanted.len());
        assert_eq!(given, wanted, "{what}");
        rest = others;
    }
    assert!(rest.is_empty());
}

/// What a program of these functions prints; each helper is defined once.
fn ran(program: &str, calls: &str) -> Vec<u8> {
    let mut seen = std::collections::BTreeSet::new();
    let is_new = |line: &&str| !line.starts_with("static inline") || seen.insert((*line).to_owned());
    let program: String = program.lines().filter(is_new).map(|line| format!("{line}\n")).collect();
    let place = WorkFolder::new();
    place
        .write("all.c", format!("{program}#include <stdio.h>\nint main(void)\n{{\n{calls}  return 0;\n}}\n"));
    let options = [
        "-std=c99",
        "-O1",
        "-fsanitize=undefined",
        "-fno-sanitize-recover=undefined",
        "all.c",
        "-o",
        "all",
        "-lm",
    ];
    let built = Command::new("cc").args(options).current_dir(place.path("")).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let run = Command::new(place.path("all")).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    run.stdout
}
