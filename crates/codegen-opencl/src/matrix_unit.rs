//! The matrix unit: its instruction, and whether a device has one.

use crate::dialect::Dialect;

/// How many products the unit adds to each result at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Depth {
    /// `m16n8k4`
    Four,
    /// `m16n8k8`
    Eight,
    /// `m16n8k16`
    Sixteen,
}

impl Depth {
    /// That of a loop with so many iterations.
    pub(crate) fn of_iterations(iterations: i64) -> Option<Self> {
        match iterations {
            4 => Some(Depth::Four),
            8 => Some(Depth::Eight),
            16 => Some(Depth::Sixteen),
            _ => None,
        }
    }

    fn products(self) -> u8 {
        match self {
            Depth::Four => 4,
            Depth::Eight => 8,
            Depth::Sixteen => 16,
        }
    }

    /// How many elements of the 16 rows a lane has.
    pub(crate) fn of_rows(self) -> u8 {
        self.products() / 2
    }

    /// How many elements of the 8 columns a lane has.
    pub(crate) fn of_columns(self) -> u8 {
        self.products() / 4
    }

    /// The function's name.
    pub(crate) fn name(self) -> String {
        format!("lp_mma_16x8x{}", self.products())
    }

    /// The function that adds to a lane's four results.
    pub(crate) fn definition(self, dialect: Dialect) -> String {
        let Some((where_known, _)) = dialect.matrix_unit() else { return String::new() };
        let (inline, name, products) = (dialect.inline(), self.name(), self.products());
        let (of_rows, of_columns) = (self.of_rows(), self.of_columns());
        let (c, a, b) =
            (registers(0, 4), registers(4, of_rows), registers(of_rows.saturating_add(4), of_columns));
        let inputs = format!("{}, {}", operands("a", of_rows), operands("b", of_columns));
        format!(
            "{inline} void {name}(double *c0, double *c1, double *c2, double *c3, double const *a, double const *b)\n{{\n\
            {where_known}\n  \
            asm volatile(\"mma.sync.aligned.m16n8k{products}.row.col.f64.f64.f64.f64 {c}, {a}, {b}, {c};\"\n    \
            : \"+d\"(*c0), \"+d\"(*c1), \"+d\"(*c2), \"+d\"(*c3)\n    \
            : {inputs});\n\
            #endif\n}}\n"
        )
    }
}

/// What is a constant of the compiler: whether the device has the unit.
pub(crate) const HAS_UNIT: &str = "LP_HAS_MMA";

/// The macro of that name.
pub(crate) fn has_unit(dialect: Dialect) -> String {
    let Some((where_known, condition)) = dialect.matrix_unit() else { return String::new() };
    format!("{where_known}\n#define {HAS_UNIT} {condition}\n#else\n#define {HAS_UNIT} false\n#endif\n")
}

/// Operands of the instruction, by their numbers.
fn registers(first: u8, count: u8) -> String {
    let all: Vec<String> = (first..first.saturating_add(count)).map(|number| format!("%{number}")).collect();
    format!("{{{}}}", all.join(", "))
}

fn operands(array: &str, count: u8) -> String {
    let all: Vec<String> = (0..count).map(|number| format!("\"d\"({array}[{number}])")).collect();
    all.join(", ")
}
