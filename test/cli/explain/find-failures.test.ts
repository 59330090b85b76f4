import { describe, expect, test } from 'vitest';
import { findFailures } from '../../../src/cli/explain/find-failures.ts';
import { FAILURES } from '../../../src/gates/catalogue/index.gen.ts';
import { REASON_ROWS } from '../../support/gate/reason-rows.ts';

const idsFor = (text: string): readonly string[] => findFailures(text, FAILURES)?.failures.map(({ id }) => id) ?? [];

/** Reasons of later versions, and a message of Kubernetes that has the same words on other objects. */
const OTHERS: ReadonlySet<string> = new Set(['none', 'undocumented', 'workload-replica-failure']);

describe('a line with the condition, the reason and the message of a hub', () => {
  const rows = Object.values(REASON_ROWS)
    .flat()
    .filter(([, message, id]) => message !== '' && !OTHERS.has(id));

  test.each(rows)('%s: %s', (condition, message, id) => {
    const [type = '', status = '', reason = ''] = condition.split(' ');
    expect(idsFor(`${type} ${status} ${reason}: ${message}`)).toContain(id);
  });
});

describe('a message without its reason', () => {
  test.each([
    ['failed to get GVR of the selector: no matches for kind "Rollout" in version "argoproj.io/v1alpha1"', ['selectors-invalid']],
    ['found duplicate resource {Group: Version:v1 Kind:Namespace Name:shop Namespace:}', ['selectors-invalid']],
    ['invalid placement web: cannot select cluster-scoped resource Namespace in a resourcePlacement', ['selectors-invalid']],
    [
      'invalid placement shop: cannot select namespace-scoped resource /v1, Kind=ConfigMap in a clusterResourcePlacement',
      ['selectors-invalid'],
    ],
    ['failed to find GVR from member cluster client REST mapping: no matches for kind "X" in version "g/v"', ['apply-kind-missing']],
    ['Failed to synchronize the work to the latest: etcdserver: request is too large', ['work-sync-error']],
    ['Failed to apply the override rules on the resources: failed to list works: context deadline exceeded', ['override-error']],
    ['context deadline exceeded', ['apply-transient-error']],
    ['Failed to apply the manifest (error: failed to calculate drifts)', ['drift-check-failed']],
  ])('%s', (message, ids) => {
    expect(idsFor(message)).toEqual(ids);
  });
});
