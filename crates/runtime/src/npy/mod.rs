//! `.npy` files.

mod header;

use crate::Array;
use crate::array::{Offsets, c_strides, elements};
use diag::Diagnostic;
use header::{Header, MAX_START};
use ir::Scalar;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Reads an array.
///
/// # Errors
/// Where the file cannot be read, or holds something that is no array of numbers.
pub fn read(path: &Path) -> Result<Array, Diagnostic> {
    let failed = |error: io::Error| problem(path, "lp::npy::read", &format!("cannot be read: {error}"));
    let malformed = |reason: String| problem(path, "lp::npy::format", &reason);
    let mut file = File::open(path).map_err(failed)?;
    let bytes = array_bytes(&mut file).map_err(failed)?;
    parse(&bytes).map_err(malformed)
}

/// Reads an array from standard input.
///
/// # Errors
/// Where nothing can be read there, or something that is no array of numbers.
pub fn read_stdin() -> Result<Array, Diagnostic> {
    let path = Path::new("<stdin>");
    let failed = |error: io::Error| problem(path, "lp::npy::read", &format!("cannot be read: {error}"));
    let bytes = array_bytes(&mut io::stdin().lock()).map_err(failed)?;
    parse(&bytes).map_err(|reason| problem(path, "lp::npy::format", &reason))
}

/// The bytes of an array, without what follows it, be it without end.
fn array_bytes(file: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.by_ref().take(bounded(MAX_START)).read_to_end(&mut bytes)?;
    if let Ok(found) = Found::parse(&bytes) {
        let left = found.start.saturating_add(found.needed).saturating_sub(bytes.len());
        file.take(bounded(left)).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

fn bounded(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

fn problem(path: &Path, code: diag::Code, reason: &str) -> Diagnostic {
    Diagnostic::error(code, format!("`{}` {reason}", path.display()))
}

/// Reads an array from the contents of a file.
///
/// # Errors
/// A reason that continues "the file ...".
pub fn parse(bytes: &[u8]) -> Result<Array, String> {
    let Found { header, strides, start, needed } = Found::parse(bytes)?;
    let mut data = bytes
        .get(start..)
        .and_then(|data| data.get(..needed))
        .ok_or("is shorter than its header says")?
        .to_vec();
    if header.ty == Scalar::Bool && data.iter().any(|byte| *byte > 1) {
        return Err("cannot be read: a logical value is 0 or 1".into());
    }
    if header.big_endian != cfg!(target_endian = "big") {
        reverse_numbers(header.ty, &mut data);
    }
    Ok(Array { ty: header.ty, shape: header.shape, strides, bytes: data })
}

/// A header, and what follows from it; the elements may be missing.
struct Found {
    header: Header,
    strides: Vec<usize>,
    /// Where the elements start.
    start: usize,
    /// Bytes that the elements take.
    needed: usize,
}

impl Found {
    fn parse(bytes: &[u8]) -> Result<Self, String> {
        let (header, start) = Header::parse(bytes)?;
        let count = header.shape.iter().try_fold(1_usize, |n, extent| n.checked_mul(*extent));
        let needed =
            count.and_then(|n| n.checked_mul(size_of(header.ty))).ok_or("is shorter than its header says")?;
        let strides = strides_in_order(&header.shape, header.fortran);
        Ok(Found { header, strides, start, needed })
    }
}

/// Bytes of an element.
fn size_of(ty: Scalar) -> usize {
    usize::try_from(ty.bytes()).unwrap_or(usize::MAX)
}

/// The strides of an array without gaps, in C's or Fortran's order.
fn strides_in_order(shape: &[usize], fortran: bool) -> Vec<usize> {
    if !fortran {
        return c_strides(shape);
    }
    let reversed: Vec<usize> = shape.iter().rev().copied().collect();
    c_strides(&reversed).into_iter().rev().collect()
}

/// Gives each number the other order of bytes; a complex element is two numbers.
fn reverse_numbers(ty: Scalar, data: &mut [u8]) {
    for number in data.chunks_exact_mut(size_of(ty.part())) {
        number.reverse();
    }
}

/// Writes an array, in Fortran order where its first axis is contiguous.
///
/// # Errors
/// Where the file cannot be written.
pub fn write(path: &Path, array: &Array) -> Result<(), Diagnostic> {
    write_all(&[(path, array)])
}

/// Writes arrays to files: all of them, or none.
///
/// # Errors
/// Where a file cannot be written.
pub fn write_all(files: &[(&Path, &Array)]) -> Result<(), Diagnostic> {
    let failed = |path: &Path, error: io::Error| {
        problem(path, "lp::npy::write", &format!("cannot be written: {error}"))
    };
    let mut contents = Vec::new();
    for (path, array) in files {
        contents.push(bytes(array).map_err(|error| failed(path, error))?);
    }
    let outputs: Vec<(&Path, &[u8])> =
        files.iter().zip(&contents).map(|((path, _), bytes)| (*path, bytes.as_slice())).collect();
    crate::replace_all(&outputs)
        .map_err(|(at, error)| failed(outputs.get(at).map_or(Path::new(""), |(path, _)| path), error))
}

/// The contents of an array's file.
///
/// # Errors
/// Where the array's memory is shorter than its extents and strides say.
pub fn bytes(array: &Array) -> io::Result<Vec<u8>> {
    let Array { ty, shape, strides, .. } = array;
    let fortran = shape.len() > 1 && strides.first() == Some(&1) && shape.first() != Some(&1);
    let header = Header { ty: *ty, big_endian: cfg!(target_endian = "big"), fortran, shape: shape.clone() };
    let mut file = header.bytes();
    let short = || io::Error::new(io::ErrorKind::InvalidInput, "its memory is too short");
    if *strides == strides_in_order(shape, fortran) {
        let needed = elements(shape, strides).and_then(|n| n.checked_mul(size_of(*ty))).ok_or_else(short)?;
        file.extend(array.bytes.get(..needed).ok_or_else(short)?);
        return Ok(file);
    }
    // The last axis runs fastest in an order of offsets, so Fortran's is that of the reversed axes.
    let reversed = |list: &[usize]| list.iter().rev().copied().collect::<Vec<usize>>();
    let offsets = if fortran {
        Offsets::new(&reversed(shape), &reversed(strides))
    } else {
        Offsets::new(shape, strides)
    };
    for offset in offsets {
        let start = offset.checked_mul(size_of(*ty)).ok_or_else(short)?;
        file.extend(array.bytes.get(start..).and_then(|rest| rest.get(..size_of(*ty))).ok_or_else(short)?);
    }
    Ok(file)
}
