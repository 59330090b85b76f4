import { expect, test } from 'vitest';
import { runFailed } from '../../../src/gates/catalogue/failures/run-failed.ts';
import type { Observation } from '../../../src/gates/observations/observation.ts';

test('a run that ended by its own write does not show that the content is right, and other causes come before a new run', () => {
  const target = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterStagedUpdateRun', name: 'v2' };
  const message = 'the binding of the updating cluster `m1` in the stage `prod` is not up-to-date with the desired status';
  const condition = { type: 'Succeeded', status: 'False', reason: 'UpdateRunFailed', message } as const;
  const seen: Observation = { scope: 'run', step: 'RolloutStarted', target, condition, evidence: [], words: { own: 'true' } };
  const { title, explain, remedy } = runFailed.details?.(seen) ?? {};
  expect(title).toBe('The run mistook its own write for that of another run');
  expect(explain).not.toContain('Nothing is wrong');
  expect(explain).toContain('That says nothing about the content.');
  expect(remedy?.[0]).toMatch(/^Correct what other causes of this report name, if there are any\. Then create a new run/);
});
