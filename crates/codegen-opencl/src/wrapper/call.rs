//! The function that a routine of Fortran calls in place of its body: it runs the kernel, or says that the
//! original has to run.

use super::interface::{Interface, Memory, Parameter, Role};
use super::sized::{Given, SizedKernel};
use super::{fortran, reach, text};
use crate::host::Host;
use crate::names::Names;
use crate::work::{self, Work};
use diag::Diagnostic;
use ir::{Expr, Kernel, Name, Scalar, fresh, typing};

/// What is known of a routine besides its kernel.
#[derive(Debug, Clone, Default)]
pub struct Routine {
    /// What it is called in reports.
    pub label: String,
    /// The argument that says that the kernel has stopped; the routine has none for it.
    pub stops: Option<Name>,
    /// The lower bounds of its arrays.
    pub lower: Vec<(Name, Vec<Expr>)>,
}

/// What a routine passes for an argument of its kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passed {
    /// The argument.
    pub name: Name,
    /// Its type.
    pub ty: Scalar,
    /// The type in Fortran, with what may be done to the argument.
    pub declaration: String,
    /// Whether it has subscripts.
    pub has_axes: bool,
    /// Whether the kernel writes it.
    pub is_written: bool,
}

/// The functions of one routine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The one that runs the kernel. It takes a state, 0 at first, and what is passed, all by reference.
    /// Where it leaves 1 or 2, the original has to run; at 2 a second call compares what both have computed.
    pub symbol: String,
    /// The one that takes the reason why the kernel was not even asked.
    pub refusal: String,
    /// What is passed.
    pub passed: Vec<Passed>,
}

/// The functions of a routine, and their definitions.
pub(super) fn functions(
    sized: &SizedKernel,
    names: &Names,
    interface: &Interface,
    routine: &Routine,
    is_device: bool,
) -> Result<(Call, String), Vec<Diagnostic>> {
    let kernel = &sized.kernel;
    let lengths = lengths(sized, names, is_device).map_err(|error| vec![error])?;
    let printer = Printer { kernel, names, interface, routine, lengths, is_device };
    let identifier = &interface.identifier;
    let passed = printer.passed().map(|parameter| Passed {
        name: parameter.name.clone(),
        ty: parameter.ty,
        declaration: fortran::by_reference(parameter),
        has_axes: parameter.has_axes,
        is_written: parameter.role == Role::Written,
    });
    let call = Call {
        symbol: format!("{identifier}_call"),
        refusal: format!("{identifier}_refused"),
        passed: passed.collect(),
    };
    Ok((call, printer.definitions()))
}

/// The lengths of arrays of which the source does not say them, each with the text that computes it.
fn lengths(sized: &SizedKernel, names: &Names, is_device: bool) -> Result<Vec<(Name, String)>, Diagnostic> {
    let host = Host::with_helpers(&sized.kernel, names);
    let writers = sized.kernel.writers();
    let length = |given: &Given| {
        // Copies hold no more than the array has for sure.
        let is_copied = is_device || writers.contains_key(&given.array);
        let reach = reach::reach_along(&sized.kernel, &given.array, given.axis);
        let Some(reach) = reach.filter(|reach| reach.is_sure || !is_copied) else {
            let message = format!("nothing says how long `{}` is", given.array);
            return Err(Diagnostic::error("lp::codegen::host", message).help("declare its last extent"));
        };
        Ok((given.name.clone(), host.size(&reach.extent)?))
    };
    sized.given.iter().map(length).collect()
}

struct Printer<'a> {
    kernel: &'a Kernel,
    names: &'a Names,
    interface: &'a Interface,
    routine: &'a Routine,
    lengths: Vec<(Name, String)>,
    /// Whether calls share a device, so that threads have to wait for each other.
    is_device: bool,
}

impl Printer<'_> {
    fn passed(&self) -> impl Iterator<Item = &Parameter> {
        let is_own = |name: &Name| {
            Some(name) == self.routine.stops.as_ref() || self.lengths.iter().any(|(length, _)| length == name)
        };
        self.interface.parameters.iter().filter(move |parameter| !is_own(&parameter.name))
    }

    /// What holds the address of a parameter.
    fn address(&self, parameter: &Parameter) -> String {
        match parameter.role {
            Role::Value => {
                let taken = |text: &str| self.interface.parameters.iter().any(|one| one.identifier == text);
                // No helper is called so.
                fresh(&format!("lp_at_{}", parameter.identifier), taken).to_string()
            }
            Role::Read | Role::Written => parameter.identifier.clone(),
        }
    }

    fn definitions(&self) -> String {
        let identifier = &self.interface.identifier;
        let addresses = self.passed().map(|parameter| match parameter.role {
            Role::Value => {
                format!("{} const *{}", super::interface::value_type(parameter.ty), self.address(parameter))
            }
            Role::Read | Role::Written => parameter.declaration.clone(),
        });
        let addresses: Vec<String> = addresses.collect();
        let table = format!("lp_routine_{identifier}");
        let label = text::quoted(&self.routine.label);
        let head = text::line(0, &format!("static int {identifier}_may_run({})", addresses.join(", ")));
        let call = [vec!["int *lp_state".to_owned()], addresses].concat().join(", ");
        let call = text::line(0, &format!("void {identifier}_call({call})"));
        format!(
            "static struct lprt_routine {table} = {{.name = {label}}};

/* Whether the kernel may run on these arguments. Values too must lie apart from what is written. */
{head}{{
{}}}

/* Runs the kernel for the routine of Fortran. */
{call}{{
{}}}

/* Notes why the routine of Fortran does without the kernel. */
void {identifier}_refused(char const *lp_reason)
{{
  (void)lprt_begin(&{table});
  lprt_refuse(&{table}, lp_reason);
{}}}
",
            self.may_run(),
            self.run(&table),
            if self.is_device { "  lprt_to_host(NULL, 0);\n" } else { "" }
        )
    }

    /// Copies of the values, as the conditions name them, and the lengths of arrays.
    fn values(&self, body: &str) -> String {
        let length = |(name, length): &(Name, String)| {
            text::line(1, &format!("int64_t const {} = {length};", self.names.get(name)))
        };
        let lengths: String = self.lengths.iter().map(length).collect();
        let values = self.passed().filter(|parameter| parameter.role == Role::Value);
        let is_used = |name: &str| text::mentions(body, name) || text::mentions(&lengths, name);
        let value = |parameter: &Parameter| {
            let ty = super::interface::value_type(parameter.ty);
            format!("  {ty} const {} = *{};\n", parameter.identifier, self.address(parameter))
        };
        let values: String = values.filter(|parameter| is_used(&parameter.identifier)).map(value).collect();
        values + &lengths
    }

    fn may_run(&self) -> String {
        let tests = self.interface.tests();
        let is_passed =
            |memory: &&Memory| memory.data.is_some() && Some(&memory.name) != self.routine.stops.as_ref();
        let arrays: String = self.interface.memories.iter().filter(is_passed).map(Memory::entry).collect();
        let values = self.passed().filter(|parameter| parameter.role == Role::Value);
        let values: String = values
            .map(|parameter| {
                let (name, at) = (text::quoted(&parameter.name), self.address(parameter));
                text::line(2, &format!("{{{name}, {at}, NULL, sizeof *{at}}},"))
            })
            .collect();
        let name = text::quoted(&self.interface.identifier);
        let body = format!(
            "{tests}  struct lp_array const lp_arrays[] = {{\n{arrays}{values}  }};\n  return lp_check({name}, \
             lp_arrays, (int)(sizeof lp_arrays / sizeof *lp_arrays));\n"
        );
        format!("{}{body}", self.values(&body))
    }

    /// Tests of what the caller does beside the kernel, where threads or a device run it.
    fn may_share(&self, table: &str) -> String {
        if self.is_device {
            "  else if (lprt_is_in_parallel())
    lp_code = lp_fail(LP_REFUSED, \"threads run in parallel\");
  else if (lprt_holds_device)
    lp_code = lp_fail(LP_REFUSED, \"a signal interrupts a kernel\");
  else if (lprt_may_share() != LP_DONE)
    lp_code = LP_REFUSED;
"
            .to_owned()
        } else {
            let too_little = self.does_too_little().map_or_else(String::new, |condition| {
                format!(
                    "  else if ({table}.every == 0 && {condition})
    lp_code = lp_fail(LP_REFUSED, \"too little for threads each time\");
"
                )
            });
            format!(
                "#ifdef _OPENMP
  else if (lprt_may_share() != LP_DONE)
    lp_code = LP_REFUSED;
{too_little}#else
  else if (lprt_rounds_alike() != LP_DONE)
    lp_code = LP_REFUSED;
#endif
"
            )
        }
    }

    /// Whether loops that run one after the other start threads again and again, each time for too little.
    /// The original is faster then.
    fn does_too_little(&self) -> Option<String> {
        let host = Host::with_helpers(self.kernel, self.names);
        let test = |work: &Work| {
            let extents = work.extents.iter().map(|extent| host.size(extent).ok());
            let factors = extents.map(|size| Some(format!("({})", size?))).collect::<Option<Vec<_>>>()?;
            Some(format!("(double){} < LP_SHARED_WORK", work.product(factors)))
        };
        let tests = work::repeated_work(self.kernel)?.iter().map(test).collect::<Option<Vec<_>>>()?;
        Some(tests.join(" && "))
    }

    fn run(&self, table: &str) -> String {
        let interface = self.interface;
        let identifier = &interface.identifier;
        let written: Vec<&Parameter> =
            self.passed().filter(|parameter| parameter.role == Role::Written).collect();
        let entries: String = written.iter().map(|parameter| self.entry(parameter)).collect();
        let count = written.len();
        let all: Vec<String> =
            interface.parameters.iter().map(|parameter| self.actual(parameter, &written)).collect();
        let given: Vec<String> = self.passed().map(|parameter| self.address(parameter)).collect();
        let may_stop = i32::from(self.routine.stops.is_some());
        let mut run = text::line(2, &format!("lp_code = {identifier}_run({});", all.join(", ")));
        // Without a device, no array has to come back before the original runs or is compared.
        let (mut fetched, mut opened, mut refused) = (String::new(), String::new(), "");
        if self.is_device {
            run = format!(
                "    lprt_lock_device();
    long const lp_launches = lprt_launches;
    int64_t const lp_to_device = lprt_bytes_to_device, lp_to_host = lprt_bytes_to_host;
{run}    {table}.launches += lprt_launches - lp_launches;
    {table}.to_device += lprt_bytes_to_device - lp_to_device;
    {table}.to_host += lprt_bytes_to_host - lp_to_host;
    lprt_unlock_device();
"
            );
            let values = self.passed().filter(|parameter| parameter.role == Role::Value);
            let fetch = |parameter: &Parameter| {
                let at = self.address(parameter);
                text::line(1, &format!("lprt_to_host({at}, sizeof *{at});"))
            };
            fetched.push_str("  lprt_check_residents();\n");
            fetched.extend(values.map(fetch));
            let copies = if may_stop == 0 { "  if (lprt_verifies)\n  " } else { "" };
            opened = format!("{copies}  lprt_to_host(NULL, 0);\n");
            refused = "    lprt_to_host(NULL, 0);\n";
        }
        let may_share = self.may_share(table);
        let test = text::line(2, &format!("lp_code = {identifier}_may_run({});", given.join(", ")));
        let stopped = if may_stop == 0 {
            ""
        } else {
            "  if (lp_code == LP_DONE && lp_stopped != 0)\n    lp_code = lp_fail(LP_REFUSED, \"it would stop\");\n"
        };
        let flag = if may_stop == 0 { "" } else { "  int lp_stopped = 0;\n" };
        let compared = match self.is_device {
            true => format!("    lprt_watch_residents(lp_written, {count});\n"),
            false => String::new(),
        };
        let body = format!(
            "  int64_t const lp_start = lprt_begin(&{table});
  int lp_code = LP_DONE;
  if ({table}.is_off)
    lp_code = lp_fail(LP_REFUSED, \"LP_OFF names it\");
{may_share}  else if (*lp_state == LPRT_RUN)
{test}  if (lp_code != LP_DONE) {{
    lprt_refuse(&{table}, lprt_reason());
{refused}    *lp_state = LPRT_ORIGINAL;
    return;
  }}
  struct lprt_array lp_written[{count}] = {{
{entries}  }};
  if (*lp_state == LPRT_COMPARE) {{
    lprt_compare(&{table}, lp_written, {count});
{compared}    return;
  }}
{flag}  lprt_choose(&{table});
{opened}  lp_code = lprt_open(lp_written, {count}, {may_stop});
  if (lp_code == LP_DONE) {{
{run}{stopped}    *lp_state = lprt_close(&{table}, lp_written, {count}, lp_code, lp_start);
  }}
  if (lp_code != LP_DONE) {{
    lprt_refuse(&{table}, lprt_reason());
{refused}    *lp_state = LPRT_ORIGINAL;
  }}
"
        );
        format!("{fetched}{}{body}", self.values(&body))
    }

    /// What the kernel takes for a parameter.
    fn actual(&self, parameter: &Parameter, written: &[&Parameter]) -> String {
        if Some(&parameter.name) == self.routine.stops.as_ref() {
            return "&lp_stopped".to_owned();
        }
        match written.iter().position(|one| one.identifier == parameter.identifier) {
            Some(at) => format!("lp_written[{at}].work"),
            None => parameter.identifier.clone(),
        }
    }

    /// A written array in the table of those.
    fn entry(&self, parameter: &Parameter) -> String {
        let name = &parameter.name;
        let memories = self.interface.memories.iter();
        let bytes = memories.filter(|memory| memory.name == *name).map(|memory| memory.bytes.clone());
        let bytes: Vec<String> = bytes.collect();
        let bytes = if bytes.is_empty() { "0".to_owned() } else { bytes.join(" + ") };
        let letter = match parameter.ty {
            Scalar::F32 | Scalar::C64 => 'f',
            Scalar::F64 | Scalar::C128 => 'd',
            _ => 'i',
        };
        let (size, identifier) = (parameter.ty.bytes(), &parameter.identifier);
        let shown = text::quoted(name);
        let bounds = self.bounds(name).unwrap_or_default();
        let entry = format!("{{{shown}, {identifier}, {bytes}, '{letter}', {size}{bounds}}},");
        text::line(2, &entry)
    }

    /// Rank, extents and lower bounds, as far as the kernel's arguments tell them.
    fn bounds(&self, name: &Name) -> Option<String> {
        let host = Host::with_helpers(self.kernel, self.names);
        let (shape, _) = self.kernel.array(name)?;
        if shape.is_empty() {
            return Some(", 0, 1".to_owned());
        }
        let lower = &self.routine.lower.iter().find(|(of, _)| of == name)?.1;
        let is_known = |expr: &Expr| typing::is_told_by_arguments(self.kernel, expr);
        let listed = |all: Vec<Expr>| {
            let texts = all.iter().map(|expr| is_known(expr).then(|| host.size(expr).ok()).flatten());
            texts.collect::<Option<Vec<String>>>().map(|all| all.join(", "))
        };
        let extents = listed(shape.into_iter().collect::<Option<Vec<Expr>>>()?)?;
        let rank = lower.len();
        let lower = listed(lower.clone())?;
        Some(format!(", {rank}, 1, {{{extents}}}, {{{lower}}}"))
    }
}
