/**
 * A command over several lines of at most `width` columns. Each line except the last ends with a backslash, so a shell accepts the copied
 * text. Breaks are between words, and in JSON in single quotes, where white space is allowed. A single `TYPE/NAME` that is too long becomes
 * the two words `TYPE NAME`. A longer word stays whole.
 * @param inWords also in words that are too long, for a text that is shown without indentation: blanks would end the word there
 */
export function brokenCommand(command: string, width: number, { inWords = false } = {}): readonly string[] {
  if (command.length <= width) return [command];
  const lines: string[] = [];
  let line = '';
  for (const part of withShortName(partsOf(command), width)) {
    const isFirst = line === '';
    if (!isFirst && line.length + 1 + part.length <= width - END.length) {
      line += ` ${part}`;
      continue;
    }
    if (!isFirst) lines.push(line + END);
    const [last = '', ...before] = piecesOf(`${isFirst ? '' : INDENT}${part}`, width, inWords).toReversed();
    lines.push(...before.toReversed());
    line = last;
  }
  return [...lines, line];
}

const END = ' \\';
const INDENT = '  ';

/** The commands of kubectl that take `TYPE NAME` as well as `TYPE/NAME`. With two `TYPE/NAME` they do not. */
const NAMING: ReadonlySet<string> = new Set(['get', 'describe', 'patch', 'delete', 'annotate', 'label', 'edit']);

function withShortName(parts: readonly string[], width: number): readonly string[] {
  const [named, ...others] = parts.filter((part) => /^[a-z][a-z.-]*\/[\w.-]+$/.test(part));
  const isLong = named !== undefined && INDENT.length + named.length + END.length > width;
  if (!isLong || others.length > 0 || parts[0] !== 'kubectl' || !parts.some((part) => NAMING.has(part))) return parts;
  return parts.flatMap((part) => (part === named ? part.split('/') : [part]));
}

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

/**
 * A backslash at the end of a line joins a word with the start of the next line, in all shells of Linux and macOS, also in double quotes.
 * The first break is after `=`; if a rest is still too long, more are after `,`, `/` and `.`.
 */
function wordPieces(part: string, width: number): readonly string[] {
  if (/^[^"]*'/.test(part)) return [part];
  const pieces: string[] = [];
  let piece = '';
  const at = part.indexOf('=') + 1;
  for (const half of [part.slice(0, at), part.slice(at)].filter((text) => text !== '')) {
    for (const token of half.length + END.length <= width ? [half] : half.split(/(?<=[,/.])/)) {
      const isFull = piece.endsWith('=') || (piece.trim() !== '' && piece.length + token.length + END.length > width);
      if (isFull) pieces.push(`${piece}\\`);
      piece = isFull ? token : piece + token;
    }
  }
  return [...pieces, piece];
}

/** JSON can continue in the next line after a comma and an opening bracket that is not in a string, and in a long field after the colon. */
function piecesOf(part: string, width: number, inWords: boolean): readonly string[] {
  const json = part.indexOf("'{");
  if (part.length + END.length <= width) return [part];
  if (json < 0) return inWords ? wordPieces(part, width) : [part];
  const fields = part.slice(json + 1).match(/(?:"(?:[^"\\]|\\.)*"|[^",[{])+[,[{]*|[,[{]+/g) ?? [];
  const room = width - INDENT.length * 2;
  const tokens = [part.slice(0, json + 1), ...fields.flatMap((field) => (field.length > room ? field.split(/(?<=":)(?=")/) : [field]))];
  const pieces: string[] = [];
  let piece = '';
  for (const token of tokens) {
    if (piece.trim() !== '' && piece.length + token.length > width && /[,:[{]$/.test(piece)) {
      pieces.push(piece);
      piece = INDENT;
    }
    piece += token;
  }
  return [...pieces, piece];
}
