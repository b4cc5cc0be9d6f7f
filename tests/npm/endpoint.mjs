// Runs the real @octokit/endpoint for the tests: one JSON request on standard input, one JSON answer on standard output.
//   {"package": "endpoint-6", "calls": [[[defaults, …], route, options], …]}  →  [{"result": …} | {"error": "…"}, …]
//   {"package": "endpoint-6", "rounds": 20000, "calls": …}  →  microseconds for one call, each
import { readFileSync } from "node:fs";

const request = JSON.parse(readFileSync(0, "utf-8"));
const { endpoint } = await import(request.package);

function prepared([defaults, route, options]) {
  const builder = defaults.reduce((builder, more) => builder.defaults(more), endpoint);
  return route === null ? () => builder(options) : () => builder(route, options);
}

function answer(call) {
  try {
    return { result: prepared(call)() };
  } catch (error) {
    return { error: String(error) };
  }
}

function microseconds(call, rounds) {
  const run = prepared(call);
  let best = Infinity;
  for (let repeat = 0; repeat < 5; repeat++) {
    const start = process.hrtime.bigint();
    for (let round = 0; round < rounds; round++) run();
    best = Math.min(best, Number(process.hrtime.bigint() - start) / rounds / 1000);
  }
  return best;
}

const run = request.rounds ? (call) => microseconds(call, request.rounds) : answer;
process.stdout.write(JSON.stringify(request.calls.map(run)));
