use crate::rewrite::{
    Change, all_or_none, change_loops, change_statements, check_axes, focus, iname, inames,
};
use crate::rewrite::{merge_domains, new_name, require_untagged, set_tag, users};
use diag::Diagnostic;
use ir::{Iname, InameTag, Kernel};
use pass::{Applied, InameName, NewName, Refusal, Rewrite, Selector, Transform};
use poly::{Aff, Name, Set};
use std::collections::BTreeMap;

/// Joins nested loops into one, the last of them running fastest.
///
/// All but the first need bounds that constants enclose: with a length `n` that is an argument, an iteration
/// would lie at `n*i + j`, and nothing is proved of products of unknown numbers. Where the joined loop is to
/// be shared by work items, two axes, `g.1` and `g.0`, share both loops as they are; else `split_iname` gives
/// a part of fixed length to join. Lower bounds other than zero are taken into account. Refused where a
/// statement uses some of the loops but not all, or where they lie in unrelated domains.
///
/// ```lpir
/// # RUN: join_inames("i, j", "ij")
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[n, 8] layout(c) out
///   domain [n] -> { [i, j] : 0 <= i < n and 0 <= j < 8 }
///   iname i
///   iname j
///   s: a[i, j] = 0.0  in(i, j)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[n, 8] layout(c) out
///   domain [n] -> { [ij] : 0 <= ij < 8*n }
///   iname ij
///   s: a[ij // 8, ij % 8] = 0.0d  in(ij)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "inames")]
pub struct JoinInames {
    /// Loops to join, the fastest last.
    pub inames: Vec<InameName>,
    /// Name of the loop; made from the names of the joined ones unless given.
    #[arg(default = None)]
    pub new_iname: Option<NewName>,
    /// Tag of the loop.
    #[arg(default = None)]
    pub tag: Option<InameTag>,
    /// Only in the statements that this matches; the others keep the loops as they are.
    #[arg(default = None)]
    pub within: Option<Selector>,
}

impl Rewrite for JoinInames {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let old = inames(kernel, &self.inames)?;
        if old.len() < 2 {
            let problem = Diagnostic::error("lp::call::argument", "joining takes at least two inames");
            let origin = self.inames.first().map(|name| name.origin).unwrap_or_default();
            return Err(problem.at_entity(None, origin, "").into());
        }
        for name in &self.inames {
            require_untagged(name, iname(kernel, name)?, "joined")?;
        }
        let base: Vec<&str> = old.iter().map(Name::as_str).collect();
        let new = new_name(kernel, self.new_iname.as_ref(), &base.join("_"))?;
        let mut changed = kernel.clone();
        let focus = focus(&mut changed, &old, self.within.as_ref())?;
        let selected = users(&changed, &focus);
        all_or_none(&changed, &selected, &focus)?;
        let home = merge_domains(&mut changed, &focus)?;
        let change = change(&changed, home, &focus, &new)?;
        change_statements(&mut changed, &selected, &change)?;
        change_loops(&mut changed, &change, &[(new.clone(), Iname::default())])?;
        if let Some(tag) = self.tag {
            set_tag(&mut changed, &new, tag)?;
        }
        check_axes(&changed)?;
        Ok(changed.into())
    }
}

/// Least value and number of values of an iname.
struct Range {
    least: i64,
    count: i64,
}

fn change(kernel: &Kernel, home: usize, old: &[Name], new: &Name) -> Result<Change, Refusal> {
    let joint = joint_domain(kernel, home)?;
    let mut values = BTreeMap::new();
    let mut stride = 1_i64;
    let joined = Aff::dim(new);
    for (at, name) in old.iter().enumerate().rev() {
        let quotient = joined.floor_div(stride).ok_or(poly::Error::Overflow)?;
        let value = if at == 0 {
            let least = joint.static_min(&Aff::dim(name))?.unwrap_or(0);
            quotient.offset(least)
        } else {
            let range = range(&joint, name)?;
            stride = stride.checked_mul(range.count).ok_or(poly::Error::Overflow)?;
            quotient.modulo(range.count).and_then(|value| value.offset(range.least))
        };
        values.insert(name.clone(), value.ok_or(poly::Error::Overflow)?);
    }
    Ok(Change { old: old.to_vec(), new: vec![new.clone()], values, bounds: Vec::new() })
}

/// The domain with those around it, under what is assumed.
fn joint_domain(kernel: &Kernel, home: usize) -> Result<Set, poly::Error> {
    let mut joint = kernel.assumptions.clone();
    let mut at = Some(home);
    while let Some(domain) = at.and_then(|index| kernel.domains.get(index)) {
        joint = joint.intersect(&domain.set)?;
        at = domain.parent;
    }
    Ok(joint)
}

fn range(joint: &Set, name: &Name) -> Result<Range, Refusal> {
    let iname = Aff::dim(name);
    let (least, greatest) = (joint.static_min(&iname)?, joint.static_max(&iname)?);
    let (Some(least), Some(greatest)) = (least, greatest) else {
        let message = format!("no constants enclose the bounds of loop `{name}`");
        let problem = Diagnostic::error("lp::join::unbounded", message);
        let problem = problem.note(format!("it runs over {joint}"));
        return Err(problem
            .note(format!("places in the joined loop would be multiples of the length of `{name}`, an argument: no product of two unknown numbers can be a subscript that is proved"))
            .help("give the length a value, `fix_parameters`; or split the loop, and join the part of fixed length; or list it first: only the slowest loop may be unbounded")
            .into());
    };
    let count = greatest.checked_sub(least).and_then(|span| span.checked_add(1));
    Ok(Range { least, count: count.ok_or(poly::Error::Overflow)? })
}
