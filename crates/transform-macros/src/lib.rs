//! `#[derive(Transform)]`: from one struct, the specification, the constructor and the text of a transform.
//!
//! A struct's fields are the transform's arguments, in the order of the call. Its doc comment and theirs
//! become help text. `#[transform(group = "inames", name = "..", alias = "..")]` stands on the struct; the
//! name is the struct's in snake case unless given, `alias` may stand several times, `reference` marks a
//! transform that changes the reference too, and `program` one that makes another program. `joins` marks one
//! that makes one kernel of several: it has `pass::Join` in the place of `pass::Rewrite`. On a field,
//! `#[arg(default = None)]` makes it optional (a string holds the default as pipeline text, `"(0, 0)"`), and
//! `#[arg(rest)]` collects all keywords that no other field claims.
//!
//! For calls in Rust, a struct `SplitIname` gets `SplitIname::new`, which takes all that has no default, and
//! a struct `SplitInameCall` with a method for each of the other arguments.

mod call;
mod declaration;
mod emit;

use proc_macro::TokenStream;
use quote::quote;

/// Declares a transform in a crate that uses `pass`; see the crate's documentation.
#[proc_macro_derive(Transform, attributes(transform, arg))]
pub fn derive_transform(input: TokenStream) -> TokenStream {
    derive(input, &quote! { ::pass })
}

/// The same in a crate that uses the facade alone: there it is `lpir::transform::Transform`.
#[proc_macro_derive(UserTransform, attributes(transform, arg))]
pub fn derive_user_transform(input: TokenStream) -> TokenStream {
    derive(input, &quote! { ::lpir::transform })
}

fn derive(input: TokenStream, pass: &proc_macro2::TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    let declaration = declaration::Declaration::read(&input);
    declaration
        .map_or_else(|error| error.to_compile_error(), |declaration| emit::emit(&declaration, pass))
        .into()
}
