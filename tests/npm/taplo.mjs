// Serves Taplo's language server, a library compiled to WebAssembly, on standard input and output.
import { existsSync, promises as files } from "node:fs";
import { createRequire } from "node:module";
import { isAbsolute, join } from "node:path";

const { TaploLsp } = createRequire(import.meta.url)("@taplo/lsp");

function write(message) {
  const body = Buffer.from(JSON.stringify(message));
  process.stdout.write(`Content-Length: ${body.length}\r\n\r\n`);
  process.stdout.write(body);
}

async function log(bytes) {
  process.stderr.write(bytes);
  return bytes.length;
}

const environment = {
  cwd: () => process.cwd(),
  envVar: (name) => process.env[name],
  envVars: () => Object.entries(process.env),
  findConfigFile: (from) => [".taplo.toml", "taplo.toml"].map((name) => join(from, name)).find(existsSync),
  glob: () => [],
  isAbsolute,
  now: () => new Date(),
  readFile: (path) => files.readFile(path),
  writeFile: (path, bytes) => files.writeFile(path, bytes),
  stdErrAtty: () => false,
  stdin: async () => new Uint8Array(),
  stdout: log,
  stderr: log,
  urlToFilePath: (url) => decodeURI(url).slice("file://".length),
  fetch: { fetch, Headers, Request, Response },
};

const server = await TaploLsp.initialize(environment, { onMessage: write });
let pending = Buffer.alloc(0);

function nextMessage() {
  const end = pending.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const length = Number(/content-length: *(\d+)/i.exec(pending.subarray(0, end).toString())[1]);
  if (pending.length < end + 4 + length) return undefined;
  const message = JSON.parse(pending.subarray(end + 4, end + 4 + length).toString());
  pending = pending.subarray(end + 4 + length);
  return message;
}

process.stdin.on("data", (data) => {
  pending = Buffer.concat([pending, data]);
  for (let message = nextMessage(); message; message = nextMessage()) {
    if (message.method === "exit") process.exit(0);
    server.send(message);
  }
});
process.stdin.on("end", () => process.exit(0));
