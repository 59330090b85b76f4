/** The first line and the exit code agree on which objects of KubeFleet were not evaluated. */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../src/cli/settings/fail-on.ts';
import type { NotEvaluated } from '../../../src/finding.ts';
import { unevaluatedText } from '../../../src/report/facts/lint/unevaluated.ts';

const FAIL_ON = { level: 'error', onlyNew: false, notEvaluated: 'unknown', assumption: false, removal: 'none' } as const;
const ENTRY = { file: 'a.yaml', line: 1, reason: 'why' };
const OBJECTS = [
  {},
  { object: { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'shop' } },
  { object: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'settings' } },
];
const ENTRIES: readonly NotEvaluated[] = OBJECTS.flatMap((object) => [
  { ...ENTRY, ...object },
  { ...ENTRY, ...object, fleetObject: true },
  { ...ENTRY, ...object, fleetObject: false },
]);

test.each(ENTRIES.flatMap((first) => ENTRIES.map((second) => [first, second] as const)))(
  'the first line counts an object exactly if the exit code is 6: %j, %j',
  (...entries) => {
    const { exitCode } = verdictOf({ failed: false, clean: true }, entries, FAIL_ON);
    expect(exitCode).toBe(/\b(?:KubeFleet )?objects? not evaluated/.test(unevaluatedText(entries)) ? 6 : 0);
  },
);
