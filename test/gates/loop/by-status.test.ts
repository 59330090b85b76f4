/** The result of `status` for a large fleet, from the status of placements and runs alone, compared with `diagnose` on the same hub. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import { isTargetKind, type Target } from '../../../src/gates/deploy/target.ts';
import { filesReader } from '../../../src/gates/hub/dump/files-reader.ts';
import { diagnose } from '../../../src/gates/loop/judge-once.ts';
import { judgeByStatus, STATUS_TYPES } from '../../../src/gates/loop/judge-by-status.ts';
import { statusOf } from '../../../src/report/facts/gate/status-of.ts';
import { HUB_FIXTURES, hubFixture } from '../../support/hubs/hub-fixture.ts';

/** Faults that only content, bindings or Works show. The command says that it did not read these. */
const UNSEEN = new Set([
  'binding-deleting',
  'run-removal-stalled',
  'run-rolled-out-old-snapshot',
  'snapshot-not-fresh',
  'work-unlike-snapshot',
]);
const READ = new Set(STATUS_TYPES.map(({ kind }) => kind));

describe('by status alone', () => {
  test.each(readdirSync(HUB_FIXTURES))('%s: only what was not read may look better than it is', async (id) => {
    const { objects, asked } = hubFixture(id);
    const targets = objects.flatMap(targetOf);
    if (targets.length === 0) return expect(asked.targets).not.toEqual([]);
    const expectation = expectationOf({ targets });
    const whole = statusOf(await diagnose({ reader: filesReader(objects, asked.hubTime), expectation }));
    const seen = objects.filter(({ kind }) => READ.has(kind));
    const quick = statusOf(await judgeByStatus(filesReader(seen, asked.hubTime), expectation));
    const passedOnly = (status: typeof whole): ReadonlySet<string> =>
      new Set(status.targets.flatMap(({ object, verdict }) => (verdict === 'passed' ? [`${object.kind}/${object.name}`] : [])));
    const better = passedOnly(quick).difference(passedOnly(whole));
    expect([...better].length > 0).toBe(UNSEEN.has(id));
    expect([...passedOnly(whole).difference(passedOnly(quick))]).toEqual([]);
  });
});

function targetOf({ kind, metadata: { name, namespace } }: KubeObject): readonly Target[] {
  if (!isTargetKind(kind)) return [];
  return [namespace === undefined ? { kind, name } : { kind, namespace, name }];
}
