/** Whether a key was pressed in the middle of a word; pasted or completed text is whole. */
export function isHalfTyped(inserted: string, before: string): boolean {
  return /^.?$/u.test(inserted) && /[\p{L}\p{N}_-]$/u.test(before);
}
