//! Random steps after which a kernel has another reference or another interface, or that suit only some
//! kernels.

use crate::random::Random;
use crate::steps::statement;
use ir::{Kernel, Name, Statement, Update, walk};

/// Steps that only a kernel as it was imported takes: its loops become reductions, or run in parallel.
pub(crate) fn first(random: &mut Random) -> String {
    match random.below(3) {
        0 => format!("auto_parallel(block={}, reductions=True)", random.pick(&[1, 2, 4, 8])),
        1 => format!("auto_parallel(block={}, work_items=False)", random.pick(&[2, 8])),
        _ => "recognize_reductions()".to_owned(),
    }
}

/// Steps that move values to other memory, make updates atomic, or give the caller something else.
pub(crate) fn call(random: &mut Random, kernel: &Kernel) -> Option<String> {
    match random.below(13) {
        0..3 => atomic(random, kernel),
        3 => Some("save_and_reload_temporaries()".to_owned()),
        4 => Some(format!("add_padding(\"{}\", 0, {})", array(random, kernel)?, random.pick(&[16, 64, 96]))),
        5 => one_iteration(random, kernel),
        6 => Some(format!("specialize(m={})", random.pick(&["3", "[3, 4]", "0"]))),
        11 => Some(format!("auto_specialize(\"m\", {})", random.pick(&["3", "[3, 4]", "[0, 1]"]))),
        7 | 8 => batches(random, kernel),
        9 | 10 => concatenation(random, kernel),
        _ => argument(random, kernel),
    }
}

/// Makes an update atomic, and mostly runs its loops at once.
fn atomic(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let updates = |(_, statement): &(&Name, &Statement)| Update::of_statement(statement).is_some();
    let found: Vec<(&Name, &Statement)> = kernel.statements.iter().filter(updates).collect();
    let (id, statement) = *found.get(random.below(found.len().max(1)))?;
    let how = *random.pick(&["", ", reassociate=True", ", reassociate=True"]);
    let mut call = format!("make_atomic(\"{id}\"{how})");
    for (axis, iname) in statement.inames.iter().enumerate().take(2) {
        if random.percent(70) {
            let tag = random.pick(&["g", "g", "l"]);
            call += &format!("; tag_inames({{\"{iname}\": \"{tag}.{axis}\"}})");
        }
    }
    Some(call)
}

/// Takes a statement out of a loop that was split into blocks of one iteration.
fn one_iteration(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let (id, statement) = statement(random, kernel)?;
    let iname = statement.inames.get(random.below(statement.inames.len().max(1)))?;
    if random.percent(40) {
        return Some(format!("remove_inames_from_insn(\"{iname}\", \"{id}\")"));
    }
    Some(format!(
        "split_iname(\"{iname}\", 1, inner_iname=\"only\"); remove_inames_from_insn(\"only\", \"{id}\")"
    ))
}

fn array(random: &mut Random, kernel: &Kernel) -> Option<Name> {
    let temps = kernel.temps.iter().filter(|(_, temp)| !temp.shape.is_empty()).map(|(name, _)| name);
    let args = kernel.args.iter().filter(|(_, arg)| arg.shape().is_some()).map(|(name, _)| name);
    let found: Vec<&Name> = temps.chain(args).collect();
    found.get(random.below(found.len().max(1))).map(|name| (*name).clone())
}

/// The kernel several times, with what it writes for each time.
fn batches(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let written = |name: &&Name| {
        let writes = |statement: &Statement| statement.target().is_some_and(|target| target.name() == *name);
        kernel.args.contains_key(*name) && kernel.statements.values().any(writes)
    };
    let mut varying: Vec<String> =
        kernel.args.keys().filter(written).map(|name| format!("\"{name}\"")).collect();
    if varying.is_empty() {
        return None;
    }
    let read: Vec<&Name> = kernel.args.keys().filter(|name| name.starts_with('a')).collect();
    varying.extend(read.first().filter(|_| random.percent(50)).map(|name| format!("\"{name}\"")));
    let times = *random.pick(&["2", "\"times\"", "\"n\""]);
    let order = *random.pick(&["", ", sequential=True"]);
    Some(format!("to_batched({times}, [{}]{order})", varying.join(", ")))
}

/// Two arrays of one type and rank in one.
fn concatenation(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let arrays: Vec<(&Name, usize)> =
        kernel.args.iter().filter_map(|(name, arg)| Some((name, arg.shape()?.len()))).collect();
    let (first, rank) = *arrays.get(random.below(arrays.len().max(1)))?;
    let alike = |(name, other): &&(&Name, usize)| {
        *other == rank
            && *name != first
            && kernel.args.get(*name).map(|arg| arg.ty) == kernel.args.get(first).map(|arg| arg.ty)
    };
    let second = arrays.iter().find(alike).map(|(name, _)| *name)?;
    Some(format!("concatenate_arrays([\"{first}\", \"{second}\"], axis_nr={})", random.below(rank.max(1))))
}

/// Another name or order of arguments, or fewer of them.
fn argument(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let names: Vec<&Name> = kernel.args.keys().collect();
    Some(match random.below(4) {
        0 => "remove_unused_arguments()".to_owned(),
        1 => {
            let order: Vec<String> =
                random.shuffled(&names).iter().map(|name| format!("\"{name}\"")).collect();
            format!("set_argument_order([{}])", order.join(", "))
        }
        _ => format!(
            "rename_argument(\"{}\", \"other{}\")",
            names.get(random.below(names.len().max(1)))?,
            random.below(9)
        ),
    })
}

/// A scan whose loop runs on work items, or on blocks of them.
pub(crate) fn parallel_scan(random: &mut Random, kernel: &Kernel) -> Option<String> {
    let reduces = |statement: &&Statement| {
        statement.value().is_some_and(|value| !walk::reduction_inames(value).is_empty())
            && !statement.inames.is_empty()
    };
    let found: Vec<&Statement> = kernel.statements.values().filter(reduces).collect();
    let statement = *found.get(random.below(found.len().max(1)))?;
    let along = random.pick(&statement.inames);
    let (call, items) = match random.below(3) {
        0 => (format!("tag_inames({{\"{along}\": \"l.0\"}})"), along.to_string()),
        _ => {
            let outer = *random.pick(&["g.0", "g.0", "for"]);
            let block = *random.pick(&[1, 2, 3, 4, 8]);
            let call = format!("split_iname(\"{along}\", {block}, outer_tag=\"{outer}\", inner_tag=\"l.0\")");
            (call, format!("{along}_inner"))
        }
    };
    let loops = match random.below(3) {
        0 => format!(", force_outer_iname_for_scan=\"{items}\""),
        _ => String::new(),
    };
    Some(format!("{call}; realize_reduction(force_scan=True{loops})"))
}
