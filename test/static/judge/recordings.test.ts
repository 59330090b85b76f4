import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadEngines } from '../../../src/admission/prepare.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { LintReport } from '../../../src/report.ts';
import { lint } from '../../../src/static/judge/lint.ts';
import { makeWorld } from '../../../src/static/world/make-world.ts';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { profileOf, RELEASES } from '../../support/recordings/releases.ts';
import { isMissing, truthNames, truthPath } from '../../support/truth.ts';

await loadEngines();

/** Failures that follow from the manifests alone: lint has to know them before the deploy. */
const KNOWABLE = new Set([
  'envelope-malformed',
  'apply-duplicate-manifest',
  'selectors-namespace-accessible',
  'selectors-reserved-namespace',
]);

interface Expectation {
  readonly startedAt: string;
  readonly outcome: string;
  readonly manifests?: readonly KubeObject[];
  readonly causes: readonly { readonly id: string }[];
}

describe.each(RELEASES)('the result of a hub of %s for a deploy', (version) => {
  describe.skipIf(isMissing(`recordings/${version}`))('matches the recording', () => {
    test.each(truthNames(`recordings/${version}`))('%s', (name) => {
      const folder = truthPath('recordings', version, name);
      const expected = JSON.parse(readFileSync(join(folder, 'expect.json'), 'utf8')) as Expectation;
      const { findings } = lintDeploy(expected, stateAt(join(folder, 'events.jsonl'), expected.startedAt), version);
      const certain = findings
        .filter(({ effect }) => effect === 'rejected' || effect === 'fails')
        .map(({ rule, message }) => `${rule}: ${message}`);
      // An object that passed on a hub has nothing that must fail.
      if (expected.outcome === 'passed') expect(certain).toEqual([]);
      const knowable = expected.causes.filter(({ id }) => KNOWABLE.has(id));
      if (knowable.length > 0) expect(certain).not.toEqual([]);
    });
  });
});

/** The hub's objects when the deploy had ended. */
function stateAt(file: string, time: string): readonly KubeObject[] {
  const state = new Map<string, KubeObject>();
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const event = JSON.parse(line) as { readonly t: string; readonly type: string; readonly object?: KubeObject };
    if (event.t > time) break;
    if (event.object === undefined) continue;
    const { kind, metadata } = event.object;
    const key = `${kind}/${metadata.namespace ?? ''}/${metadata.name}`;
    if (event.type === 'DELETED') state.delete(key);
    else state.set(key, event.object);
  }
  return [...state.values()];
}

/** The manifests of the deploy, held against the members as they were. */
function lintDeploy({ manifests = [], startedAt }: Expectation, state: readonly KubeObject[], version: string): LintReport {
  const sources = parseManifests(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: manifests }), 'deploy.json');
  const world = makeWorld({
    target: profileOf(version),
    now: new Date(startedAt),
    manifests: sources.manifests,
    members: state.filter(({ kind }) => kind === 'MemberCluster'),
    decided: state.filter(({ kind }) => /SchedulingPolicySnapshot$|ResourceBinding$/.test(kind)),
  });
  return lint(world, sources, { rules: RULES, today: new Date(startedAt) });
}
