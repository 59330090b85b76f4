/**
 * v0.3 applies overrides to selected objects, and opens envelopes afterwards; main applies them to the content instead (#774). Source:
 * `pkg/controllers/workgenerator/controller.go` and `pkg/utils/overrider/overrider.go` of v0.3.1 and main. The newest published code of
 * Azure's hub (Azure/fleet `942238f3`, June 2026) is as v0.3.
 */
import { OVERRIDE_KINDS } from '../../selection/override.ts';
import { listAt, stringAt } from '../../fleet/json/json.ts';
import { isEnvelopeKind } from '../../fleet/kubefleet/envelope.ts';
import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { envelopeHolding, envelopesOf } from '../world/envelopes.ts';
import { hubHolds } from '../world/hub-holds.ts';
import { manifestRef } from '../world/identity.ts';
import { isNamed } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

interface Enveloped {
  readonly object: string;
  /** The envelope that contains the object; absent if the override selects the envelope itself. */
  readonly envelope?: string;
  readonly isAzure: boolean;
}

export const overrideEnveloped = defineRule<Enveloped>({
  id: 'override-enveloped',
  summary: 'The override selects an envelope, or an object in one, and the hub does not apply it there',
  effect: 'misbehaves',
  otherwise: {
    advice: "the override is for an envelope itself, and Azure's hub may follow the main branch of KubeFleet in a later version",
  },
  kinds: OVERRIDE_KINDS,
  why: "KubeFleet v0.3 applies overrides to the objects that a placement selects and unpacks envelopes only afterwards. An override for an object that is in an envelope is accepted and matches nothing, and the clusters get the object unchanged. The main branch (`{--target main}`) does the opposite since August 2026: it applies overrides to the objects in an envelope, and ignores those for the envelope itself. The published code of Azure's hub (`{--target aks}`) of June 2026 does the same as v0.3. What Azure's hub runs today is not known.",
  remedy: 'Place the object without an envelope, or write the values for each group of clusters into envelopes of their own.',
  docs: 'https://kubefleet.dev/docs/how-tos/envelope-object/',
  message: ({ object, envelope, isAzure }) => {
    if (envelope !== undefined)
      return isAzure
        ? `${object} is in ${envelope}, and Azure's hub does not apply overrides to the content of envelopes, unless its version is newer than its published code of June 2026.`
        : `${object} is in ${envelope}, and KubeFleet v0.3 does not apply overrides to the content of envelopes.`;
    return isAzure
      ? `The main branch of KubeFleet ignores overrides for ${object} itself, and Azure's hub may follow in a later version.`
      : `The main branch of KubeFleet ignores overrides for ${object} itself: it applies them to the objects in an envelope.`;
  },
  remedyFor: ({ envelope, isAzure }) => {
    if (envelope !== undefined) return undefined;
    return isAzure
      ? 'Place the object without an envelope: an override for it works with every version of the hub.'
      : 'Select the object in the envelope instead, and write paths without `/data/` and its key.';
  },
  *check(manifest, world) {
    const { target } = world;
    if (!isNamed(manifest)) return;
    const isNamespaced = manifest.object.kind === 'ResourceOverride';
    const field = isNamespaced ? 'resourceSelectors' : 'clusterResourceSelectors';
    for (const [index, selector] of listAt(manifest.object, 'spec', field).entries()) {
      const at = `/spec/${field}/${index}`;
      const [group = '', kind = '', name = ''] = ['group', 'kind', 'name'].map((key) => stringAt(selector, key));
      const namespace = isNamespaced ? manifest.namespace : undefined;
      const ref = namespace === undefined ? { kind, name } : { kind, namespace, name };
      if (name === '' || !isResolved(manifest, at)) continue;
      const data = { object: displayName(ref), isAzure: target === 'aks' };
      if (group === PLACEMENT_GROUP && isEnvelopeKind(kind)) {
        if (target === 'v0.3') continue;
        const [envelope] = envelopesOf(kind, namespace, name, world);
        const related = envelope === undefined ? [] : [{ manifest: envelope, at: '', message: data.object }];
        yield { at, data, related, ...(data.isAzure ? { effect: 'advice' as const } : {}) };
        continue;
      }
      if (target === 'main' || world.find({ group, ...ref }).length > 0 || hubHolds({ group, ...ref }, world) === true) continue;
      const holder = envelopeHolding({ group, kind, namespace, name }, world);
      if (holder === undefined || !isNamed(holder)) continue;
      const envelope = displayName(manifestRef(holder));
      yield { at, data: { ...data, envelope }, related: [{ manifest: holder, at: '/data', message: envelope }] };
    }
  },
});
