use crate::rewrite::{expression, matching_arrays, parameters};
use diag::Diagnostic;
use ir::{ArgKind, Axis, Expr, Kernel, Layout, walk};
use pass::{Applied, FromArg, Refusal, Rewrite, Text, Transform, Value};
use poly::Name;

/// Says how the axes of arrays lie in memory.
///
/// An axis is `c` (row major) or `f` (column major), all of one kind; or its level, `N0` for the contiguous axis, `N1`
/// for the next; or `stride:EXPR` in elements, beside any of these. Names may hold `*` and `?`. Refused where two
/// elements of an array could share an address. An argument's caller has to store it in that way.
///
/// ```lpir
/// # RUN: tag_array_axes("a", "c, c")
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[n, n] layout(f) out
///   domain [n] -> { [i, j] : 0 <= i < n and 0 <= j < n }
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
///   arg a : f64[n, n] layout(c) out
///   domain [n] -> { [i, j] : 0 <= i < n and 0 <= j < n }
///   iname i
///   iname j
///   s: a[i, j] = 0.0  in(i, j)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "data", alias = "tag_data_axes")]
pub struct TagArrayAxes {
    /// Arrays.
    pub array_names: Vec<Text>,
    /// One tag an axis.
    pub dim_tags: Vec<Text>,
}

impl Rewrite for TagArrayAxes {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let layout = self.layout(kernel)?;
        let mut changed = kernel.clone();
        let mut problems = Vec::new();
        for pattern in &self.array_names {
            for name in matching_arrays(kernel, pattern)? {
                problems.extend(set_layout(&mut changed, &name, &layout, pattern)?);
            }
        }
        if problems.is_empty() { Ok(changed.into()) } else { Err(problems.into()) }
    }
}

/// What a tag says, before the other tags are known.
enum Tag {
    C,
    F,
    Level(u8),
    Stride(Expr),
}

impl TagArrayAxes {
    fn layout(&self, kernel: &Kernel) -> Result<Layout, Refusal> {
        let tags: Vec<Tag> = self.dim_tags.iter().map(|text| tag(kernel, text)).collect::<Result<_, _>>()?;
        let is = |test: fn(&Tag) -> bool| tags.iter().any(test);
        let kinds = [
            is(|tag| matches!(tag, Tag::C)),
            is(|tag| matches!(tag, Tag::F)),
            is(|tag| matches!(tag, Tag::Level(_))),
        ];
        let origin = self.dim_tags.first().map(|tag| tag.origin).unwrap_or_default();
        let wrong = |message: &str| {
            Refusal::from(Diagnostic::error("lp::layout::tags", message).at_entity(None, origin, ""))
        };
        if kinds.iter().filter(|kind| **kind).count() > 1 {
            return Err(wrong("`c`, `f` and levels do not mix")
                .0
                .into_iter()
                .map(|problem| problem.help("name every level: `N0` is the contiguous axis, `N1` the next"))
                .collect::<Vec<_>>()
                .into());
        }
        let ordered = u8::try_from(tags.iter().filter(|tag| !matches!(tag, Tag::Stride(_))).count());
        let ordered = ordered.map_err(|_| wrong("there are too many axes"))?;
        let mut seen = 0..ordered;
        let mut levels: Vec<u8> = Vec::new();
        let mut axes = Vec::new();
        for tag in tags {
            let level = match tag {
                Tag::Stride(stride) => {
                    axes.push(Axis::Stride(stride));
                    continue;
                }
                Tag::C => seen.next_back(),
                Tag::F => seen.next(),
                Tag::Level(level) => Some(level),
            };
            let level = level.unwrap_or(u8::MAX);
            levels.push(level);
            axes.push(Axis::Level(level));
        }
        levels.sort_unstable();
        if levels.into_iter().ne(0..ordered) {
            return Err(wrong("the levels must be `N0`, `N1`, and so on, each once"));
        }
        Ok(Layout(axes))
    }
}

fn tag(kernel: &Kernel, text: &Text) -> Result<Tag, Refusal> {
    let written = text.trim();
    if let Some(stride) = written.strip_prefix("stride:") {
        let part = Value { datum: pass::Datum::Str(stride.trim().to_owned()), origin: text.origin };
        let stride =
            Text::from_arg(&part).map_err(|wrong| Diagnostic::error("lp::layout::tags", wrong.message))?;
        return stride_tag(kernel, &stride);
    }
    match written {
        "c" | "C" => Ok(Tag::C),
        "f" | "F" => Ok(Tag::F),
        _ => match written.strip_prefix('N').and_then(|level| level.parse().ok()) {
            Some(level) => Ok(Tag::Level(level)),
            None => {
                let problem =
                    Diagnostic::error("lp::layout::tags", format!("`{written}` says nothing of an axis"));
                let problem = problem.at_entity(None, text.origin, "");
                Err(problem.help("write `c`, `f`, `N0`, `N1` or `stride:EXPR`").into())
            }
        },
    }
}

fn stride_tag(kernel: &Kernel, text: &Text) -> Result<Tag, Refusal> {
    let stride = expression(kernel, text)?;
    let known = parameters(kernel);
    if let Some(name) = walk::names(&stride).iter().find(|name| !known.contains(*name)) {
        let message = format!("a stride is computed from parameters, and `{name}` is none");
        return Err(Diagnostic::error("lp::layout::tags", message).at_entity(None, text.origin, "").into());
    }
    Ok(Tag::Stride(stride))
}

fn set_layout(
    kernel: &mut Kernel,
    name: &Name,
    layout: &Layout,
    pattern: &Text,
) -> Result<Option<Diagnostic>, Refusal> {
    let shape = match (kernel.args.get(name).map(|arg| &arg.kind), kernel.temps.get(name)) {
        (Some(ArgKind::Array { shape, .. }), _) => shape.clone(),
        (None, Some(temp)) => temp.extents(),
        _ => Vec::new(),
    };
    if shape.len() != layout.0.len() {
        let message = format!("`{name}` has {} axes, and {} tags are given", shape.len(), layout.0.len());
        return Ok(Some(Diagnostic::error("lp::layout::rank", message).at_entity(None, pattern.origin, "")));
    }
    if !dependence::apart::is_injective(&kernel.assumptions, layout, &shape)? {
        let message = format!("two elements of `{name}` could share an address");
        let problem = Diagnostic::error("lp::layout::overlap", message).at_entity(None, pattern.origin, "");
        return Ok(Some(
            problem.help("a stride must be at least the product of the stride and extent of the axis inside"),
        ));
    }
    if let Some(arg) = kernel.args.get_mut(name)
        && let ArgKind::Array { layout: own, .. } = &mut arg.kind
    {
        *own = layout.clone();
    } else if let Some(temp) = kernel.temps.get_mut(name) {
        temp.layout = layout.clone();
    }
    Ok(None)
}
