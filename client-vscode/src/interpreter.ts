/** Finds a Python that can run the server. Independent of the editor, so that it can be tested without one. */
import { execFile } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import * as path from "node:path";

export const OLDEST: Version = [3, 11];

export type Version = readonly [major: number, minor: number];

/** A Python to try, and a description of where its name comes from. */
export interface Candidate {
  readonly path: string;
  readonly from: string;
}

export interface Python {
  readonly path: string;
  readonly version: Version;
}

export interface Refusal extends Candidate {
  readonly reason: string;
}

export interface Wishes {
  /** The setting; empty if it is not set. */
  readonly setting: string;
  /** The interpreter chosen in the Python extension. It may be the folder's own code, so only if the folder is trusted. */
  readonly active: string | undefined;
}

/** In the order in which they are tried. A setting is a decision: nothing else is tried. */
export function candidates(wishes: Wishes, onPath: readonly string[]): Candidate[] {
  if (wishes.setting !== "") {
    return [{ path: wishes.setting, from: "the setting waypost.interpreter" }];
  }
  const active = wishes.active === undefined ? [] : [{ path: wishes.active, from: "the Python extension" }];
  return [...active, ...onPath.map((each) => ({ path: each, from: "PATH" }))];
}

/** The Pythons on PATH. Relative entries are left out: they depend on the current folder. */
export function pythonsOnPath(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string[] {
  const windows = platform === "win32";
  const names = windows
    ? ["python.exe", "python3.exe"]
    : ["python3", "python", "python3.14", "python3.13", "python3.12", "python3.11"];
  const searched = environment[Object.keys(environment).find((key) => key.toUpperCase() === "PATH") ?? "PATH"] ?? "";
  const folders = searched.split(windows ? ";" : ":").filter((each) => path.isAbsolute(each));
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)).filter(isProgram));
}

/** The first candidate that is new enough and to which `accepts` has no objection. */
export async function firstUsable(
  tried: readonly Candidate[],
  accepts: (version: Version) => string | undefined,
  versionOf: (program: string) => Promise<Version> = askVersion,
): Promise<{ python: Python | undefined; refusals: Refusal[] }> {
  const refusals: Refusal[] = [];
  for (const candidate of tried) {
    try {
      const version = await versionOf(candidate.path);
      const reason = isOlder(version, OLDEST) ? `is Python ${version.join(".")}` : accepts(version);
      if (reason === undefined) {
        return { python: { path: candidate.path, version }, refusals };
      }
      refusals.push({ ...candidate, reason });
    } catch (error) {
      refusals.push({ ...candidate, reason: isMissing(error) ? "does not exist" : "does not run" });
    }
  }
  return { python: undefined, refusals };
}

/** The message if there is no usable Python: one sentence that names what is wrong. The log has all that was tried. */
export function explain(refusals: readonly Refusal[]): string {
  const needed = `The server needs Python ${OLDEST.join(".")} or later`;
  const [first, ...others] = refusals;
  if (first === undefined) {
    return `${needed}, and there is none on PATH`;
  }
  const more = others.length === 0 ? "" : `, and ${others.length} more cannot run it`;
  return `${needed}: ${first.path} (from ${first.from}) ${first.reason}${more}`;
}

/** Asks the program itself. With -I and -S, no package or start-up file of its environment is loaded. */
function askVersion(program: string): Promise<Version> {
  const question = "import sys; print(*sys.version_info[:2])";
  return new Promise((resolve, reject) => {
    execFile(program, ["-I", "-S", "-c", question], { timeout: 10_000, windowsHide: true }, (error, output) => {
      const found = /^(\d+) (\d+)\s*$/.exec(output);
      if (error || found === null) {
        reject(error ?? new Error(`unexpected answer: ${output}`));
      } else {
        resolve([Number(found[1]), Number(found[2])]);
      }
    });
  });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function isOlder([major, minor]: Version, [thanMajor, thanMinor]: Version): boolean {
  return major < thanMajor || (major === thanMajor && minor < thanMinor);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
