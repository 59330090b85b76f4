import type { Random } from '../fuzz/random.ts';

/** The group with a mistake that people make: a typing error, the group of a similar project, or another way of writing. */
export function misspelt(group: string, random: Random): string {
  return random.pick(SLIPS)(group, random);
}

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
  (group, random) => at(group, random, (before, _, after) => before + after),
  (group, random) => at(group, random, (before, sign, after) => before + sign + sign + after),
  (group, random) => at(group, random, (before, _, after) => before + random.pick(['a', 'e', 'r', 's', 't']) + after),
  (group, random) => at(group, random, (before, sign, after) => before + after.slice(0, 1) + sign + after.slice(1)),
];

/** Edits one letter of the group. */
function at(group: string, random: Random, edit: (before: string, sign: string, after: string) => string): string {
  const places = [...group.matchAll(/[a-z]/g)].map(({ index }) => index);
  const place = random.pick(places);
  return edit(group.slice(0, place), group[place] ?? '', group.slice(place + 1));
}
