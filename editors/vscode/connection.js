// A connection to `lpopt lsp`: messages with a length before them, over the standard streams of a process.
"use strict";
const { spawn } = require("child_process");

class Connection {
  constructor(path, heard, ended) {
    this.heard = heard;
    this.waiting = new Map();
    this.nextId = 0;
    this.bytes = Buffer.alloc(0);
    this.process = spawn(path, ["lsp", "--stdio"], { stdio: ["pipe", "pipe", "pipe"] });
    this.process.stdout.on("data", (bytes) => this.received(bytes));
    this.process.stdin.on("error", () => {});
    this.process.stderr.on("data", (text) => heard("window/logMessage", { message: String(text).trim() }));
    const end = (why) => {
      for (const { reject } of this.waiting.values()) reject(new Error(why));
      this.waiting.clear();
      ended(why);
    };
    this.process.on("error", (error) => end(String(error.message)));
    this.process.on("exit", (code) => end(`lpopt lsp has ended with code ${code}`));
  }

  received(bytes) {
    this.bytes = Buffer.concat([this.bytes, bytes]);
    for (;;) {
      const end = this.bytes.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = /content-length: *([0-9]+)/i.exec(this.bytes.toString("ascii", 0, end));
      const start = end + 4;
      const stop = start + Number(length && length[1]);
      if (this.bytes.length < stop) return;
      const message = JSON.parse(this.bytes.toString("utf8", start, stop));
      this.bytes = this.bytes.subarray(stop);
      this.take(message);
    }
  }

  take(message) {
    if (message.method !== undefined) {
      this.heard(message.method, message.params);
      return;
    }
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (!waiting) return;
    if (message.error) waiting.reject(new Error(message.error.message));
    else waiting.resolve(message.result);
  }

  send(message) {
    const text = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }), "utf8");
    this.process.stdin.write(`Content-Length: ${text.length}\r\n\r\n`);
    this.process.stdin.write(text);
  }

  tell(method, params) {
    this.send({ method, params });
  }

  ask(method, params, token) {
    const id = ++this.nextId;
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.send({ id, method, params });
    if (token) token.onCancellationRequested(() => this.tell("$/cancelRequest", { id }));
    return answer;
  }

  async end() {
    await this.ask("shutdown").catch(() => {});
    this.tell("exit");
  }
}

module.exports = { Connection };
