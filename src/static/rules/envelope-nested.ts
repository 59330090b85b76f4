/**
 * The hub opens an envelope for each cluster, but not the envelopes in it: an inner envelope is sent to the cluster as an object, and so
 * are a placement, an override and every other kind of KubeFleet. Source: `pkg/controllers/workgenerator/controller.go` (only selected
 * objects are opened) and `envelope.go` (the kinds that placements leave out are not asked for), and the chart of the member agent, which
 * installs `AppliedWork` and no other kind: `Applied` False, `no matches for kind`, as the recording `envelope-unknown-kind` shows.
 */
import { enclosedEntries, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { displayName, groupOf, type KubeObject, refOf } from '../../fleet/kubernetes/object.ts';
import { type FleetKind, fleetKind } from '../../fleet/kubefleet/kinds.ts';
import { kindInMisspeltGroup } from '../../fleet/kubefleet/misspelt-group.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { isOverride } from '../../selection/override.ts';
import { type EntryFault, KINDS_WITH_ENTRIES, OTHERWISE, patchedEntries } from '../delivery/envelope-faults.ts';
import { isDefinedByManifests, knownApis } from '../world/known-apis.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface Inner {
  readonly inner: string;
  readonly isEnvelope: boolean;
  /** The group of KubeFleet that was meant, if it is misspelt. */
  readonly meant?: string;
}

export const envelopeNested = defineRule<Inner>({
  id: 'envelope-nested',
  summary: 'The envelope contains an object for the hub, such as another envelope or a placement',
  effect: 'fails',
  otherwise: { misbehaves: OTHERWISE },
  kinds: KINDS_WITH_ENTRIES,
  why: 'The hub unpacks only envelopes that a placement selects. The content of an envelope goes to the clusters unchanged. Members do not have the kinds of KubeFleet that are for the hub, such as envelopes, placements and overrides: `Applied` is False with `no matches for kind`, and the placement never becomes available. Not reported if the manifests contain the CustomResourceDefinition of the kind, as for a hub that is itself a member. A kind of KubeFleet in a misspelt group is reported too. A patch of an override may also write such an object.',
  remedy: 'Put an object that is for the hub into the manifests directly, and the objects of an inner envelope into the outer one.',
  docs: 'https://kubefleet.dev/docs/how-tos/envelope-object/',
  message: ({ inner, isEnvelope: isInner, meant }) =>
    meant !== undefined
      ? `${inner} is in a misspelt group, and with group ${meant} it is for the hub: member clusters do not have this kind, so the envelope is never applied completely.`
      : isInner
        ? `${inner} is an envelope inside an envelope: member clusters do not have this kind, and its content is never applied.`
        : `${inner} is for the hub: member clusters do not have this kind, so the envelope is never applied completely.`,
  remedyFor: ({ isEnvelope: isInner, meant }) =>
    meant !== undefined
      ? `Write the group ${meant}, and put it into the manifests of the hub, outside of the envelope.`
      : isInner
        ? 'Put the objects of the inner envelope into the outer one, or select the inner envelope in the placement directly.'
        : 'Put it into the manifests of the hub, outside of the envelope.',
  *check(manifest, world) {
    if (isOverride(manifest.object)) {
      for (const { isCertain, ...found } of patchedEntries(manifest, faultsIn(world), world))
        yield { ...found, ...(isCertain ? {} : { effect: 'misbehaves' }) };
      return;
    }
    for (const { entry, place, data } of faultsIn(world)(manifest.object))
      if (isResolved(manifest, `${entry}/apiVersion`, `${entry}/kind`)) yield { ...place, data };
  },
});

const faultsIn = oncePer((world: World) => (envelope: KubeObject): readonly EntryFault<Inner>[] => {
  const { kind: outer, metadata } = envelope;
  return enclosedEntries(envelope).flatMap(([key, inner]) => {
    const entry = childPointer('/data', key);
    const at = `${entry}/kind`;
    const own = fleetKind(inner.kind);
    const isMisspelt = own?.group !== groupOf(inner.apiVersion);
    const kind = isMisspelt ? misspeltKind(inner, world) : own;
    if (kind === undefined || inner.kind === 'AppliedWork' || isDefinedByManifests(kind, world)) return [];
    const meant = isMisspelt ? { meant: kind.group } : {};
    const data = { inner: displayName(refOf(inner)), isEnvelope: isEnvelope(inner), ...meant };
    return [{ key: `${outer}/${metadata.name} ${key} ${data.inner}`, entry, at, place: { at }, data }];
  });
});

/** The kind of KubeFleet that is meant, unless a CustomResourceDefinition defines it in that group. */
function misspeltKind(inner: KubeObject, world: World): FleetKind | undefined {
  const name = kindInMisspeltGroup(inner);
  return name === undefined || knownApis(world).find(groupOf(inner.apiVersion), inner.kind) !== undefined ? undefined : fleetKind(name);
}
