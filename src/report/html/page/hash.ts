import { type Choice, FIELDS } from './choice.ts';

/** The end of an address that keeps what is asked for; empty where nothing is. */
export function hashOfChoice(choice: Choice): string {
  const pairs = Object.entries(choice).filter(([, value]) => value !== '');
  return pairs.length === 0 ? '' : `#${new URLSearchParams(pairs).toString()}`;
}

/** What the end of an address asks for; what it says of anything else is left alone. */
export function choiceOfHash(hash: string): Choice {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  return Object.fromEntries([...FIELDS, 'text'].map((field) => [field, params.get(field) ?? '']));
}
