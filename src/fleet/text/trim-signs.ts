/** A text without these characters at its end. It searches from the end, because a pattern would try every run of them in the text. */
export function trimEndSigns(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

/** A text without these characters at both ends. */
export function trimSigns(text: string, signs: string): string {
  const ended = trimEndSigns(text, signs);
  let start = 0;
  while (start < ended.length && signs.includes(ended[start] ?? '')) start += 1;
  return ended.slice(start);
}
