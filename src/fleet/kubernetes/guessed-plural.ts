/**
 * The plural that Kubernetes guesses for a kind, in lower case. Source: apimachinery `pkg/api/meta`, UnsafeGuessKindToResource.
 */
export function guessedPlural(kind: string): string {
  const singular = kind.toLowerCase();
  if (singular.endsWith('endpoints')) return singular;
  if (singular.endsWith('s')) return `${singular}es`;
  return singular.endsWith('y') ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}
