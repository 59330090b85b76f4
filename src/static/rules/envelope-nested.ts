/**
 * The hub opens an envelope for each cluster, but not the envelopes in it: an inner envelope is sent to the cluster as an object, and so
 * are a placement, an override and every other kind of KubeFleet. Source: `pkg/controllers/workgenerator/controller.go` (only selected
 * objects are opened) and `envelope.go` (the kinds that placements leave out are not asked for), and the chart of the member agent, which
 * installs `AppliedWork` and no other kind: `Applied` False, `no matches for kind`, as the recording `envelope-unknown-kind` shows.
 */
import { ENVELOPE_KINDS, enclosedEntries, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { displayName, groupOf, refOf } from '../../fleet/kubernetes/object.ts';
import { fleetKind } from '../../fleet/kubefleet/kinds.ts';
import { isDefinedByManifests } from '../world/known-apis.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

export const envelopeNested = defineRule<{ readonly inner: string; readonly isEnvelope: boolean }>({
  id: 'envelope-nested',
  summary: 'The envelope contains an object for the hub, such as another envelope or a placement',
  effect: 'fails',
  kinds: ENVELOPE_KINDS,
  why: 'The hub unpacks only envelopes that a placement selects. The content of an envelope goes to the clusters unchanged. Members do not have the kinds of KubeFleet that are for the hub, such as envelopes, placements and overrides: `Applied` is False with `no matches for kind`, and the placement never becomes available. Not reported if the manifests contain the CustomResourceDefinition of the kind, as for a hub that is itself a member.',
  remedy: 'Put an object that is for the hub into the manifests directly, and the objects of an inner envelope into the outer one.',
  docs: 'https://kubefleet.dev/docs/how-tos/envelope-object/',
  message: ({ inner, isEnvelope: isInner }) =>
    isInner
      ? `${inner} is an envelope inside an envelope: member clusters do not have this kind, and its content is never applied.`
      : `${inner} is for the hub: member clusters do not have this kind, so the envelope is never applied completely.`,
  remedyFor: ({ isEnvelope: isInner }) =>
    isInner
      ? 'Put the objects of the inner envelope into the outer one, or select the inner envelope in the placement directly.'
      : 'Put it into the manifests of the hub, outside of the envelope.',
  *check(manifest, world) {
    for (const [key, inner] of enclosedEntries(manifest.object)) {
      const at = childPointer('/data', key);
      const kind = fleetKind(inner.kind);
      if (kind?.group !== groupOf(inner.apiVersion) || inner.kind === 'AppliedWork' || isDefinedByManifests(kind, world)) continue;
      if (!isResolved(manifest, `${at}/apiVersion`, `${at}/kind`)) continue;
      yield { at: `${at}/kind`, data: { inner: displayName(refOf(inner)), isEnvelope: isEnvelope(inner) } };
    }
  },
});
