//! Fused kernels do what their parts do one after the other.

use super::random::{Draw, Order, arrays, kernel};
use super::run::{SIZES, assert_same, parse, print, run};
use ir::Kernel;
use transforms::fuse::{Flow, Part, fuse};

fn fused(kernels: &[Kernel], flows: &[Flow]) -> Option<Kernel> {
    let part = |(at, kernel): (usize, &Kernel)| Part { kernel: kernel.clone(), suffix: format!("_{at}") };
    let parts: Vec<Part> = kernels.iter().enumerate().map(part).collect();
    let fused = fuse(&parts, flows).ok()?;
    let problems = ir::verify::verify(&fused);
    assert!(problems.is_empty(), "{problems:#?}\n{}", print(&fused));
    // An order that nothing says is refused before anything runs.
    legality::check_source(&fused).is_empty().then_some(fused)
}

fn check(kernels: &[Kernel], names: &[String], fused: &Kernel) {
    for [n, m] in SIZES {
        let sizes = [("n", n), ("m", m)];
        let mut expected = arrays(names);
        let mut found = expected.clone();
        kernels.iter().for_each(|part| run(part, &sizes, &mut expected));
        run(fused, &sizes, &mut found);
        assert_same(&expected, &found, &sizes, fused);
    }
}

#[test]
fn random_parts() {
    let mut accepted = 0;
    for seed in 0..400 {
        let mut draw = Draw(seed);
        let order = if draw.below(2) == 0 { Order::Program } else { Order::Open };
        let names: Vec<String> = (0..2 + draw.below(2)).map(|at| format!("p{at}")).collect();
        let (mut kernels, mut flows) = (Vec::new(), Vec::new());
        for (to, name) in names.iter().enumerate() {
            let given: Vec<String> = names.iter().take(to).map(|earlier| format!("{earlier}_x")).collect();
            let text = kernel(&mut draw, name, order, &given);
            for (from, variable) in given.iter().enumerate() {
                let reads = text.matches(&format!("{variable}[")).count() > 0;
                let written = |part: &Kernel| print(part).contains(&format!(": {variable}["));
                if reads && kernels.get(from).is_some_and(written) {
                    flows.push(Flow { variable: variable.as_str().into(), from, to });
                }
            }
            kernels.push(parse(&text));
        }
        if let Some(fused) = fused(&kernels, &flows) {
            check(&kernels, &names, &fused);
            accepted += 1;
        }
    }
    assert!(accepted > 80, "only {accepted} could be fused");
}

/// `first` runs further than `second` does alone, and `set` is inside of no loop that says so.
#[test]
fn loops_that_run_further() {
    let first = "lpir 1\n\nkernel @p0 {\n  arg n : i32\n  arg p0_x : f64[9] inout\n  domain [n] -> { [i] : 0 <= i < n }\n  iname i\n  \
                 fill: p0_x[i] = 1.0  in(i)\n}\n";
    for inner in ["i <= k < 5", "0 <= k < m", "m <= k <= i and k mod 2 = 0", "0 <= k < n and 2*k = i"] {
        let second = format!(
            "lpir 1\n\nkernel @p1 {{\n  arg n : i32\n  arg m : i32\n  arg u : f64[9] in\n  arg p1_x : f64[9] inout\n  \
             arg p1_z : f64[9] inout\n  domain [n, m] -> {{ [i, k] : 0 <= i < n and {inner} }}\n  iname i\n  iname k\n  \
             set: p1_x[i] = 7.0  in(i)\n  store: p1_z[i] = sum(k, u[k])  in(i)\n}}\n"
        );
        let kernels = [parse(first), parse(&second)];
        let fused = fused(&kernels, &[]).unwrap();
        check(&kernels, &["p0".to_owned(), "p1".to_owned()], &fused);
    }
}
