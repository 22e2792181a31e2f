//! Variables of modules that nobody outside may name or set: procedures within their modules do it.

use super::program;
use frontend_fortran::{Interface, Origin};
use ir::{Kernel, Name};
use std::collections::BTreeSet;
use std::fmt::Write;

/// What sets a variable of a module, and reads it.
pub(super) struct Accessor<'a> {
    module: &'a Name,
    /// The argument of the kernel that it is.
    name: &'a Name,
    /// What the module calls it.
    variable: String,
    ty: &'static str,
    rank: usize,
    /// The lower bounds of one that has to be allocated.
    lower: Option<Vec<String>>,
    /// Whether it is a pointer, which may point to nothing that could be freed.
    is_pointer: bool,
}

impl<'a> Accessor<'a> {
    /// The one for what an argument is outside of its routine, where that is a variable of a module.
    pub(super) fn new(
        kernel: &Kernel,
        interface: &Interface,
        name: &'a Name,
        origin: &'a Origin,
    ) -> Option<Self> {
        let (module, variable) = match origin {
            Origin::Module(module, variable) => (module, variable.to_string()),
            Origin::Component(module, variable, path) => {
                let parts = std::iter::once(variable).chain(path).map(Name::as_str);
                (module, parts.collect::<Vec<&str>>().join("%"))
            }
            Origin::Common(..) | Origin::Kept(_) | Origin::Hidden => return None,
        };
        let arg = kernel.args.get(name)?;
        Some(Accessor {
            module,
            name,
            variable,
            ty: program::type_of(interface, name, arg.ty),
            rank: arg.shape().map_or(0, <[_]>::len),
            lower: program::lower_bounds(kernel, interface, name),
            is_pointer: interface.pointers.contains(name),
        })
    }

    /// The beginnings of its two procedures, with their dummies. Other modules may pass on the names that
    /// these have here, so who calls them knows them as external ones, whose symbols end in `_`.
    fn heads(&self) -> [String; 2] {
        let Accessor { name, ty, rank, .. } = self;
        let axes = if *rank == 0 { "" } else { "(*)" };
        let head = |own: &str, external: &str, dummies: &str| {
            format!(
                "subroutine {own}_{name}({dummies}) bind(c, name='{external}_{name}_')\n{ty} :: v_{axes}\n"
            )
        };
        let put = head("lp_put", "lp_set", "v_, n_, l_") + "integer(4) :: n_(*), l_(*)\n";
        [put, head("lp_get", "lp_see", "v_")]
    }

    /// Their declarations, for who calls them.
    pub(super) fn described(&self) -> String {
        format!("external lp_set_{0}, lp_see_{0}\n", self.name)
    }

    /// The statements that set it.
    pub(super) fn set(&self) -> String {
        let Accessor { name, rank, lower, .. } = self;
        let mut text = String::new();
        if *rank > 0 {
            let _ = writeln!(text, "n_(1:{rank}) = shape(v_{name})");
        }
        if let Some(lower) = lower {
            let _ = writeln!(text, "l_(1:{rank}) = [integer(4) :: {}]", lower.join(","));
        }
        text + &format!("call lp_set_{name}(v_{name}, n_, l_)\n")
    }

    /// The statement that reads it.
    pub(super) fn get(&self) -> String {
        format!("call lp_see_{0}(v_{0})\n", self.name)
    }

    /// The procedures themselves.
    fn procedures(&self) -> String {
        let Accessor { variable, rank, lower, is_pointer, .. } = self;
        let [put, get] = self.heads();
        let end = "end subroutine\n";
        if *rank == 0 {
            return format!("{put}{variable} = v_\n{end}{get}v_ = {variable}\n{end}");
        }
        let allocated = lower.as_ref().map(|_| {
            let bounds = (1..=*rank).map(|axis| format!("l_({axis}):l_({axis})+n_({axis})-1"));
            let bounds = bounds.collect::<Vec<String>>().join(",");
            let freed = format!("if (allocated({variable})) deallocate({variable})\n");
            let freed = if *is_pointer { String::new() } else { freed };
            format!("{freed}allocate({variable}({bounds}))\n")
        });
        let allocated = allocated.unwrap_or_default();
        format!(
            "{put}{allocated}{variable} = reshape(v_(1:product(n_(1:{rank}))), n_(1:{rank}))\n{end}\
             {get}v_(1:size({variable})) = reshape({variable}, [size({variable})])\n{end}"
        )
    }
}

/// The procedures of each module, and the file that holds them.
pub(super) fn files(kernel: &Kernel, interface: &Interface) -> Vec<(Name, String, String)> {
    let outside = interface.outside.iter();
    let accessors: Vec<Accessor<'_>> =
        outside.filter_map(|(name, origin)| Accessor::new(kernel, interface, name, origin)).collect();
    let modules: BTreeSet<&Name> = accessors.iter().map(|accessor| accessor.module).collect();
    let file = |module: &Name| {
        let own = accessors.iter().filter(|accessor| accessor.module == module);
        (module.clone(), format!("accessors_{module}.inc"), own.map(Accessor::procedures).collect())
    };
    modules.into_iter().map(file).collect()
}

/// The text of an original whose modules include these files among their procedures.
pub(super) fn with_included(text: &[u8], files: &[(Name, String, String)]) -> Vec<u8> {
    let mut with = Vec::new();
    let (mut open, mut in_type) = (None, false);
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let words = String::from_utf8_lossy(line).to_lowercase();
        let words: Vec<&str> = words.split_whitespace().take_while(|word| !word.starts_with('!')).collect();
        let mut included = None;
        match words.as_slice() {
            ["module", name] => open = files.iter().find(|(module, ..)| *module == **name).or(open),
            ["end", "type", ..] | ["endtype", ..] => in_type = false,
            ["contains"] if !in_type => included = open.take().map(|(_, file, _)| (file, "")),
            ["end", "module", ..] | ["endmodule", ..] => {
                included = open.take().map(|(_, file, _)| (file, "      contains\n"));
            }
            [first, ..] if first.starts_with("type") && !first.starts_with("type(") => in_type = true,
            _ => {}
        }
        let include = included.map(|(file, before)| format!("{before}      include '{file}'\n"));
        let include = include.unwrap_or_default();
        if words.as_slice() == ["contains"] {
            with.extend_from_slice(line);
            with.extend_from_slice(include.as_bytes());
        } else {
            with.extend_from_slice(include.as_bytes());
            with.extend_from_slice(line);
        }
    }
    with
}
