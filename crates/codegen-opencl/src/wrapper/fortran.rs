//! A module of Fortran with interfaces to the functions of a host.

use super::interface::{Interface, Parameter, Role};
use crate::LINE;
use crate::dialect::Dialect;
use ir::{Scalar, fresh};

/// The longest name of Fortran, less what makes names distinct.
const NAME: usize = 56;

/// The longest name of Fortran.
const LONGEST: usize = 63;

/// What the interfaces use of `iso_c_binding`, and their own names: nothing else may have these there.
const USED: [&str; 13] = [
    "c_bool",
    "c_char",
    "c_double",
    "c_double_complex",
    "c_float",
    "c_float_complex",
    "c_int",
    "c_int16_t",
    "c_int64_t",
    "c_int8_t",
    "c_ptr",
    "c_size_t",
    "lp_code",
];

/// The module by which Fortran calls these functions. `stem` is the name of the file.
pub(super) fn print(interfaces: &[&Interface], dialect: Dialect, stem: &str) -> String {
    let has_release = dialect == Dialect::OpenCl;
    let mut public = Vec::new();
    let (mut own, mut messages) = (String::new(), String::new());
    // Names of earlier functions are taken when the next ones are chosen, as all stand in one module.
    for interface in interfaces {
        let names = Functions::named(interface, &public);
        own.push_str(&names.run(interface));
        own.push_str(&names.error(&interface.identifier));
        if has_release {
            own.push_str(&names.release(&interface.identifier));
        }
        messages.push_str(&names.message());
        public.extend([names.run, names.message]);
        public.extend(has_release.then_some(names.release));
    }
    format!(
        "! Made by lptranslate: interfaces to the functions of {stem}.host.c, which must be linked.
module {}
  use, intrinsic :: iso_c_binding
  implicit none
  private
{}
  interface
{own}    function lp_length(lp_place) result(lp_count) bind(c, name='strlen')
      import
      type(c_ptr), value :: lp_place
      integer(c_size_t) :: lp_count
    end function
  end interface

contains
{messages}
  function lp_string(place) result(string)
    type(c_ptr), intent(in) :: place
    character(:), allocatable :: string
    character(kind=c_char), pointer :: letters(:)
    integer :: at
    call c_f_pointer(place, letters, [lp_length(place)])
    allocate (character(size(letters)) :: string)
    do at = 1, size(letters)
      string(at:at) = letters(at)
    end do
  end function
end module
",
        module(stem),
        continued(1, &format!("public :: {}", public.join(", ")))
    )
}

/// The module's name.
fn module(stem: &str) -> String {
    let word = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    let word: String = stem.chars().map(word).take(NAME).collect();
    let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic());
    if is_name { format!("{word}_host") } else { format!("lp_{word}_host") }
}

/// A name that Fortran tells from those taken: it sees no difference between large and small letters.
fn distinct(name: &str, taken: &[String]) -> String {
    let name: String = name.chars().take(LONGEST).collect();
    fresh(&name, |name| taken.iter().any(|other| other.eq_ignore_ascii_case(name))).to_string()
}

/// Names of the functions of a kernel.
struct Functions {
    run: String,
    error: String,
    message: String,
    release: String,
}

impl Functions {
    fn named(interface: &Interface, taken: &[String]) -> Self {
        let stem: String = interface.identifier.chars().take(NAME).collect();
        let [run, error, message, release] =
            ["run", "error", "message", "release"].map(|what| distinct(&format!("{stem}_{what}"), taken));
        Functions { run, error, message, release }
    }

    /// The interface of the function that runs the kernel.
    fn run(&self, interface: &Interface) -> String {
        let mut names: Vec<String> = USED.into_iter().map(str::to_owned).collect();
        names.push(self.run.clone());
        let own = names.len();
        let mut declarations = String::new();
        for parameter in &interface.parameters {
            let name = distinct(&parameter.identifier, &names);
            let shape = if parameter.has_axes { "(*)" } else { "" };
            declarations.push_str(&format!("      {}{name}{shape}\n", declared(parameter)));
            names.push(name);
        }
        let dummies = names.get(own..).unwrap_or_default().join(", ");
        let head = format!(
            "function {}({dummies}) result(lp_code) bind(c, name='{}_run')",
            self.run, interface.identifier
        );
        let head = continued(2, &head);
        format!("{head}      import\n{declarations}      integer(c_int) :: lp_code\n    end function\n\n")
    }

    fn error(&self, identifier: &str) -> String {
        let head = format!("function {}() result(lp_place) bind(c, name='{identifier}_error')", self.error);
        let head = continued(2, &head);
        format!("{head}      import\n      type(c_ptr) :: lp_place\n    end function\n\n")
    }

    fn release(&self, identifier: &str) -> String {
        let head = format!("subroutine {}() bind(c, name='{identifier}_release')", self.release);
        format!("{}    end subroutine\n\n", continued(2, &head))
    }

    fn message(&self) -> String {
        format!(
            "
  ! What the last call that failed has to say.
  function {0}() result(string)
    character(:), allocatable :: string
    string = lp_string({1}())
  end function
",
            self.message, self.error
        )
    }
}

fn declared(parameter: &Parameter) -> String {
    let ty = kind(parameter.ty);
    match parameter.role {
        Role::Value => format!("{ty}, value :: "),
        Role::Read => format!("{ty}, intent(in) :: "),
        Role::Written => format!("{ty}, intent(inout) :: "),
    }
}

/// The same of one that is passed by reference, also where it is a value.
pub(super) fn by_reference(parameter: &Parameter) -> String {
    let intent = if parameter.role == Role::Written { "inout" } else { "in" };
    format!("{}, intent({intent})", kind(parameter.ty))
}

/// The type in Fortran, which has no integers without a sign.
fn kind(ty: Scalar) -> &'static str {
    match ty {
        Scalar::Bool => "logical(c_bool)",
        Scalar::I8 | Scalar::U8 => "integer(c_int8_t)",
        Scalar::I16 | Scalar::U16 => "integer(c_int16_t)",
        Scalar::I32 | Scalar::U32 => "integer(c_int)",
        Scalar::I64 | Scalar::U64 => "integer(c_int64_t)",
        Scalar::F32 => "real(c_float)",
        Scalar::F64 => "real(c_double)",
        Scalar::C64 => "complex(c_float_complex)",
        Scalar::C128 => "complex(c_double_complex)",
    }
}

/// A line with this indentation, continued where it is too long.
fn continued(depth: usize, text: &str) -> String {
    let indent = "  ".repeat(depth);
    let (mut lines, mut line) = (String::new(), indent.clone());
    for piece in text.split_inclusive(", ") {
        if line.len() + piece.len() + 1 > LINE && line.len() > indent.len() {
            lines.push_str(&format!("{}&\n", line));
            line = format!("{indent}    ");
        }
        line.push_str(piece);
    }
    format!("{lines}{}\n", line.trim_end())
}
