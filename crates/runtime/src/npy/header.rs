//! The text at the start of a `.npy` file: type, order and extents of the elements.
//!
//! Source: <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>, versions 1 to 3. The
//! text is a dictionary of Python with three entries; only what numpy writes there is read.

use ir::Scalar;

/// Bytes before the length of the text.
const MAGIC: &[u8] = b"\x93NUMPY";

/// The longest text that is read; real ones have about a hundred bytes.
const MAX_TEXT: usize = 1 << 16;

/// Bytes up to the end of the longest text.
pub(super) const MAX_START: usize = MAX_TEXT + 12;

/// Where the elements of a file start is a multiple of this.
const ALIGNMENT: usize = 64;

/// What a file says of its elements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) ty: Scalar,
    /// Whether the first byte of each number is its most significant one.
    pub(super) big_endian: bool,
    /// Whether the first axis is the contiguous one.
    pub(super) fortran: bool,
    pub(super) shape: Vec<usize>,
}

impl Header {
    /// Reads the header of a file, and tells where the elements start.
    ///
    /// # Errors
    /// A reason that continues "the file ..".
    pub(super) fn parse(file: &[u8]) -> Result<(Self, usize), String> {
        let (text, start) = header_text(file).ok_or_else(malformed)?;
        let mut rest = Rest(text);
        let (mut descr, mut fortran, mut shape) = (None, None, None);
        rest.expect("{")?;
        while !rest.take("}") {
            let key = rest.quoted()?;
            rest.expect(":")?;
            let is_new = match key {
                "descr" => descr.replace(rest.descr()?).is_none(),
                "fortran_order" => fortran.replace(rest.truth()?).is_none(),
                "shape" => shape.replace(rest.shape()?).is_none(),
                _ => false,
            };
            if !is_new || !(rest.take(",") || rest.starts_with("}")) {
                return Err(malformed());
            }
        }
        let (Some(descr), Some(fortran), Some(shape), true) = (descr, fortran, shape, rest.is_empty()) else {
            return Err(malformed());
        };
        let (ty, big_endian) = element_type(descr)
            .ok_or_else(|| format!("holds elements of type {descr}, which kernels do not have"))?;
        Ok((Header { ty, big_endian, fortran, shape }, start))
    }

    /// The bytes before the elements of a file that this machine writes.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let order = match (self.ty.part().bytes(), self.big_endian) {
            (1, _) => '|',
            (_, true) => '>',
            (_, false) => '<',
        };
        let truth = if self.fortran { "True" } else { "False" };
        // Python's tuple of one element has a comma behind it.
        let shape: String = self.shape.iter().map(|extent| format!("{extent}, ")).collect();
        let shape = if self.shape.len() == 1 { shape.trim_end() } else { shape.trim_end_matches(", ") };
        let descr = format!("{order}{}{}", kind(self.ty), self.ty.bytes());
        let mut text = format!("{{'descr': '{descr}', 'fortran_order': {truth}, 'shape': ({shape}), }}");
        // Version 1 has ten bytes before the text, which ends with a line's end.
        let used = MAGIC.len() + 4 + text.len() + 1;
        text.extend(std::iter::repeat_n(' ', used.next_multiple_of(ALIGNMENT) - used));
        text.push('\n');
        // Kernels have few axes, so that the text is far shorter than version 1 allows.
        let length = u16::try_from(text.len()).unwrap_or(u16::MAX);
        [MAGIC, &[1, 0], &length.to_le_bytes(), text.as_bytes()].concat()
    }
}

fn malformed() -> String {
    "is no `.npy` file: its header is malformed".into()
}

/// The text of a header, and where it ends.
fn header_text(file: &[u8]) -> Option<(&str, usize)> {
    let (start, length) = match file.strip_prefix(MAGIC)? {
        [1, _, a, b, ..] => (10, usize::from(u16::from_le_bytes([*a, *b]))),
        [2 | 3, _, a, b, c, d, ..] => (12, usize::try_from(u32::from_le_bytes([*a, *b, *c, *d])).ok()?),
        _ => return None,
    };
    let end = start + Some(length).filter(|length| *length <= MAX_TEXT)?;
    Some((std::str::from_utf8(file.get(start..end)?).ok()?, end))
}

/// The letter that stands for a kind of numbers.
fn kind(ty: Scalar) -> char {
    match ty {
        Scalar::Bool => 'b',
        Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => 'i',
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 => 'u',
        Scalar::F32 | Scalar::F64 => 'f',
        Scalar::C64 | Scalar::C128 => 'c',
    }
}

/// The type that `'<f8'` means, and whether its numbers begin with their most significant byte.
fn element_type(descr: &str) -> Option<(Scalar, bool)> {
    let word = descr.strip_prefix(['\'', '"'])?.strip_suffix(['\'', '"'])?;
    let (big_endian, word) = match word.chars().next()? {
        '>' => (true, word.get(1..)?),
        '<' | '|' => (false, word.get(1..)?),
        '=' => (cfg!(target_endian = "big"), word.get(1..)?),
        _ => (cfg!(target_endian = "big"), word),
    };
    // `?` is numpy's letter for what it writes as `b1`.
    let is_meant =
        |ty: &Scalar| word == format!("{}{}", kind(*ty), ty.bytes()) || (*ty == Scalar::Bool && word == "?");
    Some((Scalar::ALL.into_iter().find(is_meant)?, big_endian))
}

/// What is left of a header's text.
struct Rest<'t>(&'t str);

impl<'t> Rest<'t> {
    fn starts_with(&mut self, word: &str) -> bool {
        self.0 = self.0.trim_start();
        self.0.starts_with(word)
    }

    fn is_empty(&self) -> bool {
        self.0.trim().is_empty()
    }

    /// Takes a word, where it comes next.
    fn take(&mut self, word: &str) -> bool {
        let is_next = self.starts_with(word);
        if is_next {
            self.0 = self.0.get(word.len()..).unwrap_or_default();
        }
        is_next
    }

    fn expect(&mut self, word: &str) -> Result<(), String> {
        if self.take(word) { Ok(()) } else { Err(malformed()) }
    }

    /// Takes as many bytes as `length` says.
    fn take_bytes(&mut self, length: usize) -> Result<&'t str, String> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or_else(malformed)?;
        self.0 = rest;
        Ok(taken)
    }

    /// A text of Python, with its quotes; numpy writes none with escapes.
    fn python_text(&mut self) -> Result<&'t str, String> {
        self.0 = self.0.trim_start();
        let quote =
            self.0.chars().next().filter(|first| matches!(first, '\'' | '"')).ok_or_else(malformed)?;
        let inside = self.0.get(1..).and_then(|rest| rest.find(quote)).ok_or_else(malformed)?;
        self.take_bytes(inside + 2)
    }

    fn quoted(&mut self) -> Result<&'t str, String> {
        let text = self.python_text()?;
        text.get(1..text.len() - 1).ok_or_else(malformed)
    }

    fn truth(&mut self) -> Result<bool, String> {
        if self.take("True") { Ok(true) } else { self.expect("False").map(|()| false) }
    }

    /// A type as it stands: a text, or the list of a record's fields.
    fn descr(&mut self) -> Result<&'t str, String> {
        if !self.starts_with("[") {
            return self.python_text();
        }
        let mut depth = 0_usize;
        for (place, letter) in self.0.char_indices() {
            match letter {
                '[' => depth += 1,
                ']' if depth == 1 => return self.take_bytes(place + 1),
                ']' => depth -= 1,
                _ => {}
            }
        }
        Err(malformed())
    }

    /// Extents, such as `(3, 4)`, `(3,)` or `()`.
    fn shape(&mut self) -> Result<Vec<usize>, String> {
        self.expect("(")?;
        let mut shape = Vec::new();
        while !self.take(")") {
            self.0 = self.0.trim_start();
            let digits = self.0.bytes().take_while(u8::is_ascii_digit).count();
            let extent = self.take_bytes(digits)?;
            shape.push(extent.parse().map_err(|_| malformed())?);
            // Headers of Python 2 have a letter behind long numbers.
            self.take("L");
            if !self.take(",") && !self.starts_with(")") {
                return Err(malformed());
            }
        }
        Ok(shape)
    }
}
