//! The kernels that a thread works on.

use crate::answer::Failure;
use diag::SourceMap;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Kernels that a thread keeps beside their text. Those of a search for the best variant come and go.
const MOST: usize = 64;

thread_local! {
    static HELD: RefCell<VecDeque<(u64, Rc<ir::Kernel>)>> = const { RefCell::new(VecDeque::new()) };
}

static NEXT: AtomicU64 = AtomicU64::new(0);

/// A kernel as text, which threads may share.
#[derive(Debug, Clone)]
pub(crate) struct Text {
    number: u64,
    pub(crate) text: Arc<str>,
}

impl Text {
    /// The text of a kernel that this thread goes on to work on.
    pub(crate) fn new(kernel: ir::Kernel) -> Text {
        let mut module = ir::Module::default();
        module.kernels.insert(kernel.name.clone(), kernel);
        let text = ir::text::print_module(&module);
        let text = Text { number: NEXT.fetch_add(1, Ordering::Relaxed), text: text.into() };
        if let Some((_, kernel)) = module.kernels.pop() {
            hold(text.number, Rc::new(kernel));
        }
        text
    }

    /// The kernel, read again where this thread does not hold it.
    pub(crate) fn kernel(&self) -> Result<Rc<ir::Kernel>, Failure> {
        let held = HELD.with_borrow(|held| {
            held.iter().find(|(number, _)| *number == self.number).map(|(_, kernel)| Rc::clone(kernel))
        });
        if let Some(kernel) = held {
            return Ok(kernel);
        }
        let kernel = Rc::new(parse(&self.text)?);
        hold(self.number, Rc::clone(&kernel));
        Ok(kernel)
    }
}

/// The kernel of a text that was printed here.
pub(crate) fn parse(text: &str) -> Result<ir::Kernel, Failure> {
    let mut sources = SourceMap::default();
    let id = sources.add("<kernel>", text);
    let module = ir::text::parse_module(text, id);
    let mut module = module.map_err(|problems| Failure::refused(problems, &sources))?;
    let found = module.kernels.pop().map(|(_, kernel)| kernel);
    found.ok_or_else(|| Failure::internal("a text without a kernel"))
}

fn hold(number: u64, kernel: Rc<ir::Kernel>) {
    HELD.with_borrow_mut(|held| {
        if held.len() >= MOST {
            held.pop_front();
        }
        held.push_back((number, kernel));
    });
}
