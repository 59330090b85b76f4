/** Blots out what looks like a token, a key or an assertion in the words of another program. */
export function masked(text: string): string {
  return text
    .replaceAll(/-----BEGIN [A-Z ]+-----[\s\S]*?(-----END [A-Z ]+-----|$)/g, '***')
    .replaceAll(/\bey[\w-]{10,}(\.[\w-]*)*/g, '***')
    .replaceAll(
      /\b((?:access_?|id_?|refresh_?)?token|password|secret|assertion|authorization)("?\s*[:=]\s*"?)(?:bearer\s+)?[^\s",&]+/gi,
      '$1$2***',
    )
    .replaceAll(/(?<![\w/+-])[\w+/=-]{40,}(?![\w/+-])/g, '***');
}
