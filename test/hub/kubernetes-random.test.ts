/**
 * Random objects for the checks of Kubernetes' own kinds (`src/admission/kubernetes`): what this server accepts must not be reported as
 * refused. For texts that the server parses the reverse must hold too, except for what other tools may replace and what differs between
 * versions.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { malformedIn } from '../../src/static/answers/malformed.ts';
import { Random } from '../support/fuzz/random.ts';
import { acceptedObjects, edited, type WrittenEdit } from '../support/kubernetes/kubernetes-edits.ts';
import { LEAVES } from '../support/kubernetes/kubernetes-leaves.ts';
import { createPaths } from './rig/create-paths.ts';
import { withOwnHub } from './suite/own-hub.ts';

const SEED = Number(process.env['FUZZ_SEED'] ?? '1');
const COUNT = Number(process.env['FUZZ_COUNT'] ?? '2000');

it('the server accepts no random object that is reported as refused', () =>
  withOwnHub({ name: 'kubernetes-random', version: '' }, async ({ hub }) => {
    const pathOf = await createPaths(hub, BASES);
    const wrong: string[] = [];
    const seen = { taken: 0, refused: 0 };
    const judge = async (input: number): Promise<void> => {
      const random = Random.of(SEED, 'kubernetes', input);
      const leaf = random.oneIn(2) ? random.pick(Object.keys(LEAVES)) : undefined;
      const object = (leaf === undefined ? undefined : LEAVES[leaf]?.(random)) ?? editedAtRandom(random);
      // Some combinations of edits make the server close the connection.
      const answer = await hub.api.ask('POST', pathOf(object), { body: object }).catch(() => undefined);
      if (answer === undefined) return;
      const isRefused = answer.code >= 400;
      const told = malformedIn(object).filter(({ isCertain, isDropped }) => isCertain && isDropped !== true);
      seen[isRefused ? 'refused' : 'taken'] += 1;
      if (isRefused ? leaf === undefined || told.length > 0 || isPassedOver(object) : told.length === 0) return;
      const { message } = answer.body as { readonly message?: string };
      wrong.push(`${SEED}:${input} ${JSON.stringify(object['spec'])}: ${told.map(({ says }) => says).join()} ${String(message)}`);
    };
    let next = 0;
    const work = async (): Promise<void> => {
      for (let input = next++; input < COUNT; input = next++) await judge(input);
    };
    await Promise.all(Array.from({ length: 8 }, work));
    expect(wrong).toEqual([]);
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(COUNT / 10);
  }));

/** IPv4 addresses written as IPv6, an address that no outside Service has, and time zones that a later version may add. */
function isPassedOver(object: KubeObject): boolean {
  return /::ffff:|"externalIPs":\["(?:::|FE80|0+\.|0*255\.)|Mars/.test(JSON.stringify(object['spec']));
}

const EDITS = parse(readFileSync(path.resolve(import.meta.dirname, '../../fixtures/kubernetes/edits.yaml'), 'utf8')) as Record<
  'accepted' | 'refused',
  readonly WrittenEdit[]
>;
const ALL = [...EDITS.accepted, ...EDITS.refused];
const BASES = acceptedObjects();

/** One to three edits of the same object, applied one after the other. */
function editedAtRandom(random: Random): KubeObject {
  const { in: name } = random.pick(ALL);
  const ofObject = ALL.filter((edit) => edit.in === name);
  const [kind = '', ...rest] = name.split('/');
  const base = BASES.find((object) => object.kind === kind && object.metadata.name === rest.join('/'));
  if (base === undefined) throw new Error(`accepted.yaml has no ${name}`);
  return random.some(1, 3, () => random.pick(ofObject)).reduce(fittingEdit, base);
}

function fittingEdit(object: KubeObject, edit: WrittenEdit): KubeObject {
  try {
    return edited(object, edit);
  } catch {
    // An earlier edit removed the place.
    return object;
  }
}
