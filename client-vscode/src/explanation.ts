/**
 * The page that explains spelling: each word that is not accepted with its place, and how many words are. Its links, and
 * those of the page of the configuration that applies.
 */
import type { EffectiveConfig, Explanation, Reported } from "./protocol";

const NOT_INSTALLED =
  "typos is not installed, so only the entries of the configuration are judged. Install it with `pip install typos`,\n" +
  "or set waypost.typosPath to the program.\n";

export function explained({ reported, accepted, unknown, notes, installed }: Explanation): string {
  const lines = reported.map((each) => `${placeOf(each)}  ${each.line}\n`);
  const list = lines.length === 0 ? "" : `\n${lines.join("")}`;
  const said = notes.length === 0 ? "" : `\n${notes.join("\n")}\n`;
  return `${heading(reported.length, accepted, unknown)}\n${list}${said}${installed ? "" : `\n${NOT_INSTALLED}`}`;
}

/** The links on the page: the character where each starts, and its target. */
export interface PageLink {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly uri: string;
  readonly target: number;
}

export function linksOf(page: string, { reported }: Explanation, uri: string): PageLink[] {
  const lines = page.split("\n");
  return reported.flatMap((each, index) => {
    const line = index + 2; // after the heading and an empty line
    const text = lines[line] ?? "";
    const place = { line, start: 0, end: placeOf(each).trimEnd().length, uri, target: each.at.line };
    const entry = /\(([^()]+:\d+)\)/.exec(text);
    return each.entry === null || entry === null
      ? [place]
      : [
          place,
          {
            line,
            start: entry.index + 1,
            end: entry.index + entry[0].length - 1,
            uri: each.entry.uri,
            target: each.entry.line,
          },
        ];
  });
}

/** The links to the lines that values of the configuration come from. */
export function originsOf({ text, source }: EffectiveConfig): PageLink[] {
  const file = source?.slice(source.lastIndexOf("/") + 1);
  return text.split("\n").flatMap((shown, line) => {
    const [, before = "", place = "", name, target] = /^(\s*# )(([^:]+):(\d+))(?=,|$)/.exec(shown) ?? [];
    const start = before.length;
    return source === null || name !== file
      ? []
      : [{ line, start, end: start + place.length, uri: source, target: Number(target) - 1 }];
  });
}

function heading(reported: number, accepted: number, unknown: number): string {
  if (reported + accepted + unknown === 0) {
    return "There are no words here.";
  }
  const left = unknown === 0 ? "" : ` ${words(unknown)} not looked up.`;
  return `${words(reported)} not accepted, ${words(accepted)} accepted.${left}`;
}

function words(count: number): string {
  return `${count} word${count === 1 ? "" : "s"}`;
}

function placeOf({ at }: Reported): string {
  return `${at.line + 1}:${at.character + 1}`.padEnd(7);
}
