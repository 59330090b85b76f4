/** Whether an API server takes a text as base64: line breaks are ignored; the padding is required. Source: Go's `base64.StdEncoding`. */
export function isBase64(text: string): boolean {
  const plain = text.replaceAll(/[\r\n]/g, '');
  return plain.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(plain);
}
