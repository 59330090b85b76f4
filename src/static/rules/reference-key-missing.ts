/**
 * The kubelet of the member does not start a container whose variable names a missing entry (`CreateContainerConfigError`), and does not
 * mount a volume with such an item (`FailedMount`). Neither the hub nor KubeFleet checks the entries of a ConfigMap. Source: Kubernetes
 * `pkg/kubelet/kubelet_pods.go`, `pkg/volume/configmap/configmap.go`, `pkg/volume/secret/secret.go`.
 */
import { ENVELOPE_KINDS, enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { nearest } from '../../fleet/text/nearest.ts';
import { displayName, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { POD_KINDS } from '../../fleet/kubernetes/pod-template.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { OVERRIDE_KINDS, isOverride } from '../../selection/override.ts';
import type { Effect } from '../../finding.ts';
import { arrivalOf } from '../delivery/arrival.ts';
import { overriddenDeliveriesOf } from '../delivery/overridden-deliveries.ts';
import { patchFaults } from '../delivery/patch-faults.ts';
import { picksOf } from '../delivery/picks.ts';
import type { LocatedObject } from '../presence/arriving-on.ts';
import {
  clustersWithoutEntry,
  entriesOf,
  entryHolders,
  isEntryName,
  isFilledHere,
  unsentEntryOf,
  writtenEntries,
} from '../presence/entries.ts';
import { needsOf, patchedNeeds, placedNeeds, type Need } from '../presence/needs.ts';
import { placementsSending } from '../placing/placements-of-object.ts';
import { madeEntries } from '../references/made-entries.ts';
import { makersOf } from '../references/makers.ts';
import { manifestRef } from '../world/identity.ts';
import { firstCopyOf } from '../world/first-copy.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed } from '../world/placements.ts';
import { defineRule, type RelatedPointer } from '../world/rule.ts';
import { withHub } from '../world/with-hub.ts';
import type { World } from '../world/world.ts';

interface KeyMissing {
  readonly holder: string;
  readonly key: string;
  readonly meant: string | undefined;
  /** The workload that needs the entry, if the finding is at another object. */
  readonly neededBy: string | undefined;
  readonly isSome: boolean;
  /** Why the entry is not sent, if the object has it. */
  readonly because?: string;
}

interface Found {
  readonly at: string;
  readonly data: KeyMissing;
  readonly related: readonly RelatedPointer[];
  readonly clusters?: readonly string[];
  readonly effect?: Effect;
  readonly about?: Manifest;
}

export const referenceKeyMissing = defineRule<KeyMissing>({
  id: 'reference-key-missing',
  summary: 'The workload uses a key that its ConfigMap or Secret does not have',
  effect: 'fails',
  otherwise: {
    misbehaves:
      'another tool or an update run may add the key, other clusters have it, an override replaces the reference, or the object is only compared (ReportDiff)',
  },
  kinds: [...POD_KINDS, ...ENVELOPE_KINDS, ...OVERRIDE_KINDS],
  why: 'The clusters get the ConfigMap or Secret, but it does not have the entry that a variable or an item of a volume names. The kubelet then does not start the container (`CreateContainerConfigError`) or does not mount the volume (`FailedMount`), and the placement stays at `Available` False on every cluster. Reported for workloads that a placement brings to clusters, as the clusters get them: an override can name another entry, add one or remove one. An entry that the change adds does not arrive if the placement of the object only compares, or waits for an update run. Entries marked `optional`, ConfigMaps and Secrets without any entry, and those that a controller or an annotation fills are not reported. The Secret of a SealedSecret or an ExternalSecret is checked if that object shows all of its entries. Source: the code of the kubelet.',
  remedy: 'Add the key, correct its name, or mark the reference `optional`.',
  docs: 'https://kubernetes.io/docs/tasks/configure-pod-container/configure-pod-configmap/#restrictions',
  message: ({ holder, key, neededBy, isSome, because }) => {
    const where = isSome ? ' on {clusters}' : '';
    if (because !== undefined)
      return `The entry ${JSON.stringify(key)} of ${holder} is new and does not reach the clusters (${because}), so the Pods do not start.`;
    if (neededBy === undefined) return `${holder} has no entry ${JSON.stringify(key)}${where}, so the Pods do not start.`;
    return `With this patch ${holder} has no entry ${JSON.stringify(key)}${where}, so the Pods of ${neededBy} do not start.`;
  },
  remedyFor: ({ holder, key, meant, because }) => {
    if (because !== undefined) return `Bring ${holder} with the entry ${JSON.stringify(key)} to the clusters before the workload uses it.`;
    return meant === undefined ? undefined : `Did you mean ${meant}?`;
  },
  *check(manifest, world) {
    if (isOverride(manifest.object)) {
      yield* ofNeedsByPatches(manifest, world);
      yield* ofPatchedHolders(manifest, world);
    } else if (isNamed(manifest)) yield* ofWritten(manifest, withHub(world));
  },
});

function* ofWritten(manifest: Manifest, world: World): Iterable<Found> {
  const placements = placementsSending(manifest, world);
  if (placements.length === 0 || !needsOf(manifest, world).some(({ entry }) => entry !== undefined)) return;
  const reportedPlaces = new Set<string>();
  for (const placement of placements)
    for (const { need, clusters, isOpen } of placedNeeds(manifest, world)(placement)) {
      if (reportedPlaces.has(need.at)) continue;
      const picked = picksOf(placement, world)?.picked;
      const on = picked?.filter(({ name }) => clusters?.includes(name) ?? true);
      const found = missingEntry(need, on, world) ?? unsentEntry(need, placement, world);
      if (found === undefined) continue;
      reportedPlaces.add(need.at);
      const isUnsure = isOpen === true || arrivalOf(placement) === 'compared';
      yield { ...found, at: need.at, ...(found.effect === undefined && isUnsure ? { effect: 'misbehaves' } : {}) };
    }
}

/** An override may name an entry, or the whole workload that does. */
function* ofNeedsByPatches(manifest: Manifest, world: World): Iterable<Found> {
  for (const { fault: need, at, clusters, isCertain, delivery } of patchedNeeds(manifest, world)) {
    const picked = picksOf(delivery.placement, world)?.picked.filter(({ name }) => clusters.includes(name));
    const found = missingEntry(need, picked, withHub(world)) ?? unsentEntry(need, delivery.placement, withHub(world));
    if (found === undefined) continue;
    const some = found.clusters ?? clusters;
    const data = { ...found.data, isSome: some.length > 0 };
    const effect = found.effect === undefined && !isCertain ? ({ effect: 'misbehaves' } as const) : {};
    yield { ...found, ...effect, data, at, ...(some.length === 0 ? {} : { clusters: some }), about: delivery.item };
  }
}

/** An entry that the object does not have as it is written, nor as the clusters get it. */
function missingEntry(need: Need, on: Parameters<typeof clustersWithoutEntry>[2], world: World): Omit<Found, 'at'> | undefined {
  const { entry } = need;
  if (entry === undefined || !isEntryName(entry)) return undefined;
  const holders = entryHolders(need, world);
  const [first] = holders;
  if (first === undefined) return unmadeEntry(need, entry, world);
  if (holders.some((holder) => !isFilledHere(holder, need, world) || entriesOf(holder, world).has(entry))) return undefined;
  const lacking = clustersWithoutEntry(entry, holders, on, world);
  if (lacking === 'none') return undefined;
  const holder = displayName(need);
  const data = { holder, key: entry, meant: nearest(entry, entriesOf(first, world)), neededBy: undefined, isSome: lacking !== 'all' };
  const related = [{ manifest: first.manifest, at: `${first.at}/data`, message: `the entries of ${holder}` }];
  return { data, related, ...openness(first, world), ...(lacking === 'all' ? {} : { clusters: lacking }) };
}

/** An entry of a Secret that a controller makes from objects that do not have it. The Secret itself is in no file. */
function unmadeEntry(need: Need, entry: string, world: World): Omit<Found, 'at'> | undefined {
  const makers = makersOf(need, world);
  const [maker] = makers;
  const made = makers.map((each) => (overriddenDeliveriesOf(each, world).length > 0 ? undefined : madeEntries(each)));
  const [entries] = made;
  // Another text than a name of an entry is a placeholder.
  const isOpen = made.some((each) => each === undefined || each.has(entry) || ![...each].every(isEntryName));
  if (maker === undefined || entries === undefined || isOpen) return undefined;
  const holder = displayName(need);
  const data = { holder, key: entry, meant: nearest(entry, entries), neededBy: undefined, isSome: false };
  const related = [{ manifest: maker, at: '/spec', message: `${displayName(manifestRef(maker))} makes its entries` }];
  return { data, related, effect: 'misbehaves' };
}

/** An entry that the change adds, and that no placement sends to the clusters. */
function unsentEntry(need: Need, placement: Manifest, world: World): Omit<Found, 'at'> | undefined {
  const { entry } = need;
  if (entry === undefined || arrivalOf(placement) !== 'applied') return undefined;
  const holders = entryHolders(need, world);
  const [first] = holders;
  const unsent = holders.map((holder) => unsentEntryOf(holder, entry, world));
  const [why] = unsent;
  if (first === undefined || why === undefined || unsent.includes(undefined)) return undefined;
  const holder = displayName(need);
  const data = { holder, key: entry, meant: undefined, neededBy: undefined, isSome: false, because: why.says };
  const related = [{ manifest: first.manifest, at: `${first.at}/data`, message: `the entries of ${holder}` }];
  return { data, related, ...(why.isCertain ? openness(first, world) : { effect: 'misbehaves' }) };
}

/** Something else may add to a Secret that the hub does not show. */
function openness({ manifest, object }: LocatedObject, world: World): { readonly effect?: 'misbehaves' } {
  return object.kind === 'Secret' && world.before(manifest)?.live === undefined ? { effect: 'misbehaves' } : {};
}

/** An override may remove an entry that a workload needs. */
function* ofPatchedHolders(manifest: Manifest, world: World): Iterable<Found> {
  for (const { fault, patch, clusters, isCertain, delivery } of patchFaults(manifest, absentEntries(world), world)) {
    const { entry, consumers, holder } = fault;
    const consumer = consumers.find(({ placement }) => {
      const picked = picksOf(placement, world)?.picked;
      return picked === undefined || clusters.length === 0 || picked.some(({ name }) => clusters.includes(name));
    });
    if (consumer === undefined) continue;
    const reached = picksOf(consumer.placement, world)?.picked.map(({ name }) => name) ?? [];
    const some = clusters.filter((name) => reached.includes(name));
    const data = { holder, key: entry, meant: undefined, neededBy: displayName(consumer.need.from), isSome: some.length > 0 };
    const related = [{ manifest: consumer.manifest, at: consumer.need.at, message: 'it is needed here' }];
    const isSure = isCertain && (clusters.length > 0 || firstCopyOf(consumer.placement, world) === delivery.placement);
    const open = openness({ manifest: delivery.item, object: delivery.target.resource.object, at: '' }, world);
    const effect = isSure ? open : ({ effect: 'misbehaves' } as const);
    yield { at: patch, data, related, ...(some.length === 0 ? {} : { clusters: some }), ...effect, about: delivery.item };
  }
}

interface Consumer {
  readonly manifest: Manifest;
  readonly placement: Manifest;
  readonly need: Need;
}

/** The entries that workloads need and an object does not have, as faults of the object. */
const absentEntries = oncePer((world: World) => (object: KubeObject) => {
  const wanted = consumersOf(world).get(keyOf(object.kind, object.metadata.namespace, object.metadata.name));
  if (wanted === undefined) return [];
  const written = writtenEntries(object);
  const { kind, metadata } = object;
  const { namespace, name } = metadata;
  const holder = displayName(namespace === undefined ? { kind, name } : { kind, namespace, name });
  return [...Map.groupBy(wanted, ({ need }) => need.entry ?? '')]
    .filter(([entry]) => !written.has(entry))
    .map(([entry, consumers]) => ({ key: entry, at: '/data', entry, consumers, holder }));
});

/** The workloads of placements that need an entry, by the object that has it. */
const consumersOf = oncePer((world: World): ReadonlyMap<string, readonly Consumer[]> => {
  const kinds = new Set(POD_KINDS);
  const all = [...POD_KINDS, ...ENVELOPE_KINDS]
    .flatMap((kind) => world.ofKind(kind))
    .filter(({ object }) => !isEnvelope(object) || enclosedObjects(object).some(({ kind }) => kinds.has(kind)))
    .filter((manifest) => isNamed(manifest) && needsOf(manifest, world).some(({ entry }) => entry !== undefined))
    .flatMap((manifest) =>
      placementsSending(manifest, world).flatMap((placement) =>
        placedNeeds(
          manifest,
          world,
        )(placement).flatMap(({ need, isOpen }) => (need.entry === undefined || isOpen === true ? [] : [{ manifest, placement, need }])),
      ),
    );
  return Map.groupBy(all, ({ need }) => keyOf(need.kind, need.namespace, need.name));
});

function keyOf(kind: string, namespace = '', name: string): string {
  return `${kind}/${namespace}/${name}`;
}
