//! `.npy` files.

use crate::array::{Offsets, c_strides};
use crate::value::{Word, double, pair, parts, signed, signed_word, single};
use crate::{Array, convert};
use diag::Diagnostic;
use ir::Scalar;
use npyz::{DType, NpyFile, Order, TypeChar, WriterBuilder};
use num_complex::Complex;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Largest header that is read; real ones have about a hundred bytes.
const MAX_HEADER: usize = 1 << 16;

/// Bytes up to the end of the largest header.
const MAX_START: usize = MAX_HEADER + 12;

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
    if let Ok(Header { start, needed, .. }) = header(&bytes) {
        let left = start.saturating_add(needed).saturating_sub(bytes.len());
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
    let Header { file, ty, shape, strides, start, needed } = header(bytes)?;
    if needed > bytes.len() - start {
        return Err("is shorter than its header says".into());
    }
    let mut data = vec![0; needed];
    fill(file, ty, &mut data).map_err(|error| format!("cannot be read: {error}"))?;
    Ok(Array { ty, shape, strides, bytes: data })
}

/// What stands before the elements of a file.
struct Header<'a> {
    file: NpyFile<&'a [u8]>,
    ty: Scalar,
    shape: Vec<usize>,
    strides: Vec<usize>,
    /// Where the elements start.
    start: usize,
    /// Bytes that the elements take.
    needed: usize,
}

/// The header that a file starts with; its elements may be missing.
fn header(bytes: &[u8]) -> Result<Header<'_>, String> {
    let start = check_header(bytes)?;
    let file = NpyFile::new(bytes).map_err(|error| format!("is no `.npy` file: {error}"))?;
    let ty = scalar(&file.dtype())?;
    let shape: Option<Vec<usize>> = file.shape().iter().map(|n| usize::try_from(*n).ok()).collect();
    let shape = shape.ok_or("has extents beyond this machine's range")?;
    let strides = match file.order() {
        Order::C => c_strides(&shape),
        Order::Fortran => {
            let reversed: Vec<usize> = shape.iter().rev().copied().collect();
            c_strides(&reversed).into_iter().rev().collect()
        }
    };
    let count = shape.iter().try_fold(1_usize, |n, extent| n.checked_mul(*extent));
    let size = usize::try_from(ty.bytes()).unwrap_or(8);
    let needed = count.and_then(|n| n.checked_mul(size)).ok_or("is shorter than its header says")?;
    Ok(Header { file, ty, shape, strides, start, needed })
}

/// Refuses headers at which the reader would stop the program: huge, deeply nested, or with extents whose
/// product overflows. Returns where the data start.
fn check_header(bytes: &[u8]) -> Result<usize, String> {
    let odd = || String::from("is no `.npy` file: its header is malformed");
    let (start, length) = match bytes {
        [b'\x93', b'N', b'U', b'M', b'P', b'Y', 1, _, a, b, ..] => {
            (10, usize::from(u16::from_le_bytes([*a, *b])))
        }
        [b'\x93', b'N', b'U', b'M', b'P', b'Y', _, _, a, b, c, d, ..] => {
            (12, usize::try_from(u32::from_le_bytes([*a, *b, *c, *d])).unwrap_or(usize::MAX))
        }
        _ => return Err(odd()),
    };
    let end = length.checked_add(start).filter(|_| length <= MAX_HEADER).ok_or_else(odd)?;
    let header = bytes.get(start..end).ok_or_else(odd)?;
    let digits = header.iter().filter(|byte| byte.is_ascii_digit()).count();
    let brackets = header.iter().filter(|byte| matches!(byte, b'(' | b'[' | b'{')).count();
    let mixed = header
        .windows(2)
        .any(|pair| matches!(pair, [a, b] if a.is_ascii_digit() && (b.is_ascii_alphabetic() || *b == b'_')));
    // Fewer than 20 decimal digits cannot multiply to more than 64 bits.
    if digits > 19 || brackets > 8 || mixed { Err(odd()) } else { Ok(end) }
}

fn scalar(dtype: &DType) -> Result<Scalar, String> {
    let unsupported = || format!("holds elements of type {}, which kernels do not have", dtype.descr());
    let DType::Plain(ty) = dtype else { return Err(unsupported()) };
    match (ty.type_char(), ty.size_field()) {
        (TypeChar::Bool, 1) => Ok(Scalar::Bool),
        (TypeChar::Int, 1) => Ok(Scalar::I8),
        (TypeChar::Int, 2) => Ok(Scalar::I16),
        (TypeChar::Int, 4) => Ok(Scalar::I32),
        (TypeChar::Int, 8) => Ok(Scalar::I64),
        (TypeChar::Uint, 1) => Ok(Scalar::U8),
        (TypeChar::Uint, 2) => Ok(Scalar::U16),
        (TypeChar::Uint, 4) => Ok(Scalar::U32),
        (TypeChar::Uint, 8) => Ok(Scalar::U64),
        (TypeChar::Float, 4) => Ok(Scalar::F32),
        (TypeChar::Float, 8) => Ok(Scalar::F64),
        (TypeChar::Complex, 8) => Ok(Scalar::C64),
        (TypeChar::Complex, 16) => Ok(Scalar::C128),
        _ => Err(unsupported()),
    }
}

/// Puts the elements of a file into memory one by one: a list of them would take as much again, or eight
/// times as much.
fn fill(file: NpyFile<&[u8]>, ty: Scalar, data: &mut [u8]) -> io::Result<()> {
    let read = Elements { file, ty, data };
    match ty {
        Scalar::Bool => read.read_all::<bool>(Word::from),
        Scalar::I8 => read.read_all::<i8>(|v| signed_word(i64::from(v))),
        Scalar::I16 => read.read_all::<i16>(|v| signed_word(i64::from(v))),
        Scalar::I32 => read.read_all::<i32>(|v| signed_word(i64::from(v))),
        Scalar::I64 => read.read_all::<i64>(signed_word),
        Scalar::U8 => read.read_all::<u8>(Word::from),
        Scalar::U16 => read.read_all::<u16>(Word::from),
        Scalar::U32 => read.read_all::<u32>(Word::from),
        Scalar::U64 => read.read_all::<u64>(Word::from),
        Scalar::F32 => read.read_all::<f32>(|v| Word::from(v.to_bits())),
        Scalar::F64 => read.read_all::<f64>(|v| Word::from(v.to_bits())),
        Scalar::C64 => {
            read.read_all::<Complex<f32>>(|v| pair([v.re, v.im].map(|part| Word::from(part.to_bits()))))
        }
        Scalar::C128 => {
            read.read_all::<Complex<f64>>(|v| pair([v.re, v.im].map(|part| Word::from(part.to_bits()))))
        }
    }
}

/// The elements of a file on their way into memory.
struct Elements<'a, 'b> {
    file: NpyFile<&'a [u8]>,
    ty: Scalar,
    data: &'b mut [u8],
}

impl Elements<'_, '_> {
    fn read_all<T: npyz::Deserialize>(self, word: impl Fn(T) -> Word) -> io::Result<()> {
        let malformed = |error: &str| io::Error::new(io::ErrorKind::InvalidData, error);
        let elements = self.file.data::<T>().map_err(|error| malformed(&error.to_string()))?;
        for (at, element) in elements.enumerate() {
            let stored = crate::value::store(self.ty, self.data, at, word(element?));
            stored.ok_or_else(|| malformed("it is too long"))?;
        }
        Ok(())
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
/// Where memory cannot be written to, which does not happen.
pub fn bytes(array: &Array) -> io::Result<Vec<u8>> {
    let fortran =
        array.shape.len() > 1 && array.strides.first() == Some(&1) && array.shape.first() != Some(&1);
    let order = if fortran { Order::Fortran } else { Order::C };
    let shape: Vec<u64> = array.shape.iter().map(|n| u64::try_from(*n).unwrap_or(u64::MAX)).collect();
    let words: Vec<Word> = if fortran {
        let reversed = |list: &[usize]| list.iter().rev().copied().collect::<Vec<usize>>();
        let offsets = Offsets::new(&reversed(&array.shape), &reversed(&array.strides));
        offsets.map(|at| crate::value::load(array.ty, &array.bytes, at).unwrap_or(0)).collect()
    } else {
        array.words().collect()
    };
    let mut file = Vec::new();
    match array.ty {
        Scalar::Bool => put(&mut file, order, &shape, words, |w| w != 0)?,
        Scalar::I8 => put(&mut file, order, &shape, words, |w| i8::try_from(signed(w)).unwrap_or(0))?,
        Scalar::I16 => put(&mut file, order, &shape, words, |w| i16::try_from(signed(w)).unwrap_or(0))?,
        Scalar::I32 => put(&mut file, order, &shape, words, |w| i32::try_from(signed(w)).unwrap_or(0))?,
        Scalar::I64 => put(&mut file, order, &shape, words, signed)?,
        Scalar::U8 => put(&mut file, order, &shape, words, |w| u8::try_from(w).unwrap_or(0))?,
        Scalar::U16 => put(&mut file, order, &shape, words, |w| u16::try_from(w).unwrap_or(0))?,
        Scalar::U32 => put(&mut file, order, &shape, words, |w| u32::try_from(w).unwrap_or(0))?,
        Scalar::U64 => put(&mut file, order, &shape, words, convert::low_bits)?,
        Scalar::F32 => put(&mut file, order, &shape, words, single)?,
        Scalar::F64 => put(&mut file, order, &shape, words, double)?,
        Scalar::C64 => put(&mut file, order, &shape, words, |w| complex(parts(w).map(single)))?,
        Scalar::C128 => put(&mut file, order, &shape, words, |w| complex(parts(w).map(double)))?,
    }
    Ok(file)
}

fn complex<T>(parts: [T; 2]) -> Complex<T> {
    let [re, im] = parts;
    Complex { re, im }
}

fn put<T: npyz::AutoSerialize>(
    file: &mut Vec<u8>,
    order: Order,
    shape: &[u64],
    words: Vec<Word>,
    value: impl Fn(Word) -> T,
) -> io::Result<()> {
    let mut writer =
        npyz::WriteOptions::new().default_dtype().shape(shape).order(order).writer(file).begin_nd()?;
    writer.extend(words.into_iter().map(value))?;
    writer.finish()
}
