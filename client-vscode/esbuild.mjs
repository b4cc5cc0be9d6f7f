// Bundles the extension and, with --tests, the unit tests. The language client is a separate file, so that activation
// does not wait for it.
import { build } from "esbuild";
import { readdirSync, rmSync } from "node:fs";

const production = process.argv.includes("--production");
// Loading is part of the cost of activation, so the clock starts with the first line.
const banner = { js: "const loadingSince = performance.now();" };
const common = { bundle: true, platform: "node", target: "node20", external: ["vscode"], logLevel: "warning" };

await build({
  ...common,
  entryPoints: ["src/extension.ts", "src/client.ts"],
  outdir: "out",
  external: [...common.external, "./client.js"],
  format: "cjs",
  banner,
  minify: production,
  sourcemap: !production,
});

if (process.argv.includes("--tests")) {
  rmSync("out/test", { recursive: true, force: true }); // a renamed test would run under both names
  const entryPoints = readdirSync("test/unit").map((name) => `test/unit/${name}`);
  await build({ ...common, entryPoints, outdir: "out/test/unit", format: "cjs", sourcemap: "inline" });
}
