/**
 * ConfigMaps with this annotation were envelopes before the kinds ResourceEnvelope and ClusterResourceEnvelope. They are not opened any
 * more. Source: KubeFleet v0.3.1 and main keep the constant (`apis/placement/v1beta1/commons.go`), but no code reads it.
 */
import { shown } from '../../fleet/text/shown.ts';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { defineRule } from '../world/rule.ts';

export const configmapEnvelope = defineRule<{ readonly name: string }>({
  id: 'configmap-envelope',
  summary: 'A ConfigMap is marked as an envelope, which KubeFleet no longer supports',
  effect: 'misbehaves',
  kinds: ['ConfigMap'],
  why: 'The annotation `kubernetes-fleet.io/envelope-configmap` made a ConfigMap an envelope in earlier versions. KubeFleet v0.3 and later ignore it: the clusters get a plain ConfigMap with manifests as text, the manifests are not applied, and the placement is green.',
  remedy: 'Move namespaced objects into a ResourceEnvelope and cluster-scoped objects into a ClusterResourceEnvelope.',
  docs: 'https://kubefleet.dev/docs/how-tos/envelope-object/',
  message: ({ name }) => `ConfigMap ${shown(name)} is placed as an ordinary ConfigMap; KubeFleet no longer treats it as an envelope.`,
  *check({ object }) {
    if (object.apiVersion !== 'v1' || stringAt(object, 'metadata', 'annotations', ANNOTATION) !== 'true') return;
    yield { at: childPointer('/metadata/annotations', ANNOTATION), part: 'key', data: { name: object.metadata.name } };
  },
});

const ANNOTATION = 'kubernetes-fleet.io/envelope-configmap';
