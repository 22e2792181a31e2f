//! What the system's compiler makes of a lowered kernel in plain C: an independent judge of the printed code.

use crate::fortran::run;
use codegen_opencl::{Dialect, KernelArg};
use diag::Diagnostic;
use ir::{Kernel, Scalar};
use runtime::{Array, Bindings, Tolerance};
use std::fmt::Write;
use tempfile::TempDir;

/// Bytes of each temporary in global memory, which the caller of a kernel provides.
const TEMPORARY: usize = 1 << 20;

/// A kernel as a program of its own, which reads its arguments from one file and writes its arrays to
/// another.
pub(crate) struct Program {
    folder: TempDir,
    parameters: Vec<KernelArg>,
}

impl Program {
    /// Compiles a kernel; nothing where plain C cannot be written of it.
    pub(crate) fn new(kernel: &Kernel) -> Result<Option<Program>, String> {
        let options = codegen_opencl::Options { dialect: Dialect::C, ..Default::default() };
        let proved = legality::check(kernel).map_err(|errors| format!("plain C: {errors:?}"))?;
        let source = match codegen_opencl::source([&proved], options) {
            Ok(source) => source,
            Err(errors) if errors.iter().all(is_beyond_c) => return Ok(None),
            Err(errors) => return Err(format!("plain C: {errors:?}")),
        };
        let parameters = codegen_opencl::parameters(kernel);
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let main = main_program(&source, kernel, &parameters)?;
        std::fs::write(folder.path().join("main.c"), main).map_err(|error| error.to_string())?;
        let options = [
            "-std=c99",
            "-O2",
            "-ffp-contract=off",
            "-fopenmp",
            "-DLP_SHARED_WORK=0",
            "-Wall",
            "-Werror",
            "-Wno-unused",
            "-Wno-maybe-uninitialized",
            "main.c",
            "-o",
            "main",
            "-lm",
        ];
        run(std::process::Command::new("cc").args(options), folder.path())
            .map_err(|error| format!("{error}\n{source}"))?;
        Ok(Some(Program { folder, parameters }))
    }

    /// Compares what it makes of its arguments with what it should.
    pub(crate) fn compare(
        &self,
        before: &Bindings,
        expected: &Bindings,
        tolerance: &dyn Fn(Scalar) -> Tolerance,
    ) -> Result<(), String> {
        let mut input = Vec::new();
        for parameter in &self.parameters {
            let bytes = match parameter {
                KernelArg::Value { name, .. } => before.value(name).ok_or("no value")?.bytes(),
                KernelArg::Temporary { .. } => vec![0xdb; TEMPORARY],
                KernelArg::Buffer { name, part, .. } => {
                    let bytes = &before.array(name).ok_or("no array")?.bytes;
                    let (number, of) = part.as_ref().map_or((0, 1), |part| (part.number, part.of));
                    let size = bytes.len() / of;
                    bytes[number * size..][..size].to_vec()
                }
                KernelArg::HostIndex { .. } => return Err("a counter of the host".to_owned()),
            };
            input.extend(u64::try_from(bytes.len()).map_err(|error| error.to_string())?.to_ne_bytes());
            input.extend(bytes);
        }
        let path = |name: &str| self.folder.path().join(name);
        std::fs::write(path("in"), input).map_err(|error| error.to_string())?;
        run(&mut std::process::Command::new("./main"), self.folder.path())?;
        let output = std::fs::read(path("out")).map_err(|error| error.to_string())?;
        let mut rest = output.as_slice();
        let arrays = self.parameters.iter().filter(|one| matches!(one, KernelArg::Buffer { .. }));
        // The parts of an array follow each other.
        let arrays: ir::IndexSet<_> = arrays.map(KernelArg::name).collect();
        for name in arrays {
            let (left, given) = expected.array(name).zip(before.array(name)).ok_or("no array")?;
            let (bytes, others) = rest.split_at_checked(given.bytes.len()).ok_or("too little output")?;
            rest = others;
            // It may lie in memory in another way than the original's.
            let right = Array { bytes: bytes.to_vec(), ..given.clone() };
            if let Some(difference) = runtime::compare(left, &right, tolerance(left.ty)) {
                return Err(format!("`{name}` differs: {difference}"));
            }
        }
        Ok(())
    }
}

fn is_beyond_c(error: &Diagnostic) -> bool {
    error.code == "lp::codegen::barrier"
}

fn main_program(source: &str, kernel: &Kernel, parameters: &[KernelArg]) -> Result<String, String> {
    let mut text = format!("{source}\n#include <stdio.h>\n#include <stdlib.h>\n");
    text.push_str("int main(void)\n{\n  uint64_t size;\n  FILE *in = fopen(\"in\", \"rb\"), *out = fopen(\"out\", \"wb\");\n");
    let mut names = Vec::new();
    let mut output = String::new();
    for (at, parameter) in parameters.iter().enumerate() {
        let _ = writeln!(text, "  if (fread(&size, sizeof size, 1, in) != 1) return 2;");
        match parameter {
            KernelArg::Value { ty, .. } => {
                let _ = writeln!(text, "  {} lp_v{at};", c_type(*ty));
                let _ = writeln!(text, "  if (fread(&lp_v{at}, sizeof lp_v{at}, 1, in) != 1) return 2;");
            }
            _ => {
                let _ = writeln!(text, "  void *lp_v{at} = malloc(size + 1);\n  uint64_t lp_n{at} = size;");
                let _ = writeln!(text, "  if (fread(lp_v{at}, 1, size, in) != size) return 2;");
            }
        }
        if matches!(parameter, KernelArg::Buffer { .. }) {
            let _ = writeln!(output, "  fwrite(lp_v{at}, 1, lp_n{at}, out);");
        }
        names.push(format!("lp_v{at}"));
    }
    let function =
        function_name(source).ok_or_else(|| format!("no function for {}:\n{source}", kernel.name))?;
    let _ = writeln!(text, "  {function}({});\n{output}  return fclose(out);\n}}", names.join(", "));
    Ok(text)
}

/// The function that others may call.
fn function_name(source: &str) -> Option<&str> {
    let line = source.lines().rfind(|line| line.starts_with("void "))?;
    line.strip_prefix("void ")?.split('(').next()
}

fn c_type(ty: Scalar) -> &'static str {
    match ty {
        Scalar::Bool | Scalar::U8 => "uint8_t",
        Scalar::I8 => "int8_t",
        Scalar::I16 => "int16_t",
        Scalar::I32 => "int32_t",
        Scalar::I64 => "int64_t",
        Scalar::U16 => "uint16_t",
        Scalar::U32 => "uint32_t",
        Scalar::U64 => "uint64_t",
        Scalar::F32 => "float",
        Scalar::F64 => "double",
        Scalar::C64 => "float _Complex",
        Scalar::C128 => "double _Complex",
    }
}
