//! Random steps on a kernel, as pipeline calls.

use crate::moves;
use crate::random::Random;
use ir::{Kernel, Name, Node, Provenance, Statement, access, affine, walk};

/// Steps that cannot change the result of a calm kernel, whose instances write an element of their own each:
/// such as the checker has to accept.
pub(crate) fn harmless(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let plain = kernel.temps.is_empty();
    match random.below(17) {
        16 => layout(random, kernel),
        0..5 => split(random, kernel),
        5 if plain => free_tag(random, kernel),
        6 | 7 if plain => prioritize(random, kernel),
        8 => join(random, kernel),
        9 if plain => duplicate(random, kernel),
        10 => rename(random, kernel, false),
        11 | 12 => extract(random, kernel),
        13 => prefetch(random, kernel),
        14 => Some(
            (*random.pick(&[
                "assume(\"n >= 1\")",
                "assume(\"m <= n\")",
                "fix_parameters(m=5)",
                "simplify_indices()",
            ]))
            .to_owned(),
        ),
        15 if plain => reverse(random, kernel),
        _ => split(random, kernel),
    }
}

/// Steps that cannot change what a kernel computes, and steps that may.
pub(crate) fn call(random: &mut Random, kernel: &Kernel) -> Option<String> {
    match random.below(43) {
        36..40 => moves::call(random, kernel),
        40..42 => moves::parallel_scan(random, kernel),
        42 => vector(random, kernel),
        27..30 => pipeline(random, kernel),
        30..33 => rotate(random, kernel),
        33..36 => buffer(random, kernel),
        26 => scan(random, kernel),
        23..26 => tidy(random, kernel),
        22 => Some(format!("auto_parallel(block={})", random.pick(&[1, 2, 4, 8]))),
        0..5 => split(random, kernel),
        5 | 6 => tag(random, kernel),
        7 | 8 => prioritize(random, kernel),
        9 => join(random, kernel),
        10 => duplicate(random, kernel),
        11 => rename(random, kernel, true),
        12 | 13 => extract(random, kernel),
        14 | 15 => precompute(random, kernel),
        16 => prefetch(random, kernel),
        17 => to_subst(random, kernel),
        18 => Some(
            (*random.pick(&[
                "assume(\"n >= 1\")",
                "assume(\"n mod 4 = 0\")",
                "assume(\"m <= n\")",
                "fix_parameters(m=5)",
            ]))
            .to_owned(),
        ),
        19 => data(random, kernel),
        20 => reverse(random, kernel),
        _ => other(random, kernel),
    }
}

/// Steps that change the order of instances, which most kernels do not allow.
pub(crate) fn reordering(random: &mut Random, kernel: &Kernel) -> Option<String> {
    match random.below(9) {
        8 => moves::call(random, kernel),
        0..3 => reverse(random, kernel),
        3 | 4 => prioritize(random, kernel),
        5 => tag(random, kernel),
        6 => rename(random, kernel, true),
        _ => split(random, kernel),
    }
}

/// The usual way to make code fast: loops split over groups and work items, others in pieces, reads fetched
/// by the piece.
pub(crate) fn tiling(random: &mut Random, kernel: &Kernel) -> Vec<String> {
    let mut calls = Vec::new();
    let Some((_, statement)) = statement(random, kernel) else { return calls };
    let mut inner: Vec<String> = Vec::new();
    let mut sequential: Vec<String> = Vec::new();
    let mut groups: Vec<String> = Vec::new();
    let mut axis = random.below(2);
    let mut loops = statement.inames.clone();
    loops.extend(statement.value().map(walk::reduction_inames).unwrap_or_default());
    for iname in &loops {
        let factor = *random.pick(&[2, 3, 4, 5, 8]);
        let tags = match is_free(kernel, iname) && axis < 3 {
            true if is_reduced(kernel, iname) && random.percent(50) => {
                axis += 1;
                (*random.pick(&[", inner_tag=\"l.0\"", ", inner_tag=\"l.1\"", ", inner_tag=\"g.1\""]))
                    .to_owned()
            }
            true if random.percent(80) => {
                axis += 1;
                groups.push(format!("{iname}_outer"));
                format!(", outer_tag=\"g.{0}\", inner_tag=\"l.{0}\"", axis - 1)
            }
            _ if random.percent(25) => {
                sequential.push(iname.to_string());
                continue;
            }
            _ => {
                sequential.push(format!("{iname}_outer"));
                (*random.pick(&[
                    "",
                    "",
                    ", inner_tag=\"unr\"",
                    ", inner_tag=\"vec\"",
                    ", slabs=(0, 1)",
                    VECTORS,
                ]))
                .to_owned()
            }
        };
        calls.push(format!("split_iname(\"{iname}\", {factor}{tags})"));
        inner.push(format!("{iname}_inner"));
    }
    let mut arrays: Vec<(Name, usize)> = Vec::new();
    if let Some(value) = statement.value() {
        walk::visit(value, &mut |part| {
            if let Node::Load { array, index } = part.node() {
                arrays.push((array.clone(), index.len()));
            }
        });
    }
    arrays.sort();
    arrays.dedup();
    for (array, rank) in arrays {
        let mut sweep = inner.clone();
        sweep.retain(|_| random.percent(70));
        let sweep = sweep.join(", ");
        let formals: Vec<String> = (0..rank).map(|axis| format!("{array}_{axis}")).collect();
        let formals = formals.join(", ");
        let tag = if random.percent(20) { ", default_tag=None" } else { "" };
        let boxed = if random.percent(30) { ", fetch_bounding_box=True" } else { "" };
        let boxed = format!("{boxed}{}", width(random));
        if random.percent(50) {
            calls.push(format!(
                "extract_subst(\"{array}_r\", \"{array}[{formals}]\", parameters=\"{formals}\")"
            ));
            calls.push(format!("precompute(\"{array}_r\", \"{sweep}\"{tag}{boxed})"));
        } else {
            calls.push(format!("add_prefetch(\"{array}\", \"{sweep}\"{tag}{boxed})"));
            if !sequential.is_empty() && random.percent(40) {
                let (along, how) = (random.pick(&sequential).clone(), *random.pick(&["", ", through=None"]));
                calls.push(format!("pipeline_buffer(\"{array}_fetch\", \"{along}\"{how})"));
            }
        }
    }
    if let [first, second, ..] = groups.as_slice()
        && random.percent(30)
    {
        calls.push(group_order(random, [first, second]));
    }
    calls
}

/// Vectors of what is fetched, sometimes.
fn width(random: &mut Random) -> &'static str {
    if random.percent(25) { random.word(&[", vector_width=2", ", vector_width=4"]) } else { "" }
}

fn group_order(random: &mut Random, loops: [&str; 2]) -> String {
    let [columns, rows] = if random.percent(50) { loops } else { [loops[1], loops[0]] };
    format!("group_order(\"{columns}\", \"{rows}\", {})", random.pick(&[1, 2, 3, 8]))
}

/// Vectors, and a last block that has none.
const VECTORS: &str = ", inner_tag=\"vec\", slabs=(0, 1)";

fn iname<'k>(random: &mut Random, kernel: &'k Kernel) -> Option<&'k Name> {
    let names: Vec<&Name> = kernel.inames.keys().collect();
    if names.is_empty() { None } else { Some(*random.pick(&names)) }
}

pub(crate) fn statement<'k>(random: &mut Random, kernel: &'k Kernel) -> Option<(&'k Name, &'k Statement)> {
    if kernel.statements.is_empty() {
        return None;
    }
    kernel.statements.get_index(random.below(kernel.statements.len()))
}

fn split(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let iname = iname(random, kernel)?;
    let factor = *random.pick(&[1, 2, 3, 4, 4, 5, 8]);
    if random.percent(5) {
        return Some(format!("chunk_iname(\"{iname}\", {factor})"));
    }
    match random.below(20) {
        0 => return Some(format!("unroll_and_jam(\"{iname}\", {factor})")),
        1 => {
            let (first, last) = *random.pick(&[(1, 0), (0, 1), (1, 1), (2, 3)]);
            return Some(format!("peel(\"{iname}\", first={first}, last={last})"));
        }
        _ => {}
    }
    let mut call = format!("split_iname(\"{iname}\", {factor}");
    if is_reduced(kernel, iname) && random.percent(60) {
        call += *random.pick(&[", inner_tag=\"l.0\"", ", inner_tag=\"l.1\"", ", inner_tag=\"g.0\""]);
    } else if is_free(kernel, iname) && random.percent(60) {
        let axis = random.below(2);
        call += match random.below(3) {
            0 => format!(", outer_tag=\"g.{axis}\", inner_tag=\"l.{axis}\""),
            1 => format!(", outer_tag=\"g.{axis}\""),
            _ => format!(", inner_tag=\"l.{axis}\""),
        }
        .as_str();
    } else if random.percent(20) {
        call += *random.pick(&[", inner_tag=\"unr\"", ", inner_tag=\"ilp\"", ", inner_tag=\"vec\"", VECTORS]);
        if call.ends_with(VECTORS) {
            return Some(call + ")");
        }
    }
    if random.percent(10) {
        call += *random.pick(&[", slabs=(0, 1)", ", slabs=(1, 1)", ", slabs=(1, 0)"]);
    }
    Some(call + ")")
}

fn tag(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let over_groups = |(name, iname): (&Name, &ir::Iname)| {
        matches!(iname.tag, Some(ir::InameTag::Group(_))).then(|| name.to_string())
    };
    let groups: Vec<String> = kernel.inames.iter().filter_map(over_groups).collect();
    if let [first, second, ..] = groups.as_slice()
        && random.percent(50)
    {
        return Some(group_order(random, [first, second]));
    }
    let iname = iname(random, kernel)?;
    let parallel = is_free(kernel, iname) || random.percent(15);
    let tag = match parallel {
        true => *random.pick(&["g.0", "g.1", "l.0", "l.1", "l.auto", "for"]),
        false => *random.pick(&["unr", "unr_hint", "for", "ilp", "ilp.seq", "vec", "mma"]),
    };
    Some(format!("tag_inames({{\"{iname}\": \"{tag}\"}})"))
}

/// Puts a loop whose iterations are independent on the hardware.
fn free_tag(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let iname = iname(random, kernel)?;
    if !is_free(kernel, iname) {
        return None;
    }
    Some(format!("tag_inames({{\"{iname}\": \"{}\"}})", random.pick(&["g.0", "g.1", "l.0", "l.1", "l.auto"])))
}

/// A loop in pieces whose iterations run together: as vectors, or interleaved.
fn vector(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let iname = iname(random, kernel)?;
    let tag = *random.pick(&["vec", "vec", "ilp", "ilp.seq", "ilp.unr"]);
    let slabs = *random.pick(&["", ", slabs=(0, 1)"]);
    Some(format!("split_iname(\"{iname}\", {}, inner_tag=\"{tag}\"{slabs})", random.pick(&[2, 3, 4, 8])))
}

/// Runs a loop from its end, skews it, or splits it by a map.
fn reverse(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let iname = iname(random, kernel)?;
    let new = format!("v{}", random.below(100));
    let map = match random.below(3) {
        0 => format!("{{ [{iname}] -> [{new}] : {new} = -{iname} }}"),
        1 => format!("[n] -> {{ [{iname}] -> [{new}] : {new} = n - {iname} }}"),
        _ => format!(
            "{{ [{iname}] -> [{new}, {new}_in] : {iname} = 4*{new} + {new}_in and 0 <= {new}_in < 4 }}"
        ),
    };
    Some(format!("map_domain(\"{map}\")"))
}

/// Whether some reduction runs over it.
fn is_reduced(kernel: &Kernel, iname: &Name) -> bool {
    let mut values = kernel.statements.values().filter_map(Statement::value);
    values.any(|value| walk::reduction_inames(value).contains(iname))
}

/// Whether iterations of the loop touch elements of their own: a condition on the text, sufficient and not
/// necessary.
fn is_free(kernel: &Kernel, iname: &Name) -> bool {
    let inside = || kernel.statements.values().filter(|statement| statement.inames.contains(iname));
    let written: Vec<&Name> = inside().filter_map(|statement| Some(statement.target()?.name())).collect();
    let written: Vec<&Name> = written.into_iter().filter(|name| kernel.args.contains_key(*name)).collect();
    let accesses = inside().flat_map(|statement| access::accesses(kernel, statement));
    let mut elements: Vec<(Name, Vec<ir::Expr>)> = Vec::new();
    for found in accesses.filter(|found| written.contains(&&found.variable)) {
        let element = (found.variable.clone(), found.index.clone());
        if !elements.contains(&element) {
            elements.push(element);
        }
    }
    let one_each =
        elements.iter().all(|(name, _)| elements.iter().filter(|(other, _)| other == name).count() == 1);
    // What is promised of elements that an index array names holds of most of them.
    let numbers = |part: &ir::Expr| match part.node() {
        Node::Load { index, .. } if !kernel.promises.is_empty() => index.clone(),
        _ => vec![part.clone()],
    };
    let own = |index: &Vec<ir::Expr>| {
        index.iter().flat_map(numbers).filter_map(|part| affine::to_aff(&part)).any(|aff| {
            let alone = aff.names().into_iter().all(|name| name == *iname || kernel.args.contains_key(&name));
            alone && aff.coefficient(iname) != 0 && aff.is_linear()
        })
    };
    one_each && !elements.is_empty() && elements.iter().all(|(_, index)| own(index))
}

fn prioritize(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let (_, statement) = statement(random, kernel)?;
    if statement.inames.len() < 2 {
        return None;
    }
    let order: Vec<String> = random.shuffled(&statement.inames).iter().map(ToString::to_string).collect();
    Some(format!("prioritize_loops(\"{}\")", order.join(", ")))
}

fn join(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let (_, statement) = statement(random, kernel)?;
    let [first, second, ..] = statement.inames.as_slice() else { return None };
    Some(format!("join_inames(\"{first}, {second}\", \"q{}\")", random.below(100)))
}

fn duplicate(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let (id, statement) = statement(random, kernel)?;
    let names: Vec<String> = statement.inames.iter().map(ToString::to_string).collect();
    let names = if random.percent(50) { names.join(", ") } else { random.pick(&names_or(&names)).clone() };
    Some(format!("duplicate_inames(\"{names}\", \"{id}\")"))
}

fn names_or(names: &[String]) -> Vec<String> {
    if names.is_empty() { vec!["none".to_owned()] } else { names.to_vec() }
}

fn rename(random: &mut Random, kernel: &Kernel, merge: bool) -> Option<String> {
    let old = iname(random, kernel)?;
    if merge && random.percent(30) {
        let new = iname(random, kernel)?;
        return Some(format!("rename_iname(\"{old}\", \"{new}\", existing_ok=True)"));
    }
    Some(format!("rename_iname(\"{old}\", \"r{}\")", random.below(100)))
}

/// Makes a rule of the reads of an array, and mostly fetches what it reads.
fn extract(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let (_, statement) = statement(random, kernel)?;
    let mut loads: Vec<(Name, usize)> = Vec::new();
    if let Some(value) = statement.value() {
        walk::visit(value, &mut |part| {
            if let Node::Load { array, index } = part.node() {
                loads.push((array.clone(), index.len()));
            }
        });
    }
    if loads.is_empty() {
        return None;
    }
    let (array, rank) = random.pick(&loads).clone();
    let formals: Vec<String> = (0..rank).map(|axis| format!("q{axis}")).collect();
    let formals = formals.join(", ");
    let rule = format!("r{}", random.below(1000));
    let extract = format!("extract_subst(\"{rule}\", \"{array}[{formals}]\", parameters=\"{formals}\")");
    if random.percent(25) {
        return Some(extract);
    }
    Some(format!("{extract}; {}", fetch(random, kernel, statement, &rule)))
}

fn precompute(random: &mut Random, kernel: &Kernel) -> Option<String> {
    if kernel.rules.is_empty() {
        return extract(random, kernel);
    }
    let (rule, _) = kernel.rules.get_index(random.below(kernel.rules.len()))?;
    let (_, statement) = statement(random, kernel)?;
    Some(fetch(random, kernel, statement, rule))
}

/// The call that precomputes a rule over some loops round a statement.
fn fetch(random: &mut Random, kernel: &Kernel, statement: &Statement, rule: &str) -> String {
    let mut loops: Vec<Name> = statement.inames.clone();
    loops.extend(statement.value().map(walk::reduction_inames).unwrap_or_default());
    let mut sweep: Vec<String> = loops.iter().map(ToString::to_string).collect();
    sweep.retain(|_| random.percent(55));
    let mut call = format!("precompute(\"{rule}\", \"{}\"", sweep.join(", "));
    let local = kernel.inames.values().any(|iname| matches!(iname.tag, Some(ir::InameTag::Local(_))));
    if !local || random.percent(40) {
        call += ", default_tag=None";
    }
    if random.percent(15) {
        call += *random.pick(&[
            ", temporary_address_space=\"private\"",
            ", temporary_address_space=\"local\"",
            ", temporary_address_space=\"global\"",
        ]);
    }
    if random.percent(15) {
        call += ", fetch_bounding_box=True";
    }
    if random.percent(10) {
        call += ", precompute_outer_inames=[]";
    }
    call + width(random) + ")"
}

/// Lets statements that use an array work in a buffer.
fn buffer(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let writes = |statement: &&Statement| {
        statement.target().is_some_and(|target| kernel.args.contains_key(target.name()))
    };
    let updates = |statement: &&Statement| {
        let read = statement.value().map(walk::names).unwrap_or_default();
        statement.target().is_some_and(|target| read.contains(target.name()))
    };
    let all: Vec<&Statement> = kernel.statements.values().filter(writes).collect();
    let updating: Vec<&Statement> = all.iter().copied().filter(updates).collect();
    let from = if updating.is_empty() || random.percent(20) { all } else { updating };
    if from.is_empty() {
        return None;
    }
    let statement = *random.pick(&from);
    Some(buffer_of(random, statement))
}

fn buffer_of(random: &mut Random, statement: &Statement) -> String {
    let target = statement.target().map(|target| target.name().to_string()).unwrap_or_default();
    let mut inames: Vec<String> = statement.inames.iter().map(ToString::to_string).collect();
    inames.retain(|_| random.percent(60));
    let tag = *random.pick(&["", ", default_tag=None"]);
    let scope = *random.pick(&["", "", ", temporary_scope=\"local\""]);
    format!("buffer_array(\"{target}\", \"{}\"{tag}{scope})", inames.join(", "))
}

/// Fills what a fetch stores for the next iteration of one of its sequential loops.
fn pipeline(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let mut found: Vec<(Name, Name)> = Vec::new();
    for statement in kernel.statements.values() {
        if let (Some(Provenance::Fetch(_)), Some(target)) = (&statement.provenance, statement.target()) {
            let loops = statement.inames.iter().filter(|iname| is_sequential(kernel, iname));
            found.extend(loops.map(|iname| (target.name().clone(), iname.clone())));
        }
    }
    if found.is_empty() {
        return prefetch(random, kernel);
    }
    let (temporary, iname) = random.pick(&found);
    let how = *random.pick(&["", ", depth=1", ", through=None"]);
    Some(format!("pipeline_buffer(\"{temporary}\", \"{iname}\"{how})"))
}

fn is_sequential(kernel: &Kernel, iname: &Name) -> bool {
    kernel.inames.get(iname).is_some_and(|iname| iname.tag.is_none())
}

/// Keeps in registers what a statement reads at several places along a sequential loop.
fn rotate(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let mut found: Vec<(Name, Name)> = Vec::new();
    for statement in kernel.statements.values() {
        let mut loads: Vec<(Name, Vec<ir::Expr>)> = Vec::new();
        walk::visit(statement.value()?, &mut |part| {
            if let Node::Load { array, index } = part.node() {
                loads.push((array.clone(), index.clone()));
            }
        });
        for iname in statement.inames.iter().filter(|iname| is_sequential(kernel, iname)) {
            let moves = |index: &[ir::Expr]| index.iter().any(|e| walk::names(e).contains(iname));
            let along = loads.iter().filter(|(_, index)| moves(index));
            let twice = along.filter(|(array, index)| {
                loads.iter().any(|(other, place)| other == array && place != index && moves(place))
            });
            found.extend(twice.map(|(array, _)| (array.clone(), iname.clone())));
        }
    }
    if found.is_empty() {
        return split(random, kernel);
    }
    let (array, iname) = random.pick(&found);
    Some(format!("rotate_registers(\"{array}\", \"{iname}\")"))
}

fn prefetch(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let (_, statement) = statement(random, kernel)?;
    let mut arrays: Vec<Name> =
        statement.value().map(|value| walk::names(value).into_iter().collect()).unwrap_or_default();
    arrays.retain(|name| kernel.args.get(name).is_some_and(|arg| arg.shape().is_some()));
    if arrays.is_empty() {
        return None;
    }
    let array = random.pick(&arrays).clone();
    let mut sweep: Vec<String> = statement.inames.iter().map(ToString::to_string).collect();
    sweep.retain(|_| random.percent(55));
    let tag = if random.percent(50) { ", default_tag=None" } else { "" };
    let listed = imported_reads(kernel, &array);
    let part = match random.percent(30) && !listed.is_empty() {
        true => random.pick(&listed).clone(),
        false => array.to_string(),
    };
    Some(format!("add_prefetch(\"{part}\", \"{}\"{tag}{})", sweep.join(", "), width(random)))
}

/// Reads of an array as the imported kernel has them, in the names that its loops had then.
fn imported_reads(kernel: &Kernel, array: &Name) -> Vec<String> {
    let imported = kernel.reference.as_deref().unwrap_or(kernel);
    let mut found = Vec::new();
    for value in imported.statements.values().filter_map(Statement::value) {
        walk::visit(value, &mut |e| {
            if matches!(e.node(), Node::Load { array: read, .. } if read == array) {
                found.push(e.to_string());
            }
        });
    }
    found
}

fn to_subst(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let temps: Vec<&Name> = kernel.temps.keys().collect();
    if temps.is_empty() {
        return None;
    }
    Some(format!("assignment_to_subst(\"{}\")", random.pick(&temps)))
}

/// Another layout of a temporary array: axes in another order, or strides of its own, some of them with room
/// between.
pub(crate) fn layout(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let arrays: Vec<(&Name, &Vec<ir::Expr>)> = kernel
        .temps
        .iter()
        .filter_map(|(name, temp)| (!temp.shape.is_empty()).then_some((name, &temp.shape)))
        .collect();
    if arrays.is_empty() {
        return None;
    }
    let (name, shape) = random.pick(&arrays);
    let extents: Option<Vec<i64>> = shape.iter().map(ir::Expr::as_int).collect();
    let order = random.shuffled(&(0..shape.len()).collect::<Vec<_>>());
    let tags: Vec<String> = match (random.below(8), extents) {
        (0, _) => vec!["c".to_owned(); shape.len()],
        (1, _) => vec!["f".to_owned(); shape.len()],
        (2..7, Some(extents)) => {
            let mut strides = vec![0; shape.len()];
            let mut stride = random.range(1, 2);
            for axis in order {
                strides[axis] = stride;
                // Whoever forgets a large gap writes far behind the end.
                stride = stride * extents[axis].max(1) + *random.pick(&[0, 1, 2, 900]);
            }
            strides.iter().map(|stride| format!("stride:{stride}")).collect()
        }
        _ => order.iter().map(|level| format!("N{level}")).collect(),
    };
    Some(format!("tag_array_axes(\"{name}\", \"{}\")", tags.join(", ")))
}

/// A step that nobody checks: what it leaves unproved is forgiven, and nothing else.
pub(crate) fn unchecked(call: &str) -> String {
    let Some(open) = call.strip_suffix(')') else { return call.to_owned() };
    let comma = if open.ends_with('(') { "" } else { ", " };
    format!("{open}{comma}unchecked=True)")
}

fn data(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let temps: Vec<&Name> = kernel.temps.keys().collect();
    if random.percent(40)
        && let Some(call) = layout(random, kernel)
    {
        return Some(call);
    }
    if random.percent(50) && !temps.is_empty() {
        let space = *random.pick(&["private", "local", "global"]);
        return Some(format!("set_temporary_address_space(\"{}\", \"{space}\")", random.pick(&temps)));
    }
    let arrays = kernel.args.iter().filter_map(|(name, arg)| Some((name, arg.shape()?.len())));
    let arrays: Vec<(&Name, usize)> = arrays.filter(|(_, rank)| *rank == 2).collect();
    if arrays.is_empty() {
        return None;
    }
    let (name, _) = random.pick(&arrays);
    Some(format!("tag_array_axes(\"{name}\", \"{}\")", random.pick(&["N0,N1", "N1,N0"])))
}

/// A reduction that may go on where that of the iteration before ended.
fn scan(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let reduces = |(_, statement): &(&Name, &Statement)| {
        statement.value().is_some_and(|value| !walk::reduction_inames(value).is_empty())
    };
    let found: Vec<(&Name, &Statement)> = kernel.statements.iter().filter(reduces).collect();
    let (id, statement) = *found.get(random.below(found.len().max(1)))?;
    let loops = match statement.inames.first().filter(|_| random.percent(70)) {
        Some(_) => format!(", force_outer_iname_for_scan=\"{}\"", random.pick(&statement.inames)),
        None => String::new(),
    };
    Some(format!("realize_reduction(force_scan=True, insn_id_filter=\"{id}\"{loops})"))
}

/// What programs call around the steps that make code fast.
fn tidy(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let (id, statement) = statement(random, kernel)?;
    let (other, _) = self::statement(random, kernel)?;
    let reduced = statement.value().map(walk::reduction_inames).unwrap_or_default();
    let reduced = || reduced.first().cloned();
    let temp = kernel.temps.iter().find(|(_, temp)| !temp.shape.is_empty());
    Some(match random.below(12) {
        0 => "make_reduction_inames_unique()".to_owned(),
        1 => "remove_unused_inames()".to_owned(),
        2 => format!("add_nosync(\"any\", \"{id}\", \"{other}\", force=True)"),
        3 => format!("split_reduction_inward(\"{}\")", reduced()?),
        4 => format!("split_reduction_outward(\"{}\")", reduced()?),
        5 => format!("unprivatize_temporaries_with_inames(\"{}\")", iname(random, kernel)?),
        6 => format!("remove_predicates_from_insn(None, \"{id}\")"),
        7 => format!("remove_instructions(\"{id}\")"),
        8 => format!("reduction_arg_to_subst_rule(\"{}\")", reduced()?),
        9 => format!("add_inames_to_insn(\"{}\", \"{id}\")", iname(random, kernel)?),
        10 => format!("split_array_axis(\"{}\", 0, {})", temp?.0, random.pick(&[1, 2, 3])),
        _ => format!("rename_inames(\"{}, {}\", \"both\")", iname(random, kernel)?, iname(random, kernel)?),
    })
}

fn other(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let (id, _) = statement(random, kernel)?;
    let (other, _) = statement(random, kernel)?;
    Some(match random.below(9) {
        6 => format!("privatize_temporaries_with_inames(\"{}\")", iname(random, kernel)?),
        7 => format!("set_instruction_priority(\"{id}\", {})", random.range(-3, 3)),
        8 => format!("add_dtypes({{\"{}\": \"f32\"}})", random.pick(&kernel.args.keys().collect::<Vec<_>>())),
        0 => "simplify_indices()".to_owned(),
        1 => "expand_subst()".to_owned(),
        2 => format!("add_dependency(\"{id}\", \"{other}\")"),
        3 => format!(
            "add_barrier(\"{id}\", \"{other}\", synchronization_kind=\"{}\")",
            random.pick(&["local", "global"])
        ),
        4 => format!("untag_inames(\"{}\")", iname(random, kernel)?),
        _ => format!("tag_instructions(\"{id}\", \"tagged\")"),
    })
}
