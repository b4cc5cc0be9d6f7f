/** What people are not shown: the client library's own messages, which hold codes and stack traces. They are logged. */

interface Talkative {
  error(message: string, data?: unknown, show?: boolean | "force"): void;
  warn(message: string, data?: unknown, show?: boolean | "force"): void;
  info(message: string, data?: unknown, show?: boolean | "force"): void;
}

/** The same client, which only logs: who owns it says what is wrong, in one sentence. */
export function onlyLogged<C extends Talkative>(client: C): C {
  for (const level of ["error", "warn", "info"] as const) {
    const log = client[level].bind(client);
    client[level] = (message: string, data?: unknown) => log(message, data, false);
  }
  return client;
}

/** A message that cannot be sent or read, a pending response rejected, the connection inactive: codes of the library. */
const GONE: readonly unknown[] = [-32099, -32098, -32097, -32096];

/** Whether a request failed because the server is not there any more. */
export function isGone(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && GONE.includes(error.code);
}

/** What went wrong, in its first line: others are stack traces. */
export function sentenceOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  return said.split("\n", 1)[0]?.trim() || "Something went wrong";
}
