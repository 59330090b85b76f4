import { type Choice, FIELDS } from './choice.ts';

/** The fragment of the address that keeps the choice; empty without one. */
export function hashOfChoice(choice: Choice): string {
  const pairs = Object.entries(choice).filter(([, value]) => value !== '');
  return pairs.length === 0 ? '' : `#${new URLSearchParams(pairs).toString()}`;
}

/** The choice in the fragment of an address; anything else in it is ignored. */
export function choiceOfHash(hash: string): Choice {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  return Object.fromEntries([...FIELDS, 'text'].map((field) => [field, params.get(field) ?? '']));
}
