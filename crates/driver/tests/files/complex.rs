//! Arithmetic on complex numbers to the last bit: on the interpreter, on a device, and from gfortran.

use crate::floats::{lowered, results};
use crate::snapshot::trial;
use driver::input::InputKind;
use ir::Scalar;
use libtest_mimic::Trial;
use runtime::Array;
use std::fmt::Write;
use std::process::Command;

pub(crate) fn trials() -> Vec<Trial> {
    vec![trial("complex/as_gfortran", || [Scalar::C64, Scalar::C128].into_iter().try_for_each(arithmetic))]
}

/// What is computed of the complex `a` and `b`, the real `x` and the integer `e`: in `.lpir`, and in Fortran.
const OPERATIONS: &[(&str, &str)] = &[
    ("a[i] + b[i]", "a(i) + b(i)"),
    ("a[i] - b[i]", "a(i) - b(i)"),
    ("a[i]*b[i]", "a(i)*b(i)"),
    ("a[i]/b[i]", "a(i)/b(i)"),
    ("-a[i] - 2*b[i]", "-a(i) - 2*b(i)"),
    ("-2*a[i]", "-2*a(i)"),
    ("a[i] - 2.5", "a(i) - 2.5"),
    ("x[i]*a[i]", "x(i)*a(i)"),
    ("a[i]/x[i]", "a(i)/x(i)"),
    ("x[i]/b[i] + x[i]", "x(i)/b(i) + x(i)"),
    ("e[i] - a[i]*e[i]", "e(i) - a(i)*e(i)"),
    ("a[i]**2", "a(i)**2"),
    ("a[i]**3", "a(i)**3"),
    ("a[i]**(-1)", "a(i)**(-1)"),
    ("b[i]**e[i]", "b(i)**e(i)"),
    ("conj(a[i])*b[i]", "conjg(a(i))*b(i)"),
    ("complex(imag(a[i]), -real(b[i]))*a[i]*b[i]", "cmplx(aimag(a(i)), -real(b(i)), kind(x))*a(i)*b(i)"),
    ("if(a[i] == b[i], 1, 0)", "merge(1, 0, a(i) == b(i))"),
    ("if(a[i] != x[i], 1, 0)", "merge(1, 0, a(i) /= x(i))"),
];

fn arithmetic(ty: Scalar) -> Result<(), String> {
    let part = ty.part();
    let numbers = numbers(part);
    let count = numbers.len() * numbers.len();
    let first = || numbers.iter().flat_map(|a| numbers.iter().map(|_| *a));
    let second = || numbers.iter().flat_map(|_| numbers.iter().copied());
    let exponents = [-3_i32, -2, 0, 1, 2, 5, 12].into_iter().cycle().take(count);
    let array = |ty: Scalar, bytes: Vec<u8>| Array { ty, shape: vec![count], strides: vec![1], bytes };
    let arrays = vec![
        ("a".to_owned(), array(ty, first().flatten().flat_map(|value| bytes(part, value)).collect())),
        ("b".to_owned(), array(ty, second().flatten().flat_map(|value| bytes(part, value)).collect())),
        ("x".to_owned(), array(part, second().flat_map(|[real, _]| bytes(part, real)).collect())),
        ("e".to_owned(), array(Scalar::I32, exponents.flat_map(i32::to_le_bytes).collect())),
    ];
    let theirs = of_gfortran(ty, count, &arrays)?;
    let ours = results(&lowered(&kernel(ty), InputKind::Lpir)?, arrays, Vec::new())?;
    let size = count * usize::try_from(ty.bytes()).unwrap_or(1);
    if theirs.len() != size * OPERATIONS.len() {
        return Err(format!("gfortran's program wrote {} bytes", theirs.len()));
    }
    let mut differences = String::new();
    for (at, ((text, _), theirs)) in OPERATIONS.iter().zip(theirs.chunks_exact(size)).enumerate() {
        let mine = ours.array(&format!("r{at}")).ok_or("no such array")?;
        let width = usize::try_from(part.bytes()).unwrap_or(1);
        let parts = mine.bytes.chunks_exact(width).zip(theirs.chunks_exact(width));
        let found: Vec<usize> =
            parts.enumerate().filter(|(_, (a, b))| !same(a, b)).map(|(at, _)| at).collect();
        if let Some(first) = found.first() {
            let value = |name: &str| ours.array(name).and_then(|array| array.get(&[first / 2]));
            let given = ["a", "b", "x", "e"].map(value);
            let mine = mine.get(&[first / 2]);
            let _ = writeln!(
                differences,
                "{text} in {ty}: {} parts, first of {given:?}, ours {mine:?}",
                found.len()
            );
        }
    }
    if differences.is_empty() { Ok(()) } else { Err(differences) }
}

/// Whether two parts have the same bits, or are both no numbers.
fn same(a: &[u8], b: &[u8]) -> bool {
    let is_nan = |bytes: &[u8]| match *bytes {
        [a, b, c, d] => f32::from_le_bytes([a, b, c, d]).is_nan(),
        [a, b, c, d, e, f, g, h] => f64::from_le_bytes([a, b, c, d, e, f, g, h]).is_nan(),
        _ => false,
    };
    a == b || (is_nan(a) && is_nan(b))
}

/// Numbers with parts of all signs, far apart and near, infinite, zero, denormal and none.
fn numbers(part: Scalar) -> Vec<[f64; 2]> {
    let (huge, tiny) = if part == Scalar::F32 { (3.0e38, 1.0e-45) } else { (1.7e308, 5.0e-324) };
    let parts = [0.0, -0.0, 1.0, -2.5, 1.0 / 3.0, huge, -tiny, f64::INFINITY, f64::NAN];
    parts.iter().flat_map(|a| parts.iter().map(|b| [*a, *b])).collect()
}

#[expect(clippy::cast_possible_truncation, reason = "the numbers are meant as rounded")]
fn bytes(part: Scalar, value: f64) -> Vec<u8> {
    if part == Scalar::F32 { (value as f32).to_le_bytes().to_vec() } else { value.to_le_bytes().to_vec() }
}

fn kernel(ty: Scalar) -> String {
    let mut text = format!(
        "lpir 1\n\nkernel @k {{\n  arg n : i32\n  arg a : {ty}[n] in\n  arg b : {ty}[n] in\n  arg x : {}[n] in\n  \
         arg e : i32[n] in\n",
        ty.part()
    );
    for at in 0..OPERATIONS.len() {
        let _ = writeln!(text, "  arg r{at} : {ty}[n] out");
    }
    text += "  domain [n] -> { [i] : 0 <= i < n }\n  iname i : g.0\n";
    for (at, (value, _)) in OPERATIONS.iter().enumerate() {
        let _ = writeln!(text, "  s{at}: r{at}[i] = {value}  in(i)");
    }
    text + "}\n"
}

/// The memory of all results that gfortran's program gets from the same numbers.
fn of_gfortran(ty: Scalar, count: usize, arrays: &[(String, Array)]) -> Result<Vec<u8>, String> {
    let kind = ty.part().bytes();
    let mut text = format!(
        "subroutine apply(n, a, b, x, e, r)\n  integer :: n, i, e(n)\n  complex({kind}) :: a(n), b(n), r(n, {})\n  \
         real({kind}) :: x(n)\n  do i = 1, n\n",
        OPERATIONS.len()
    );
    for (at, (_, value)) in OPERATIONS.iter().enumerate() {
        let _ = writeln!(text, "    r(i, {}) = {value}", at + 1);
    }
    let _ = write!(
        text,
        "  end do\nend subroutine\nprogram main\n  complex({kind}) :: a({count}), b({count})\n  \
         complex({kind}), allocatable :: r(:, :)\n  real({kind}) :: x({count})\n  integer :: e({count})\n  \
         allocate(r({count}, {}))\n  open(10, file='in.bin', access='stream', form='unformatted')\n  \
         read(10) a, b, x, e\n  call apply({count}, a, b, x, e, r)\n  \
         open(11, file='out.bin', access='stream', form='unformatted')\n  write(11) r\nend program\n",
        OPERATIONS.len()
    );
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let at = |name: &str| folder.path().join(name);
    let memory: Vec<u8> = arrays.iter().flat_map(|(_, array)| array.bytes.clone()).collect();
    std::fs::write(at("in.bin"), memory).map_err(|error| error.to_string())?;
    std::fs::write(at("main.f90"), text).map_err(|error| error.to_string())?;
    let build = ["-O2", "-ffp-contract=off", "-o", "main", "main.f90"];
    crate::fortran::run(Command::new("gfortran").args(build), folder.path())?;
    crate::fortran::run(&mut Command::new("./main"), folder.path())?;
    std::fs::read(at("out.bin")).map_err(|error| error.to_string())
}
