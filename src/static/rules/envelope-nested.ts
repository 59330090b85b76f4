/**
 * The hub opens an envelope for each cluster, but not the envelopes in it: an inner envelope is sent to the cluster as an object. Source:
 * `pkg/controllers/workgenerator/controller.go` (only selected objects are opened), and the chart of the member agent, which installs
 * `AppliedWork` and no other kind: `Applied` False, `no matches for kind`, as the recording `envelope-unknown-kind` shows.
 */
import { enclosedEntries, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { displayName, refOf } from '../../fleet/kubernetes/object.ts';
import { fleetKind } from '../../fleet/kubefleet/kinds.ts';
import { isDefinedByManifests } from '../world/known-apis.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

export const envelopeNested = defineRule<{ readonly inner: string }>({
  id: 'envelope-nested',
  summary: 'The envelope contains another envelope, which is never unpacked',
  effect: 'fails',
  kinds: ['ClusterResourceEnvelope', 'ResourceEnvelope'],
  why: 'The hub unpacks only envelopes that a placement selects. The content of an envelope goes to the clusters unchanged. Members do not have the envelope kinds: `Applied` is False with `no matches for kind`, the placement never becomes available, and the content of the inner envelope reaches no cluster. Not reported if the manifests contain the CustomResourceDefinition of the kind, as for a hub that is itself a member.',
  remedy: 'Put the objects of the inner envelope into the outer one, or select the inner envelope in the placement directly.',
  docs: 'https://kubefleet.dev/docs/how-tos/envelope-object/',
  message: ({ inner }) =>
    `${inner} is an envelope inside an envelope: member clusters do not have this kind, and its content is never applied.`,
  *check(manifest, world) {
    for (const [key, inner] of enclosedEntries(manifest.object)) {
      const at = childPointer('/data', key);
      const kind = fleetKind(inner.kind);
      if (!isEnvelope(inner) || kind === undefined || isDefinedByManifests(kind, world)) continue;
      if (!isResolved(manifest, `${at}/apiVersion`, `${at}/kind`)) continue;
      yield { at: `${at}/kind`, data: { inner: displayName(refOf(inner)) } };
    }
  },
});
