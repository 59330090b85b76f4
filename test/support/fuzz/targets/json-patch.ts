import { isDeepStrictEqual } from 'node:util';
import { parentPointer } from '../../../../src/fleet/json/json-pointer.ts';
import { applyOperation } from '../../../../src/schedule/override/json-patch.ts';
import { manifestObjects } from '../corpus.ts';
import { type FuzzTarget, must } from '../fuzz-target.ts';
import { hostileWord } from '../hostile-words.ts';
import { hostileValue, mutatedValue } from '../mutate-value.ts';
import type { Random } from '../random.ts';

export const target: FuzzTarget = {
  name: 'json-patch',
  about: 'patches of overrides on mutated objects: a failed one changes nothing, and what is added can be removed again',
  all: 40_000,
  share: 400,
  start() {
    const objects = manifestObjects();
    return Promise.resolve((random) => {
      const document: unknown = mutatedValue(random.pick(objects), random);
      const input = {
        document,
        op: random.pick(['add', 'remove', 'replace'] as const),
        path: pathInto(document, random),
        value: hostileValue(random, 3),
      };
      return { input, judge: () => judge(input) };
    });
  },
};

interface Input {
  readonly document: unknown;
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly value: unknown;
}

function pathInto(document: unknown, random: Random): string {
  let at = document;
  let path = '';
  while (typeof at === 'object' && at !== null && !random.oneIn(4)) {
    const keys = Object.keys(at);
    const key: string =
      keys.length === 0 || random.oneIn(8) ? random.pick(['-', '-1', '0', '99', '1e3', hostileWord(random)]) : random.pick(keys);
    path += `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    at = (at as Record<string, unknown>)[key];
  }
  return random.oneIn(20) ? path + hostileWord(random) : path;
}

function judge({ document, op, path, value }: Input): void {
  const nothingMore = (): 'no' => 'no';
  const before = structuredClone(document);
  const patched = structuredClone(document);
  const outcome = applyOperation(patched, { op, path, value }, nothingMore);
  if (outcome.kind === 'failed') must(isDeepStrictEqual(patched, before), 'a patch that fails changed something');
  if (outcome.kind === 'failed' || op !== 'add' || path.endsWith('/-')) return;
  const holder = parentPointer(path);
  const isNew = applyOperation(structuredClone(document), { op: 'remove', path, value: null }, nothingMore).kind === 'failed';
  const removed = applyOperation(patched, { op: 'remove', path, value: null }, nothingMore);
  must(removed.kind === 'patched', `what was added below "${holder}" cannot be removed`);
  if (isNew) must(isDeepStrictEqual(patched, before), 'adding and removing leaves a trace');
}
