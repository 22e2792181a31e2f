//! What our languages consist of.

use crate::registry::registry;
use ir::Scalar;

/// A language that editors colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Language {
    /// Kernels, `.lpir`
    Lpir,
    /// Loo.py's kernel language, `.loopy`
    Loopy,
    /// Pipelines
    Pipeline,
}

/// What words of a class are to those who read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Keyword,
    Operator,
    Constant,
    Type,
    Function,
}

/// A language, as far as colours go.
#[derive(Debug)]
pub(super) struct Description {
    /// Its name in editors.
    pub(super) id: &'static str,
    /// What it is called.
    pub(super) title: &'static str,
    /// Quotation marks.
    pub(super) quotes: &'static [char],
    /// Its words, by class; each in one class.
    pub(super) words: Vec<(Class, Vec<String>)>,
}

impl Class {
    const ALL: [Class; 5] = [Class::Operator, Class::Constant, Class::Type, Class::Function, Class::Keyword];

    /// Its name in Vim.
    pub(super) fn vim(self) -> &'static str {
        match self {
            Class::Keyword => "Keyword",
            Class::Operator => "Operator",
            Class::Constant => "Constant",
            Class::Type => "Type",
            Class::Function => "Function",
        }
    }

    /// Its scope in TextMate.
    pub(super) fn scope(self) -> &'static str {
        match self {
            Class::Keyword => "keyword.control",
            Class::Operator => "keyword.operator.word",
            Class::Constant => "constant.language",
            Class::Type => "storage.type",
            Class::Function => "support.function",
        }
    }

    /// Its rule in tree-sitter.
    pub(super) fn rule(self) -> &'static str {
        match self {
            Class::Keyword => "keyword",
            Class::Operator => "operator_word",
            Class::Constant => "constant",
            Class::Type => "type",
            Class::Function => "function",
        }
    }
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 3] = [Language::Lpir, Language::Loopy, Language::Pipeline];

    /// What it consists of.
    pub(super) fn description(self) -> Description {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let words = match self {
            Language::Lpir => vec![
                (Class::Keyword, [owned(ir::text::LINE_WORDS), owned(ir::text::CLAUSE_WORDS)].concat()),
                (Class::Constant, owned(ir::text::OPERATOR_WORDS)),
                (Class::Type, owned(&Scalar::ALL.map(Scalar::name))),
            ],
            Language::Loopy => vec![
                (Class::Keyword, frontend_loopy::words().collect()),
                (Class::Type, owned(&Scalar::ALL.map(Scalar::numpy_name))),
            ],
            Language::Pipeline => {
                let specs = registry().specs().iter();
                let names =
                    specs.flat_map(|spec| std::iter::once(spec.name).chain(spec.aliases.iter().copied()));
                vec![
                    (Class::Keyword, owned(&pass::words().collect::<Vec<_>>())),
                    (Class::Constant, owned(&pass::CONSTANTS)),
                    (Class::Function, names.map(str::to_owned).collect()),
                ]
            }
        };
        let (id, title, quotes): (_, _, &[char]) = match self {
            Language::Lpir => ("lpir", "lpir", &['"']),
            Language::Loopy => ("loopy", "Loo.py kernel", &['"', '\'']),
            Language::Pipeline => ("lp-pipeline", "Transform pipeline", &['"', '\'']),
        };
        Description { id, title, quotes, words: sorted(words) }
    }
}

/// Words that are operators in all languages that have them.
const OPERATORS: [&str; 3] = ["and", "or", "not"];

/// Each word in one class, in the order of the alphabet.
fn sorted(words: Vec<(Class, Vec<String>)>) -> Vec<(Class, Vec<String>)> {
    let mut sorted: Vec<(Class, Vec<String>)> = Class::ALL.map(|class| (class, Vec::new())).into();
    for (class, word) in
        words.into_iter().flat_map(|(class, words)| words.into_iter().map(move |word| (class, word)))
    {
        let class = if OPERATORS.contains(&word.as_str()) { Class::Operator } else { class };
        let is_known = sorted.iter().any(|(_, known)| known.contains(&word));
        if let Some((_, own)) = sorted.iter_mut().find(|(own, _)| *own == class && !is_known) {
            own.push(word);
        }
    }
    sorted.iter_mut().for_each(|(_, words)| words.sort());
    sorted.retain(|(_, words)| !words.is_empty());
    sorted
}
