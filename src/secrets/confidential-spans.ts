import { readDocuments } from '../yaml/documents.ts';
import { assignedSpans } from './assigned-spans.ts';
import { credentialSpans, secretDataAt, type Span } from './credential-text.ts';
import { documentSpans, mayBeSecret, rangeOf } from './document-spans.ts';
import { decodedText, isDocument, isPacked, mayHoldDocument, mentionsSecret, PARSED } from './embedded-text.ts';
import { flagValueSpans } from './flag-value.ts';
import { outside } from './spans.ts';

/**
 * The confidential ranges of a text in any format: values of credentials in YAML, JSON, INI, properties, XML and command lines, and
 * credentials that are recognised by their form. A text of one line, a Secret, and a text in base64 that holds a credential are
 * confidential as a whole, because the rest would be a guess.
 * @param redact returns a parsed value without its confidential parts; `undefined` if the text is nested too deeply to be parsed
 */
export function confidentialSpans(text: string, redact: ((value: unknown) => unknown) | undefined): readonly Span[] {
  const whole = [{ start: 0, end: text.length }];
  if (isPacked(text)) return whole;
  if (redact === undefined) return mentionsSecret(text) || lineSpans(text, [], false).length > 0 ? whole : [];
  const decoded = decodedText(text);
  if (decoded !== undefined) return isPacked(decoded) || redact(decoded) !== decoded ? whole : [];
  const { spans, isYaml, isWhole } = embedded(text, redact);
  const all = isWhole ? whole : [...spans, ...lineSpans(text, spans, isYaml)];
  return all.length > 0 && !text.trimEnd().includes('\n') ? whole : all;
}

/**
 * As `confidentialSpans`, for a file that is read line by line: values of Secrets are single ranges. A document that cannot be parsed and
 * may be a Secret is hidden completely.
 */
export function confidentialSpansOfFile(text: string, redact: (value: unknown) => unknown): readonly Span[] {
  const spans: Span[] = [];
  for (const document of readDocuments(text)) {
    if (document.kind === 'read') spans.push(...documentSpans(document, redact));
    else if (mayBeSecret(document)) spans.push(...rangeOf(document));
  }
  return [...spans, ...lineSpans(text, spans, true)];
}

interface Embedded {
  readonly spans: readonly Span[];
  /** The text is only objects and lists, so that its values are judged and its lines are not. */
  readonly isYaml: boolean;
  readonly isWhole: boolean;
}

const NO_DOCUMENT: Embedded = { spans: [], isYaml: false, isWhole: false };

function embedded(text: string, redact: (value: unknown) => unknown): Embedded {
  if (!mayHoldDocument(text)) return NO_DOCUMENT;
  if (text.length > PARSED) return { ...NO_DOCUMENT, isWhole: mentionsSecret(text) };
  const spans: Span[] = [];
  let isYaml = true;
  for (const document of readDocuments(text)) {
    if (document.kind !== 'read') {
      isYaml = false;
      if (isDocument(text) && mentionsSecret(text)) return { ...NO_DOCUMENT, isWhole: true };
      continue;
    }
    isYaml &&= typeof document.value === 'object';
    const own = documentSpans(document, redact);
    if (own.length > 0 && /"kind":"Secret/.test(JSON.stringify(document.value))) return { ...NO_DOCUMENT, isWhole: true };
    spans.push(...own);
  }
  return { spans, isYaml, isWhole: false };
}

/** Credentials that the lines show, up to the ends of the lines. */
function lineSpans(text: string, known: readonly Span[], isYaml: boolean): readonly Span[] {
  const data = isYaml ? undefined : secretDataAt(text);
  const assigned = assignedSpans(text, isYaml);
  const found = outside([...credentialSpans(text), ...flagValueSpans(text)], [...known, ...assigned]);
  return [
    ...(data === undefined ? [] : [{ start: data, end: text.length }]),
    ...assigned,
    ...found.map((span) => (isEnclosed(text, span) ? span : { start: span.start, end: lineEnd(text, span.end) })),
  ];
}

/** Whether the end of a value is known: a quote, or the end of an XML element. */
function isEnclosed(text: string, { start, end }: Span): boolean {
  return text.startsWith('</', end) || (/["']/.test(text[end] ?? '') && text[start - 1] === text[end]);
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}
