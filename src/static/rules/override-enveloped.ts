/**
 * v0.3 applies overrides to selected objects, not to the content of an envelope; main does (#774). Source:
 * `pkg/controllers/workgenerator/controller.go` of v0.3.1: envelopes are opened after the overrides were applied.
 */
import { listAt, stringAt } from '../../fleet/json/json.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { envelopeHolding } from '../world/envelopes.ts';
import { hubHolds } from '../world/hub-holds.ts';
import { manifestRef } from '../world/identity.ts';
import { isNamed } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

interface Enveloped {
  readonly object: string;
  readonly envelope: string;
}

export const overrideEnveloped = defineRule<Enveloped>({
  id: 'override-enveloped',
  summary: 'The override selects an object in an envelope, which KubeFleet v0.3 does not override',
  effect: 'misbehaves',
  kinds: ['ResourceOverride', 'ClusterResourceOverride'],
  why: 'KubeFleet v0.3 applies overrides to the objects that a placement selects and unpacks envelopes only afterwards. An override for an object that is in an envelope is accepted and matches nothing, and the clusters get the object unchanged. Later versions override it too (`{--target main}`).',
  remedy: 'Place the object without an envelope, or write the values for each group of clusters into envelopes of their own.',
  docs: 'https://kubefleet.dev/docs/how-tos/envelope-object/',
  message: ({ object, envelope }) =>
    `${object} is in ${envelope}, and KubeFleet v0.3 does not apply overrides to the content of envelopes.`,
  *check(manifest, world) {
    if (world.target !== 'v0.3' || !isNamed(manifest)) return;
    const isNamespaced = manifest.object.kind === 'ResourceOverride';
    const field = isNamespaced ? 'resourceSelectors' : 'clusterResourceSelectors';
    for (const [index, selector] of listAt(manifest.object, 'spec', field).entries()) {
      const at = `/spec/${field}/${index}`;
      const [group = '', kind = '', name = ''] = ['group', 'kind', 'name'].map((key) => stringAt(selector, key));
      const namespace = isNamespaced ? manifest.namespace : undefined;
      const ref = namespace === undefined ? { kind, name } : { kind, namespace, name };
      if (name === '' || !isResolved(manifest, at) || world.find({ group, ...ref }).length > 0) continue;
      if (hubHolds({ group, ...ref }, world) === true) continue;
      const holder = envelopeHolding({ group, kind, namespace, name }, world);
      if (holder === undefined || !isNamed(holder)) continue;
      const envelope = displayName(manifestRef(holder));
      yield { at, data: { object: displayName(ref), envelope }, related: [{ manifest: holder, at: '/data', message: envelope }] };
    }
  },
});
