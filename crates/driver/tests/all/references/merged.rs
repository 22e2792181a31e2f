//! A merged kernel does what the kernel does that calls the others.

use super::random::Draw;
use super::run::{Arrays, SIZES, array, assert_same, parse, real, run, values};
use ir::access::{AccessKind, accesses};
use ir::{Access, Arg, ArgKind, Kernel, Name};
use std::process::Command;

/// The kernel that a script leaves.
fn made(script: &str) -> Result<Kernel, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("case.py");
    std::fs::write(&path, script).unwrap();
    let done = Command::new(env!("CARGO_BIN_EXE_lpopt")).arg("--script").arg(&path).output().unwrap();
    match done.status.success() {
        true => Ok(parse(&String::from_utf8(done.stdout).unwrap())),
        false => Err(String::from_utf8(done.stderr).unwrap()),
    }
}

/// A callee of one to three statements over loops that may be empty.
fn callee(draw: &mut Draw) -> String {
    let inner =
        draw.pick(&["0 <= k < m", "i <= k < 5", "0 <= k < i", "0 <= k < m and m > 1", "1 <= k < n - 1"]);
    let mut all = vec![
        draw.pick(&["\"x[i] = 2*a[i] {id=s0}\"", "\"x[i] = x[i] + a[i]*m {id=s0}\""]),
        draw.pick(&["\"z[i] = sum(k, a[k] + i)\"", "\"z[i] = x[i] + sum(k, a[k]) {dep=s0}\""]),
        draw.pick(&["\"y[i, k] = a[k]*i\"", "\"y[k, i] = a[k]*i + m\""]),
    ];
    all.truncate(1 + draw.below(3));
    format!(
        "lp.make_kernel(\"{{ [i, k] : 0 <= i < n and {inner} }}\", [{}], \
         [\"a, x, z : float64[9]\", \"y : float64[9, 9]\", \"n, m : int32\"], name=\"part\")",
        all.join(", ")
    )
}

#[test]
fn random_calls() {
    let mut accepted = 0;
    for seed in 0..40 {
        let mut draw = Draw(seed);
        let callee = callee(&mut draw);
        let alone = made(&format!("RESULT = {callee}\n")).unwrap();
        let given = draw.pick(&["m", "j", "m + j"]);
        let part = |name: &Name| match name.as_str() {
            "y" => "[p, q]: y[j, p, q]".to_owned(),
            name => format!("[p]: {name}[j, p]"),
        };
        let passed = |(name, arg): (&Name, &Arg)| match &arg.kind {
            ArgKind::Value => Some(if name.as_str() == "m" { given.to_owned() } else { name.to_string() }),
            ArgKind::Array { access, .. } => {
                (*access == Access::In || reads(&alone, name)).then(|| part(name))
            }
        };
        let passed: Vec<String> = alone.args.iter().filter_map(passed).collect();
        let is_target = |(_, arg): &(&Name, &Arg)| matches!(&arg.kind, ArgKind::Array { access, .. } if *access != Access::In);
        let targets: Vec<String> = alone.args.iter().filter(is_target).map(|(name, _)| part(name)).collect();
        let script = format!(
            "part = {callee}\ncalls = lp.make_kernel([\"{{ [j] : 0 <= j < 3 }}\", \"{{ [p, q] : 0 <= p, q < 9 }}\"], \
             \"{} = part({})\", [\"a, x, z : float64[3, 9]\", \"y : float64[3, 9, 9]\", \"n, m : int32\"], name=\"calls\")\n\
             RESULT = lp.merge([calls, part])\n",
            targets.join(", "),
            passed.join(", ")
        );
        let Ok(merged) = made(&script) else { continue };
        accepted += 1;
        for [n, m] in SIZES {
            let sizes = [("n", n), ("m", m)];
            let mut found = whole();
            let mut expected = found.clone();
            for j in 0..3 {
                let value = match given {
                    "m" => m,
                    "j" => j,
                    _ => m + j,
                };
                let at = usize::try_from(j).unwrap();
                let mut own = expected.iter().map(|(name, array)| (name.clone(), row(array, at))).collect();
                run(&alone, &[("n", n), ("m", value)], &mut own);
                own.iter().for_each(|(name, row)| put(expected.get_mut(name).unwrap(), at, row));
            }
            run(&merged, &sizes, &mut found);
            assert_same(&expected, &found, &sizes, &merged);
        }
    }
    assert!(accepted > 15, "only {accepted} could be merged");
}

/// Whether a statement reads an array, whatever of it is written.
fn reads(kernel: &Kernel, name: &Name) -> bool {
    let mut all = kernel.statements.values().flat_map(|statement| accesses(kernel, statement));
    all.any(|access| access.variable == *name && access.kind == AccessKind::Read)
}

fn whole() -> Arrays {
    let shapes: [(&str, &[usize]); 4] = [("a", &[3, 9]), ("x", &[3, 9]), ("z", &[3, 9]), ("y", &[3, 9, 9])];
    shapes.map(|(name, shape)| (name.to_owned(), array(shape, |at| real(at) - 5.0))).into_iter().collect()
}

fn row(whole: &runtime::Array, at: usize) -> runtime::Array {
    let (all, shape) = (values(whole), &whole.shape[1..]);
    let length: usize = shape.iter().product();
    array(shape, |own| all[at * length + own])
}

fn put(whole: &mut runtime::Array, at: usize, row: &runtime::Array) {
    let (mut all, row) = (values(whole), values(row));
    let length = row.len();
    all[at * length..(at + 1) * length].copy_from_slice(&row);
    *whole = array(&whole.shape.clone(), |own| all[own]);
}
