import { trimSigns } from '../fleet/text/trim-signs.ts';
import { shortenTo } from './wording/value-hints.ts';

/** What is wrong with a name, and what to write instead. */
export interface NameFault {
  readonly says: string;
  readonly hint: string;
}

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const NAME_PART = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const PREFIXED = 'Write it like `example.com/name`, or without a prefix.';

/** DNS-1123 subdomain: names of custom resources. Source of all three: apimachinery `pkg/util/validation/validation.go`. */
export function subdomainFault(text: string): NameFault | undefined {
  if (text.length > 253) return { says: 'must be no more than 253 characters', hint: shortenTo(253) };
  if (SUBDOMAIN.test(text)) return undefined;
  const better = text
    .toLowerCase()
    .replaceAll('_', '-')
    .replaceAll(/[^a-z0-9.-]+/g, '-');
  const says = "a name consists of lower case letters, digits, '-' and '.', and starts and ends with a letter or digit";
  return { says, hint: exampleHint(better) };
}

/** DNS-1123 label: names of namespaces, containers and volumes. */
export function labelFault(text: string): NameFault | undefined {
  if (text.length > 63) return { says: 'must be no more than 63 characters', hint: shortenTo(63) };
  if (/^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(text)) return undefined;
  const says = "it consists of lower case letters, digits and '-', and starts and ends with a letter or digit";
  return { says, hint: exampleHint(text.toLowerCase().replaceAll(/[^a-z0-9-]+/g, '-')) };
}

/** A DNS-1035 label. */
export function letterFirstFault(name: string): NameFault | undefined {
  return (
    labelFault(name) ?? (/^\d/.test(name) ? { says: 'it must begin with a letter', hint: 'Write it with a letter in front.' } : undefined)
  );
}

/** Keys of labels and annotations, and finalizers: a name with an optional DNS prefix before a slash. */
export function qualifiedNameFault(text: string): NameFault | undefined {
  const parts = text.split('/');
  const name = parts.at(-1) ?? '';
  if (parts.length > 2) return { says: 'a key has at most one slash, between prefix and name', hint: PREFIXED };
  if (parts.length === 2 && subdomainFault(parts[0] ?? '') !== undefined)
    return { says: 'the prefix before the slash must be a DNS name in lower case', hint: PREFIXED };
  if (name === '') return { says: 'the name part must not be empty', hint: NOT_EMPTY };
  if (name.length > 63) return { says: 'the name part must be no more than 63 characters', hint: shortenTo(63) };
  if (NAME_PART.test(name)) return undefined;
  return { says: `the name part ${OF_LETTERS}`, hint: exampleHint(text.includes('/') ? '' : lettersOnly(name)) };
}

export function labelValueFault(value: unknown): NameFault | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  if (value.length > 63) return { says: 'must be no more than 63 characters', hint: shortenTo(63) };
  if (NAME_PART.test(value)) return undefined;
  return { says: `a label value ${OF_LETTERS}`, hint: exampleHint(lettersOnly(value)) };
}

export const NOT_EMPTY = 'Write a value, or remove the field.';
const OF_LETTERS = "consists of letters, digits, '-', '_' and '.', and starts and ends with a letter or digit";

function lettersOnly(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9._-]+/g, '-');
}

function exampleHint(better: string): string {
  const word = trimSigns(better, '-._');
  return word === '' ? 'Write a word of the letters and signs allowed.' : `Write \`${word}\`, for example.`;
}
