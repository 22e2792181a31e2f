//! Inames and how their loops are realised.

use diag::{Loc, Origin};
use poly::Name;
use std::fmt;

/// How the loop over an iname is realised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InameTag {
    /// `g.N`: index of the work group along axis N.
    Group(u8),
    /// `l.N`: index of the work item in its group along axis N.
    Local(u8),
    /// `l.auto`: a local axis that `assign_local_axes` chooses by memory stride.
    LocalAuto,
    /// `unr`: every iteration is written out.
    Unroll,
    /// `unr_hint`: a loop that the device's compiler is asked to write out.
    UnrollHint,
    /// `ilp`: iterations are interleaved statement by statement, and written out.
    IlpUnroll,
    /// `ilp.seq`: iterations are interleaved statement by statement, in loops.
    IlpSequential,
    /// `vec`: iterations are interleaved statement by statement, and are the elements of vectors where there
    /// are such vectors, else written out.
    Vector,
    /// `mma`: a sequential loop that sums products, which a matrix unit may compute for all work items of a
    /// warp together.
    Matrix,
    /// `for`: a sequential loop, by choice and not only by default.
    For,
}

/// How many elements the vectors of devices have (OpenCL 1.2, 6.1.2). One of three takes the place of one of
/// four.
pub const VECTOR_LENGTHS: [i64; 4] = [2, 4, 8, 16];

impl InameTag {
    /// All tags as they are written, for messages.
    pub const TEXTS: [&str; 15] = [
        "g.0", "g.1", "g.2", "l.0", "l.1", "l.2", "l.auto", "unr", "unr_hint", "ilp", "ilp.seq", "vec",
        "mma", "for", "ord",
    ];

    /// Whether iterations run side by side, in no order.
    pub fn is_parallel(self) -> bool {
        matches!(self, InameTag::Group(_) | InameTag::Local(_) | InameTag::LocalAuto)
    }

    /// Whether the loop tree has every iteration written out.
    pub fn is_written_out(self) -> bool {
        matches!(self, InameTag::Unroll | InameTag::Vector)
    }

    /// The tag of that text, such as `l.0`; axes 0 to 2 exist.
    pub fn from_text(text: &str) -> Option<Self> {
        let axis = |rest: &str| match rest {
            "0" => Some(0),
            "1" => Some(1),
            "2" => Some(2),
            _ => None,
        };
        match text {
            "l.auto" => Some(InameTag::LocalAuto),
            "unr" => Some(InameTag::Unroll),
            "unr_hint" => Some(InameTag::UnrollHint),
            "ilp" | "ilp.unr" => Some(InameTag::IlpUnroll),
            "ilp.seq" => Some(InameTag::IlpSequential),
            "vec" => Some(InameTag::Vector),
            "mma" => Some(InameTag::Matrix),
            // Loops run in order anyway.
            "for" | "ord" => Some(InameTag::For),
            _ => match text.split_once('.') {
                Some(("unr_hint", times)) if times.parse::<u32>().is_ok() => Some(InameTag::UnrollHint),
                Some(("g", rest)) => axis(rest).map(InameTag::Group),
                Some(("l", rest)) => axis(rest).map(InameTag::Local),
                _ => None,
            },
        }
    }
}

impl fmt::Display for InameTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InameTag::Group(axis) => write!(f, "g.{axis}"),
            InameTag::Local(axis) => write!(f, "l.{axis}"),
            InameTag::LocalAuto => f.write_str("l.auto"),
            InameTag::Unroll => f.write_str("unr"),
            InameTag::UnrollHint => f.write_str("unr_hint"),
            InameTag::IlpUnroll => f.write_str("ilp"),
            InameTag::IlpSequential => f.write_str("ilp.seq"),
            InameTag::Vector => f.write_str("vec"),
            InameTag::Matrix => f.write_str("mma"),
            InameTag::For => f.write_str("for"),
        }
    }
}

/// A loop variable; its bounds lie in the kernel's domains.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Iname {
    /// How the loop is realised; `None` leaves a sequential loop.
    pub tag: Option<InameTag>,
    /// Words by which its user finds it; they mean nothing here.
    pub words: Vec<Name>,
    /// Where it was declared.
    pub loc: Option<Loc>,
    /// Its place in the text read.
    pub origin: Origin,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_listed_tags_are_all_that_are_read() {
        let read: Vec<InameTag> =
            InameTag::TEXTS.iter().filter_map(|text| InameTag::from_text(text)).collect();
        assert_eq!(read.len(), InameTag::TEXTS.len());
        for tag in &read {
            assert!(InameTag::TEXTS.contains(&tag.to_string().as_str()), "{tag} is not listed");
        }
    }
}
