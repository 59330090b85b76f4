/** The steps for values that a member refuses because of others: a taken port, an immutable field of a Secret, two faults at once. */
import { describe, expect, test } from 'vitest';
import { invalidFields } from '../../../src/fleet/kubernetes/invalid-fields.ts';
import { matches, type Details } from '../../../src/gates/catalogue/failure.ts';
import { FAILURES } from '../../../src/gates/catalogue/index.gen.ts';
import type { Observation } from '../../../src/gates/observations/observation.ts';

function told(
  apiVersion: string,
  kind: string,
  answer: string,
  more: Partial<Observation> = {},
): { readonly id: string } & Required<Pick<Details, 'remedy'>> & Details {
  const target = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'shop' };
  const object = { apiVersion, kind, namespace: 'shop', name: 'x' };
  const message = `Failed to apply the manifest (error: failed to apply the manifest: failed to patch the manifest object: error returned by the API server: ${answer})`;
  const condition = { type: 'Applied', status: 'False', reason: 'ManifestApplyFailed', message } as const;
  const seen: Observation = { scope: 'manifest', step: 'Applied', target, object, cluster: 'm2', condition, evidence: [], ...more };
  const failure = FAILURES.find((candidate) => matches(candidate, seen));
  const details = failure?.details?.(seen) ?? {};
  return { id: failure?.id ?? 'none', ...details, remedy: details.remedy ?? failure?.remedy ?? [] };
}

describe('a value that another Service of the cluster has', () => {
  test.each([
    ['spec.ports[0].nodePort: Invalid value: 30080: provided port is already allocated', 'node port 30080', 'nodePort'],
    [
      'spec.clusterIPs: Invalid value: []string{"10.0.0.10"}: failed to allocate IP 10.0.0.10: provided IP is already allocated',
      'address 10.0.0.10',
      'clusterIP and clusterIPs',
    ],
    ['spec.clusterIP: Invalid value: "10.0.0.10": provided IP is already allocated', 'address 10.0.0.10', 'clusterIP and clusterIPs'],
    [
      'spec.clusterIPs: Invalid value: ["fd00::a"]: failed to allocate IP fd00::a: provided IP is already allocated',
      'address fd00::a',
      'clusterIP and clusterIPs',
    ],
  ])('is looked for first: %s', (fault, taken, field) => {
    const found = told('v1', 'Service', `Service "x" is invalid: ${fault}`);
    expect(found.id).toBe('apply-rejected-invalid');
    expect(found.title).toBe(`Another Service on the member has ${taken}`);
    expect(found.words).toEqual({ taken, takenField: field });
    expect(found.explain).not.toContain('every time');
    expect(found.remedy[0]).toMatch(/^Look for the Service on \{cluster\} that has it: .*get services -A/);
    expect(found.remedy.join(' ')).not.toContain('Correct the');
  });

  test('is not the only thing to correct if the message has another fault', () => {
    const port = 'spec.ports[0].nodePort: Invalid value: 30080: provided port is already allocated';
    const found = told(
      'v1',
      'Service',
      `Service "x" is invalid: [${port}, spec.type: Unsupported value: "Node": supported values: "ClusterIP"]`,
    );
    expect(found.remedy.at(-1)).toBe('Correct the other fields that the message names, too.');
  });

  test('is another case than a value outside of the range of the cluster', () => {
    const range = 'provided port is not in the valid range. The range of valid ports is 30000-32767';
    const found = told('v1', 'Service', `Service "x" is invalid: spec.ports[0].nodePort: Invalid value: 80: ${range}`);
    expect(found.title).toBeUndefined();
    expect(found.remedy[0]).toContain('Correct the field');
  });

  test('comes after the overrides that may have written it', () => {
    const override = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ResourceOverride', namespace: 'shop', name: 'ports' };
    const fault = 'spec.ports[0].nodePort: Invalid value: 30080: provided port is already allocated';
    const { remedy } = told('v1', 'Service', `Service "x" is invalid: ${fault}`, { overrides: [override] });
    expect(remedy[0]).toContain('{showOverrides}');
    expect(remedy[1]).toMatch(/^Look for the Service/);
  });
});

describe('an immutable field', () => {
  const selector = 'spec.selector: Invalid value: {"matchLabels":{"a":"b"}}: field is immutable';
  const requests = 'spec.template.spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1';

  test.each([
    ['type: Invalid value: "kubernetes.io/tls": field is immutable', 'Secret'],
    ['data: Forbidden: field is immutable when `immutable` is set', 'Secret'],
  ])('of a Secret is shown without its values: %s', (fault, kind) => {
    const { remedy } = told('v1', kind, `${kind} "x" is invalid: ${fault}`);
    expect(remedy[0]).toContain('TYPE:.type,IMMUTABLE:.immutable');
    expect(remedy.join(' ')).not.toMatch(/-o yaml|-o json|\.data/);
  });

  test.each([
    ['Deployment', [requests, selector]],
    ['Deployment', [selector, requests]],
    ['StatefulSet', [requests, "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'template' are forbidden"]],
  ])('does not let a %s be deleted if its API server would refuse to create it again', (kind, faults) => {
    const found = told('apps/v1', kind, `${kind}.apps "x" is invalid: [${faults.join(', ')}]`);
    expect(found.id).toBe('apply-immutable-field');
    expect(found.words).toEqual({ otherFields: 'spec.template.spec.containers[0].resources.requests' });
    expect(found.explain).toContain('refuses {otherFields} too');
    expect(found.remedy[0]).toMatch(/^Correct \{otherFields\} in the manifest/);
    expect(found.remedy.join('\n')).toContain('Do not delete {object} on {cluster} before');
    expect(found.remedy.join('\n')).not.toContain('{member} delete');
  });

  test('alone, or several of them, lets it be deleted', () => {
    const labels = 'spec.template.metadata.labels: Invalid value: {"a":"c"}: field is immutable';
    for (const faults of [selector, `[${selector}, ${labels}]`]) {
      const found = told('apps/v1', 'Deployment', `Deployment.apps "x" is invalid: ${faults}`);
      expect(found.words).toBeUndefined();
      expect(found.remedy.join('\n')).toContain('{member} delete {objectArgs}`');
    }
  });
});

test('the faults of a message are told apart by their fields', () => {
  const answer =
    'Deployment.apps "x" is invalid: [spec.a: Required value, spec.b[0].c: Invalid value: {"d":"e, f: g"}: no, metadata.annotations[a/b]: Too long: may not be more than 3 bytes]';
  expect(invalidFields(answer).map(({ field }) => field)).toEqual(['spec.a', 'spec.b[0].c', 'metadata.annotations[a/b]']);
  expect(invalidFields('Deployment.apps "x" is invalid: spec.a: Required value').map(({ field }) => field)).toEqual(['spec.a']);
  expect(invalidFields('pods "x" is forbidden: no')).toEqual([]);
});
