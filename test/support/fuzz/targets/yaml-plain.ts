import { dump } from 'js-yaml';
import { isDeepStrictEqual } from 'node:util';
import { readDocuments } from '../../../../src/yaml/documents.ts';
import { type FuzzTarget, must } from '../fuzz-target.ts';
import { hostileWord } from '../hostile-words.ts';
import type { Random } from '../random.ts';

export const target: FuzzTarget = {
  name: 'yaml-plain',
  about: 'values written by another program, as YAML in many styles and as JSON: each reads as itself',
  all: 220_000,
  share: 1500,
  start: () =>
    Promise.resolve((random) => {
      const value = { root: valueFor(random, 0) };
      const input = random.oneIn(3) ? JSON.stringify(value, undefined, random.int(3)) : written(value, random);
      return {
        input,
        judge() {
          const documents = [...readDocuments(input)];
          const [document] = documents;
          must(documents.length === 1 && document?.kind === 'read', `it is ${documents.map(({ kind }) => kind).join(' and ')}`);
          must(isDeepStrictEqual(document.value, value), `it was read as ${JSON.stringify(document.value)}`);
        },
      };
    }),
};

function written(value: unknown, random: Random): string {
  return dump(value, {
    forceQuotes: true,
    noRefs: true,
    indent: 1 + random.int(6),
    flowLevel: random.int(5) - 1,
    lineWidth: random.pick([-1, 20, 80]),
    quoteStyle: random.pick(['single', 'double'] as const),
    seqNoIndent: random.oneIn(2),
  });
}

function valueFor(random: Random, depth: number): unknown {
  const kind = random.int(depth > 4 ? 4 : 7);
  if (kind < 2) return textFor(random);
  if (kind === 2) return random.pick([0, 1, -1, 0.5, 1e21, 123_456_789, -7.25]);
  if (kind === 3) return random.pick([true, false, null]);
  if (kind < 6) return Object.fromEntries(random.some(0, 3, () => [keyFor(random), valueFor(random, depth + 1)] as const));
  return random.some(0, 3, () => valueFor(random, depth + 1));
}

/** Removes halves of surrogate pairs and characters that YAML cannot represent. */
function textFor(random: Random): string {
  return hostileWord(random)
    .toWellFormed()
    .replaceAll(/[^\n\t -~\u00A0-\uFFFC\u{10000}-\u{1F900}]|\uFEFF/gu, '');
}

/**
 * Keys are written without quotes. kubectl reads more of them as numbers than other libraries do, and reads some differently within
 * brackets.
 */
function keyFor(random: Random): string {
  return textFor(random)
    .replaceAll(/^[?:]+|:+$/g, '')
    .replace(/^[-+.\d]/, 'k');
}
