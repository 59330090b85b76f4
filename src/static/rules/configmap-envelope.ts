/**
 * ConfigMaps with this annotation were envelopes before the kinds ResourceEnvelope and ClusterResourceEnvelope. They are not opened any
 * more. Source: KubeFleet v0.3.1 and main keep the constant (`apis/placement/v1beta1/commons.go`), but no code reads it.
 */
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { defineRule } from '../world/rule.ts';

export const configmapEnvelope = defineRule<{ readonly name: string }>({
  id: 'configmap-envelope',
  summary: 'A ConfigMap is meant as an envelope, and the hub no longer opens those',
  effect: 'misbehaves',
  kinds: ['ConfigMap'],
  why: 'The annotation `kubernetes-fleet.io/envelope-configmap` made a ConfigMap an envelope in earlier versions. KubeFleet v0.3 and later do not look at it: the clusters get a plain ConfigMap with manifests as text, nothing of it is applied, and the placement is green.',
  remedy: 'Move the objects into a ResourceEnvelope, those without a namespace into a ClusterResourceEnvelope.',
  docs: 'https://kubefleet.dev/docs/how-tos/envelope-object/',
  message: ({ name }) => `ConfigMap ${name} is placed as an ordinary ConfigMap; the hub no longer opens it as an envelope.`,
  *check({ object }) {
    if (object.apiVersion !== 'v1' || stringAt(object, 'metadata', 'annotations', ANNOTATION) !== 'true') return;
    yield { at: childPointer('/metadata/annotations', ANNOTATION), part: 'key', data: { name: object.metadata.name } };
  },
});

const ANNOTATION = 'kubernetes-fleet.io/envelope-configmap';
