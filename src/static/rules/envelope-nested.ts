/**
 * The hub opens an envelope for each cluster, but not the envelopes in it: an inner envelope is sent to the cluster as an object. Source:
 * `pkg/controllers/workgenerator/controller.go` (only selected objects are opened), and the chart of the member agent, which installs
 * `AppliedWork` and no other kind: `Applied` False, `no matches for kind`, as the recording `envelope-unknown-kind` shows.
 */
import { enclosedEntries, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { displayName, refOf } from '../../fleet/kubernetes/object.ts';
import { fleetKind } from '../../fleet/kubefleet/kinds.ts';
import { isBrought } from '../world/known-apis.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

export const envelopeNested = defineRule<{ readonly inner: string }>({
  id: 'envelope-nested',
  summary: 'The envelope holds an envelope, which nothing opens',
  effect: 'fails',
  kinds: ['ClusterResourceEnvelope', 'ResourceEnvelope'],
  why: 'Envelopes are opened on the hub, and only those that a placement selects. What is in one goes to the clusters as it is. Members have no kind of that name: `Applied` is False with `no matches for kind`, the placement never becomes available, and what the inner envelope holds reaches no cluster. Silent where the manifests bring the CustomResourceDefinition of the kind along, as for a hub that is itself a member.',
  remedy: 'Put the objects of the inner envelope into the outer one, or give it to the placement by itself.',
  docs: 'https://kubefleet.dev/docs/how-tos/envelope-object/',
  message: ({ inner }) => `${inner} is an envelope inside an envelope: no cluster knows the kind, and what it holds is never applied.`,
  *check(manifest, world) {
    for (const [key, inner] of enclosedEntries(manifest.object)) {
      const at = childPointer('/data', key);
      const kind = fleetKind(inner.kind);
      if (!isEnvelope(inner) || kind === undefined || isBrought(kind, world)) continue;
      if (!isResolved(manifest, `${at}/apiVersion`, `${at}/kind`)) continue;
      yield { at: `${at}/kind`, data: { inner: displayName(refOf(inner)) } };
    }
  },
});
