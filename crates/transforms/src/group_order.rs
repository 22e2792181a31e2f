use crate::SplitIname;
use crate::rewrite::{check_axes, iname, users};
use diag::Diagnostic;
use ir::{Iname, InameTag, Kernel};
use pass::{Applied, InameName, PosInt, Refusal, Rewrite, Transform};
use poly::Name;

/// Lets work groups run in blocks of rows, column by column, so that groups that run at a time share what
/// they read.
///
/// Devices start groups along the axis of the smallest number first, and then along the next. Of a product of
/// matrices that runs a row of blocks at a time, each row of groups reads all of the second matrix; in blocks
/// of 8 rows, eight do so together, out of the cache. The loop over rows is split by `height`, and the rows
/// of a block get the first of the axes, columns the next, blocks of rows the last: all groups run once, on
/// an axis more. Where the height does not divide the rows, groups of the last block are left over and do
/// nothing. Refused where the loops do not both run over groups, and where no axis is free. Axes but the
/// first are short on some devices: 65535 groups.
///
/// ```lpir
/// # RUN: group_order("j", "i", height=4)
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[n, n] layout(c) out
///   domain [n] -> { [i, j] : 0 <= i < n and 0 <= j < n }
///   iname i : g.1
///   iname j : g.0
///   s: a[i, j] = 0.0  in(i, j)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[n, n] layout(c) out
///   domain [n] -> { [i_outer, i_inner, j] : 0 <= i_outer and 0 <= i_inner <= 3 and i_inner + 4*i_outer < n and 0 <= j < n }
///   iname i_outer : g.2
///   iname i_inner : g.0
///   iname j : g.1
///   s: a[i_inner + 4*i_outer, j] = 0.0d  in(i_outer, i_inner, j)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "inames")]
pub struct GroupOrder {
    /// The loop over columns, which runs over groups.
    pub columns: InameName,
    /// The loop over rows, which runs over groups; afterwards there are `i_outer` and `i_inner`, as
    /// `split_iname` names them.
    pub rows: InameName,
    /// Rows of a block.
    #[arg(default = 8)]
    pub height: PosInt,
}

impl Rewrite for GroupOrder {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        if self.rows.name == self.columns.name {
            let problem = Diagnostic::error("lp::call::argument", "rows and columns are one loop");
            return Err(problem.at_entity(None, self.rows.origin, "").into());
        }
        let mut axes =
            [self.axis(kernel, &self.columns)?, self.axis(kernel, &self.rows)?, self.free(kernel)?];
        axes.sort_unstable();
        let [first, second, third] = axes.map(InameTag::Group);
        let mut plain = kernel.clone();
        for name in [&self.columns, &self.rows] {
            plain.inames.entry(name.name.clone()).and_modify(|iname| iname.tag = None);
        }
        let split = SplitIname::with_inner_tag(self.rows.clone(), self.height, Some(first));
        let split = SplitIname { outer_tag: Some(third), ..split };
        let Applied { mut kernel, warnings, .. } = split.apply(&plain)?;
        kernel.inames.entry(self.columns.name.clone()).and_modify(|iname| iname.tag = Some(second));
        check_axes(&kernel)?;
        Ok(Applied { warnings, ..kernel.into() })
    }
}

impl GroupOrder {
    fn axis(&self, kernel: &Kernel, name: &InameName) -> Result<u8, Diagnostic> {
        let found = iname(kernel, name)?;
        match found.tag {
            Some(InameTag::Group(axis)) => Ok(axis),
            tag => Err(self.not_over_groups(name, found, tag)),
        }
    }

    fn not_over_groups(&self, name: &InameName, found: &Iname, tag: Option<InameTag>) -> Diagnostic {
        let tag = tag.map_or_else(|| "has no tag".to_owned(), |tag| format!("is tagged `{tag}`"));
        let message = format!("loop `{}` does not run over work groups: it {tag}", name.name);
        Diagnostic::error("lp::group-order::tag", message)
            .at_entity(found.loc.as_ref(), name.origin, "")
            .help("tag both loops before, with `g.0` and `g.1`")
    }

    /// An axis of groups that no statement in these loops uses.
    fn free(&self, kernel: &Kernel) -> Result<u8, Diagnostic> {
        let loops = [self.columns.name.clone(), self.rows.name.clone()];
        let uses = |name: &Name, axis: u8| {
            kernel.inames.get(name).is_some_and(|iname| iname.tag == Some(InameTag::Group(axis)))
        };
        let inside = users(kernel, &loops);
        let inames = || inside.iter().filter_map(|id| kernel.statements.get(id)).flat_map(|s| &s.inames);
        (0..3).find(|axis| !inames().any(|name| uses(name, *axis))).ok_or_else(|| {
            let message = "no axis of work groups is left for blocks of rows";
            Diagnostic::error("lp::group-order::axes", message)
                .at_entity(None, self.rows.origin, "")
                .help("join two loops over work groups before: `join_inames` takes untagged loops, the fastest last")
        })
    }
}
