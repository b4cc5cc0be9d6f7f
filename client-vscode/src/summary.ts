/** The result of a workspace check, in words. */
import type { WorkspaceChecked } from "./protocol";

/** Open files are not counted, because their problems are already in the list. */
export function summaryOf({ problems, files }: WorkspaceChecked): string {
  return problems === 0
    ? "no problems in files that are not open"
    : `${counted(problems, "problem")} in ${counted(files, "file")} that ${files === 1 ? "is" : "are"} not open`;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
