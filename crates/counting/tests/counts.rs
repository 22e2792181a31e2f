//! Counts against enumeration.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use counting::{
    Count, Fraction, Operation, Synchronization, accesses, footprints, operations, synchronizations,
};
use ir::{Kernel, Scalar};
use poly::{Aff, Name, Set};

fn everything() -> Set {
    Set::universe(&[], &[]).unwrap()
}

/// Compares the count of a set with its points for small parameters, and says how it reads.
fn compared(text: &str) -> Count {
    let set = Set::parse(text).unwrap();
    let count = Count::of_points(&set, &everything()).unwrap_or_else(|| panic!("no count of {text}"));
    for n in -3..20_i64 {
        for m in [-1, 0, 1, 2, 7] {
            let value = |name: &Name| Some(if &**name == "n" { n } else { m });
            let fixed = set.params().iter().fold(set.clone(), |set, name| {
                set.substitute(name, &Aff::constant(value(name).unwrap())).unwrap()
            });
            let points = i128::try_from(fixed.points(100_000).unwrap().unwrap().len()).unwrap();
            let found = count.eval(&value).unwrap();
            let holds = if count.exact { found == points } else { found >= points };
            assert!(holds, "{text} at n = {n}, m = {m}: {found} is not {points}: {count}");
        }
    }
    count
}

#[test]
fn boxes_and_triangles_are_exact() {
    for (text, read) in [
        ("{ [i] : 0 <= i < 4 }", "4"),
        ("{ [i] : 0 <= i < 0 }", "0"),
        ("[n] -> { [i] : 0 <= i < n }", "n if n >= 1"),
        ("[n, m] -> { [i, j] : 0 <= i < n and 2 <= j <= m }", "m*n - n if"),
        ("[n] -> { [i, j] : 0 <= j <= i < n }", "1/2*n**2 + 1/2*n if n >= 1"),
        ("[n] -> { [i, j, k] : 0 <= k <= j <= i < n }", "1/6*n**3 + 1/2*n**2 + 1/3*n if n >= 1"),
    ] {
        let count = compared(text);
        assert!(count.exact, "{text}");
        assert!(count.to_string().starts_with(read), "{text}: {count}");
    }
}

#[test]
fn bounds_that_meet_are_told_apart() {
    for text in [
        "[n, m] -> { [i] : 0 <= i < n and i < m }",
        "[n, m] -> { [i, j] : 0 <= i < n and i <= j < m }",
        "[n] -> { [i, j] : 0 <= i < n and 0 <= j and i + j < n and j <= 3 }",
        "[n] -> { [i] : n <= 2*i <= n + 5 }",
        "[n] -> { [i] : 2*i = n and i < 6 }",
        "[n] -> { [i, j] : i = j + n and 0 <= i < 10 and 0 <= j }",
        "[n] -> { [i] : (0 <= i < n) or (5 <= i < 8) }",
    ] {
        assert!(compared(text).exact, "{text}");
    }
}

#[test]
fn a_split_loop_has_as_many_iterations_as_before() {
    let text = "[n] -> { [io, ii] : 0 <= ii < 4 and 0 <= 4*io + ii < n }";
    assert_eq!(compared(text).to_string(), "n if n >= 1");
    let text = "[n] -> { [a, b, c] : 0 <= c < 2 and 0 <= b < 3 and 0 <= a and 6*a + 2*b + c < n }";
    assert_eq!(compared(text).to_string(), "n if n >= 1");
    assert!(compared("[n] -> { [io, ii] : 0 <= ii < 4 and 0 <= io and 4*io + ii < n and 4*io < 9 }").exact);
}

#[test]
fn remainders_and_rounded_bounds_are_exact() {
    for text in [
        "[n] -> { [i] : 0 <= i < n and i mod 3 = 1 }",
        "[n] -> { [i, j] : 0 <= i < n and i <= 3*j < 2*i + 4 }",
        "[n] -> { [i, j] : 0 <= i < n and 0 <= j <= i and (i + j) mod 4 = 0 }",
        "[n] -> { [a, b] : 0 <= a < 4 and 0 <= b and 2*a + 6*b < n }",
        "[n] -> { [i, j, k] : 0 <= i < n and 0 <= j and 2*j <= i and 0 <= k <= j }",
        "[n] -> { [i] : exists(e : i = 3*e) and 0 <= i < n or exists(e : i = 2*e) and 0 <= i < n }",
    ] {
        assert!(compared(text).exact, "{text}");
    }
}

#[test]
fn random_sets_with_floors_and_remainders_are_exact() {
    let mut state = 7_u64;
    let mut random = |below: i64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(state >> 33).unwrap() % below
    };
    let mut exact = 0;
    for _ in 0..8 {
        let (a, b, c, d) = (random(4) + 1, random(7) - 3, random(5), random(3) + 1);
        let (e, f, by, left) = (random(3) + 1, random(3) - 1, random(4) + 2, random(2));
        let text = format!(
            "[n, m] -> {{ [i, j] : 0 <= {a}*i <= n + {c} and {b}*i - {d} <= {e}*j and {d}*j <= {f}*i + m and \
             0 <= j + 3 and (i + {d}*j) mod {by} >= {left} }}"
        );
        exact += usize::from(compared(&text).exact);
    }
    assert!(exact > 4, "{exact} of 8");
}

#[test]
fn multiples_that_are_assumed_read_well() {
    let set = "[n] -> { [a, b, c] : 0 <= a and 0 <= b <= 15 and 0 <= c and 4*b + 64*a < n and 16*c < n }";
    let context = Set::parse("[n] -> { : n mod 64 = 0 and n >= 64 }").unwrap();
    let count = Count::of_points(&Set::parse(set).unwrap(), &context).unwrap();
    assert_eq!((count.text(&context), count.exact), ("1/64*n**2".to_owned(), true));
}

#[test]
fn what_is_not_exact_is_an_upper_bound_and_says_so() {
    let count = compared("[n, m] -> { [i, j] : 0 <= 3*i <= n and 2*i <= 5*j < m + 3*i }");
    assert!(!count.exact && count.to_string().starts_with("at most "), "{count}");
}

#[test]
fn infinitely_many_have_no_count() {
    let set = Set::parse("[n] -> { [i] : i >= n }").unwrap();
    assert!(Count::of_points(&set, &everything()).is_none());
}

#[test]
fn numbers_that_grow_too_large_have_no_value() {
    let set = Set::parse("[n] -> { [i, j, k, l] : 0 <= i < n and 0 <= j < n and 0 <= k < n and 0 <= l < n }")
        .unwrap();
    let count = Count::of_points(&set, &everything()).unwrap();
    assert_eq!(count.eval(&|_| Some(i64::MAX)), None);
    assert_eq!(count.eval(&|_| None), None);
    assert_eq!(Fraction::new(1, 0), None);
}

fn kernel(text: &str) -> Kernel {
    let id = diag::SourceMap::default().add("t", text);
    ir::text::parse_module(text, id).unwrap().kernels.into_values().next().unwrap()
}

const MATVEC: &str = "lpir 1
kernel @k {
  arg n : i32
  arg a : f64[n, n] in
  arg x : f64[n] in
  arg y : f64[n] out
  domain [n] -> { [i] : 0 <= i < n }
  domain [n, i] -> { [j] : 0 <= j <= i }
  s: y[i] = 2.0*sum(j, a[i, j]*x[j]) in(i)
}
";

#[test]
fn operations_accesses_and_elements_of_a_triangular_product() {
    let kernel = kernel(MATVEC);
    for n in [0_i64, 1, 2, 9] {
        let value = |_: &Name| Some(n);
        let (mut pairs, wide) = (0, i128::from(n));
        (0..n).for_each(|i| (0..=i).for_each(|_| pairs += 1));
        let counts = operations(&kernel);
        let of = |name: &str| {
            let key = Operation { ty: Scalar::F64, name: name.to_owned() };
            counts.get(&key).unwrap().as_ref().unwrap().eval(&value).unwrap()
        };
        assert_eq!((of("add"), of("mul")), (pairs, pairs + wide));
        let loads = accesses(&kernel)
            .into_iter()
            .map(|(key, count)| (key.to_string(), count.unwrap().eval(&value).unwrap()));
        let expected = [("load a", pairs), ("load x", pairs), ("store y", wide)];
        for ((found, count), (name, number)) in loads.zip(expected) {
            assert!(found.ends_with(name) && count == number, "{found} {count} {name} {number}");
        }
        let elements: Vec<i128> =
            footprints(&kernel).into_values().map(|count| count.unwrap().eval(&value).unwrap()).collect();
        assert_eq!(elements, [pairs, wide, wide]);
    }
    assert!(!synchronizations(&kernel).contains_key(&Synchronization::Launch));
}

const TREE: &str = "lpir 1
kernel @jacobi {
  arg n : i32
  arg a : f64[n + 1, 18] inout
  domain [n] -> { [t] : 0 <= t < n }
  domain [t] -> { [k] : 0 <= k <= t }
  domain { [i] : 1 <= i <= 16 }
  iname i : l.0
  order(text)
  s: a[t + 1, i] = 0.5*(a[t, i - 1] + a[t, i + 1]) in(t, k, i)
  schedule {
    for t = 0 to n - 1 {
      launch @jacobi groups() work_items(16) {
        index i : l.0 + 1
        for k = 0 to t {
          run s
          barrier \"a\"
        }
      }
    }
  }
}
";

#[test]
fn barriers_and_launches_of_a_loop_tree() {
    let kernel = kernel(TREE);
    let found = synchronizations(&kernel);
    let at = |what, n| found.get(&what).unwrap().as_ref().unwrap().eval(&|_: &Name| Some(n)).unwrap();
    for n in [0_i64, 1, 2, 5] {
        assert_eq!(at(Synchronization::Launch, n), i128::from(n));
        // In iteration t of the host, the loop over k has t + 1 iterations, each with one barrier.
        assert_eq!(at(Synchronization::Barrier, n), (0..i128::from(n)).map(|t| t + 1).sum::<i128>());
    }
    assert!(found.values().flatten().all(|count| count.exact));
}
