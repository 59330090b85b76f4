import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { displayName } from '../../src/fleet/object.ts';
import type { KubeObject } from '../../src/fleet/object.ts';
import { FAILURES } from '../../src/gates/catalogue/index.gen.ts';
import { expectationOf } from '../../src/gates/expectation.ts';
import { judge } from '../../src/gates/judge.ts';
import { ONE_LOOK } from '../../src/gates/memory.ts';
import { DEFAULT_GRACES } from '../../src/gates/options.ts';
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

/** One hub per failure, as a real one looked; the folder is the id. Graces are over at once, so that one look decides. */
describe('hubs with a failure', () => {
  const grace = { ...DEFAULT_GRACES, scheduling: 0, rollout: 0, member: 0, leaving: 0, selection: 0, snapshot: 0, run: 0, stalled: 0 };

  test.each(readdirSync(root))('%s', (folder) => {
    const expected = read(folder, 'expect.json') as Expected;
    const snapshot = memorySnapshot(hubOf(folder, expected), new Date(expected.now));
    const options = { grace, for: expected.flags?.includes('diff-reported') === true ? 'diff-reported' : 'available' } as const;
    const targets = expected.target.map((text) => parseTarget(text));
    const state = judge(snapshot, expectationOf({ targets, manifests: expected.manifests, options }), ONE_LOOK, 0);
    const given = [...state.placements, ...state.runs].flatMap((gated) => gated.diagnoses);
    const found = given.find(
      (entry) =>
        entry.id === expected.id &&
        (expected.cluster === undefined || entry.cluster === expected.cluster) &&
        (expected.object === undefined || (entry.object !== undefined && displayName(entry.object) === expected.object)),
    );
    expect(found, given.map((entry) => entry.id).join(', ')).toBeDefined();
    expect(`${found?.explain ?? ''}${found?.remedy.join('') ?? ''}`).not.toMatch(/\{[a-zA-Z]+\}|undefined/);
    const outcome = FAILURES.find((failure) => failure.id === expected.id)?.outcome;
    const informs = typeof outcome === 'object' && outcome.kind === 'info';
    expect(state.decision.kind === 'passed').toBe(informs);
  });
});
