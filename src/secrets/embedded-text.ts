import { readDocuments } from '../yaml/documents.ts';

/** Longer texts are not parsed. If they mention a Secret, they are treated as one. */
const PARSED = 1_000_000;

/**
 * Whether a text holds a value for which `isConfidential` is true, after it is parsed as YAML or JSON, or decoded. A text that cannot be
 * parsed is confidential if it is compressed or mentions a Secret.
 */
export function holdsEmbedded(text: string, isConfidential: (document: unknown) => boolean): boolean {
  if (text.length < SHORTEST) return false;
  if (isPacked(text)) return true;
  const decoded = decodedText(text);
  if (decoded !== undefined) return isPacked(decoded) || isConfidential(decoded);
  return isDocument(text) && holds(text, isConfidential);
}

export function mentionsSecret(text: string): boolean {
  return /Secret/.test(text);
}

const SHORTEST = 16;

/** Gzip, as bytes or in base64, as Helm stores releases. */
function isPacked(text: string): boolean {
  return text.startsWith('\u001f\u008b') || /^H4sI[\w+/-]{12}/.test(text);
}

/** Whether a text begins with a bracket, or is a mapping with a kind in any spelling. */
function isDocument(text: string): boolean {
  return /^\s*[{[]/.test(text) || (/[:?]/.test(text) && /\n|^\s*["'?]?\s?kind/.test(text) && MAY_BE_OBJECT.test(text));
}

/** A key `kind`, plain or quoted with escapes, or an anchor or merge key that may supply one. */
const MAY_BE_OBJECT = /kind|\\[ux][0-9a-fA-F]{2}|<<|[&*]\w/;

function holds(text: string, isConfidential: (document: unknown) => boolean): boolean {
  if (text.length > PARSED) return mentionsSecret(text);
  for (const document of readDocuments(text)) {
    if (document.kind === 'read' ? typeof document.value === 'object' && isConfidential(document.value) : mentionsSecret(text)) return true;
  }
  return false;
}

/** The text that base64 encodes; `undefined` if the input is not base64, or does not encode text. */
function decodedText(text: string): string | undefined {
  if (text.length > PARSED || text.length < 24 || !/^[A-Za-z0-9+/\r\n]+={0,2}$/.test(text.trimEnd())) return undefined;
  const bytes = Buffer.from(text, 'base64');
  const decoded = bytes.toString('latin1');
  // eslint-disable-next-line no-control-regex -- bytes that no text has
  return isPacked(decoded) || !/[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/.test(decoded) ? decoded : undefined;
}
