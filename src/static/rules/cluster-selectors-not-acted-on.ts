/**
 * The annotation `kubefleet.dev/cluster-selectors` places one object without a placement.
 * Source: KubeFleet pull requests 829 and 927, both open: no release and no state of main reads it.
 */
import { shown } from '../../fleet/text/shown.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { defineRule } from '../world/rule.ts';

const ANNOTATION = 'kubefleet.dev/cluster-selectors';

export const clusterSelectorsNotActedOn = defineRule<{ readonly value: string }>({
  id: 'cluster-selectors-not-acted-on',
  summary: 'No controller of KubeFleet acts on this annotation yet',
  effect: 'misbehaves',
  kinds: '*',
  why: 'KubeFleet plans to place an object by its annotation `kubefleet.dev/cluster-selectors`. The hub then writes a placement policy for the object, which goes alone, without its ConfigMaps, Secrets and ServiceAccount. No release has this, so the hub keeps the annotation and places nothing.',
  remedy: 'Select the object in a ClusterResourcePlacement or a ResourcePlacement, and remove the annotation.',
  docs: 'https://github.com/kubefleet-dev/kubefleet/pull/829',
  message: ({ value }) => `No controller of KubeFleet acts on the annotation ${ANNOTATION} (${shown(value)}) yet, so it places nothing.`,
  concerns: ({ object }) => object.metadata.annotations !== undefined,
  *check({ object }) {
    const value = stringAt(object, 'metadata', 'annotations', ANNOTATION);
    if (value !== undefined) yield { at: `/metadata/annotations/${ANNOTATION.replace('/', '~1')}`, data: { value } };
  },
});
