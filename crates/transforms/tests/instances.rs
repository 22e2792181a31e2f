//! Every case under `tests/transform`: a transformed kernel performs each instance of its reference exactly once.

mod common;

use ir::{Kernel, Name, Role};
use poly::{Point, Set};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use transforms::Group;

type Instances = BTreeMap<Name, Vec<Vec<i64>>>;

fn cases() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/transform");
    let mut found = Vec::new();
    for folder in fs::read_dir(root).unwrap() {
        let folder = folder.unwrap();
        let spec = transforms::find(folder.file_name().to_str().unwrap());
        if spec.is_none_or(|spec| [Group::Rules, Group::Lowering].contains(&spec.group)) {
            continue;
        }
        let files = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path());
        found.extend(files.filter(|file| file.extension().is_some_and(|extension| extension == "lpir")));
    }
    found.sort();
    found
}

/// Parameter values under which the kernel may run.
fn parameters(kernel: &Kernel, reference: &Kernel) -> BTreeMap<Name, i64> {
    let domains = kernel.domains.iter().chain(&reference.domains);
    let loops = |name: &&Name| !kernel.inames.contains_key(*name) && !reference.inames.contains_key(*name);
    let names: Vec<Name> = domains
        .flat_map(|domain| domain.set.params())
        .chain(kernel.assumptions.params())
        .filter(loops)
        .cloned()
        .collect();
    let fixed = |set: &Set, value: i64| {
        names.iter().try_fold(
            set.clone(),
            |set, name| if set.has_param(name) { set.fix(name, value) } else { Ok(set) },
        )
    };
    let value = [7, 8, 16, 32, 12]
        .into_iter()
        .find(|value| !fixed(&kernel.assumptions, *value).unwrap().is_empty().unwrap());
    if let Some(value) = value {
        return names.into_iter().map(|name| (name, value)).collect();
    }
    let point =
        kernel.assumptions.params_to_dims(&kernel.assumptions.params().to_vec()).unwrap().lexmin().unwrap();
    let point = point.expect("assumptions that can be met");
    names.into_iter().map(|name| (name.clone(), point.get(&name).copied().unwrap_or(5))).collect()
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

fn performed(kernel: &Kernel, values: &BTreeMap<Name, i64>) -> Instances {
    let mut found = Instances::new();
    for statement in kernel.statements.values() {
        let Some(Role::Performs(instance)) = &statement.role else { continue };
        let own = found.entry(instance.statement.clone()).or_default();
        for point in points(kernel, &statement.inames, values) {
            let value = |name: &Name| point.get(name).or(values.get(name)).copied();
            own.push(instance.at.iter().map(|(_, at)| at.eval(&value).expect("a value")).collect());
        }
        own.sort();
    }
    found
}

fn required(reference: &Kernel, values: &BTreeMap<Name, i64>) -> Instances {
    let mut found = Instances::new();
    let assigns = |statement: &ir::Statement| statement.target().is_some();
    for (name, statement) in reference.statements.iter().filter(|(_, statement)| assigns(statement)) {
        let points = points(reference, &statement.inames, values);
        let mut own: Vec<Vec<i64>> =
            points.iter().map(|point| statement.inames.iter().map(|iname| point[iname]).collect()).collect();
        own.sort();
        found.insert(name.clone(), own);
    }
    found
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
                    let reference = kernel.reference.as_ref().expect("a reference");
                    let values = parameters(kernel, reference);
                    let (is, should) = (performed(kernel, &values), required(reference, &values));
                    assert_eq!(is, should, "{}", case.display());
                    count += should.values().map(Vec::len).sum::<usize>();
                }
            }
            Err(failure) => assert!(refuses, "{}:\n{}", case.display(), common::failure(&failure)),
        }
    }
    assert!(count > 0);
}
