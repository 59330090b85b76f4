/**
 * The hub opens an envelope only if a placement selects it. Source: `pkg/controllers/workgenerator/controller.go`. An envelope that no
 * placement selects is not reported by KubeFleet.
 */
import { ENVELOPE_KINDS } from '../../fleet/kubefleet/envelope.ts';
import { PLACEMENT_KINDS, PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import { clusterPlacements, isNamed, namespacedPlacements, nameOf } from '../world/placements.ts';
import { mayPlace } from '../placing/placements-of-object.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import { type SearchScope, searchedText } from '../compare/search-scope.ts';
import type { World } from '../world/world.ts';

interface Unplaced extends SearchScope {
  readonly envelope: string;
  readonly isNamespaced: boolean;
  /** Whether the hub has no other placement that could select it. */
}

export const envelopeNotPlaced = defineRule<Unplaced>({
  id: 'envelope-not-placed',
  summary: 'No placement selects the envelope',
  effect: 'advice',
  otherwise: { misbehaves: 'the hub was read and does not have a placement for it either' },
  kinds: ENVELOPE_KINDS,
  why: 'The content of an envelope reaches clusters only through a placement that selects the envelope: by its name or labels, or, for a ResourceEnvelope, together with its whole Namespace. Only ClusterResourcePlacements can select a ClusterResourceEnvelope. The hub accepts an envelope that no placement selects, without a message, and no cluster gets its content. The placement may be kept elsewhere. If the hub was read (`{--kubeconfig}`) and does not have one either, it is a warning.',
  remedy: 'Select the envelope in a placement, or remove it.',
  docs: 'https://kubefleet.dev/docs/how-tos/envelope-object/',
  message: ({ envelope, ...searched }) => `No placement ${searchedText(searched)} selects ${envelope}, so no cluster gets its content.`,
  remedyFor: ({ isNamespaced }) =>
    isNamespaced
      ? 'Select it in a ResourcePlacement of its namespace, or its Namespace in a ClusterResourcePlacement.'
      : 'Select it by name in a ClusterResourcePlacement.',
  *check(manifest, world) {
    const { kind, namespace, name } = manifestRef(manifest);
    const isNamespaced = kind === 'ResourceEnvelope';
    if (!isNamed(manifest) || name === '' || (isNamespaced && namespace === undefined)) return;
    const placements = placementsFor(namespace, isNamespaced, world);
    if (placements.length === 0 || placements.some((placement) => !isNamed(placement) || !isResolved(placement, '/spec/resourceSelectors')))
      return;
    const ref = { group: PLACEMENT_GROUP, kind, name, ...(isNamespaced && namespace !== undefined ? { namespace } : {}) };
    if (placements.some((placement) => mayPlace(placement, ref, world))) return;
    const asked = hubHasNoOther(placements, namespace, isNamespaced, world);
    const data = { envelope: displayName(ref), isNamespaced, asked, isPartly: world.hasUnread };
    yield { at: '/metadata/name', data, ...(asked ? { effect: 'misbehaves' } : {}) };
  },
});

function placementsFor(namespace: string | undefined, isNamespaced: boolean, world: World): readonly Manifest[] {
  const own = namespacedPlacements(world).filter((each) => isNamespaced && (each.namespace === undefined || each.namespace === namespace));
  return [...clusterPlacements(world), ...own];
}

/** Whether the hub shows all its placements that could select the envelope, and all of them are in the manifests. */
function hubHasNoOther(manifests: readonly Manifest[], namespace: string | undefined, isNamespaced: boolean, { hub }: World): boolean {
  if (hub === undefined) return false;
  const kinds = isNamespaced ? PLACEMENT_KINDS : ['ClusterResourcePlacement'];
  const known = new Set(manifests.map((placement) => `${placement.object.kind}/${nameOf(placement)}`));
  return kinds.every((kind) => {
    const inNamespace = kind === 'ResourcePlacement' ? namespace : undefined;
    if (hub.visibility({ group: PLACEMENT_GROUP, kind }, inNamespace).kind !== 'seen') return false;
    return hub.objects
      .filter((object) => object.kind === kind && (inNamespace === undefined || object.metadata.namespace === inNamespace))
      .every((object) => known.has(`${kind}/${object.metadata.name}`));
  });
}
