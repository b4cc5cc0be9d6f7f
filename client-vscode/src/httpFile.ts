/** A request as a document for REST Client, httpYac and JetBrains' HTTP client: open values become variables. */
import type { CopiedRequest } from "./protocol";

export function withVariables({ text, open, masked }: CopiedRequest): string {
  const names = new Map<string, string>();
  for (const each of open) {
    names.set(each, unused(identifier(each), [...names.values()]));
  }
  let request = text.replace(/\{([^{}]*)\}/g, (whole, expression: string) => {
    const name = names.get(expression);
    return name === undefined ? whole : `{{${name}}}`;
  });
  const secrets = masked.filter((each) => each !== "URL" && each !== "body");
  for (const header of secrets) {
    const name = unused(identifier(header), [...names.values()]);
    names.set(`${header}: `, name);
    request = request.replace(new RegExp(`^(${header}:.*)\\*\\*\\*`, "m"), `$1{{${name}}}`);
  }
  const variables = [...names.values()].map((name) => `@${name} = \n`).join("");
  return variables === "" ? request : `${variables}\n### \n${request}`;
}

/** A name that all three accept: letters, digits and underscores. */
function identifier(expression: string): string {
  const name = expression.replace(/\W+/g, "_").replace(/^_+|_+$/g, "");
  return /^[A-Za-z]/.test(name) ? name : `value_${name}`.replace(/_$/, "");
}

function unused(name: string, taken: readonly string[]): string {
  let free = name;
  for (let number = 2; taken.includes(free); number += 1) {
    free = `${name}_${number}`;
  }
  return free;
}
