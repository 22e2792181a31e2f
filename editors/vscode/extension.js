// What Visual Studio Code asks of `lpopt lsp`. It needs no package besides: the folder is the extension.
"use strict";
const vscode = require("vscode");
const { Connection } = require("./connection");

const LANGUAGES = [
  "lpir", "loopy", "lp-pipeline", "lp-script", "fortran", "fortran-modern", "FortranFreeForm", "FortranFixedForm",
];
// A `.txt` file may be a pipeline; the server knows whether there is a kernel for it.
const SELECTOR = [...LANGUAGES.map((language) => ({ language })), { language: "plaintext", pattern: "**/*.txt" }];
const WATCHED = "**/*.{lpir,loopy,star,txt,f90,F90,f,F,f95,f03,f08,for,floopy}";

let connection;

const position = (at) => new vscode.Position(at.line, at.character);
const range = (at) => new vscode.Range(position(at.start), position(at.end));
const place = (at) => ({ line: at.line, character: at.character });
const area = (at) => ({ start: place(at.start), end: place(at.end) });
const named = (document) => ({ uri: document.uri.toString() });
const isOurs = (document) => vscode.languages.match(SELECTOR, document) > 0;

function edit(changes) {
  const all = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries(changes || {})) {
    all.set(vscode.Uri.parse(uri), edits.map((one) => new vscode.TextEdit(range(one.range), one.newText)));
  }
  return all;
}

function diagnostic(found) {
  const severity = vscode.DiagnosticSeverity[found.severity === 1 ? "Error" : "Warning"];
  const shown = new vscode.Diagnostic(range(found.range), found.message, severity);
  shown.code = found.code;
  shown.source = found.source;
  shown.relatedInformation = (found.relatedInformation || []).map(({ location, message }) =>
    new vscode.DiagnosticRelatedInformation(
      new vscode.Location(vscode.Uri.parse(location.uri), range(location.range)), message));
  return shown;
}

// An answer to a question about a place of a document.
const about = (method, document, at, token, more) =>
  connection.ask(method, { textDocument: named(document), position: place(at), ...more }, token);

const hovers = {
  async provideHover(document, at, token) {
    const hover = await about("textDocument/hover", document, at, token);
    return hover && new vscode.Hover(new vscode.MarkdownString(hover.contents.value), range(hover.range));
  },
};

const completions = {
  async provideCompletionItems(document, at, token) {
    const items = (await about("textDocument/completion", document, at, token)) || [];
    return items.map((item) => {
      const shown = new vscode.CompletionItem(item.label, item.kind - 1);
      shown.detail = item.detail;
      shown.sortText = item.sortText;
      shown.documentation = item.documentation && new vscode.MarkdownString(item.documentation.value);
      shown.insertText = item.textEdit.newText;
      shown.range = range(item.textEdit.range);
      return shown;
    });
  },
};

const definitions = {
  async provideDefinition(document, at, token) {
    const found = await about("textDocument/definition", document, at, token);
    return found && new vscode.Location(vscode.Uri.parse(found.uri), range(found.range));
  },
};

const formatting = {
  async provideDocumentFormattingEdits(document, options, token) {
    const edits = await connection.ask("textDocument/formatting", { textDocument: named(document), options }, token);
    return (edits || []).map((one) => new vscode.TextEdit(range(one.range), one.newText));
  },
};

const actions = {
  async provideCodeActions(document, where, context, token) {
    const params = { textDocument: named(document), range: area(where), context: { diagnostics: [] } };
    const found = (await connection.ask("textDocument/codeAction", params, token)) || [];
    return found.map((action) => {
      const shown = new vscode.CodeAction(action.title, vscode.CodeActionKind.QuickFix);
      shown.edit = edit(action.edit.changes);
      shown.diagnostics = action.diagnostics.map(diagnostic);
      shown.isPreferred = action.isPreferred;
      return shown;
    });
  },
};

const renames = {
  async prepareRename(document, at, token) {
    return range(await about("textDocument/prepareRename", document, at, token));
  },
  async provideRenameEdits(document, at, newName, token) {
    return edit((await about("textDocument/rename", document, at, token, { newName })).changes);
  },
};

const hints = {
  async provideInlayHints(document, where, token) {
    const params = { textDocument: named(document), range: area(where) };
    const found = (await connection.ask("textDocument/inlayHint", params, token)) || [];
    return found.map((hint) => {
      const shown = new vscode.InlayHint(position(hint.position), hint.label, hint.kind);
      shown.paddingLeft = hint.paddingLeft;
      return shown;
    });
  },
};

const lenses = {
  async provideCodeLenses(document, token) {
    const found = (await connection.ask("textDocument/codeLens", { textDocument: named(document) }, token)) || [];
    return found.map(({ range: where, command }) => new vscode.CodeLens(range(where), command));
  },
};

// Kernels after a step, as documents that nobody saves.
const shownKernels = new Map();

async function showKernel(uri, at) {
  const editor = vscode.window.activeTextEditor;
  const where = uri ? { uri, at } : editor && { uri: editor.document.uri.toString(), at: place(editor.selection.active) };
  if (!where) return;
  const answer = await connection.ask("lpir/kernelAt", { textDocument: { uri: where.uri }, position: where.at });
  if (!answer) return;
  const target = vscode.Uri.parse(`lpir-kernel:line-${where.at.line + 1}.lpir?${encodeURIComponent(where.uri)}`);
  shownKernels.set(target.toString(), answer.text);
  changedKernels.fire(target);
  await vscode.window.showTextDocument(target, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
}

const changedKernels = new vscode.EventEmitter();
const kernels = {
  onDidChange: changedKernels.event,
  provideTextDocumentContent: (uri) => shownKernels.get(uri.toString()) || "",
};

function follow(context) {
  const open = (document) => {
    if (!isOurs(document) || document.uri.scheme === "lpir-kernel") return;
    const { languageId, version } = document;
    connection.tell("textDocument/didOpen", {
      textDocument: { ...named(document), languageId, version, text: document.getText() },
    });
  };
  vscode.workspace.textDocuments.forEach(open);
  const watcher = vscode.workspace.createFileSystemWatcher(WATCHED);
  const filesChanged = () => connection.tell("workspace/didChangeWatchedFiles", { changes: [] });
  context.subscriptions.push(
    watcher, watcher.onDidChange(filesChanged), watcher.onDidCreate(filesChanged), watcher.onDidDelete(filesChanged),
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (isOurs(document)) connection.tell("textDocument/didClose", { textDocument: named(document) });
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (!isOurs(document) || contentChanges.length === 0) return;
      connection.tell("textDocument/didChange", {
        textDocument: { ...named(document), version: document.version },
        contentChanges: contentChanges.map((change) => ({ range: area(change.range), text: change.text })),
      });
    }),
  );
}

async function activate(context) {
  const settings = vscode.workspace.getConfiguration("lpir");
  const found = vscode.languages.createDiagnosticCollection("lpir");
  const log = vscode.window.createOutputChannel("lpir");
  const heard = (method, params) => {
    if (method === "textDocument/publishDiagnostics") {
      const uri = vscode.Uri.parse(params.uri);
      const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
      // What is said of a text that has changed since is old.
      if (document && params.version !== undefined && params.version !== document.version) return;
      found.set(uri, params.diagnostics.map(diagnostic));
    } else if (method === "window/logMessage") {
      log.appendLine(params.message);
    }
  };
  const ended = (why) => {
    found.clear();
    log.appendLine(why);
  };
  connection = new Connection(settings.get("path"), heard, ended);
  const kernel = settings.get("kernel");
  await connection.ask("initialize", {
    processId: process.pid, rootUri: null, capabilities: {},
    initializationOptions: { buttons: true, ...(kernel ? { kernel } : {}) },
  });
  connection.tell("initialized", {});
  follow(context);
  const { languages, commands, workspace } = vscode;
  context.subscriptions.push(
    found, log,
    languages.registerHoverProvider(SELECTOR, hovers),
    languages.registerCompletionItemProvider(SELECTOR, completions, "\"", "'", "(", ",", "."),
    languages.registerDefinitionProvider(SELECTOR, definitions),
    languages.registerDocumentFormattingEditProvider("lpir", formatting),
    languages.registerCodeActionsProvider(SELECTOR, actions),
    languages.registerRenameProvider(SELECTOR, renames),
    languages.registerInlayHintsProvider(SELECTOR, hints),
    languages.registerCodeLensProvider(SELECTOR, lenses),
    workspace.registerTextDocumentContentProvider("lpir-kernel", kernels),
    commands.registerCommand("lpir.showKernel", showKernel),
  );
}

async function deactivate() {
  if (connection) await connection.end();
}

module.exports = { activate, deactivate };
