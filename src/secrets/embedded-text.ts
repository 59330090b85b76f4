import { mentionsCredential } from './credential-names.ts';

/** Longer texts are not parsed. If they mention a Secret, they are treated as one. */
export const PARSED = 1_000_000;

export function mentionsSecret(text: string): boolean {
  return /Secret/.test(text);
}

/** Gzip, as bytes or in base64, as Helm stores releases. */
export function isPacked(text: string): boolean {
  return text.startsWith('\u001f\u008b') || /^H4sI[\w+/-]{12}/.test(text);
}

/** Whether a text begins with a bracket, or is a mapping with a kind in any spelling. */
export function isDocument(text: string): boolean {
  return /^\s*[{[]/.test(text) || (/[:?]/.test(text) && /\n|^\s*["'?]?\s?kind/.test(text) && MAY_BE_OBJECT.test(text));
}

/** A key `kind`, plain or quoted with escapes, or an anchor or merge key that may supply one. */
const MAY_BE_OBJECT = /kind|\\[ux][0-9a-fA-F]{2}|<<|[&*]\w/;

/** Whether a text should be parsed: it may be an object, or it may have a key that names a credential. */
export function mayHoldDocument(text: string): boolean {
  return isDocument(text) || (text.includes(':') && mentionsCredential(text));
}

/** The text that base64 encodes; `undefined` if the input is not base64, or does not encode text. */
export function decodedText(text: string): string | undefined {
  if (text.length > PARSED || text.length < 24 || !/^[A-Za-z0-9+/\r\n]+={0,2}$/.test(text.trimEnd())) return undefined;
  const bytes = Buffer.from(text, 'base64');
  const decoded = bytes.toString('latin1');
  // eslint-disable-next-line no-control-regex -- bytes that no text has
  return isPacked(decoded) || !/[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/.test(decoded) ? decoded : undefined;
}
