/**
 * Every regular expression of the program takes linear time. `recheck` proves it, or shows a text for which one is slow. All proofs take
 * minutes, so they are stored beside this file, and a run proves only new expressions.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { check } from 'recheck';
import { expect, it } from 'vitest';

import { patternsOfSource, type SourcePattern } from '../support/texts/patterns-of-source.ts';
import { reliability } from '../support/reliability.ts';

const suite = reliability('linear-patterns', {
  title: 'Regular expressions are linear',
  proves:
    'The test parses the sources to find each regular expression, and a tool (recheck) proves that it takes linear time. A comment beside an expression without a proof says why it is harmless. A new expression without either fails.',
});

/** Expressions that were proven to be linear, as `flags/source`. */
const PROVEN = path.join(import.meta.dirname, '../support/texts/proven-patterns.json');
const UNDONE = 'not proven in time';

// SECURITY.md: It ends: every wait, request and judgement has a limit
it('each pattern is proven to be linear, or has a bounded text', async () => {
  const patterns = patternsOfSource();
  const known = new Set(JSON.parse(readFileSync(PROVEN, 'utf8')) as string[]);
  const proven = new Set<string>();
  const slow: string[] = [];
  for (const pattern of patterns.filter(({ bounded }) => bounded === undefined)) {
    const key = keyOf(pattern);
    if (proven.has(key)) continue;
    const found = known.has(key) && !suite.whole ? undefined : await fault(pattern);
    // A proof stays one where a busy machine does not come to it again.
    if (found === undefined || (found === UNDONE && known.has(key))) proven.add(key);
    else slow.push(`${pattern.place}: ${found}: /${pattern.source}/${pattern.flags}`);
  }
  expect(
    slow,
    'rewrite it, or say in a comment above it why it is harmless: // bounded: …, or // linear: … where the tool cannot tell',
  ).toEqual([]);
  if (suite.whole) writeFileSync(PROVEN, `${JSON.stringify([...proven].toSorted(), null, 1)}\n`);
  const distinct = new Set(patterns.map(keyOf));
  suite.tell({
    tried: 'Regular expressions of the sources',
    times: distinct.size,
    outcome: `${proven.size} proven linear; ${distinct.size - proven.size} have the reason beside them: the text is bounded, or they look around, which the tool cannot follow`,
  });
}, 600_000);

/** The tool must see what is slow, or the proof above is worth nothing. */
it.each([
  ['(a+)+$', 'exponential'],
  [String.raw`\s*\n\s*`, 'polynomial'],
  ['^(a|a)*$', 'exponential'],
])('%s is found to be slow', async (source, kind) => {
  expect(await fault({ place: '', source, flags: '' })).toContain(kind);
});

function keyOf({ source, flags }: SourcePattern): string {
  return `${flags}/${source}`;
}

/** What is wrong with a pattern; `undefined` if it is proven to be linear. */
async function fault({ source, flags }: SourcePattern): Promise<string | undefined> {
  const found = await check(source, flags.replace('v', 'u'), { timeout: suite.whole ? 5000 : 60_000, checker: 'automaton' });
  if (found.status === 'safe') return undefined;
  if (found.status === 'vulnerable') return `${found.complexity.type} (${found.complexity.summary})`;
  return found.error.kind === 'timeout' ? UNDONE : `not proven (${found.error.kind})`;
}
