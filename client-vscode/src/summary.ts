/** How much a check of the workspace has found, in words. */
import type { WorkspaceChecked } from "./protocol";

/** Open files are not counted: their problems are in the list already. */
export function summaryOf({ problems, files }: WorkspaceChecked): string {
  return problems === 0
    ? "no problems in files that are not open"
    : `${counted(problems, "problem")} in ${counted(files, "file")} that ${files === 1 ? "is" : "are"} not open`;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
