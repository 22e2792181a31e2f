//! What gfortran makes of a Fortran kernel: an independent judge of the front end.

use ir::{ArgKind, Kernel, Name, Scalar};
use runtime::{Array, Bindings, Tolerance, Value};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// Compiles the source with a main program around the kernel, runs it on the inputs, and compares every array
/// that the kernel writes with what ours gave.
pub(crate) fn compare(
    source: &str,
    kernel: &Kernel,
    before: &Bindings,
    after: &Bindings,
) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let text = std::fs::read_to_string(source).map_err(|error| error.to_string())?;
    // The paper's first listing uses an undeclared loop variable under `implicit none`; we warn, gfortran
    // refuses.
    let loosened = text.replace("implicit none", "");
    let extension = source.rsplit_once('.').map_or("f90", |(_, extension)| extension);
    let kernel_file = folder.path().join(format!("kernel.{extension}"));
    std::fs::write(&kernel_file, if source.ends_with("fill.f90") { loosened } else { text })
        .map_err(|e| e.to_string())?;
    std::fs::write(folder.path().join("main.f90"), main_program(kernel)?).map_err(|e| e.to_string())?;
    std::fs::write(folder.path().join("in.txt"), inputs(kernel, before)).map_err(|e| e.to_string())?;
    run(
        Command::new("gfortran").args(["-cpp", "-O0", "-o", "main"]).arg(&kernel_file).arg("main.f90"),
        folder.path(),
    )?;
    run(&mut Command::new("./main"), folder.path())?;
    let output = std::fs::read_to_string(folder.path().join("out.txt")).map_err(|error| error.to_string())?;
    check(kernel, after, &output)
}

pub(crate) fn run(command: &mut Command, folder: &Path) -> Result<(), String> {
    let output = command.current_dir(folder).output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{command:?} failed:\n{}", String::from_utf8_lossy(&output.stderr)))
}

fn main_program(kernel: &Kernel) -> Result<String, String> {
    let mut declarations = String::new();
    let mut body = String::from("open(10, file='in.txt')\nopen(11, file='out.txt')\n");
    let mut output = String::new();
    for (name, arg) in &kernel.args {
        let ty = fortran_type(arg.ty.ok_or("an argument has no type")?);
        let rank = arg.shape().map_or(0, <[_]>::len);
        if rank == 0 {
            let _ = writeln!(declarations, "{ty} :: v_{name}");
            let _ = writeln!(body, "read(10,*) v_{name}");
        } else {
            let colons = vec![":"; rank].join(",");
            let extents: Vec<String> = (1..=rank).map(|axis| format!("n_({axis})")).collect();
            let _ = writeln!(declarations, "{ty}, allocatable :: v_{name}({colons})");
            let _ = writeln!(body, "read(10,*) n_(1:{rank})");
            let _ = writeln!(body, "allocate(v_{name}({}))", extents.join(","));
            let _ = writeln!(body, "if (size(v_{name}) > 0) read(10,*) v_{name}");
        }
        if arg.shape().is_some() {
            let _ = writeln!(output, "write(11,*) v_{name}");
        }
    }
    let names: Vec<String> = kernel.args.keys().map(|name| format!("v_{name}")).collect();
    let call = format!("call {}({})\n", kernel.name, names.join(",&\n  "));
    Ok(format!(
        "program main\nimplicit none\ninteger :: n_(7)\n{declarations}{body}{call}{output}end program\n"
    ))
}

fn fortran_type(ty: Scalar) -> &'static str {
    match ty {
        Scalar::Bool => "logical",
        Scalar::I8 | Scalar::U8 => "integer(1)",
        Scalar::I16 | Scalar::U16 => "integer(2)",
        Scalar::I32 | Scalar::U32 => "integer(4)",
        Scalar::I64 | Scalar::U64 => "integer(8)",
        Scalar::F32 => "real(4)",
        Scalar::F64 => "real(8)",
        Scalar::C64 => "complex(4)",
        Scalar::C128 => "complex(8)",
    }
}

fn inputs(kernel: &Kernel, before: &Bindings) -> String {
    let mut text = String::new();
    for (name, arg) in &kernel.args {
        match (&arg.kind, before.array(name)) {
            (ArgKind::Array { shape, .. }, Some(array)) => {
                if !shape.is_empty() {
                    let extents: Vec<String> = array.shape.iter().map(ToString::to_string).collect();
                    let _ = writeln!(text, "{}", extents.join(" "));
                }
                for index in column_major(&array.shape) {
                    let _ = writeln!(text, "{}", printed(array.get(&index)));
                }
            }
            _ => {
                let _ = writeln!(text, "{}", printed(before.value(name)));
            }
        }
    }
    text
}

fn printed(value: Option<Value>) -> String {
    let Some(value) = value else { return "0".to_owned() };
    let real = |part: f64| if part.is_finite() { format!("{part:e}") } else { part.to_string() };
    match (value.ty(), value.as_int()) {
        (Scalar::Bool, Some(truth)) => if truth == 0 { "F" } else { "T" }.to_owned(),
        (_, Some(integer)) => integer.to_string(),
        (ty, None) if ty.is_complex() => format!("({})", value.parts().map(real).join(",")),
        _ => real(value.as_f64()),
    }
}

/// A real or complex number as gfortran prints it.
fn parsed(word: &str) -> Option<[f64; 2]> {
    match word.strip_prefix('(').and_then(|word| word.strip_suffix(')')?.split_once(',')) {
        Some((real, imaginary)) => Some([real.parse().ok()?, imaginary.parse().ok()?]),
        None => Some([word.parse().ok()?, 0.0]),
    }
}

/// All subscripts, the first axis running fastest.
fn column_major(shape: &[usize]) -> Vec<Vec<usize>> {
    let reversed: Vec<usize> = shape.iter().rev().copied().collect();
    runtime::Indices::new(&reversed).map(|index| index.into_iter().rev().collect()).collect()
}

fn check(kernel: &Kernel, after: &Bindings, output: &str) -> Result<(), String> {
    let mut words = output.split_whitespace();
    for (name, arg) in &kernel.args {
        if arg.shape().is_none() {
            continue;
        }
        let ours = after.array(name).ok_or("no such array")?;
        check_array(name, ours, &mut words)?;
    }
    Ok(())
}

fn check_array<'a>(
    name: &Name,
    ours: &Array,
    words: &mut impl Iterator<Item = &'a str>,
) -> Result<(), String> {
    let tolerance = Tolerance::reassociated(ours.ty, 4, 1.0);
    for index in column_major(&ours.shape) {
        let word = words.next().ok_or("gfortran's output ends early")?;
        let mine = ours.get(&index).ok_or("no such element")?;
        let same = match mine.as_int() {
            Some(integer) if ours.ty == Scalar::Bool => (word == "T") == (integer != 0),
            Some(integer) => word.parse::<i128>() == Ok(integer),
            None => {
                let theirs = parsed(word).ok_or_else(|| format!("gfortran printed `{word}`"))?;
                mine.parts().into_iter().zip(theirs).all(|(both, theirs)| {
                    let bound = tolerance.relative * both.abs().max(theirs.abs()) + tolerance.absolute;
                    both == theirs || (both.is_nan() && theirs.is_nan()) || (both - theirs).abs() <= bound
                })
            }
        };
        if !same {
            return Err(format!("{name}{index:?} is {}, and gfortran's is {word}", printed(Some(mine))));
        }
    }
    Ok(())
}
