//! The Fortran program around an original.

use super::accessors;
use super::records::{self, Dummy};
use super::routine::Routine;
use super::shared::{self, Shared};
use super::words;
use frontend_fortran::Interface;
use ir::{Kernel, Name, Scalar};
use std::fmt::Write;

/// The file of the routines that call those of the original.
pub(super) const CALLERS: &str = "callers.inc";

/// Where the routines stand that call those of the original.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Behind the program.
    Outside,
    /// In the module of the original, where what is private has a name.
    Inside,
    /// Behind the program, where modules have procedures that set their variables and read them.
    Beside,
}

impl Place {
    /// What modules of the original include: the module, the file and its text.
    pub(super) fn included(self, routines: &[Routine<'_>]) -> Vec<(Name, String, String)> {
        match (self, routines) {
            (Place::Inside, [Routine { interface: Interface { module: Some(module), .. }, .. }]) => {
                vec![(module.clone(), CALLERS.to_owned(), callers(routines, self))]
            }
            (Place::Beside, [Routine { kernel, interface }]) => accessors::files(kernel, interface),
            _ => Vec::new(),
        }
    }

    /// Whether a module needs no `use` there.
    pub(super) fn is_in(self, module: &Name, interface: &Interface) -> bool {
        self == Place::Inside && interface.module.as_ref() == Some(module)
    }
}

/// A program that makes rows of calls of the routine whose place it is told; each row has a process of its
/// own.
pub(super) fn main(routines: &[Routine<'_>], place: Place) -> String {
    let mut cases = String::new();
    let mut described = String::new();
    for at in 0..routines.len() {
        let _ = writeln!(cases, "case ({at})\ncall lp_calls_{at}(c_)");
        let _ = writeln!(
            described,
            "subroutine lp_calls_{at}(c_) bind(c, name='lp_calls_{at}')\ninteger(4) :: c_\nend subroutine"
        );
    }
    let mut text = format!(
        "program main\nimplicit none\ninterface\n\
         integer(4) function lp_apart(c_) bind(c, name='lp_apart')\ninteger(4), value :: c_\nend function\n\
         subroutine lp_came_back() bind(c, name='lp_came_back')\nend subroutine\n{described}end interface\n\
         character(20) :: word_\ninteger(4) :: place_, rows_, row_, first_, c_, length_\n\
         call get_command_argument(1, word_)\nread(word_, *) place_\n\
         call get_command_argument(2, word_)\nread(word_, *) rows_\n\
         open(2090, file='rows.bin', access='stream', form='unformatted')\nfirst_ = 1\n\
         do row_ = 1, rows_\nread(2090) length_\nc_ = lp_apart(first_)\nif (c_ > 1) exit\nif (c_ == 1) then\nclose(2090)\n\
         do c_ = first_, first_ + length_ - 1\nselect case (place_)\n{cases}end select\nend do\n\
         call lp_came_back()\nend if\nfirst_ = first_ + length_\nend do\nend program\n"
    );
    if place != Place::Inside {
        let _ = writeln!(text, "include '{CALLERS}'");
    }
    text
}

/// The routines that call the original.
pub(super) fn callers(routines: &[Routine<'_>], place: Place) -> String {
    let callers = routines.iter().enumerate();
    callers.map(|(at, routine)| caller(at, routine.kernel, routine.interface, place)).collect()
}

/// A routine that reads the arguments of a call, makes it and writes what it leaves in them.
fn caller(at: usize, kernel: &Kernel, interface: &Interface, place: Place) -> String {
    let mut declared = String::new();
    let mut before = String::new();
    let mut after = String::new();
    // Bounds are read behind the arrays.
    let mut allocated = String::new();
    let mut names = Vec::new();
    for (name, arg) in &kernel.args {
        let ty = type_of(interface, name, arg.ty);
        let rank = arg.shape().map_or(0, <[_]>::len);
        if rank == 0 {
            let _ = writeln!(declared, "{ty} :: v_{name}");
            let _ = writeln!(before, "read(2091) v_{name}");
        } else {
            let colons = vec![":"; rank].join(",");
            let extents: Vec<String> = (1..=rank).map(|axis| format!("n_({axis})")).collect();
            let _ = writeln!(declared, "{ty}, allocatable :: v_{name}({colons})");
            let _ =
                writeln!(before, "read(2091) n_(1:{rank})\nif (allocated(v_{name})) deallocate(v_{name})");
            let _ = writeln!(before, "allocate(v_{name}({}))\nread(2091) v_{name}", extents.join(","));
        }
        let mut own = format!("v_{name}");
        if let Some(lower) = lower_bounds(kernel, interface, name)
            && interface.outside.iter().all(|(other, _)| other != name)
            && !records::is_part(interface, name)
        {
            own = format!("w_{name}");
            let colons = vec![":"; rank].join(",");
            let _ = writeln!(declared, "{ty}, {} :: {own}({colons})", attribute(interface, name));
            allocated += &match interface.pointers.contains(name) {
                true => allocate(&own, name, &lower),
                false => allocation(&own, name, &lower),
            };
            let _ = writeln!(after, "v_{name} = {own}");
        }
        let _ = writeln!(after, "write(2092) v_{name}");
        names.push(own);
    }
    before += &allocated;
    // The original does not get where it stops.
    let stopped = interface.stops.as_ref().map(|flag| format!("v_{flag} = 0\n")).unwrap_or_default();
    let outer = interface.module.as_ref().filter(|module| !place.is_in(module, interface));
    // Named once more, a private routine is an error here; without it, its name could mean an intrinsic one.
    let routine = &interface.routine;
    let used =
        outer.map(|module| format!("use {module}\nuse {module}, only: {routine}\n")).unwrap_or_default();
    let call = call(kernel, interface, &names, &mut declared);
    let described = described(kernel, interface);
    let Shared { used: of_modules, declared: of_commons, before: sets, after: gets } =
        shared::collect(kernel, interface, place);
    let records = records::collect(kernel, interface, place);
    let used = used + &of_modules + &records.used;
    let declared = declared + &of_commons + &records.declared;
    let before = before + &sets + &records.before;
    let after = gets + &records.after + &stopped + &after;
    format!(
        "subroutine lp_calls_{at}(c_) bind(c, name='lp_calls_{at}')\n{used}implicit none\n\
         integer(4) :: n_(7), l_(7), c_\ncharacter(12) :: at_\n{described}{declared}write(at_, '(i0)') c_\n\
         open(2091, file='in.'//at_, access='stream', form='unformatted')\n{before}close(2091)\n{call}\n\
         open(2092, file='out.'//at_, access='stream', form='unformatted')\n{after}close(2092)\n\
         end subroutine\n"
    )
}

/// The statement that calls the original.
fn call(kernel: &Kernel, interface: &Interface, names: &[String], declared: &mut String) -> String {
    let routine = &interface.routine;
    let variable = |dummy| match dummy {
        Dummy::Plain(place, _) => names.get(place).cloned().unwrap_or_default(),
        Dummy::Whole(name) => format!("r_{name}"),
    };
    let mut given: Vec<Dummy<'_>> = records::given(kernel, interface);
    let value = if interface.gives_record { given.pop().map(variable) } else { None };
    let given: Vec<String> = given.into_iter().map(variable).collect();
    if !interface.stars.is_empty() {
        return with_labels(routine, given, &interface.stars);
    }
    let given = given.join(",&\n");
    if let Some(value) = value {
        return format!("{value} = {routine}({given})");
    }
    let Some(result) = names.get(interface.dummies).filter(|_| interface.is_function) else {
        return format!("call {routine}({given})");
    };
    if interface.module.is_none()
        && !is_described(interface, kernel)
        && let Some((name, arg)) = kernel.args.get_index(interface.dummies)
    {
        let _ = writeln!(declared, "{}, external :: {routine}", type_of(interface, name, arg.ty));
    }
    format!("{result} = {routine}({given})")
}

/// The call of a subroutine that returns to labels, of which the last variable gets the number.
fn with_labels(routine: &Name, mut given: Vec<String>, stars: &[usize]) -> String {
    let Some(number) = given.pop() else { return String::new() };
    let mut behind = format!("{number} = 0\ngoto 9000\n");
    for (label, star) in (9001..).zip(stars) {
        given.insert((*star).min(given.len()), format!("*{label}"));
        let _ = writeln!(behind, "{label} {number} = {}\ngoto 9000", label - 9000);
    }
    format!("call {routine}({})\n{behind}9000 continue", given.join(",&\n"))
}

/// The lower bounds of an array that its routine expects to be allocated.
pub(super) fn lower_bounds(kernel: &Kernel, interface: &Interface, name: &Name) -> Option<Vec<String>> {
    let (_, lower) = interface.allocated.iter().find(|(array, _)| array == name)?;
    // One that no statement needs is no argument.
    let of =
        |bound: &Name| if kernel.args.contains_key(bound) { format!("v_{bound}") } else { "1".to_owned() };
    Some(lower.iter().map(of).collect())
}

/// Statements that give an array its bounds, and the values that were read for it.
pub(super) fn allocation(own: &str, name: &Name, lower: &[String]) -> String {
    format!("if (allocated({own})) deallocate({own})\n{}", allocate(own, name, lower))
}

/// A statement that gives an array its bounds, and one that gives it its values.
pub(super) fn allocate(own: &str, name: &Name, lower: &[String]) -> String {
    let axis = |(at, lower): (usize, &String)| format!("{lower}:{lower}+size(v_{name},{})-1", at + 1);
    let bounds: Vec<String> = lower.iter().enumerate().map(axis).collect();
    let bounds = bounds.join(",");
    format!("allocate({own}({bounds}))\n{own} = v_{name}\n")
}

/// What an array is whose bounds come with it.
fn attribute(interface: &Interface, name: &Name) -> &'static str {
    if interface.pointers.contains(name) { "pointer" } else { "allocatable" }
}

/// Whether a routine has to be described to who calls it: no module has it, and a dummy is of assumed shape
/// or its value an array.
fn is_described(interface: &Interface, kernel: &Kernel) -> bool {
    let is_plain = |name: &Name| !records::is_part(interface, name);
    interface.module.is_none() && (interface.assumed.iter().any(is_plain) || gives_array(interface, kernel))
}

/// Whether it is a function whose value is an array.
fn gives_array(interface: &Interface, kernel: &Kernel) -> bool {
    let result = kernel.args.get_index(interface.dummies).filter(|_| interface.is_function);
    result.is_some_and(|(_, arg)| arg.shape().is_some_and(|shape| !shape.is_empty()))
}

/// The description of such a routine.
fn described(kernel: &Kernel, interface: &Interface) -> String {
    // Components are passed with the variable that they belong to, which is declared whole.
    let is_plain = |name: &&Name| !records::is_part(interface, name);
    if !is_described(interface, kernel) {
        return String::new();
    }
    let count = interface.dummies + usize::from(interface.is_function);
    let used = records::used(interface);
    let mut declared = records::dummies(interface);
    for (at, (name, arg)) in
        kernel.args.iter().take(count).enumerate().filter(|(_, (name, _))| is_plain(name))
    {
        let ty = type_of(interface, name, arg.ty);
        let axes = match arg.shape().map_or(0, <[_]>::len) {
            0 => String::new(),
            rank if at == interface.dummies => {
                let axes = (1..=rank).map(|axis| format!("size(v_{name},{axis})"));
                format!("({})", axes.collect::<Vec<String>>().join(","))
            }
            rank if interface.assumed.contains(name) => format!("({})", vec![":"; rank].join(",")),
            _ => "(*)".to_owned(),
        };
        let is_allocated = interface.allocated.iter().any(|(array, _)| array == name);
        let attribute =
            if is_allocated { format!(", {}", attribute(interface, name)) } else { String::new() };
        let _ = writeln!(declared, "{ty}{attribute} :: {name}{axes}");
    }
    let name_of = |(Dummy::Plain(_, name) | Dummy::Whole(name))| name.as_str();
    let names = records::given(kernel, interface).into_iter().map(name_of);
    let (routine, dummies) = (&interface.routine, names.collect::<Vec<&str>>().join(",&\n"));
    let (kind, result) = match kernel.args.get_index(interface.dummies) {
        Some((result, _)) if interface.is_function && result != routine => {
            ("function", format!(" result({result})"))
        }
        Some(_) if interface.is_function => ("function", String::new()),
        _ => ("subroutine", String::new()),
    };
    let imported = if gives_array(interface, kernel) { "import\n" } else { "" };
    format!(
        "interface\n{kind} {routine}({dummies}){result}\n{used}{imported}{declared}end {kind}\nend interface\n"
    )
}

/// The type of an argument in Fortran.
pub(super) fn type_of(interface: &Interface, name: &Name, ty: Option<Scalar>) -> &'static str {
    let is_character = interface.characters.contains(name);
    match ty.unwrap_or(Scalar::F64) {
        Scalar::I8 if is_character => "character(1)",
        Scalar::Bool => match words::bytes_of_logical(interface, name) {
            1 => "logical(1)",
            2 => "logical(2)",
            8 => "logical(8)",
            _ => "logical(4)",
        },
        Scalar::I8 | Scalar::U8 => "integer(1)",
        Scalar::I16 | Scalar::U16 => "integer(2)",
        Scalar::I32 | Scalar::U32 => "integer(4)",
        Scalar::I64 | Scalar::U64 => "integer(8)",
        Scalar::F32 => "real(4)",
        Scalar::F64 => "real(8)",
        Scalar::C64 => "complex(4)",
        Scalar::C128 => "complex(8)",
    }
}
