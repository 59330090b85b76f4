/**
 * `docs/reliability.md`: the full results of the suites of `test/reliability/` and of the real API server, from `docs/reliability/*.json`.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SuiteFigures } from '../../test/support/reliability.ts';
import type { Generated } from '../gen.ts';

export function generate(root: string): Generated {
  const folder = join(root, 'docs/reliability');
  const suites = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as SuiteFigures);
  return { files: { 'docs/reliability.md': pageOf(suites) } };
}

function pageOf(suites: readonly SuiteFigures[]): string {
  return [
    '# Reliability',
    '',
    'How we tested whether the gate gives a wrong answer, hangs, leaks or crashes: what was tried, how often, and the result. Every pull request',
    'runs a part of each suite; the figures are those of the whole suites. `SEED=N` draws other random inputs.',
    '',
    ...suites.flatMap(sectionOf),
  ].join('\n');
}

function sectionOf({ title, proves, command, rows }: SuiteFigures): string[] {
  return [
    `## ${title}`,
    '',
    proves,
    '',
    '| Tried | Times | Result |',
    '|---|--:|---|',
    ...rows.map(({ tried, times, outcome }) => `| ${tried} | ${times.toLocaleString('en')} | ${outcome} |`),
    '',
    `Repeat it: \`${command}\``,
    '',
  ];
}
