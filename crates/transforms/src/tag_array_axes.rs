use crate::rewrite::{expression, leave_out_optional, matching_arrays, parameters};
use diag::Diagnostic;
use ir::{ArgKind, Axis, Expr, Kernel, Layout, MAX_PARTS, walk};
use pass::{Applied, FromArg, Refusal, Rewrite, Text, Transform, Value};
use poly::Name;

/// Says how the axes of arrays lie in memory.
///
/// An axis is `c` (row major) or `f` (column major), all of one kind; or its level, `N0` for the contiguous
/// axis, `N1` for the next; or `stride:EXPR` in elements, beside any of these. Names may hold `*` and `?`.
/// Refused where two elements of an array could share an address. An argument's caller has to store it in
/// that way.
///
/// An axis that is `vec` lies inside of all others, where Loo.py has vectors. Arguments stay arrays of single
/// elements at these places; a loop tagged `vec` over the axis takes a whole vector at once.
///
/// An axis of constant extent tagged `sep` makes a separate array of each of its subscripts: generated code
/// has `a_s0`, `a_s1` and so on in the place of `a`, in the order of the subscripts, of which the last runs
/// fastest where several axes are tagged so. `.lpir` and `lprun` keep `a`, which holds these arrays one after
/// the other. A subscript of such an axis must be a number when code is printed: tag loops that it depends on
/// `unr`.
///
/// ```lpir
/// # RUN: tag_array_axes("a", "sep, f, f")
/// lpir 1
///
/// kernel @clear {
///   arg n : i32
///   arg a : f64[3, n, n] layout(c) out
///   domain [n] -> { [c, i, j] : 0 <= c < 3 and 0 <= i < n and 0 <= j < n }
///   iname c : unr
///   iname i
///   iname j
///   s: a[c, i, j] = 0.0  in(i, j, c)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @clear {
///   arg n : i32
///   arg a : f64[3, n, n] layout(sep, N0, N1) out
///   domain [n] -> { [c, i, j] : 0 <= c <= 2 and 0 <= i < n and 0 <= j < n }
///   iname c : unr
///   iname i
///   iname j
///   s: a[c, i, j] = 0.0d  in(i, j, c)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "data", alias = "tag_data_axes")]
pub struct TagArrayAxes {
    /// Arrays.
    pub array_names: Vec<Text>,
    /// One tag an axis; one with a question mark behind it goes where there are more tags than axes.
    pub dim_tags: Vec<Text>,
}

impl Rewrite for TagArrayAxes {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let mut changed = kernel.clone();
        let mut problems = Vec::new();
        for pattern in &self.array_names {
            for name in matching_arrays(kernel, pattern)? {
                let own = self.of_rank(kernel.extents(&name).len());
                let layout = own.layout(kernel)?;
                let layout = own.with_vectors(kernel, &name, &layout).unwrap_or(layout);
                problems.extend(set_layout(&mut changed, &name, &layout, pattern)?);
                problems.extend(own.vector(kernel, &name));
            }
        }
        if !problems.is_empty() {
            return Err(problems.into());
        }
        Ok(changed.into())
    }
}

/// What a tag says, before the other tags are known.
enum Tag {
    C,
    F,
    Level(u8),
    Stride(Expr),
    Separate,
    /// The elements of a vector: inside of all other axes.
    Vector,
}

impl TagArrayAxes {
    /// The same for arrays of so many axes: of more tags, those with a question mark are left out.
    fn of_rank(&self, rank: usize) -> Self {
        let mut own = self.clone();
        leave_out_optional(&mut own.dim_tags, rank, |tag| tag.trim());
        own
    }

    fn vector_axis(&self) -> Option<usize> {
        self.dim_tags.iter().position(|tag| tag.trim() == "vec")
    }

    /// The layout of an array of vectors of three: each takes the room of one of four.
    fn with_vectors(&self, kernel: &Kernel, name: &Name, layout: &Layout) -> Option<Layout> {
        let axis = self.vector_axis()?;
        let mut shape = kernel.extents(name);
        let extent =
            shape.get_mut(axis).filter(|extent| extent.as_ref().and_then(Expr::as_int) == Some(3))?;
        *extent = Some(Expr::int(4));
        let strides = layout.strides(&shape)?.into_iter().map(Axis::Stride);
        Some(Layout(strides.collect())).filter(|_| !layout.0.contains(&Axis::Separate))
    }

    /// Why the elements along an axis make no vector.
    fn vector(&self, kernel: &Kernel, name: &Name) -> Option<Diagnostic> {
        let axis = self.vector_axis()?;
        let origin = self.dim_tags.get(axis)?.origin;
        let extent = kernel.extents(name).get(axis).cloned().flatten().and_then(|extent| extent.as_int());
        if matches!(extent, Some(1..=4 | 8 | 16)) {
            return None;
        }
        let message = format!("axis {axis} of `{name}` is no vector of 2, 3, 4, 8 or 16 elements");
        let problem = Diagnostic::error("lp::layout::vec", message).at_entity(None, origin, "");
        Some(problem.help("split the axis, `split_array_axis`, or say where its elements lie with `stride:`"))
    }

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
        let ordered = tags.iter().filter(|tag| !matches!(tag, Tag::Stride(_) | Tag::Separate)).count();
        let ordered = u8::try_from(ordered).map_err(|_| wrong("there are too many axes"))?;
        let axes = axes(tags, ordered);
        let level = |axis: &Axis| if let Axis::Level(level) = axis { Some(*level) } else { None };
        let mut levels: Vec<u8> = axes.iter().filter_map(level).collect();
        levels.sort_unstable();
        if levels.into_iter().ne(0..ordered) {
            return Err(wrong("the levels must be `N0`, `N1`, and so on, each once"));
        }
        Ok(Layout(axes))
    }
}

/// What each tag says when so many axes have levels.
fn axes(tags: Vec<Tag>, ordered: u8) -> Vec<Axis> {
    // A vector lies inside of what the other tags order.
    let inner = u8::from(tags.iter().any(|tag| matches!(tag, Tag::Vector)));
    let mut seen = inner..ordered;
    let axis = |tag| match tag {
        Tag::Stride(stride) => Axis::Stride(stride),
        Tag::Separate => Axis::Separate,
        Tag::C => Axis::Level(seen.next_back().unwrap_or(u8::MAX)),
        Tag::F => Axis::Level(seen.next().unwrap_or(u8::MAX)),
        Tag::Level(level) => Axis::Level(level.saturating_add(inner)),
        Tag::Vector => Axis::Level(0),
    };
    tags.into_iter().map(axis).collect()
}

fn tag(kernel: &Kernel, text: &Text) -> Result<Tag, Refusal> {
    let written = text.trim().trim_end_matches('?');
    // A level beside a stride says nothing that the stride does not say.
    let unlevelled = written.strip_prefix('N').map_or(written, |rest| {
        rest.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix(':').unwrap_or(written)
    });
    if unlevelled.strip_prefix("stride:").is_some_and(|stride| stride.trim() == "auto") {
        let message = "a stride that the caller gives is an argument, which a step cannot add";
        let problem = Diagnostic::error("lp::layout::tags", message).at_entity(None, text.origin, "");
        return Err(problem
            .help("declare it where the kernel is made: `args a : float64[n, m] layout(stride: s, stride: 1)`; in a script, `lp.GlobalArg(.., dim_tags=\"stride:auto,stride:1\")`")
            .into());
    }
    if let Some(stride) = unlevelled.strip_prefix("stride:") {
        let part = Value { datum: pass::Datum::Str(stride.trim().to_owned()), origin: text.origin };
        let stride =
            Text::from_arg(&part).map_err(|wrong| Diagnostic::error("lp::layout::tags", wrong.message))?;
        return stride_tag(kernel, &stride);
    }
    match written {
        "c" | "C" => Ok(Tag::C),
        "f" | "F" => Ok(Tag::F),
        "sep" => Ok(Tag::Separate),
        "vec" => Ok(Tag::Vector),
        _ => match written.strip_prefix('N').and_then(|level| level.parse().ok()) {
            Some(level) => Ok(Tag::Level(level)),
            None => {
                let problem =
                    Diagnostic::error("lp::layout::tags", format!("`{written}` says nothing of an axis"));
                let problem = problem.at_entity(None, text.origin, "");
                Err(problem.help("write `c`, `f`, `N0`, `N1`, `vec`, `sep` or `stride:EXPR`").into())
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
    let shape = kernel.extents(name);
    if shape.len() != layout.0.len() {
        let message = format!("`{name}` has {} axes, and {} tags are given", shape.len(), layout.0.len());
        return Ok(Some(Diagnostic::error("lp::layout::rank", message).at_entity(None, pattern.origin, "")));
    }
    if !layout.may_have_parts(&shape) {
        let message = format!("`{name}` cannot have separate parts");
        let help = format!("`sep` needs 1 to {MAX_PARTS} parts, and known extents of all axes");
        let problem = Diagnostic::error("lp::layout::parts", message).at_entity(None, pattern.origin, "");
        return Ok(Some(problem.help(help)));
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
