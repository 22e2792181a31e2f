use crate::rewrite::array;
use diag::Diagnostic;
use ir::{ArgKind, Axis, Expr, Kernel, Layout, Node, affine};
use pass::{Applied, ArrayName, PosInt, Refusal, Rewrite, Transform};

/// Puts gaps between the elements of an axis, so that each begins at a multiple of some bytes.
///
/// The stride of the axis grows to the next multiple, and so do those of axes outside of it. The caller
/// passes an argument with these gaps. Refused where the bytes are no multiple of an element's size.
///
/// ```lpir
/// # RUN: add_padding("a", 0, 128)
/// lpir 1
///
/// kernel @fill {
///   arg a : f64[100, 33] layout(c) out
///   domain { [i, j] : 0 <= i < 100 and 0 <= j < 33 }
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
///   arg a : f64[100, 33] layout(stride: 48, stride: 1) out
///   domain { [i, j] : 0 <= i <= 99 and 0 <= j <= 32 }
///   iname i
///   iname j
///   s: a[i, j] = 0.0d  in(i, j)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "data")]
pub struct AddPadding {
    /// The array.
    pub variable: ArrayName,
    /// Number of the axis, from 0.
    pub axis: u32,
    /// What its stride in bytes becomes a multiple of.
    pub align_bytes: PosInt,
}

impl Rewrite for AddPadding {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        array(kernel, &self.variable)?;
        let name = &self.variable.name;
        let (ty, shape, layout) = match (kernel.args.get(name), kernel.temps.get(name)) {
            (Some(arg), _) => match &arg.kind {
                ArgKind::Array { shape, layout, .. } => (arg.ty, shape.clone(), layout.clone()),
                ArgKind::Value => (arg.ty, Vec::new(), Layout::default()),
            },
            (None, Some(temp)) => (temp.ty, temp.extents(), temp.layout.clone()),
            (None, None) => (None, Vec::new(), Layout::default()),
        };
        let axis = usize::try_from(self.axis).map_err(|_| poly::Error::Overflow)?;
        let Some(bytes) = ty.map(|ty| i64::from(ty.bytes())) else {
            return Err(self
                .fail(format!("`{name}` has no type yet"))
                .help("give it one: `add_dtypes(..)`")
                .into());
        };
        if self.align_bytes.get() % bytes != 0 {
            return Err(self
                .fail(format!(
                    "{} bytes are no multiple of the {bytes} of an element",
                    self.align_bytes.get()
                ))
                .into());
        }
        let strides = layout.strides(&shape);
        let is_padded =
            |strides: &Vec<Expr>| axis < strides.len() && layout.0.get(axis) != Some(&Axis::Separate);
        let Some(strides) = strides.filter(is_padded) else {
            return Err(self.fail(format!("`{name}` has no axis {axis} of a known stride")).into());
        };
        let strides = self.padded(&layout, &shape, strides, axis, self.align_bytes.get() / bytes);
        // From here on strides alone say where elements lie; separate parts have none.
        let axes = layout.0.iter().zip(strides);
        let axes = axes.map(
            |(axis, stride)| if *axis == Axis::Separate { Axis::Separate } else { Axis::Stride(stride) },
        );
        let layout = Layout(axes.collect());
        let mut changed = kernel.clone();
        if let Some(ArgKind::Array { layout: own, .. }) = changed.args.get_mut(name).map(|arg| &mut arg.kind)
        {
            *own = layout;
        } else if let Some(temp) = changed.temps.get_mut(name) {
            temp.layout = layout;
        }
        Ok(changed.into())
    }
}

impl AddPadding {
    fn fail(&self, message: String) -> Diagnostic {
        Diagnostic::error("lp::layout::padding", message).at_entity(None, self.variable.origin, "")
    }

    /// The strides with that of the axis rounded up, and those of axes outside of it computed anew.
    fn padded(
        &self,
        layout: &Layout,
        shape: &[Option<Expr>],
        strides: Vec<Expr>,
        axis: usize,
        elements: i64,
    ) -> Vec<Expr> {
        let mut padded = strides.clone();
        let mut at = axis;
        if let Some(stride) = padded.get_mut(at) {
            *stride = rounded(stride, elements);
        }
        let level = |axis: usize| match layout.0.get(axis) {
            Some(Axis::Level(level)) => Some(*level),
            _ => None,
        };
        // Where levels say which axis lies around which; explicit strides stay.
        while let Some(own) = level(at)
            && let Some(outer) = (0..padded.len()).find(|other| level(*other) == own.checked_add(1))
            && let (Some(stride), Some(Some(extent))) = (padded.get(at).cloned(), shape.get(at))
            && let Some(slot) = padded.get_mut(outer)
        {
            *slot = simplified(&stride.times(extent));
            at = outer;
        }
        padded
    }
}

fn rounded(stride: &Expr, elements: i64) -> Expr {
    let up = stride.plus(&Expr::int(elements - 1));
    let blocks = Expr::new(Node::FloorDiv(up, Expr::int(elements)));
    simplified(&Expr::product(vec![Expr::int(elements), blocks]))
}

fn simplified(expr: &Expr) -> Expr {
    if let Node::Product(factors) = expr.node()
        && let Some(numbers) = factors.iter().map(Expr::as_int).collect::<Option<Vec<i64>>>()
        && let Some(product) = numbers.iter().try_fold(1_i64, |a, b| a.checked_mul(*b))
    {
        return Expr::int(product);
    }
    affine::to_aff(expr).map_or_else(|| expr.clone(), |aff| affine::from_aff(&aff))
}
