import { enclosedEntries } from '../../fleet/kubefleet/envelope.ts';
import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { displayName, objectKey, refOf, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { receiverFor } from '../../schedule/delivery/rule-choices.ts';
import { objectsIn, variantFor, type Outcome } from '../../schedule/delivery/variants.ts';
import { overridesOn } from '../../schedule/override/placement-overrides.ts';
import { isForPlacement, placementKey, ruleMatches, type Override, type OverrideRule } from '../../selection/override.ts';
import { arrivalOf } from '../delivery/arrival.ts';
import {
  allOverrides,
  manifestOf,
  overriddenDeliveriesBy,
  overriddenDeliveriesFor,
  type OverriddenDelivery,
} from '../delivery/overridden-deliveries.ts';
import { possibleChoices } from '../delivery/possible-choices.ts';
import { variantOn, variantsIn } from '../delivery/variants-of-delivery.ts';
import { placementsMaybeSending } from '../placing/placements-of-object.ts';
import { namesMadeFrom } from '../references/makers.ts';
import { envelopeHolding, isDeclared } from '../world/envelopes.ts';
import { hubHolds } from '../world/hub-holds.ts';
import { manifestRef } from '../world/identity.ts';
import { knownApis } from '../world/known-apis.ts';
import { hasBaseTree } from '../world/known-base.ts';
import type { Manifest } from '../world/manifest.ts';
import { oncePerWorld } from '../world/once-per-world.ts';
import { nameOf } from '../world/placements.ts';
import type { World } from '../world/world.ts';
import { keepsOldContent } from './keeps-old-content.ts';

/** The reason why an object that a placement selects does not reach a cluster that it picks. */
export interface Hindrance {
  /** The manifest and place of the reason; `says` is a clause: "ClusterResourceOverride/o deletes it". */
  readonly manifest: Manifest;
  readonly at: string;
  readonly says: string;
  /** False if the object may be on the cluster from an earlier time. */
  readonly isCertain: boolean;
  /** It affects all objects of the placement. */
  readonly isOfPlacement?: true;
  /** An update run ends it. */
  readonly isByRun?: true;
}

/** The identity of an object, without its version. */
export type Named = Omit<ObjectRef, 'apiVersion'> & {
  readonly group: string;
  /** The name of the Secret that a controller on the member must make from the object. */
  readonly makes?: string;
};

/** Whether the object may not reach clusters of the placement. A fast check: most objects have no override and are applied. */
export function mayBeHindered(carrier: Manifest, ref: Named, world: World): boolean {
  if (arrivalOf(carrier) !== 'applied' || overridesFor(carrier, ref, world).length > 0 || failuresOf(carrier, world).size > 0) return true;
  const envelope = envelopeHolding(ref, world);
  return envelope !== undefined && overriddenDeliveriesFor(envelope, carrier, world).length > 0;
}

/** The reason why an object that a placement selects does not reach one cluster that it picks; `undefined` if it does. */
export function hindranceOn(carrier: Manifest, ref: Named, cluster: MemberCluster, world: World): Hindrance | undefined {
  const deleting = overridesFor(carrier, ref, world).find(({ rules }) => rules.some((rule) => rule.deletes && ruleMatches(rule, cluster)));
  if (deleting !== undefined) return byOverride(deleting, 'deletes it', true, world);
  const renaming = renamedBy(carrier, ref, cluster, world);
  if (renaming !== undefined) return renaming;
  const failing = failuresOf(carrier, world).get(cluster.name);
  const isNew = isNewPlacement(carrier, world);
  // A cluster that already has the placement keeps its objects.
  if (failing !== undefined && isNew !== false) return { ...failing, isCertain: isNew === true, isOfPlacement: true };
  return notApplied(carrier, ref, world);
}

/** The reason if the clusters are not known. `isEverywhere` is false if an override deletes the object only on some clusters. */
export function hindranceAnywhere(
  carrier: Manifest,
  ref: Named,
  world: World,
): (Hindrance & { readonly isEverywhere: boolean }) | undefined {
  const rules = overridesFor(carrier, ref, world).flatMap((override) =>
    override.rules.filter(({ deletes, terms }) => deletes && terms !== undefined).map((rule) => ({ override, rule })),
  );
  const [found] = rules.toSorted((a, b) => Number(b.rule.terms?.length === 0) - Number(a.rule.terms?.length === 0));
  const renaming = found === undefined ? renamedAnywhere(carrier, ref, world) : undefined;
  if (renaming !== undefined) return renaming;
  const hindrance = found === undefined ? notApplied(carrier, ref, world) : byOverride(found.override, 'deletes it', true, world);
  return hindrance && { ...hindrance, isEverywhere: found === undefined || found.rule.terms?.length === 0 };
}

/** The clusters on which overrides delete an object. */
export interface Deletion {
  readonly rules: readonly OverrideRule[];
  readonly isEverywhere: boolean;
  readonly isOn: (cluster: MemberCluster) => boolean;
}

/** The clusters of a placement on which overrides delete an object; `undefined` if no override deletes it. */
export function deletionOf(carrier: Manifest, ref: Named, world: World): Deletion | undefined {
  const rules = overridesFor(carrier, ref, world).flatMap((override) =>
    override.rules.filter(({ deletes, terms }) => deletes && terms !== undefined),
  );
  if (rules.length === 0) return undefined;
  return {
    rules,
    isEverywhere: rules.some(({ terms }) => terms?.length === 0),
    isOn: (cluster) => rules.some((rule) => ruleMatches(rule, cluster)),
  };
}

/** Whether a placement is new with this change; `undefined` if that is not known. */
export const isNewPlacement = oncePerWorld((placement: Manifest, world: World): boolean | undefined => {
  if (placement.onHub === true || world.before(placement) !== undefined) return false;
  const { apiVersion: _version, ...ref } = manifestRef(placement);
  const onHub = hubHolds({ group: PLACEMENT_GROUP, ...ref }, world);
  if (onHub !== undefined) return !onHub;
  return hasBaseTree(world) ? true : undefined;
});

/** The reason if the placement has strategy External without a run, or only compares; `undefined` if its objects may already be applied. */
function notApplied(carrier: Manifest, ref: Named, world: World): Hindrance | undefined {
  const keeping = keepsOldContent(carrier, world);
  if (keeping === undefined) return undefined;
  const isNew = isNewPlacement(carrier, world);
  const { arrival, says, at, wasApplied } = keeping;
  const isNewObject = isNewOnClusters(ref, world);
  if (!isNewObject && (wasApplied || (arrival === 'byRun' && isNew === false))) return undefined;
  const isCertain = isNew === true || (isNewObject && arrival === 'compared');
  return { manifest: carrier, at, says, isCertain, isOfPlacement: true, ...(arrival === 'byRun' ? { isByRun: true } : {}) };
}

/** Whether no placement brought the object to any cluster before the change. */
function isNewOnClusters(ref: Named, world: World): boolean {
  if (world.find(ref).length > 0 && hubHolds(ref, world) === false) return true;
  const base = world.base();
  return base !== undefined && (!isDeclared(ref, base) || placementsMaybeSending(ref, base).length === 0);
}

/** The overrides on an object for a placement; the manifests need not contain the object. */
function overridesFor(carrier: Manifest, ref: Named, world: World): readonly Override[] {
  const all = allOverrides(world);
  if (all.length === 0) return [];
  const key = placementKey(carrier.object, carrier.namespace);
  return overridesOn(all, overriddenAs(ref, world), knownApis(world)).filter((override) => isForPlacement(override, key));
}

/** The object that overrides select: v0.3 and Azure's hub apply overrides to an envelope, and main to each object in it. */
function overriddenAs({ group, ...ref }: Named, world: World): ObjectRef {
  const [declared] = world.find({ group, ...ref });
  const envelope = declared === undefined ? envelopeHolding({ group, ...ref }, world) : undefined;
  if (envelope !== undefined && world.target !== 'main') return manifestRef(envelope);
  const preferred = knownApis(world).find(group, ref.kind)?.preferred ?? 'v1';
  const apiVersion = declared?.object.apiVersion ?? (group === '' ? preferred : `${group}/${preferred}`);
  return { ...ref, apiVersion };
}

function byOverride(override: Override, says: string, isCertain: boolean, world: World): Hindrance {
  const manifest = manifestOf(override, world);
  if (manifest === undefined) throw new Error('an override that is not in the manifests');
  return { manifest, at: '/spec/policy/overrideRules', says: `${displayName(override.ref)} ${says}`, isCertain };
}

/**
 * On v0.3, overrides patch the whole envelope, so an object in it can get another name or be removed. An object from which a controller
 * makes a Secret can get another name for the Secret.
 */
function renamedBy(carrier: Manifest, ref: Named, cluster: MemberCluster, world: World): Hindrance | undefined {
  for (const delivery of deliveriesWith(carrier, ref, world)) {
    const { outcome, applied } = variantOn(delivery)(cluster);
    const change = changeOf(outcome, ref, delivery);
    const [by] = applied;
    if (by !== undefined && change !== undefined) return byOverride(by, change, true, world);
  }
  return undefined;
}

/** The same if the clusters are not known. */
function renamedAnywhere(carrier: Manifest, ref: Named, world: World): (Hindrance & { readonly isEverywhere: boolean }) | undefined {
  for (const delivery of deliveriesWith(carrier, ref, world)) {
    const { all, isWhole } = possibleChoices(delivery, world);
    const changed = all.flatMap((choice) => {
      const { outcome, applied } = variantFor(delivery.target, receiverFor(choice));
      const change = changeOf(outcome, ref, delivery);
      const [by] = applied;
      return by === undefined || change === undefined ? [] : [{ by, change }];
    });
    const [first] = changed;
    if (first !== undefined)
      return { ...byOverride(first.by, first.change, true, world), isEverywhere: isWhole && changed.length === all.length };
  }
  return undefined;
}

/** The deliveries of the envelope with the object, or of the object from which a Secret is made. */
function deliveriesWith(carrier: Manifest, ref: Named, world: World): readonly OverriddenDelivery[] {
  const { makes: _made, ...identity } = ref;
  const envelope = envelopeHolding(identity, world);
  const items = envelope === undefined ? (ref.makes === undefined ? [] : world.find(identity)) : [envelope];
  const key = keyOf(ref);
  return items
    .flatMap((item) => overriddenDeliveriesFor(item, carrier, world))
    .filter(({ target }) => target.entry === undefined || objectKey(target.resource.ref) === key);
}

/** What overrides do to an object, as a clause after their name; `undefined` if it arrives under its name. */
function changeOf(outcome: Outcome, ref: Named, { target }: OverriddenDelivery): string | undefined {
  if (outcome.kind === 'failed') return undefined;
  if (outcome.kind === 'leftOut') return 'deletes it';
  const key = keyOf(ref);
  const object = objectsIn(outcome).find((each) => objectKey(refOf(each)) === key);
  if (object === undefined) {
    const entry = enclosedEntries(target.resource.object).find(([, each]) => objectKey(refOf(each)) === key)?.[0];
    const isThere = entry === undefined || enclosedEntries(outcome.object).some(([other]) => other === entry);
    return isThere ? 'changes it into another object' : 'removes it from its envelope';
  }
  const isMade = ref.makes === undefined || namesMadeFrom(object).includes(ref.makes);
  return isMade ? undefined : `changes the name of the Secret in ${displayName(refOf(object))}`;
}

function keyOf({ makes: _made, ...ref }: Named): string {
  return objectKey({ ...ref, apiVersion: `${ref.group}/` });
}

/** The clusters on which a patch for the placement fails: the hub sends none of its objects there. */
const failuresOf = oncePerWorld((placement: Manifest, world: World): ReadonlyMap<string, Omit<Hindrance, 'isCertain'>> => {
  const found = new Map<string, Omit<Hindrance, 'isCertain'>>();
  for (const delivery of overriddenDeliveriesBy(placement, world))
    for (const { outcome, clusters } of variantsIn(delivery, world)) {
      if (outcome.kind !== 'failed' || !outcome.certain || delivery.selected !== 'yes') continue;
      const says = `fails on ${displayName(delivery.target.resource.ref)}, so nothing of ${nameOf(placement)} is sent`;
      for (const { name } of clusters) if (!found.has(name)) found.set(name, byOverride(outcome.place.override, says, true, world));
    }
  return found;
});
