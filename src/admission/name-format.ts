/** Kubernetes' formats for names (apimachinery `pkg/util/validation/validation.go`). Each answers what is wrong, or `undefined`. */

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const NAME_PART = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;

/** DNS-1123 subdomain: names of custom resources. */
export function subdomainFault(text: string): string | undefined {
  if (text.length > 253) return 'must be no more than 253 characters';
  if (SUBDOMAIN.test(text)) return undefined;
  return "a name consists of lower case letters, digits, '-' and '.', and starts and ends with a letter or digit";
}

/** Keys of labels and annotations, and finalizers: a name with an optional DNS prefix before a slash. */
export function qualifiedNameFault(text: string): string | undefined {
  const parts = text.split('/');
  const name = parts.at(-1) ?? '';
  if (parts.length > 2) return 'a key has at most one slash, between prefix and name';
  if (parts.length === 2 && subdomainFault(parts[0] ?? '') !== undefined)
    return 'the prefix before the slash must be a DNS name in lower case';
  if (name === '') return 'the name part must not be empty';
  if (name.length > 63) return 'the name part must be no more than 63 characters';
  if (NAME_PART.test(name)) return undefined;
  return "the name part consists of letters, digits, '-', '_' and '.', and starts and ends with a letter or digit";
}

export function labelValueFault(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  if (value.length > 63) return 'must be no more than 63 characters';
  return NAME_PART.test(value)
    ? undefined
    : "a label value consists of letters, digits, '-', '_' and '.', and starts and ends with a letter or digit";
}
