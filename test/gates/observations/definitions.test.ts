import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { badWork, bindingAt, greenFleet, namespaceShop, no, objectsOf, placementAt } from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';

const REFUSED =
  'Failed to apply the manifest (error: failed to apply the manifest: failed to patch the manifest object: error returned by the API server: ';

const WIDGET: KubeObject = {
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'w', namespace: 'shop' },
  spec: { size: 'XXL' },
};

function definition(kind: string): KubeObject {
  const size = {
    type: 'string',
    'x-kubernetes-validations': [
      { rule: 'self == oldSelf', message: 'the size stays' },
      { rule: 'self != ""', message: 'a size is needed' },
    ],
  };
  const openAPIV3Schema = { properties: { spec: { properties: { size } } } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${kind.toLowerCase()}s.example.com` },
    spec: { group: 'example.com', names: { kind }, versions: [{ name: 'v1', schema: { openAPIV3Schema } }] },
  };
}

function bundle(...objects: readonly KubeObject[]): KubeObject {
  return {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ClusterResourceEnvelope',
    metadata: { name: 'bundle' },
    data: Object.fromEntries(objects.map((object, at) => [String(at), object])),
  };
}

/** `id outcome` of the Widget, refused on east. */
function causeOf(answer: string, deploy: readonly KubeObject[], onHub: readonly KubeObject[] = deploy): string {
  const content = [namespaceShop(), WIDGET];
  const fleet = placementAt(greenFleet(['east'], content), 'Applied', 'ApplyFailed');
  const objects = objectsOf({
    ...fleet,
    bindings: [bindingAt('east', 0, no('Applied', 'NotAllWorkHaveBeenApplied', 3))],
    works: [
      badWork(
        'east',
        0,
        content,
        WIDGET,
        no('Applied', 'ManifestApplyFailed', 1, `${REFUSED}Widget.example.com "w" is invalid: ${answer})`),
      ),
    ],
  });
  const state = gate({ manifests: [...content, ...deploy] }).once([...objects, ...onHub]);
  const [cause] = state.placements.flatMap(({ diagnoses }) => diagnoses.filter(({ cluster }) => cluster === 'east'));
  return `${cause?.id ?? 'none'} ${cause?.outcome ?? ''}`;
}

describe('a custom resource that a member refuses', () => {
  const unsupported = 'spec.size: Unsupported value: "XXL": supported values: "S", "M"';

  test('may be checked with the former schema if the same deploy contains its definition', () => {
    expect(causeOf(unsupported, [definition('Widget')])).toBe('apply-rejected-invalid suspect');
    expect(causeOf(unsupported, [bundle(definition('Widget'))])).toBe('apply-rejected-invalid suspect');
    expect(causeOf(unsupported, [definition('Gadget')])).toBe('apply-rejected-invalid terminal');
    expect(causeOf(unsupported, [])).toBe('apply-rejected-invalid terminal');
    expect(causeOf(unsupported, [], [definition('Widget')])).toBe('apply-rejected-invalid terminal');
    expect(causeOf('spec: Invalid value: etcdserver: request is too large', [definition('Widget')])).toBe(
      'apply-rejected-invalid terminal',
    );
  });

  test('is refused permanently by a rule that compares it with its former state, in any wording', () => {
    const refused = (text: string): string => `spec.size: Invalid value: "string": ${text}`;
    expect(causeOf(refused('the size stays'), [], [definition('Widget')])).toBe('apply-immutable-field terminal');
    expect(causeOf(refused('the size stays'), [definition('Widget')])).toBe('apply-immutable-field suspect');
    expect(causeOf(refused('a size is needed'), [], [definition('Widget')])).toBe('apply-rejected-invalid terminal');
    expect(causeOf(refused('the size stays'), [], [definition('Gadget')])).toBe('apply-rejected-invalid terminal');
    expect(causeOf(refused('failed rule: self == oldSelf'), [])).toBe('apply-immutable-field terminal');
  });
});
