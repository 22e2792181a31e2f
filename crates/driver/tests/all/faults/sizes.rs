//! F12: index arithmetic beyond 32 bits. F13: sizes that are zero or negative.

use crate::faults::tool::{DOUBLE, WorkFolder};

/// Runs a kernel on a device and compares it with the interpreter.
#[track_caller]
fn agrees(text: &str, sets: &str) {
    let place = WorkFolder::new();
    place.write("in.lpir", text);
    let run = place.run(&format!("lprun in.lpir --against in.lpir --exact --set {sets}"));
    assert_eq!(run.code, Some(0), "{sets}\n{text}\n{}", run.err);
    assert!(run.out.contains("agrees"), "{}", run.out);
}

fn permutation(tag: &str, statement: &str) -> String {
    format!(
        "lpir 1\nkernel @k {{\n arg n : i32\n arg a : i32[100003] inout\n arg b : i32[n] in\n domain [n] -> {{ [i] : 0 <= i < n <= 100003 }}\n iname i{tag}\n s: {statement}  in(i) time(i)\n}}\n"
    )
}

#[test]
fn subscripts_whose_products_leave_32_bits_are_right() {
    agrees(&permutation("", "a[(i*49999) % 100003] = i"), "n=100000");
    agrees(&permutation("", "a[(i*49999 + 7) % 100003] = a[(i*31337*3) % 100003] + 1"), "n=100000");
    agrees(&permutation("", "a[(-i*49999) % 100003] = i"), "n=100000");
    agrees(&permutation("", "a[(i*49999) // 100003] = i"), "n=100000");
    agrees(&permutation("", "a[(i*i) % 100003] = b[i]"), "n=100000");
    agrees(&permutation("", "a[(i*i*i) % 100003] = b[i]"), "n=100000");
    agrees(&permutation("", "a[(i*20000 - (i*20000 // 100003)*100003)] = b[i]"), "n=100000");
}

#[test]
fn small_subscripts_stay_in_32_bits() {
    let place = WorkFolder::new();
    place.write("in.lpir", DOUBLE);
    place
        .tool(
            "lpopt",
            &[
                "in.lpir",
                "-p",
                "split_iname(\"i\", 16, outer_tag=\"g.0\", inner_tag=\"l.0\")",
                "-o",
                "out.lpir",
            ],
        )
        .done();
    place.run("lptranslate out.lpir -o out.cl").done();
    assert!(!place.read("out.cl").contains("long"), "{}", place.read("out.cl"));
}

#[test]
fn arrays_beyond_two_to_the_31_have_wide_subscripts() {
    let kernel = |shape: &str, index: &str| {
        format!(
            "lpir 1\nkernel @k {{\n arg n, m : i32\n arg a : i8[{shape}] out\n domain [n, m] -> {{ [i, j] : 0 <= i < n and 0 <= j < m }}\n iname i\n iname j\n s: a[{index}] = 1  in(i, j) time(i, j)\n}}\n"
        )
    };
    for (shape, index, expected) in [
        ("n, m", "i, j", "(long)"),
        ("65536, 65536", "i, j", "(long)"),
        ("n*m", "i*m + j", "(long)"),
        ("1024, 1024", "i % 1024, j % 1024", "int"),
    ] {
        let place = WorkFolder::new();
        place.write("in.lpir", kernel(shape, index));
        place.run("lptranslate in.lpir --no-line-map -o out.cl").done();
        let code = place.read("out.cl");
        let line = code.lines().find(|line| line.contains("a[")).unwrap().to_owned();
        assert_eq!(line.contains("(long)") || line.contains("L *"), expected == "(long)", "{code}");
    }
    // A loop counter that may leave 32 bits is wide itself.
    let place = WorkFolder::new();
    place.write("in.lpir", "lpir 1\nkernel @k {\n arg n : i64\n arg a : i8[n] out\n domain [n] -> { [i] : 0 <= i < n }\n iname i\n s: a[i] = 1  in(i)\n}\n");
    place.run("lptranslate in.lpir --no-line-map -o out.cl").done();
    assert!(place.read("out.cl").contains("for (long i"), "{}", place.read("out.cl"));
}

/// The values that a run on a device leaves in an array of 64-bit integers; none where there is no device.
fn values(text: &str, array: &str, sets: &str) -> Option<Vec<i64>> {
    let place = WorkFolder::new();
    place.write("in.lpir", text);
    let line = format!("lprun in.lpir --device opencl --set {sets} --out {array}=out.npy --time-limit 300");
    let run = place.run(&line);
    if run.err.contains("lp::device::none") {
        eprintln!("skipped: there is no OpenCL device");
        return None;
    }
    run.done();
    let bytes = std::fs::read(place.path("out.npy")).unwrap();
    let data = bytes[bytes.len() - 64..].chunks(8);
    Some(data.map(|chunk| i64::from_le_bytes(chunk.try_into().unwrap())).collect())
}

/// An expression in `i`, and its value.
type Case = (&'static str, fn(i64) -> i64);

#[test]
fn loop_variables_beyond_32_bits_keep_their_value() {
    let start = 3_000_000_000_i64;
    let expected: [Case; 5] = [
        ("i", |i| i),
        ("i % 101", |i| i % 101),
        ("2*i - i // 3", |i| 2 * i - i / 3),
        ("max(i, 4) - min(i, 3000000003)", |i| i - i.min(3_000_000_003)),
        ("if(i % 2 == 0, i, -i)", |i| if i % 2 == 0 { i } else { -i }),
    ];
    for (expression, value) in expected {
        let text = format!(
            "lpir 1\nkernel @k {{\n arg n : i64\n arg a : i64[8] out\n domain [n] -> {{ [i] : {start} <= i < n }}\n iname i\n s: a[i - {start}] = {expression}  in(i)\n}}\n"
        );
        let Some(found) = values(&text, "a", "n=3000000008") else { return };
        assert_eq!(found, (start..start + 8).map(value).collect::<Vec<i64>>(), "{expression}");
    }
}

#[test]
fn three_gibibytes_are_addressed() {
    if !crate::faults::tool::is_long() {
        eprintln!("skipped: takes 6 GiB of memory; set LP_FAULTS=all");
        return;
    }
    let text = "lpir 1\nkernel @k {\n arg n : i64\n arg a : i64[8] out\n temp t : i8[n] global\n domain [n] -> { [i] : 0 <= i < n }\n domain { [k] : 0 <= k < 8 }\n iname i\n iname k\n s: t[i] = i % 101  in(i) time(0, i)\n q: a[k] = t[k*429496729]  in(k) time(1, k)\n}\n";
    let Some(found) = values(text, "a", "n=3221225472") else { return };
    assert_eq!(found, (0..8).map(|k: i64| k * 429_496_729 % 101).collect::<Vec<i64>>());
}

#[test]
fn empty_launches_do_nothing() {
    for calls in [
        "",
        "split_iname(\"i\", 16, outer_tag=\"g.0\", inner_tag=\"l.0\")",
        "tag_inames({\"i\": \"g.0\"})",
        "split_iname(\"i\", 4, slabs=(1, 1))",
        "split_iname(\"i\", 4, inner_tag=\"unr\")",
    ] {
        let place = WorkFolder::new();
        place.write("in.lpir", DOUBLE);
        if calls.is_empty() {
            place.write("out.lpir", DOUBLE);
        } else {
            place.tool("lpopt", &["in.lpir", "-p", calls, "-o", "out.lpir"]).done();
        }
        for n in ["0", "1", "3"] {
            let run = place.run(&format!("lprun out.lpir --against in.lpir --set n={n}")).done();
            assert!(run.out.contains(&format!("`out`, {n} elements")), "{}", run.out);
        }
        place.run("lprun out.lpir --set n=-1").refused("lp::run::size");
    }
}

#[test]
fn negative_sizes_launch_nothing() {
    // The array is there whatever the number of iterations.
    let kernel = |tag: &str| {
        format!(
            "lpir 1\nkernel @k {{\n arg n : i32\n arg a : f64[8] inout\n domain [n] -> {{ [i] : 0 <= i < n <= 8 }}\n iname i{tag}\n s: a[i] = 1.0  in(i)\n}}\n"
        )
    };
    for tag in ["", " : g.0", " : l.0"] {
        for n in ["-2147000000", "-5", "-1", "0", "1"] {
            let place = WorkFolder::new();
            place.write("in.lpir", kernel(tag));
            place.write("plain.lpir", kernel(""));
            let run = place.run(&format!("lprun in.lpir --against plain.lpir --set n={n}"));
            if tag == " : l.0" {
                // A group's size must have a bound.
                assert!(matches!(run.code, Some(0 | 1)), "{run:?}");
            } else {
                run.done();
            }
        }
    }
}
