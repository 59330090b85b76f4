import { isDeepStrictEqual } from 'node:util';
import { violationsOf } from '../../../admission/kubernetes/violations-of.ts';
import { objectMeta } from '../../../admission/object-meta.ts';
import type { Finding } from '../../../finding.ts';
import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import type { HubListing } from '../../../fleet/kubefleet/hub-state.ts';
import { displayName, groupOf } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { hubContent, hubItem } from '../../../selection/hub-content.ts';
import { apiVersionNotServed } from '../../../static/rules/api-version-not-served.ts';
import { kindNotServed } from '../../../static/rules/kind-not-served.ts';
import { manifestRef, objectKeyOf } from '../../../static/world/identity.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { refusalsIn } from '../refusals.ts';
import type { StaticInput } from '../static-input.ts';

/**
 * The input with the objects of the base that the hub refuses. A hub keeps the version from before a refused edit, and what it accepted before it
 * got a policy, so they stay in the base. The change removes nothing if the hub was read and does not have such an object, or if no hub can have
 * one of this kind or name.
 * @param before the findings of the base
 */
export function withRefusedBase(input: StaticInput, before: readonly Finding[] | undefined): StaticInput {
  const { base, fleet } = input;
  if (base === undefined || before === undefined || before.length === 0) return input;
  const refusals = refusalsIn(before);
  const refused = base.manifests.filter((manifest) => refusals(manifest).some(({ isEdit }) => !isEdit));
  if (refused.length === 0) return input;
  const ofKind = refusalsIn(before.filter(({ rule }) => OF_KIND.has(rule)));
  const isMissing = missingOn(fleet.hub);
  const missing = new Set(refused.filter((manifest) => ofKind(manifest).length > 0 || isMisnamed(manifest) || isMissing(manifest)));
  const refusedBefore = new Set(refused).difference(missing);
  return { ...input, base: { ...base, manifests: base.manifests.filter((manifest) => !missing.has(manifest)) }, refusedBefore };
}

/** The rules about kinds that the hub does not serve. */
const OF_KIND: ReadonlySet<string> = new Set([kindNotServed.id, apiVersionNotServed.id]);

function isMisnamed({ object }: Manifest): boolean {
  const faults = isFleetObject(object) ? objectMeta(object) : [...violationsOf(object)];
  return faults.some(({ pointer }) => pointer === '/metadata/name' || pointer === '/metadata/namespace');
}

function missingOn(hub: HubListing | undefined): (manifest: Manifest) => boolean {
  if (hub === undefined) return () => false;
  const onHub = hubContent(hub.objects.map(hubItem), hub.apis);
  return (manifest) => {
    const { apiVersion, kind } = manifest.object;
    const { kind: visibility } = hub.visibility({ group: groupOf(apiVersion), kind }, manifest.namespace);
    return visibility === 'seen' && !onHub.holds(manifestRef(manifest));
  };
}

/** A sentence about the objects of the base that the hub refuses, if the change edits or removes them. */
export function refusedBaseNotes({ read, refusedBefore = new Set() }: StaticInput): readonly string[] {
  if (refusedBefore.size === 0) return [];
  const now = Map.groupBy(read.manifests, objectKeyOf);
  const isKept = (manifest: Manifest): boolean =>
    now.get(objectKeyOf(manifest))?.some(({ object }) => isDeepStrictEqual(object, manifest.object)) === true;
  const changed = new Set([...refusedBefore].filter((manifest) => !isKept(manifest)).map((manifest) => displayName(manifestRef(manifest))));
  if (changed.size === 0) return [];
  const [has, of] = changed.size === 1 ? ['it', 'an earlier version of it'] : ['them', 'earlier versions of them'];
  return [
    `The hub refuses ${listed([...changed], 3, 'objects')} as the base has ${has}, and may have ${of} or none. The comparison takes the base as applied, so the change may add or remove more than is shown.`,
  ];
}
