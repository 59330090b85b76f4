import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { displayName } from '../../src/fleet/object.ts';
import type { KubeObject } from '../../src/fleet/object.ts';
import { FAILURES } from '../../src/gates/catalogue/index.gen.ts';
import { expectationOf } from '../../src/gates/expectation.ts';
import { judge } from '../../src/gates/judge.ts';
import { NO_MEMBER_OBJECTS, placeKey } from '../../src/gates/members/member-reader.ts';
import type { MemberObjects } from '../../src/gates/members/member-reader.ts';
import { ONE_LOOK } from '../../src/gates/memory.ts';
import { DEFAULT_GRACES } from '../../src/gates/options.ts';
import type { Graces } from '../../src/gates/options.ts';
import { parseTarget } from '../../src/gates/target.ts';
import { memorySnapshot } from '../support/memory-snapshot.ts';

interface Expected {
  readonly id: string;
  readonly cluster?: string;
  readonly object?: string;
  readonly target: readonly string[];
  readonly now: string;
  readonly flags?: readonly string[];
  readonly manifests: readonly KubeObject[];
  /** The hub of another folder, with texts of it replaced: what differs is only what the hub says. */
  readonly like?: string;
  readonly replace?: readonly (readonly [string, string])[];
}

const root = join(import.meta.dirname, '../../fixtures/hub');
const read = (folder: string, file: string): unknown => JSON.parse(readFileSync(join(root, folder, file), 'utf8'));

function hubOf(folder: string, { like, replace }: Expected): readonly KubeObject[] {
  let text = readFileSync(join(root, like ?? folder, 'hub.json'), 'utf8');
  for (const [from, to] of replace ?? []) {
    expect(text).toContain(from);
    text = text.replaceAll(from, to);
  }
  return JSON.parse(text) as readonly KubeObject[];
}

/** What was read of `m2`, where the failure shows on the member only. */
function memberOf(folder: string, manifests: readonly KubeObject[]): MemberObjects {
  const file = join(root, folder, 'member-m2.json');
  if (!existsSync(file)) return NO_MEMBER_OBJECTS;
  const objects = JSON.parse(readFileSync(file, 'utf8')) as readonly KubeObject[];
  return new Map(manifests.map((manifest) => [placeKey('m2', manifest.metadata.namespace ?? ''), objects]));
}

/** One hub per failure, as a real one looked; the folder is the id. Graces are over at once, so that one look decides. */
describe('hubs with a failure', () => {
  const over = Object.fromEntries(Object.keys(DEFAULT_GRACES).map((name) => [name, 0])) as unknown as Graces;
  const grace = { ...over, heartbeat: DEFAULT_GRACES.heartbeat };
  const folders = readdirSync(root);

  test('there is one for every failure', () => {
    expect(FAILURES.map((failure) => failure.id).toSorted()).toEqual(folders.toSorted());
  });

  test.each(folders)('%s', (folder) => {
    const expected = read(folder, 'expect.json') as Expected;
    const { manifests, flags = [] } = expected;
    const snapshot = memorySnapshot(hubOf(folder, expected), new Date(expected.now));
    const options = {
      grace,
      for: flags.includes('diff-reported') ? 'diff-reported' : 'available',
      failOnDrift: flags.includes('--fail-on-drift'),
    } as const;
    const targets = expected.target.map((text) => parseTarget(text));
    const state = judge(snapshot, expectationOf({ targets, manifests, options }), ONE_LOOK, 0, memberOf(folder, manifests));
    const given = [...state.placements, ...state.runs].flatMap((gated) => gated.diagnoses);
    const found = given.find(
      (entry) =>
        entry.id === expected.id &&
        (expected.cluster === undefined || entry.cluster === expected.cluster) &&
        (expected.object === undefined || (entry.object !== undefined && displayName(entry.object) === expected.object)),
    );
    expect(found, given.map((entry) => entry.id).join(', ')).toBeDefined();
    expect(found?.evidence.length).toBeGreaterThan(0);
    expect(`${found?.explain ?? ''}${found?.remedy.join('') ?? ''}`).not.toMatch(/\{[a-zA-Z]+\}|undefined/);
    if (found?.outcome === 'info') expect(['passed', 'undecided']).toContain(state.decision.kind);
    else expect(state.decision.kind).not.toBe('passed');
  });
});
