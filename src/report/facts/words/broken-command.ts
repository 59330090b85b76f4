/**
 * A command over several lines of at most `width` columns. Each line except the last ends with a backslash, so a shell accepts the copied
 * text. Breaks are between words, and after commas of JSON in single quotes, where white space is allowed. A longer word stays whole.
 */
export function brokenCommand(command: string, width: number): readonly string[] {
  if (command.length <= width) return [command];
  const lines: string[] = [];
  let line = '';
  for (const part of partsOf(command)) {
    const isFirst = line === '';
    if (!isFirst && line.length + 1 + part.length <= width - END.length) {
      line += ` ${part}`;
      continue;
    }
    if (!isFirst) lines.push(line + END);
    const [last = '', ...before] = piecesOf(`${isFirst ? '' : INDENT}${part}`, width).toReversed();
    lines.push(...before.toReversed());
    line = last;
  }
  return [...lines, line];
}

const END = ' \\';
const INDENT = '  ';

/** The words of a command line. A text in quotes or in `$(…)`, and a flag with its value, is one word. */
function partsOf(command: string): readonly string[] {
  // linear: no two of its alternatives begin with the same character.
  const words = command.match(/(?:'[^']*'|"[^"]*"|\$\([^)]*\)|\\.|[^\s'"\\])+/g) ?? [];
  const parts: string[] = [];
  for (const word of words) {
    const isValue = !word.startsWith('-') && /^--?[a-z][a-z-]*$/i.test(parts.at(-1) ?? '');
    parts.push(isValue ? `${parts.pop() ?? ''} ${word}` : word);
  }
  return parts;
}

/** JSON can continue in the next line after any comma that is not in a string. */
function piecesOf(part: string, width: number): readonly string[] {
  const json = part.indexOf("'{");
  if (json < 0 || part.length <= width) return [part];
  const tokens = [part.slice(0, json + 1), ...(part.slice(json + 1).match(/(?:"(?:[^"\\]|\\.)*"|[^",])+,?|,/g) ?? [])];
  const pieces: string[] = [];
  let piece = '';
  for (const token of tokens) {
    if (piece.trim() !== '' && piece.length + token.length > width && (piece.endsWith(',') || pieces.length > 0)) {
      pieces.push(piece);
      piece = INDENT;
    }
    piece += token;
  }
  return [...pieces, piece];
}
