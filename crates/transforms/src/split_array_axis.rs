use crate::rewrite::{array, change_interface, map_subscripts};
use diag::Diagnostic;
use ir::{ArgKind, Axis, Expr, Kernel, Layout, Node, affine};
use pass::{Applied, ArrayName, PosInt, Refusal, Rewrite, Transform};
use poly::Name;

/// Splits an axis of arrays into an axis of blocks and one within a block.
///
/// The subscript `i` becomes `i // count, i % count`. With `order="F"` the axis within the block comes first.
/// Where the count does not divide the extent, the last block has elements that nothing uses. The reference
/// has the new axes as well, and the caller passes an argument with them. Refused where the extent is not
/// known, or a stride is given.
///
/// ```lpir
/// # RUN: split_array_axis("a", 0, 4)
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 0.0  in(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[(n + 3) // 4, 4] layout(c) inout
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i // 4, i % 4] = 0.0d  in(i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "data", reference)]
pub struct SplitArrayAxis {
    /// The arrays.
    pub array_names: Vec<ArrayName>,
    /// Number of the axis, from 0.
    pub axis_nr: u32,
    /// Elements of a block.
    pub count: PosInt,
    /// `"C"` puts the axis of blocks first, `"F"` the one within a block.
    #[arg(default = "\"C\"")]
    pub order: String,
}

impl Rewrite for SplitArrayAxis {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let inner_first = match self.order.as_str() {
            "C" | "c" => false,
            "F" | "f" => true,
            _ => {
                let message = format!("`order` is `\"C\"` or `\"F\"`, not `{}`", self.order);
                return Err(Diagnostic::error("lp::call::argument", message).into());
            }
        };
        let mut changed = kernel.clone();
        for name in &self.array_names {
            array(&changed, name)?;
            let split = |kernel: &mut Kernel| self.split(kernel, name, inner_first);
            // What a transform stored is the kernel's own; the reference has no such temporary.
            let is_shared = kernel.reference.as_ref().is_some_and(|reference| {
                reference.args.contains_key(&name.name) || reference.temps.contains_key(&name.name)
            });
            match is_shared {
                true => changed = change_interface(&changed, &split)?,
                false => split(&mut changed)?,
            }
        }
        Ok(changed.into())
    }
}

impl SplitArrayAxis {
    fn split(&self, kernel: &mut Kernel, name: &ArrayName, inner_first: bool) -> Result<(), Refusal> {
        let at = usize::try_from(self.axis_nr).map_err(|_| poly::Error::Overflow)?;
        let fail = |message: String| -> Refusal {
            Diagnostic::error("lp::split::axis", message).at_entity(None, name.origin, "").into()
        };
        let (shape, layout) =
            match (kernel.args.get(&name.name).map(|arg| &arg.kind), kernel.temps.get(&name.name)) {
                (Some(ArgKind::Array { shape, layout, .. }), _) => (shape.clone(), layout.clone()),
                (None, Some(temp)) => (temp.extents(), temp.layout.clone()),
                _ => (Vec::new(), Layout::default()),
            };
        let (Some(extent), Some(Axis::Level(level))) = (shape.get(at), layout.0.get(at)) else {
            let known = format!("`{}` has {} axes", name.name, shape.len());
            let stride = format!("axis {at} of `{}` has a stride of its own, or separate parts", name.name);
            return Err(fail(if shape.len() > at { stride } else { known }));
        };
        let Some(extent) = extent else {
            return Err(fail(format!("the extent of axis {at} of `{}` is not known", name.name)));
        };
        let (blocks, count) = (self.blocks(extent), Expr::int(self.count.get()));
        let mut shape = shape.clone();
        let mut axes: Vec<Axis> = layout.0.iter().map(|axis| raised(axis, *level)).collect();
        let (outer, inner) = (Axis::Level(level.saturating_add(1)), Axis::Level(*level));
        let (pair, levels) = if inner_first {
            ([Some(count), Some(blocks)], [inner, outer])
        } else {
            ([Some(blocks), Some(count)], [outer, inner])
        };
        shape.splice(at..=at, pair);
        axes.splice(at..=at, levels);
        self.declare(kernel, &name.name, shape, Layout(axes));
        map_subscripts(kernel, &name.name, &|index| self.subscripts(index, at, inner_first));
        Ok(())
    }

    fn declare(&self, kernel: &mut Kernel, name: &Name, extents: Vec<Option<Expr>>, axes: Layout) {
        if let Some(ArgKind::Array { shape, layout, access }) =
            kernel.args.get_mut(name).map(|arg| &mut arg.kind)
        {
            *shape = extents;
            *layout = axes;
            // The last block may hold elements that the kernel leaves alone.
            if *access == ir::Access::Out {
                *access = ir::Access::InOut;
            }
        } else if let Some(temp) = kernel.temps.get_mut(name) {
            temp.shape = extents.into_iter().flatten().collect();
            temp.layout = axes;
        }
    }

    fn blocks(&self, extent: &Expr) -> Expr {
        let count = self.count.get();
        let rounded = affine::to_aff(extent)
            .and_then(|extent| extent.offset(count - 1)?.floor_div(count))
            .map(|blocks| affine::from_aff(&blocks));
        let sum = || extent.plus(&Expr::int(count - 1));
        rounded.unwrap_or_else(|| Expr::new(Node::FloorDiv(sum(), Expr::int(count))))
    }

    fn subscripts(&self, index: &[Expr], at: usize, inner_first: bool) -> Vec<Expr> {
        let count = Expr::int(self.count.get());
        let mut all = Vec::new();
        for (axis, subscript) in index.iter().enumerate() {
            if axis != at {
                all.push(subscript.clone());
                continue;
            }
            let block = Expr::new(Node::FloorDiv(subscript.clone(), count.clone()));
            let within = Expr::new(Node::Mod(subscript.clone(), count.clone()));
            all.extend(if inner_first { [within, block] } else { [block, within] });
        }
        all
    }
}

/// Axes outside of the one that is split move out by one.
fn raised(axis: &Axis, level: u8) -> Axis {
    match axis {
        Axis::Level(own) if *own > level => Axis::Level(own.saturating_add(1)),
        other => other.clone(),
    }
}
