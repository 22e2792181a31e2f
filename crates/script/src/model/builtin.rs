//! Python's own functions, by name.

macro_rules! builtins {
    ($($name:ident = $text:literal),* $(,)?) => {
        /// A function of Python's.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Builtin { $(#[doc = concat!("`", $text, "`.")] $name),* }

        impl Builtin {
            pub(crate) const ALL: &[Builtin] = &[$(Builtin::$name),*];

            /// Its name.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Builtin::$name => $text),* }
            }
        }
    };
}

builtins! {
    Abs = "abs",
    All = "all",
    Any = "any",
    Callable = "callable",
    Chr = "chr",
    Dir = "dir",
    Divmod = "divmod",
    Enumerate = "enumerate",
    Filter = "filter",
    Format = "format",
    Getattr = "getattr",
    Hasattr = "hasattr",
    Hash = "hash",
    Isinstance = "isinstance",
    Issubclass = "issubclass",
    Iter = "iter",
    Len = "len",
    Map = "map",
    Max = "max",
    Min = "min",
    Next = "next",
    Ord = "ord",
    Pow = "pow",
    Print = "print",
    Repr = "repr",
    Reversed = "reversed",
    Round = "round",
    Setattr = "setattr",
    Sorted = "sorted",
    Sum = "sum",
    Zip = "zip",
}
