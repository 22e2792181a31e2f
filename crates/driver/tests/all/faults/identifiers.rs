//! F9 to F11: names and texts of the user in generated code and in integer sets.

use crate::faults::tool::{DOUBLE, Run, WorkFolder, is_long};
use legality::{Proved, check};
use runtime::device::{self, Request, Worker};
use runtime::{Bindings, Inputs};
use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

/// Words of OpenCL C that no header declares.
const WORDS: &str = "auto break case char const continue default do double else enum extern float for goto if inline
int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
_Bool _Complex _Imaginary kernel global local constant private generic read_only write_only read_write uniform pipe
bool half uchar ushort uint ulong quad size_t ptrdiff_t intptr_t uintptr_t complex imaginary double2 double3 double4
double8 double16 float4 int2 uint3 long8 half16 image1d_t image2d_t image3d_t sampler_t queue_t ndrange_t clk_event_t
reserve_id_t event_t cl_mem_fence_flags memory_order memory_scope atomic_int atomic_uint atomic_flag NULL INFINITY
NAN HUGE_VAL HUGE_VALF MAXFLOAT M_E M_PI M_PI_F FLT_MAX DBL_EPSILON INT_MAX LONG_MIN CHAR_BIT CLK_LOCAL_MEM_FENCE
CLK_GLOBAL_MEM_FENCE __kernel __global __local __constant __private __attribute__ __OPENCL_VERSION__ __func__
__FILE__ __LINE__ defined asm typeof linux unix i386 main memcpy memset malloc sinf errno
lp_floor_div_int lp_floor_mod_int lp_square_double lid gid get_global_id barrier printf convert_int as_float
a_ kernel_ v_kernel v_kernel_ x__y _x __x x_ aux con nul";

/// All words that the headers of the device compilers that are installed declare or define.
fn words() -> Vec<String> {
    let mut words: BTreeSet<String> = WORDS.split_whitespace().map(str::to_owned).collect();
    for version in 11..=20 {
        for header in ["opencl-c.h", "opencl-c-base.h"] {
            let path = format!("/usr/lib/llvm-{version}/lib/clang/{version}/include/{header}");
            let long = format!("/usr/lib/llvm-{version}/lib/clang/{version}.0.6/include/{header}");
            let Ok(text) = std::fs::read_to_string(path).or_else(|_| std::fs::read_to_string(long)) else {
                continue;
            };
            for line in text.lines() {
                let defined = line.strip_prefix("#define ").and_then(|rest| rest.split(['(', ' ']).next());
                let called = line.split('(').next().and_then(|head| head.rsplit([' ', '*']).next());
                let called = called.filter(|_| line.contains('(') && !line.starts_with(['#', '/', ' ']));
                words.extend(defined.into_iter().chain(called).map(str::to_owned));
            }
        }
    }
    let is_name = |word: &String| {
        !word.is_empty()
            && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && !word.starts_with(|c: char| c.is_ascii_digit())
            && !["true", "false", "and", "or", "not"].contains(&word.as_str())
    };
    words.into_iter().filter(is_name).collect()
}

/// Places that a name can have in a kernel.
const ROLES: usize = 6;

/// A kernel in which each word has a place, and the values of its scalars.
fn kernel(words: &[String], rotation: usize) -> (String, String) {
    let count = words.len();
    let (mut head, mut domains, mut inames, mut body) =
        (String::new(), String::new(), String::new(), String::new());
    let mut sets = "n9=3".to_owned();
    for (at, word) in words.iter().enumerate() {
        let out = format!("o9[{at}, i9]");
        match (at + rotation) % ROLES {
            0 => {
                head += &format!(" arg {word} : f64\n");
                body += &format!(" s{at}9: {out} = {word} + i9  in(i9)\n");
            }
            1 => {
                head += &format!(" arg {word} : f64[n9] in\n");
                body += &format!(" s{at}9: {out} = {word}[i9] + 1.0  in(i9)\n");
            }
            2 => {
                domains += &format!(" domain [n9] -> {{ [{word}] : 0 <= {word} < n9 }}\n");
                inames += &format!(" iname {word}\n");
                body += &format!(" s{at}9: o9[{at}, {word}] = 2.0*{word}  in({word})\n");
            }
            3 => {
                head += &format!(" arg {word} : i32\n");
                domains += &format!(" domain [{word}] -> {{ [i{at}9] : 0 <= i{at}9 < {word} <= 3 }}\n");
                inames += &format!(" iname i{at}9\n");
                body += &format!(" s{at}9: o9[{at}, i{at}9] = 1.5*{word}  in(i{at}9)\n");
                sets += &format!(",{word}=3");
            }
            4 => {
                head += &format!(" temp {word} : f64 private\n");
                body += &format!(
                    " t{at}9: {word} = 3.0*i9  in(i9)\n s{at}9: {out} = {word}*{word}  in(i9) after(t{at}9)\n"
                );
            }
            _ => {
                let is_taken = ["if", "cast", "sum", "product", "any", "all", "reduce"]
                    .contains(&word.as_str())
                    || ir::function::find(word).is_some();
                let name = if is_taken { format!("{word}9") } else { word.clone() };
                head += &format!(" rule {name}(x9) := x9 + {at}.0\n");
                body += &format!(" s{at}9: {out} = {name}(i9)  in(i9)\n");
            }
        }
    }
    let text = format!(
        "lpir 1\nkernel @k9 {{\n arg n9 : i32\n arg o9 : f64[{count}, n9] inout\n{} domain [n9] -> {{ [i9] : 0 <= i9 < n9 }}\n{domains} iname i9\n{inames}{}{body}}}\n",
        head.split_inclusive('\n').filter(|line| !line.starts_with(" rule")).collect::<String>(),
        head.split_inclusive('\n').filter(|line| line.starts_with(" rule")).collect::<String>(),
    );
    (text, sets)
}

fn no_device(run: &Run) -> bool {
    let none = run.err.contains("lp::device::none");
    if none {
        eprintln!("skipped: there is no OpenCL device");
    }
    none
}

#[test]
fn every_word_of_opencl_is_a_name_like_any_other() {
    let words = words();
    assert!(words.len() > 200, "{}", words.len());
    let rotations = if is_long() { ROLES } else { 1 };
    for (at, batch) in words.chunks(60).enumerate() {
        for rotation in 0..rotations {
            let (text, sets) = kernel(batch, at + rotation);
            let place = WorkFolder::new();
            place.write("in.lpir", &text);
            let run = place
                .tool("lprun", &["in.lpir", "--device", "opencl", "--against", "in.lpir", "--set", &sets]);
            if no_device(&run) {
                return;
            }
            assert!(run.code == Some(0), "{text}\n{}", run.err);
        }
    }
}

#[test]
fn every_word_of_opencl_is_a_name_of_a_kernel() {
    let mut module = ir::Module::default();
    let source_id = diag::SourceMap::default().add("in.lpir", "");
    for word in words() {
        let text = DOUBLE.replace("@double", &format!("@{word}"));
        let one = ir::text::parse_module(&text, source_id).unwrap();
        module.kernels.extend(
            one.kernels
                .into_iter()
                .map(|(name, kernel)| (name, transforms::lower::lower(&kernel).unwrap().into_kernel())),
        );
    }
    let options = codegen_opencl::Options::default();
    let functions = |kernel: &ir::Kernel| {
        codegen_opencl::description(kernel, codegen_opencl::Dialect::OpenCl).unwrap().kernels[0]
            .function
            .clone()
    };
    // Words that differ in their escape alone cannot share a file, and `lptranslate` says so.
    let mut seen = BTreeSet::new();
    module.kernels.retain(|_, kernel| seen.insert(functions(kernel)));
    let proved: Vec<Proved<'_>> = module.kernels.values().map(|kernel| check(kernel).unwrap()).collect();
    let source = codegen_opencl::source(&proved, options).unwrap();
    let worker =
        Worker { program: env!("CARGO_BIN_EXE_lprun-opencl").into(), limit: Duration::from_secs(120) };
    if worker.list().unwrap().is_empty() {
        eprintln!("skipped: there is no OpenCL device");
        return;
    }
    for kernel in module.kernels.values().step_by(if is_long() { 1 } else { 97 }) {
        let inputs = Inputs { sets: vec![("n".to_owned(), "5".to_owned())], ..Inputs::default() };
        let before = Bindings::new(kernel, &inputs).unwrap();
        let mut after = before.clone();
        let description = codegen_opencl::description(kernel, codegen_opencl::Dialect::OpenCl).unwrap();
        let plan = device::plan(kernel, &before, &source, &description).unwrap();
        worker.run(&plan, &mut after, &Request::default()).unwrap();
        let mut expected = before.clone();
        runtime::interpret(kernel, &mut expected, &runtime::Options::default()).unwrap();
        assert!(after == expected, "{}", kernel.name);
    }
}

/// Headers that generated C or its hosts include.
const OF_HOSTS: [&str; 6] = ["math", "stdarg", "stdbool", "stdint", "stdio", "stdlib"];

fn included(headers: &[&str]) -> String {
    headers.iter().map(|name| format!("#include <{name}.h>\n")).collect()
}

/// Macros that C code and hosts have, and functions and types that these may use.
fn words_of_c() -> (BTreeSet<String>, BTreeSet<String>) {
    let place = WorkFolder::new();
    place.write("own.h", included(&OF_HOSTS));
    place.write("all.h", format!("{}{}", included(&OF_HOSTS), included(&["string", "time"])));
    let preprocessed = |options: &[&str]| {
        let run =
            Command::new("cc").args(options).args(["-x", "c", "-E"]).current_dir(place.path("")).output();
        String::from_utf8(run.unwrap().stdout).unwrap()
    };
    let is_plain = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let kept = |words: &mut dyn Iterator<Item = &str>| -> BTreeSet<String> {
        words.filter(|word| is_plain(word) && !["true", "false"].contains(word)).map(str::to_owned).collect()
    };
    let macros = preprocessed(&["-dM", "own.h"]);
    let macros = kept(&mut macros.lines().filter_map(|line| line.split(['(', ' ']).nth(1)));
    let text = preprocessed(&["-P", "all.h"]);
    let functions =
        kept(&mut text.split(['(', ';']).filter_map(|head| head.trim_end().rsplit([' ', '*', '\n']).next()));
    let functions =
        functions.into_iter().filter(|word| !["int", "sizeof", "void"].contains(&word.as_str())).collect();
    (macros, functions)
}

#[test]
fn every_macro_and_function_of_c_is_a_name_like_any_other() {
    let (macros, functions) = words_of_c();
    assert!(macros.len() > 50 && functions.len() > 200, "{macros:?} {functions:?}");
    let arguments: Vec<&str> = macros.union(&functions).map(String::as_str).collect();
    let sum = arguments.join(" + ");
    let body = format!(
        " arg {} : i32\n arg o9 : i32[1] out\n require {sum} > 0 : \"\"\n s: o9[0] = {sum}\n}}\n",
        arguments.join(", ")
    );
    let kernels = std::iter::once(format!("kernel @k9 {{\n{body}"));
    let others =
        arguments.iter().map(|name| DOUBLE.replace("lpir 1\n", "").replace("@double", &format!("@{name}")));
    let text = format!("lpir 1\n{}", kernels.chain(others).collect::<String>());
    let id = diag::SourceMap::default().add("t", text.as_str());
    let module = ir::text::parse_module(&text, id).unwrap();
    let lowered: Vec<Proved<'_>> =
        module.kernels.values().map(|kernel| transforms::lower::lower(kernel).unwrap()).collect();
    let options = codegen_opencl::Options { dialect: codegen_opencl::Dialect::C, ..Default::default() };
    let description = codegen_opencl::description(&lowered[0], codegen_opencl::Dialect::C).unwrap().to_json();
    let description: serde_json::Value = serde_json::from_str(&description).unwrap();
    let place = WorkFolder::new();
    // A host declares the arguments by the names that the conditions have.
    let conditions = description["requires"].as_array().unwrap();
    let condition =
        conditions.iter().map(|one| one["condition"].as_str().unwrap()).collect::<Vec<_>>().join(" && ");
    let identifiers: BTreeSet<&str> = condition
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()))
        .filter(|word| !matches!(*word, "int64_t" | "double"))
        .collect();
    let declared: Vec<String> = identifiers.iter().map(|name| format!("int {name}")).collect();
    let source = codegen_opencl::source(&lowered, options).unwrap();
    place.write(
        "k.c",
        format!(
            "{}{source}\nint host9({});\nint host9({})\n{{\n  return {condition};\n}}\n",
            included(&OF_HOSTS),
            declared.join(", "),
            declared.join(", ")
        ),
    );
    let built = Command::new("cc")
        .args(["-Wall", "-Werror", "-c", "k.c"])
        .current_dir(place.path(""))
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
}

#[test]
fn kernels_whose_functions_would_merge_are_refused() {
    let place = WorkFolder::new();
    let kernel = |name: &str| DOUBLE.replace("lpir 1\n", "").replace("@double", name);
    place.write("in.lpir", format!("lpir 1\n{}{}", kernel("@kernel"), kernel("@v_kernel")));
    place.run("lptranslate in.lpir -o out.cl").refused("lp::driver::function");
    assert_eq!(place.files(), ["in.lpir"]);
}

#[test]
fn names_of_fortran_are_folded_and_escaped() {
    let place = WorkFolder::new();
    place.write("in.f90", "subroutine kernel(Global, LOCAL, n)\n implicit none\n integer n, INT, Private\n real*8 global(n), local(n), Double\n do int = 1, n\n double = 2*GLOBAL(int)\n private = INT\n LOCAL(Int) = DOUBLE + Private\n end do\nend\n");
    let run = place.run("lprun in.f90 --device opencl --against in.f90 --set n=7");
    if !no_device(&run) {
        run.done();
    }
}

/// Texts that would do harm if they reached C as they are.
const PAYLOADS: &[&str] = &[
    "*/ EVIL /*",
    "EVIL \\\\",
    "EVIL ??/",
    "\\n EVIL",
    "\\\" EVIL \\\"",
    "// EVIL",
    "%s EVIL",
    "EVIL\\r",
    "#EVIL",
    "é EVIL",
];

/// C without its comments and names of files, as a compiler with trigraphs sees it.
fn code_alone(source: &str) -> String {
    let joined = source.replace("??/", "\\").replace("\\\n", "");
    let lines = joined.lines().filter(|line| !line.trim_start().starts_with("#line"));
    lines.map(|line| line.split("//").next().unwrap_or_default().to_owned() + "\n").collect()
}

#[test]
fn texts_of_the_user_stay_in_comments() {
    for payload in PAYLOADS {
        let scheduled = |reason: &str| {
            format!(
                "  schedule {{\n    launch @double groups(1) work_items(1) {{\n      for i = 0 to n - 1 {{\n        barrier \"{reason}\"\n        run s\n      }}\n    }}\n  }}\n}}\n"
            )
        };
        let place = WorkFolder::new();
        println!("{payload}");
        let located = DOUBLE.replace("in(i)\n", &format!("in(i) @\"{payload}\":3:4\n"));
        let trusted = located.replace("  iname i\n", &format!("  iname i\n  trusted \"{payload}\"\n"));
        place.write("in.lpir", trusted.trim_end().trim_end_matches('}').to_owned() + &scheduled(payload));
        let run = place.run("lptranslate in.lpir -o out.cl");
        if run.code == Some(1) {
            assert!(run.err.contains("lp::lpir"), "{}", run.err);
            continue;
        }
        run.done();
        let source = place.read("out.cl");
        assert!(source.contains("EVIL") && source.is_ascii(), "{source}");
        assert!(!code_alone(&source).contains("EVIL"), "{source}");
        assert_eq!(source.matches('{').count(), source.matches('}').count());
        let run = place.run("lprun in.lpir --device opencl --set n=5");
        if !no_device(&run) {
            run.done();
        }
    }
}

#[test]
fn texts_that_are_no_names_are_refused() {
    for name in ["k);evil(", "k*/", "k\\u0041", "k??/", "k\"", "k;", "k#", "9k", "k-1", "ké", "$k"] {
        for text in [
            DOUBLE.replace("@double", &format!("@{name}")),
            DOUBLE.replace("out", name),
            DOUBLE.replace("a[i]", &format!("1e5{name}")),
        ] {
            let place = WorkFolder::new();
            place.write("in.lpir", &text);
            place.run("lptranslate in.lpir -o out.cl").refused("lp::");
        }
    }
    // File names reach `#line` alone.
    let place = WorkFolder::new();
    let file = "a\" EVIL ??/.f90";
    let text = "subroutine f(a, n)\n real*8 a(n)\n integer n\n a(1) = 1\nend\n";
    std::fs::create_dir(place.path("a\" EVIL ??")).unwrap();
    place.write(file, text);
    place.tool("lptranslate", &[file, "-o", "mid.lpir"]).done();
    place.run("lptranslate mid.lpir -o out.cl").done();
    assert!(!code_alone(&place.read("out.cl")).contains("EVIL"));
    let run = place.run("lprun mid.lpir --device opencl --set n=3");
    if !no_device(&run) {
        run.done();
    }
}

#[test]
fn words_of_isl_are_names_like_any_other() {
    let words = "exists implies infty infinity nan min max rat ceild floord mod ceil floor sat domain parameters int real e pi";
    for word in words.split_whitespace() {
        let mut capital = word.to_owned();
        capital[..1].make_ascii_uppercase();
        for name in [word.to_owned(), word.to_uppercase(), capital] {
            let place = WorkFolder::new();
            place.write(
                "loop.lpir",
                DOUBLE
                    .replace("[i]", &format!("[{name}]"))
                    .replace("<= i <", &format!("<= {name} <"))
                    .replace("iname i", &format!("iname {name}"))
                    .replace("in(i)", &format!("in({name})")),
            );
            place.write(
                "param.lpir",
                DOUBLE
                    .replace("arg n", &format!("arg {name}"))
                    .replace("[n]", &format!("[{name}]"))
                    .replace("< n", &format!("< {name}")),
            );
            for (file, set) in [("loop.lpir", "n=5".to_owned()), ("param.lpir", format!("{name}=5"))] {
                let run = place
                    .run(&format!("lprun {file} --device interp --in a=a.npy --set {set} --out out=out.npy"));
                assert_eq!(run.code, Some(1), "there is no a.npy yet");
                let run = place.run(&format!(
                    "lprun {file} --device interp --exact --set {set} --out out=out.npy,a=a.npy"
                ));
                if run.code == Some(1) {
                    // Our own set notation has a few words too; it must say so.
                    assert!(run.err.contains(&name) && run.err.contains("lp::"), "{name}: {}", run.err);
                    continue;
                }
                run.done();
                let values = |file: &str| {
                    let bytes = std::fs::read(place.path(file)).unwrap();
                    let data = bytes[bytes.len() - 40..].chunks(8);
                    data.map(|chunk| f64::from_le_bytes(chunk.try_into().unwrap())).collect::<Vec<f64>>()
                };
                let doubled: Vec<f64> = values("a.npy").iter().map(|value| 2.0 * value).collect();
                assert_eq!(values("out.npy"), doubled, "{name}");
                std::fs::remove_file(place.path("a.npy")).unwrap();
            }
        }
    }
}
