//! Lowering: what loop trees run, counted point by point, and how long it takes to find them.

use crate::common;
use crate::execute;

use execute::touched::touched;
use execute::{Sizes, instances, random, runs};
use ir::Kernel;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;

/// The kernels of a text after the calls in its first line, if there are any.
fn transformed(text: &str) -> Vec<Kernel> {
    let module = common::module(text);
    let module = if text.starts_with("# RUN: ") {
        let done = common::run(common::run_line(text), &module);
        done.unwrap_or_else(|failure| panic!("{}", common::failure(&failure))).result
    } else {
        module
    };
    module.kernels.into_values().collect()
}

fn lowered(kernel: &Kernel) -> Kernel {
    let lowered = transforms::lower::lower(kernel)
        .unwrap_or_else(|problems| panic!("{}", common::shown(&problems)))
        .into_kernel();
    let violations = ir::verify::verify(&lowered);
    assert!(violations.is_empty(), "{}", common::shown(&violations));
    lowered
}

/// The files of `tests/lower` that lower.
fn cases() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/lower");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let named = paths.iter().filter(|path| path.extension().is_some_and(|e| e == "lpir"));
    let named = named.map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), path));
    let good = named.filter(|(name, _)| !name.starts_with("bad_"));
    good.map(|(name, path)| (name, std::fs::read_to_string(path).unwrap())).collect()
}

/// Sizes that all value arguments of a kernel get at once.
const SIZES: [i64; 6] = [-1, 0, 1, 2, 5, 17];

#[test]
fn each_statement_runs_exactly_at_the_points_of_its_domain() {
    let mut compared = 0;
    for (name, text) in cases() {
        for kernel in transformed(&text) {
            let kernel = lowered(&kernel);
            for size in SIZES {
                let sizes = Sizes::all(&kernel, size);
                // Bounds that the kernel computes are not known without its data.
                let (Some(expected), Some(actual)) = (instances(&kernel, &sizes), runs(&kernel, &sizes))
                else {
                    continue;
                };
                assert_eq!(actual, expected, "{name} at {size}\n{}", shown(&kernel));
                compared += expected.len();
            }
        }
    }
    assert!(compared > 1000, "only {compared} instances");
}

fn shown(kernel: &Kernel) -> String {
    let kernel = Kernel { reference: None, ..kernel.clone() };
    ir::text::print_module(&ir::Module { kernels: [(kernel.name.clone(), kernel)].into_iter().collect() })
}

#[test]
fn random_kernels_run_exactly_their_domains() {
    let (mut lowered, mut refused) = (0, 0);
    for seed in 0..400 {
        let text = random::kernel(&mut random::Random::new(seed));
        let kernel = &transformed(&text)[0];
        let Ok(kernel) = transforms::lower::lower(kernel) else {
            refused += 1;
            continue;
        };
        assert_eq!(ir::verify::verify(&kernel), [], "{text}");
        lowered += 1;
        for (n, m) in [(0, 0), (1, 0), (0, 2), (3, 1), (2, 5), (7, 4), (6, 9)] {
            let sizes = Sizes::default().with(&"n".into(), n).with(&"m".into(), m);
            let (expected, actual) = (instances(&kernel, &sizes).unwrap(), runs(&kernel, &sizes).unwrap());
            assert!(actual == expected, "seed {seed}, n = {n}, m = {m}\n{text}\n{}", shown(&kernel));
        }
    }
    assert!(lowered > 200 && refused > 10, "{lowered} lowered, {refused} refused");
}

/// Compares the numbers of a lowered kernel with what each work item does; how many exact numbers were
/// compared. A number that is not exact must be large enough.
fn compared(kernel: &Kernel, sizes: &Sizes, name: &str) -> usize {
    let Some(expected) = touched(kernel, sizes) else { return 0 };
    let found = counting::numbers(kernel, &sizes.named()).unwrap();
    let context = || format!("{name} at {sizes:?}\n{}", shown(kernel));
    let mut compared = 0;
    let mut compare = |what: String, amount: &Option<counting::Amount>, number: i128| {
        let amount = amount.unwrap_or_else(|| panic!("{what} {}", context()));
        let is_right = if amount.exact { amount.number == number } else { amount.number >= number };
        assert!(is_right, "{what}: {amount:?} for {number} {}", context());
        compared += usize::from(amount.exact);
    };
    for (access, amount) in &found.accesses {
        let number = expected.counts.get(&(access.variable.clone(), access.is_store)).copied().unwrap_or(0);
        compare(access.to_string(), amount, number);
    }
    let groups = found.launches.iter().zip(&expected.groups).map(|(launch, group)| (&launch.elements, group));
    for (amounts, elements) in groups.chain([(&found.elements, &expected.elements)]) {
        for (key, amount) in amounts {
            let number = elements.get(key).map_or(0, |elements| i128::try_from(elements.len()).unwrap());
            compare(format!("{key:?}"), amount, number);
        }
    }
    let patterns = counting::patterns(kernel, &sizes.named());
    for (launch, warps) in expected.warps.iter().enumerate() {
        let own = patterns.iter().filter(|pattern| pattern.launch == launch).enumerate();
        for (place, pattern) in own.filter(|(_, pattern)| pattern.is_complete) {
            let is_local = pattern.space == ir::AddressSpace::Local;
            let mine = warps.iter().filter(|(((own, _), _), _)| *own == place).map(|(_, bytes)| bytes);
            let each: Vec<u64> = mine.map(|(bytes, size)| traffic(bytes, *size, is_local)).collect();
            let found = (pattern.seen, pattern.touched, pattern.worst);
            let count = u64::try_from(each.len()).unwrap();
            let all = (count, each.iter().sum(), each.iter().copied().max().unwrap_or(0));
            assert_eq!(found, all, "{} {} {}", pattern.variable, pattern.stride, context());
            compared += 1;
        }
    }
    compared
}

/// Sectors of 32 bytes that elements lie in, or the most words of four bytes of one of 32 banks.
fn traffic(bytes: &BTreeSet<i64>, size: i64, is_local: bool) -> u64 {
    let unit = if is_local { 4 } else { 32 };
    let parts: BTreeSet<i64> =
        bytes.iter().flat_map(|at| (0..size).map(move |byte| (at + byte).div_euclid(unit))).collect();
    let bank = |bank: i64| parts.iter().filter(|part| part.rem_euclid(32) == bank).count();
    let most = if is_local { (0..32).map(bank).max().unwrap() } else { parts.len() };
    u64::try_from(most).unwrap()
}

#[test]
fn numbers_at_sizes_are_what_each_work_item_does() {
    let mut numbers = 0;
    for (name, text) in cases() {
        for kernel in transformed(&text) {
            let kernel = lowered(&kernel);
            for size in [0, 1, 5, 17] {
                numbers += compared(&kernel, &Sizes::all(&kernel, size), &name);
            }
        }
    }
    for seed in 0..80 {
        let text = random::kernel(&mut random::Random::new(seed));
        let Ok(kernel) = transforms::lower::lower(&transformed(&text)[0]) else { continue };
        for (n, m) in [(0, 0), (3, 1), (7, 4)] {
            let sizes = Sizes::default().with(&"n".into(), n).with(&"m".into(), m);
            numbers += compared(&kernel, &sizes, &format!("seed {seed}\n{text}"));
        }
    }
    assert!(numbers > 1000, "only {numbers} numbers");
}

#[test]
fn a_pass_after_the_other_gives_what_all_at_once_do() {
    for (name, text) in cases() {
        let pipeline: String = transforms::lower::LOWERING.iter().map(|pass| format!("{pass}()\n")).collect();
        for kernel in transformed(&text) {
            let module =
                ir::Module { kernels: [(kernel.name.clone(), kernel.clone())].into_iter().collect() };
            let stepwise =
                common::run(&pipeline, &module).unwrap_or_else(|f| panic!("{name}: {}", common::failure(&f)));
            assert_eq!(stepwise.result.kernels[&kernel.name].schedule, lowered(&kernel).schedule, "{name}");
        }
    }
}

#[test]
fn lowering_a_scheduled_kernel_changes_nothing() {
    for (_, text) in cases() {
        for kernel in transformed(&text) {
            let once = lowered(&kernel);
            assert_eq!(lowered(&once), once);
        }
    }
}

/// Seconds that one run of a pass may take: far more than it needs, far less than quadratic work would.
const LIMIT: f64 = 1.0;

fn timed(kernel: &Kernel) -> Kernel {
    let typed = transforms::lower::infer_types(kernel, None).unwrap();
    let start = Instant::now();
    let scheduled = transforms::lower::schedule(&typed).unwrap();
    let guarded = transforms::lower::insert_guards(&scheduled).unwrap();
    let took = start.elapsed().as_secs_f64();
    assert!(took < LIMIT, "{took} s");
    guarded
}

#[test]
fn three_thousand_statements_in_a_chain() {
    let mut text = String::from(
        "lpir 1\nkernel @chain {\n  arg n : i32\n  arg a : f64[n] inout\n  domain [n] -> { [i] : 0 <= i < n }\n  iname i\n",
    );
    for at in 0..3000 {
        let after = if at == 0 { String::new() } else { format!(" after(s{})", at - 1) };
        writeln!(text, "  s{at}: a[i] = 0.5*a[i] + {at}.0 in(i){after}").unwrap();
    }
    text.push_str("}\n");
    let kernel = timed(&transformed(&text)[0]);
    assert_eq!(runs(&kernel, &Sizes::all(&kernel, 2)).unwrap().len(), 6000);
}

#[test]
fn five_hundred_successive_loops() {
    let mut text = String::from("lpir 1\nkernel @loops {\n  arg n : i32\n  arg a : f64[n] inout\n");
    for at in 0..500 {
        writeln!(text, "  domain [n] -> {{ [i{at}] : 0 <= i{at} < n }}").unwrap();
    }
    for at in 0..500 {
        writeln!(text, "  iname i{at}").unwrap();
    }
    for at in 0..500 {
        let after = if at == 0 { String::new() } else { format!(" after(s{})", at - 1) };
        writeln!(text, "  s{at}: a[i{at}] = 0.5*a[i{at}] + {at}.0 in(i{at}){after}").unwrap();
    }
    text.push_str("}\n");
    let kernel = timed(&transformed(&text)[0]);
    assert_eq!(runs(&kernel, &Sizes::all(&kernel, 2)).unwrap().len(), 1000);
}

#[test]
fn two_thousand_statements_on_shared_memory() {
    let mut text = String::from(
        "lpir 1\nkernel @shared {\n  arg n : i32\n  arg a : f64[n] inout\n  arg b : f64[n] inout\n  \
         domain [n] -> { [g, i] : 0 <= i < 64 and 0 <= i + 64*g < n }\n  iname g : g.0\n  iname i : l.0\n",
    );
    for at in 0..2000 {
        let after = if at == 0 { String::new() } else { format!(" after(s{})", at - 1) };
        let (to, from) = if at % 2 == 0 { ("a", "b") } else { ("b", "a") };
        writeln!(text, "  s{at}: {to}[i + 64*g] = 0.5*{from}[i + 64*g] in(g, i){after}").unwrap();
    }
    text.push_str("}\n");
    let kernel = &transformed(&text)[0];
    let start = Instant::now();
    let scheduled = transforms::lower::schedule(kernel).unwrap();
    let synchronised = transforms::lower::insert_barriers(&scheduled).unwrap();
    let took = start.elapsed().as_secs_f64();
    assert!(took < LIMIT, "{took} s");
    assert!(!shown(&synchronised).contains("barrier"));
}

#[test]
fn full_tiles_are_not_tested() {
    let text = "# RUN: assume(\"n mod 16 = 0\"); split_iname(\"i\", 16, outer_tag=\"g.0\", inner_tag=\"l.0\")
lpir 1
kernel @k {
  arg n : i32
  arg a : f64[n] inout
  domain [n] -> { [i] : 0 <= i < n }
  iname i
  s: a[i] = 0.5*a[i] in(i)
}
";
    let kernel = lowered(&transformed(text)[0]);
    assert!(!shown(&kernel).contains("if "), "{}", shown(&kernel));
}

/// The types of all arguments and temporaries after inference.
fn types(body: &str, default: Option<ir::Scalar>) -> Result<Vec<String>, String> {
    let text = format!("lpir 1\nkernel @k {{\n  domain [n] -> {{ [i] : 0 <= i < n }}\n  iname i\n{body}}}\n");
    let typed = transforms::lower::infer_types(&transformed(&text)[0], default);
    let typed = typed.map_err(|refusal| common::shown(&refusal.0))?;
    let args = typed.args.iter().map(|(name, arg)| (name, arg.ty));
    let temps = typed.temps.iter().map(|(name, temp)| (name, temp.ty));
    Ok(args.chain(temps).map(|(name, ty)| format!("{name}:{}", ty.unwrap())).collect())
}

#[test]
fn types_follow_from_what_is_stored() {
    let doubles = Some(ir::Scalar::F64);
    let chain = "  arg n : auto\n  arg a : f32[n] in\n  arg c : auto[n] out\n  temp t : auto auto\n  temp u : auto auto\n  \
                 z: c[i] = u + 1 in(i) after(y)\n  y: u = 0.5*t in(i) after(x)\n  x: t = a[i] in(i)\n";
    assert_eq!(types(chain, None).unwrap(), ["n:i32", "a:f32", "c:f32", "t:f32", "u:f32"]);
    let widened = "  arg n : i32\n  arg a : f64[n] in\n  arg c : f64[n] out\n  temp s : auto auto\n  \
                   x: s = 0 in(i)\n  y: s = s + a[i] in(i) after(x)\n  z: c[i] = s in(i) after(y)\n";
    assert_eq!(types(widened, None).unwrap(), ["n:i32", "a:f64", "c:f64", "s:f64"]);
    let index = "  arg n : i32\n  arg at : auto[n] in\n  arg a : auto[n] in\n  arg c : auto[n] out\n  temp flag : auto auto\n  \
                 x: flag = a[i] > 2 in(i)\n  y: c[i] = a[at[i]] in(i) if(flag) after(x)\n";
    assert_eq!(types(index, doubles).unwrap(), ["n:i32", "at:i32", "a:f64", "c:f64", "flag:bool"]);
    let integers = "  arg n : i32\n  arg a : auto[n] out\n  arg b : auto[n] out\n  arg c : auto[n] out\n  \
                    x: a[i] = i//2 in(i)\n  y: b[i] = i/2 in(i)\n  z: c[i] = 5000000000 in(i)\n";
    assert_eq!(types(integers, None).unwrap(), ["n:i32", "a:i32", "b:f64", "c:i64"]);
    let itself = "  arg n : i32\n  arg a : auto[n] inout\n  x: a[i] = a[i] + a[0] in(i)\n";
    assert_eq!(types(itself, Some(ir::Scalar::F32)).unwrap(), ["n:i32", "a:f32"]);
    let unknown = types(index, None).unwrap_err();
    assert!(unknown.contains("lp::types::undetermined") && unknown.contains("`a`"), "{unknown}");
}
