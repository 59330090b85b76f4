import { type BrokenDocument, readDocuments } from '../../../yaml/documents.ts';
import { overwritePlaceholders } from './placeholder.ts';

/**
 * Why a text that cannot be parsed is unfinished rather than wrong: another tool replaces parts of it, or the author left parts out. Only
 * text at the fault is considered: with it overwritten, the parser must get past that place. `undefined` for a mistake of the author.
 */
export function whyUnfinished(document: BrokenDocument): string | undefined {
  const { text, faultOffset } = document;
  const forms = [
    { reason: TEMPLATE, finish: withoutTemplates },
    { reason: TEMPLATE, finish: withoutScript },
    { reason: TEMPLATE, finish: withoutPlaceholderLines },
    { reason: TEMPLATE, finish: lineFinisher(document) },
    { reason: 'A fragment: an ellipsis replaces parts of it.', finish: withoutEllipses },
  ];
  let finished = text;
  for (const { reason, finish } of forms) {
    const next = finish(finished);
    if (next !== finished && faultOf(next) > faultOffset) return reason;
    finished = next;
  }
  return undefined;
}

const TEMPLATE = 'A template or script, not a manifest yet: render it and lint the result.';

/** The offset of the first fault of the first document; infinite if there is none. */
function faultOf(text: string): number {
  const [first] = readDocuments(text);
  return first?.kind === 'broken' ? first.start + first.faultOffset : Infinity;
}

// No alternative may match across the start of the next candidate; else hostile text would take quadratic time.
// linear: see above.
const EXPRESSION = /\{\{(?:(?!\{\{)[^])*?\}\}|\{%(?:(?!\{%)[^])*?%\}|<%(?:(?!<%)[^])*?%>|<\/?[#@][A-Za-z][^<>]*>/g;
/** Replaces a character of an expression; no real text uses it. */
const MARK = '\uE000';

/** Expressions outside comments become blanks if nothing else is on their lines, else letters. */
function withoutTemplates(text: string): string {
  const uncommented = text.replaceAll(/^[^\S\n\r\u2028\u2029]*#[^\n]*/gm, (comment) => ' '.repeat(comment.length));
  const marked = uncommented.replaceAll(EXPRESSION, (expression) => overwritten(expression, MARK));
  if (marked === uncommented) return text;
  return marked
    .split('\n')
    .map((line) => line.replaceAll(MARK, /^[\s\uE000]*$/.test(line) ? ' ' : 'x'))
    .join('\n');
}

/** Everything except the body of a shell script's here-document becomes blank. In a manifest, a script is indented. */
function withoutScript(text: string): string {
  // linear: it matches within one line, and starts at each of its `<<` once.
  const opening = /^(?!["']?[\w./-]+["']?[^\S\n\r\u2028\u2029]*:)[^\s#].*<<-?[^\S\n\r\u2028\u2029]*(['"]?)([A-Za-z_]+)\1.*$/m.exec(text);
  const [, , tag] = opening ?? [];
  if (opening === null || tag === undefined) return text;
  const start = lineEnd(text, opening.index);
  const end = endOfScript(text, start, tag);
  return overwritten(text.slice(0, start), ' ') + text.slice(start, end) + overwritten(text.slice(end), ' ');
}

/** The start of the line with only the tag; the end of the text if there is none. */
function endOfScript(text: string, from: number, tag: string): number {
  for (let start = from; start < text.length; start = lineEnd(text, start) + 1)
    if (text.slice(start, lineEnd(text, start)).trim() === tag) return start;
  return text.length;
}

/** A line with only a placeholder, which may become several lines, becomes blank. */
function withoutPlaceholderLines(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const written = overwritePlaceholders(line);
      return written !== line && /^\s*x+\s*$/.test(written) ? ' '.repeat(line.length) : line;
    })
    .join('\n');
}

/** The variables on the line of the fault become letters. */
function lineFinisher({ faultOffset }: BrokenDocument): (text: string) => string {
  return (text) => {
    const start = text.lastIndexOf('\n', faultOffset - 1) + 1;
    const end = lineEnd(text, faultOffset);
    return text.slice(0, start) + overwritePlaceholders(text.slice(start, end)) + text.slice(end);
  };
}

/** Lines and values that are an ellipsis become blanks. */
function withoutEllipses(text: string): string {
  return text.replaceAll(
    // linear: it matches within one line, and each run of blanks once.
    /^([^\S\n\r\u2028\u2029]*(?:-[^\S\n\r\u2028\u2029]+)?|.*:[^\S\n\r\u2028\u2029]+)(?:\.\.\.|…)(?=[^\S\n\r\u2028\u2029]*$)/gm,
    (whole: string, before: string) =>
      /^\s*(?:-\s*)?$/.test(before) ? whole.replaceAll(/\S/g, ' ') : before + ' '.repeat(whole.length - before.length),
  );
}

function overwritten(text: string, mark: string): string {
  return text.replaceAll(/[^\r\n]/g, mark);
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
