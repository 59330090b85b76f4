/** Blots out what looks like a token, a key or an assertion in the words of another program. Addresses without their query stay readable. */
export function masked(text: string): string {
  return text
    .replaceAll(/-----BEGIN [A-Z ]+-----[\s\S]*?(-----END [A-Z ]+-----|$)/g, '***')
    .replaceAll(/\bey[\w-]{10,}(\.[\w-]*)*/g, '***')
    .replaceAll(
      /\b((?:access_?|id_?|refresh_?)?token|password|secret|assertion|authorization)("?\s*[:=]\s*"?)(?:bearer\s+)?[^\s",&]+/gi,
      '$1$2***',
    )
    .split(/(https?:\/\/[^\s?#]+)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/[\w+/=-]{40,}/g, '***')))
    .join('');
}
