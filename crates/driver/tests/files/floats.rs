//! Floating-point results to the last bit: on the interpreter, on a device, and from gfortran.

use crate::example::on_device;
use crate::snapshot::trial;
use diag::SourceMap;
use driver::input::{self, InputKind};
use ir::{Kernel, Scalar};
use legality::Proved;
use libtest_mimic::Trial;
use runtime::{Array, Bindings, Inputs, Options};
use std::fmt::Write;
use std::process::Command;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial("floats/products_are_rounded", || {
            [Scalar::F32, Scalar::F64].into_iter().try_for_each(contraction)
        }),
        trial("floats/remainders", || [Scalar::F32, Scalar::F64].into_iter().try_for_each(remainders)),
    ]
}

/// The lowered kernel of a text.
pub(crate) fn lowered(text: &str, kind: InputKind) -> Result<Kernel, String> {
    let mut sources = SourceMap::default();
    let id = sources.add("<test>", text);
    let read = input::import(&mut sources, id, kind, &driver::fortran::Settings::default());
    let problems = |errors: Vec<diag::Diagnostic>| crate::snapshot::rendered(&sources, &errors);
    let module = read.map_err(problems)?.module;
    let kernel = module.kernels.into_values().next().ok_or("no kernel")?;
    transforms::lower::lower(&kernel).map(Proved::into_kernel).map_err(problems)
}

/// What the interpreter gives, which a device must give too.
pub(crate) fn results(
    kernel: &Kernel,
    arrays: Vec<(String, Array)>,
    sets: Vec<(String, String)>,
) -> Result<Bindings, String> {
    let inputs = Inputs { arrays, sets, seed: 1, ..Inputs::default() };
    let problems =
        |errors: Vec<diag::Diagnostic>| errors.iter().map(|e| e.message.clone()).collect::<String>();
    let mut found = Bindings::new(kernel, &inputs).map_err(problems)?;
    let mut expected = found.clone();
    runtime::interpret(kernel, &mut expected, &Options::default()).map_err(problems)?;
    if on_device(kernel, &mut found).map_err(problems)? {
        for ((name, ours), (_, theirs)) in expected.arrays().zip(found.arrays()) {
            if bits(ours) != bits(theirs) {
                return Err(format!(
                    "`{name}` of {}: {:x?}, on the device {:x?}",
                    ours.ty,
                    bits(ours),
                    bits(theirs)
                ));
            }
        }
    }
    Ok(expected)
}

/// Elements, or their parts, as integers, all that are not numbers as one.
fn bits(array: &Array) -> Vec<u64> {
    let parts = |at: usize| array.get(&[at]).map_or([0.0; 2], runtime::Value::parts);
    let bits = |value: f64| if value.is_nan() { u64::MAX } else { value.to_bits() };
    let count = if array.ty.is_complex() { 2 } else { 1 };
    (0..array.len()).flat_map(|at| parts(at).into_iter().take(count)).map(bits).collect()
}

/// `a*b` less its stored value is zero where products and sums are rounded apart.
fn contraction(ty: Scalar) -> Result<(), String> {
    let text = format!(
        "lpir 1\n\nkernel @k {{\n  arg n : i32\n  arg a : {ty}[n] in\n  arg b : {ty}[n] in\n  arg c : {ty}[n] inout\n  \
         arg d : {ty}[n] out\n  domain [n] -> {{ [i] : 0 <= i < n }}\n  s: c[i] = a[i]*b[i] in(i)\n  \
         t: d[i] = a[i]*b[i] - c[i] in(i) after(s)\n}}\n"
    );
    let kernel = lowered(&text, InputKind::Lpir)?;
    let found = results(&kernel, Vec::new(), vec![("n".to_owned(), "1000".to_owned())])?;
    let zeros = found.array("d").map(bits).ok_or("no `d`")?;
    if zeros.iter().all(|bits| *bits == 0) { Ok(()) } else { Err("a difference is not zero".to_owned()) }
}

/// Dividends and divisors with all signs, far apart and near, infinite, zero and denormal.
fn operands(ty: Scalar) -> Vec<(f64, f64)> {
    let (huge, tiny) = if ty == Scalar::F32 { (3.0e38, 1.0e-45) } else { (1.7e308, 5.0e-324) };
    let sizes = [0.0, 1.0, 0.1, 0.3, 2.5, 1.0 / 3.0, 1.0e10, 123_456.789, huge, tiny, f64::INFINITY];
    let signed: Vec<f64> = sizes.into_iter().flat_map(|size| [size, -size]).collect();
    signed.iter().flat_map(|a| signed.iter().map(|b| (*a, *b))).collect()
}

/// `modulo` of real numbers is exact, as gfortran's is.
fn remainders(ty: Scalar) -> Result<(), String> {
    let kind = ty.bytes();
    let text = format!(
        "subroutine rest(n, a, b, c)\n  integer, intent(in) :: n\n  real({kind}), intent(in) :: a(n), b(n)\n  \
         real({kind}), intent(out) :: c(n)\n  integer :: i\n  do i = 1, n\n    c(i) = modulo(a(i), b(i))\n  end do\n\
         end subroutine\n"
    );
    let kernel = lowered(&text, InputKind::FortranFree)?;
    let pairs = operands(ty);
    let column = |values: Vec<f64>| array(ty, &values);
    let arrays = vec![
        ("a".to_owned(), column(pairs.iter().map(|(a, _)| *a).collect())?),
        ("b".to_owned(), column(pairs.iter().map(|(_, b)| *b).collect())?),
    ];
    let theirs = of_gfortran(&text, ty, &arrays)?;
    let found = results(&kernel, arrays, Vec::new())?;
    let ours = found.array("c").map(bits).ok_or("no `c`")?;
    for (((a, b), mine), word) in pairs.iter().zip(ours).zip(&theirs) {
        let value = if ty == Scalar::F32 {
            u32::from_str_radix(word, 16).map(|bits| f64::from(f32::from_bits(bits)))
        } else {
            u64::from_str_radix(word, 16).map(f64::from_bits)
        };
        let value = value.map_err(|_| format!("gfortran printed `{word}`"))?;
        if mine != if value.is_nan() { u64::MAX } else { value.to_bits() } {
            return Err(format!("modulo({a}, {b}) in {ty} is {}, gfortran's {value}", f64::from_bits(mine)));
        }
    }
    Ok(())
}

/// An array of one axis, by way of a file.
fn array(ty: Scalar, values: &[f64]) -> Result<Array, String> {
    let mut header =
        format!("{{'descr': '<f{}', 'fortran_order': False, 'shape': ({},), }}", ty.bytes(), values.len());
    header += &" ".repeat(63 - (header.len() + 10) % 64);
    let length = u16::try_from(header.len() + 1).map_err(|e| e.to_string())?;
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend(length.to_le_bytes());
    bytes.extend(header.bytes().chain([b'\n']));
    for value in values {
        bytes.extend(word(ty, *value));
    }
    runtime::npy::parse(&bytes)
}

#[expect(clippy::cast_possible_truncation, reason = "the numbers are meant as rounded")]
fn word(ty: Scalar, value: f64) -> Vec<u8> {
    if ty == Scalar::F32 { (value as f32).to_le_bytes().to_vec() } else { value.to_le_bytes().to_vec() }
}

/// The bits that gfortran's program gets from the same numbers, in hexadecimal digits.
fn of_gfortran(kernel: &str, ty: Scalar, arrays: &[(String, Array)]) -> Result<Vec<String>, String> {
    let (kind, count) = (ty.bytes(), arrays.first().map_or(0, |(_, array)| array.len()));
    let mut main = format!(
        "program main\n  implicit none\n  real({kind}) :: a({count}), b({count}), c({count})\n  integer :: i\n  \
         open(10, file='in.bin', access='stream', form='unformatted')\n  read(10) a, b\n  call rest({count}, a, b, c)\n  \
         do i = 1, {count}\n"
    );
    let _ = write!(main, "    print '(z{})', transfer(c(i), 1_{kind})\n  end do\nend program\n", 2 * kind);
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let write =
        |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).map_err(|e| e.to_string());
    let memory: Vec<u8> = arrays.iter().flat_map(|(_, array)| array.bytes.clone()).collect();
    write("in.bin", &memory)?;
    write("main.f90", format!("{main}{kernel}").as_bytes())?;
    let build = ["-O0", "-o", "main", "main.f90"];
    crate::fortran::run(Command::new("gfortran").args(build), folder.path())?;
    let output = Command::new("./main").current_dir(folder.path()).output().map_err(|e| e.to_string())?;
    Ok(String::from_utf8_lossy(&output.stdout).split_whitespace().map(str::to_owned).collect())
}
