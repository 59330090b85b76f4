/** A kind with "a" or "an" before it: "a Pod", "an Ingress", "an HTTPRoute". */
export function withArticle(kind: string): string {
  return `${SOUNDS_LIKE_VOWEL.test(kind) ? 'an' : 'a'} ${kind}`;
}

/** The names of some letters begin with a vowel. "User" and "Unit" begin with a consonant. */
const SOUNDS_LIKE_VOWEL = /^(?:[AEIOaeio]|[Uu](?!n?i|s)|[FHLMNRSX][A-Z])/;
