/**
 * A command over several lines of at most `width` columns, each but the last with a backslash at its end, so that any shell takes it as it
 * stands. It is broken between words, and behind commas of JSON in single quotes, which may hold white space there. What is longer stays whole.
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

/** Words of a command line, what is in quotes or in `$(…)` together, and a flag with its value. */
function partsOf(command: string): readonly string[] {
  // linear: no two of its ways begin with the same sign.
  const words = command.match(/(?:'[^']*'|"[^"]*"|\$\([^)]*\)|\\.|[^\s'"\\])+/g) ?? [];
  const parts: string[] = [];
  for (const word of words) {
    const isValue = !word.startsWith('-') && /^--?[a-z][a-z-]*$/i.test(parts.at(-1) ?? '');
    parts.push(isValue ? `${parts.pop() ?? ''} ${word}` : word);
  }
  return parts;
}

/** JSON may go on in the next line behind any comma that is not in a text. */
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
