/** What somebody is still typing, and what a list of completions still offers for it. */

/** Whether a key was pressed in the middle of something; pasted or completed text is whole. */
export function isHalfTyped(inserted: string, before: string): boolean {
  return /^.?$/u.test(typedOf(inserted)) && /[\p{L}\p{N}_"'[{(/?&=.,:-]\s?$/u.test(before);
}

/** Of a pair, only what opens it was typed: the editor adds the rest. */
export function typedOf(inserted: string): string {
  return /^(?:""|''|\[\]|\{\}|\(\))$/.test(inserted) ? inserted.slice(0, 1) : inserted;
}

/** Whether an editor still lists a text: as it filters, each typed character is in the text, in this order. */
export function isListed(typed: string, text: string): boolean {
  const wanted = typed.toLowerCase();
  let found = 0;
  for (const character of text.toLowerCase()) {
    found += wanted.startsWith(character, found) ? character.length : 0;
  }
  return found === wanted.length;
}
