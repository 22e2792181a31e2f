//! Every case under `tests/transform`: a transformed kernel performs each instance of its reference exactly
//! once, and computes the same in it.

use crate::common;
use crate::eval;

use ir::fold::{Folder, Values};
use ir::{Kernel, Name, Provenance};
use pass::Group;
use poly::{Point, Set};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Of each statement, the instances, and what each does.
type Instances = BTreeMap<Name, Vec<(Vec<i64>, Vec<i64>)>>;

/// Whether a transform moves values to other elements, or rewrites what rules, conditions and schedules say.
fn moves_values(spec: &pass::Spec) -> bool {
    [Group::Rules, Group::Lowering].contains(&spec.group)
        || spec.name.contains("privatize")
        || ["auto_tile", "save_and_reload_temporaries"].contains(&spec.name)
        || spec.name == "remove_predicates_from_insn"
}

/// Cases of transforms whose instances compute what those of the reference do, part by part.
fn cases() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/transform");
    let mut found = Vec::new();
    for folder in fs::read_dir(root).unwrap() {
        let folder = folder.unwrap();
        let spec = transforms::REGISTRY.find(folder.file_name().to_str().unwrap());
        if spec.is_none_or(moves_values) {
            continue;
        }
        let files = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path());
        found.extend(files.filter(|file| file.extension().is_some_and(|extension| extension == "lpir")));
    }
    found.sort();
    found
}

/// Parameter values under which the kernel may run: two of them, since steps may tell values apart.
fn parameters(kernel: &Kernel, reference: &Kernel) -> Vec<BTreeMap<Name, i64>> {
    let domains = kernel.domains.iter().chain(&reference.domains);
    let loops = |name: &&Name| !kernel.inames.contains_key(*name) && !reference.inames.contains_key(*name);
    let integers = kernel
        .args
        .iter()
        .filter(|(_, arg)| arg.kind == ir::ArgKind::Value && arg.ty.is_some_and(ir::Scalar::is_integer));
    let names: BTreeSet<Name> = domains
        .flat_map(|domain| domain.set.params())
        .chain(kernel.assumptions.params())
        .chain(integers.map(|(name, _)| name))
        .filter(loops)
        .cloned()
        .collect();
    let fixed = |set: &Set, value: i64| {
        names.iter().try_fold(
            set.clone(),
            |set, name| if set.has_param(name) { set.fix(name, value) } else { Ok(set) },
        )
    };
    let all = |value: i64| names.iter().map(|name| (name.clone(), value)).collect();
    let allowed = |value: &i64| !fixed(&kernel.assumptions, *value).unwrap().is_empty().unwrap();
    let found: Vec<_> = [7, 8, 16, 32, 12].into_iter().filter(allowed).take(2).map(all).collect();
    if !found.is_empty() {
        return found;
    }
    let point = kernel.assumptions.params_to_dims(kernel.assumptions.params()).unwrap().lexmin().unwrap();
    let point = point.expect("assumptions that can be met");
    vec![names.iter().map(|name| (name.clone(), point.get(name).copied().unwrap_or(5))).collect()]
}

fn points(kernel: &Kernel, inames: &[Name], values: &BTreeMap<Name, i64>) -> Vec<Point> {
    let mut set = kernel.domain_of(inames).unwrap();
    for (name, value) in values {
        if set.has_param(name) {
            set = set.fix(name, *value).unwrap();
        }
    }
    set.points(100_000).unwrap().expect("few points")
}

fn joined(values: &BTreeMap<Name, i64>, point: &Point) -> BTreeMap<Name, i64> {
    values.clone().into_iter().chain(point.clone()).collect()
}

/// The values of parameters that steps fixed. What they decide is gone from the kernel.
fn known(kernel: &Kernel) -> Values {
    let mut known = ir::argument_values::allowed_values(kernel);
    for name in kernel.assumptions.params() {
        let [low, high] = [Set::static_min, Set::static_max]
            .map(|bound| bound(&kernel.assumptions, &poly::Aff::dim(name)).unwrap());
        known.extend(low.filter(|_| low == high).map(|value| (name.clone(), vec![value])));
    }
    known
}

/// Whether a statement is an assignment, and not one that conditions leave out.
fn runs(statement: &ir::Statement) -> bool {
    statement.target().is_some() && !statement.predicates.contains(&ir::Expr::bool(false))
}

fn performed(kernel: &Kernel, values: &BTreeMap<Name, i64>) -> Instances {
    let mut found = Instances::new();
    // One that only carries dependencies computes nothing.
    for statement in kernel.statements.values().filter(|statement| runs(statement)) {
        let Some(Provenance::Performs(instance)) = &statement.provenance else { continue };
        let own = found.entry(instance.statement.clone()).or_default();
        for point in points(kernel, &statement.inames, values) {
            let value = |name: &Name| point.get(name).or(values.get(name)).copied();
            let at = instance.at.iter().map(|(_, at)| at.eval(&value).expect("a value")).collect();
            own.extend(
                eval::outcome(kernel, statement, &joined(values, &point)).map(|outcome| (at, outcome)),
            );
        }
        own.sort();
    }
    found.retain(|_, own| !own.is_empty());
    found
}

fn required(reference: &Kernel, values: &BTreeMap<Name, i64>) -> Instances {
    let mut found = Instances::new();
    for (name, statement) in reference.statements.iter().filter(|(_, statement)| runs(statement)) {
        let points = points(reference, &statement.inames, values);
        let instance = |point: &Point| {
            let at = statement.inames.iter().map(|iname| point[iname]).collect();
            Some((at, eval::outcome(reference, statement, &joined(values, point))?))
        };
        let mut own: Vec<(Vec<i64>, Vec<i64>)> = points.iter().filter_map(instance).collect();
        own.sort();
        if !own.is_empty() {
            found.insert(name.clone(), own);
        }
    }
    found
}

/// What a kernel performs and what its reference does, where parameters have these values.
fn instances_at(kernel: &Kernel, reference: &Kernel, values: &BTreeMap<Name, i64>) -> (Instances, Instances) {
    let mut known = known(kernel);
    for (name, value) in values {
        known.entry(name.clone()).or_insert_with(|| vec![*value]);
    }
    let [kernel, reference] = [kernel, reference].map(|kernel| Folder::new(kernel, &known).kernel());
    let (is, mut should) = (performed(&kernel, values), required(&reference, values));
    // Nobody needs what was written to a temporary that is gone.
    should.retain(|id, _| {
        let target = reference.statements[id].target().map(|target| target.name());
        target.is_none_or(|name| !reference.temps.contains_key(name) || kernel.temps.contains_key(name))
    });
    (is, should)
}

#[test]
fn each_instance_of_the_reference_is_performed_once() {
    let mut count = 0;
    for case in cases() {
        let text = fs::read_to_string(&case).unwrap();
        let result = common::run(common::run_line(&text), &common::module(&text));
        let refuses = case.file_stem().unwrap().to_str().unwrap().starts_with("refuse_");
        match result {
            Ok(done) => {
                assert!(!refuses, "{} is accepted", case.display());
                for kernel in done.result.kernels.values() {
                    let Some(reference) = kernel.reference.as_ref() else {
                        // A kernel that was made of several begins with itself.
                        assert!(text.contains("fuse_kernels("), "{} has no reference", case.display());
                        continue;
                    };
                    for values in parameters(kernel, reference) {
                        let (is, should) = instances_at(kernel, reference, &values);
                        assert_eq!(is, should, "{} at {values:?}", case.display());
                        count += should.values().map(Vec::len).sum::<usize>();
                    }
                }
            }
            Err(failure) => assert!(refuses, "{}:\n{}", case.display(), common::failure(&failure)),
        }
    }
    assert!(count > 0);
}

/// A small generator of numbers: the same sequence in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit.max(1)
    }

    fn choose<'a>(&mut self, names: &'a [Name]) -> &'a Name {
        &names[self.below(names.len())]
    }
}

/// A call that fits the kernel, more or less.
fn call(kernel: &Kernel, numbers: &mut Numbers) -> String {
    let inames: Vec<Name> = kernel.inames.keys().cloned().collect();
    let statements: Vec<Name> = kernel.statements.keys().cloned().collect();
    let (a, b) = (numbers.choose(&inames).clone(), numbers.choose(&inames).clone());
    let within = match numbers.below(3) {
        0 => format!(", within=\"{}\"", numbers.choose(&statements)),
        _ => String::new(),
    };
    match numbers.below(6) {
        0 | 1 => format!("split_iname(\"{a}\", {}{within})", 1 + numbers.below(4)),
        2 => format!("join_inames(\"{a}, {b}\"{within})"),
        3 => format!("duplicate_inames(\"{a}\", \"{}\")", numbers.choose(&statements)),
        4 => format!("prioritize_loops(\"{a}, {b}\")"),
        _ => format!("rename_iname(\"{a}\", \"{b}\", existing_ok=True{within})"),
    }
}

#[test]
fn random_steps_keep_the_instances() {
    let mut numbers = Numbers(1);
    let (mut applied, mut refused) = (0, 0);
    for case in cases() {
        let text = fs::read_to_string(&case).unwrap();
        for mut kernel in common::module(&text).kernels.into_values() {
            if kernel.inames.is_empty() {
                continue;
            }
            let mut done = Vec::new();
            for _ in 0..12 {
                let step = call(&kernel, &mut numbers);
                let module =
                    ir::Module { kernels: [(kernel.name.clone(), kernel.clone())].into_iter().collect() };
                match common::run(&step, &module) {
                    Ok(result) => {
                        done.push(step);
                        applied += 1;
                        kernel = result.result.kernels.into_values().next().unwrap();
                        let reference = kernel.reference.as_ref().expect("a reference");
                        for values in parameters(&kernel, reference) {
                            let (is, should) = (performed(&kernel, &values), required(reference, &values));
                            assert_eq!(is, should, "{}: {}", case.display(), done.join("; "));
                        }
                    }
                    Err(pass::Failure::Refused(_)) => refused += 1,
                    Err(failure) => {
                        panic!("{}: {}\n{}", case.display(), done.join("; "), common::failure(&failure))
                    }
                }
            }
        }
    }
    assert!(applied > 300 && refused > 300, "{applied} applied, {refused} refused");
}
