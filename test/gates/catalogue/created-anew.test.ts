import { expect, test } from 'vitest';

import { createdAnew } from '../../../src/gates/catalogue/created-anew.ts';
import { matches } from '../../../src/gates/catalogue/failure.ts';
import { FAILURES } from '../../../src/gates/catalogue/index.gen.ts';
import type { Observation } from '../../../src/gates/observations/observation.ts';

const IMMUTABLE = 'error returned by the API server: X "x" is invalid: spec: Forbidden: spec is immutable after creation';
const DEGRADED =
  'cannot apply manifest: drifts are found between the manifest and the object from the member cluster in degraded mode (full comparison is performed)';
const CASES = [
  ['apply-immutable-field', 'ManifestApplyFailed', IMMUTABLE],
  ['drift-blocks-apply', 'FoundDriftsInDegradedMode', DEGRADED],
] as const;

test.each([
  ['v1', 'PersistentVolumeClaim', 'its data, if the volume is not retained'],
  ['v1', 'PersistentVolume', 'the data itself'],
  ['v1', 'Namespace', 'everything in it'],
  ['v1', 'Secret', 'such as a token'],
  ['v1', 'ConfigMap', 'pods that start meanwhile fail'],
  ['v1', 'ServiceAccount', 'each token'],
  ['apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'every object of the kind on {cluster}, also those of others'],
  ['postgresql.cnpg.io/v1', 'Cluster', 'a database'],
  // A kind of another project with a name that Kubernetes has too.
  ['serving.knative.dev/v1', 'Service', 'what a controller made for it'],
])('%s %s is not offered for deletion', (apiVersion, kind, lost) => {
  for (const [id, reason, text] of CASES) {
    const remedy = remedyOf(apiVersion, kind, id, reason, text);
    expect(remedy).toContain('Do not delete {object} on {cluster}: with it goes');
    expect(remedy).toContain(lost);
    expect(remedy).toMatch(/Place .*another/);
    expect(remedy).not.toContain('{member} delete');
  }
});

test.each([
  ['apps/v1', 'Deployment', 'can lose {object} and what it runs'],
  ['batch/v1', 'Job', 'can run it once more'],
  ['v1', 'Service', 'with its addresses'],
  ['rbac.authorization.k8s.io/v1', 'RoleBinding', 'the rights that {object} gives'],
])('%s %s can be deleted and created again, and the step says what that costs', (apiVersion, kind, cost) => {
  for (const [id, reason, text] of CASES) {
    const remedy = remedyOf(apiVersion, kind, id, reason, text);
    expect(remedy).toContain(cost);
    expect(remedy).toContain('{member} delete {objectArgs}`');
  }
});

test('a StatefulSet is deleted without its pods and claims', () => {
  for (const [id, reason, text] of CASES)
    expect(remedyOf('apps/v1', 'StatefulSet', id, reason, text)).toContain('{member} delete {objectArgs} --cascade=orphan`');
});

test('without an object nothing is deleted', () => {
  expect(createdAnew({})).toEqual([]);
});

test('no general step deletes an object of a placement on a member', () => {
  const told = FAILURES.flatMap(({ id, remedy }) => remedy.filter((step) => step.includes('{member} delete')).map((step) => [id, step]));
  expect(told).toEqual([]);
});

function remedyOf(apiVersion: string, kind: string, id: string, reason: string, text: string): string {
  const target = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'shop' };
  const condition = { type: 'Applied', status: 'False', reason, message: `Failed to apply the manifest (error: ${text})` } as const;
  const object = { apiVersion, kind, name: 'x', namespace: 'shop' };
  const seen: Observation = { scope: 'manifest', step: 'Applied', target, object, cluster: 'east', condition, evidence: [] };
  const failure = FAILURES.find((candidate) => matches(candidate, seen));
  expect(failure?.id).toBe(id);
  return (failure?.details?.(seen).remedy ?? []).join('\n');
}
