import type { Random } from '../fuzz/random.ts';

/** The group with a mistake that people make: a typing error, the group of a similar project, or another way of writing. */
export function misspelt(group: string, random: Random): string {
  return random.pick(SLIPS)(group, random);
}

/** The word with a typing error. */
export function misspeltWord(word: string, random: Random): string {
  return random.pick(TYPING)(word, random);
}

const TYPING: readonly ((text: string, random: Random) => string)[] = [
  (text, random) => at(text, random, (before, _, after) => before + after),
  (text, random) => at(text, random, (before, sign, after) => before + sign + sign + after),
  (text, random) => at(text, random, (before, _, after) => before + random.pick(['a', 'e', 'r', 's', 't']) + after),
  (text, random) => at(text, random, (before, sign, after) => before + after.slice(0, 1) + sign + after.slice(1)),
];

const SLIPS: readonly ((group: string, random: Random) => string)[] = [
  (group) => group.replace(/^(\w+)\./, '$1s.'),
  (group) => group.replace(/^\w+\./, ''),
  (group) => group.replace(/\.\w+$/, ''),
  (group, random) => group.replace(/\.\w+$/, random.pick(['.com', '.dev', '.org', '.io', '.k8s.io'])),
  (group) => group.replace('kubernetes-fleet', 'kubefleet').replace('kubefleet.dev', 'kubefleet.io'),
  (group) => group.replace('-', '.'),
  (group) => group.replace('-', ''),
  (group) => group.replace('-', '_'),
  (group) => group.replace('.', '-'),
  (group, random) =>
    group
      .replaceAll(/\b[a-z]/g, (letter) => (random.oneIn(2) ? letter.toUpperCase() : letter))
      .replace(/^./, (letter) => letter.toUpperCase()),
  ...TYPING,
];

/** Edits one small letter of a text. */
function at(text: string, random: Random, edit: (before: string, sign: string, after: string) => string): string {
  const places = [...text.matchAll(/[a-z]/g)].map(({ index }) => index);
  const place = random.pick(places);
  return edit(text.slice(0, place), text[place] ?? '', text.slice(place + 1));
}
