import { objectsWithin } from '../../fleet/kubefleet/envelope.ts';
import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { objectAt } from '../../fleet/json/json.ts';
import { refOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { objectsIn } from '../../schedule/delivery/variants.ts';
import { overriddenDeliveriesOf } from '../delivery/overridden-deliveries.ts';
import { picksOf } from '../delivery/picks.ts';
import { variantOn } from '../delivery/variants-of-delivery.ts';
import { placementsSending } from '../placing/placements-of-object.ts';
import { makerOf } from '../references/makers.ts';
import { envelopeHolding } from '../world/envelopes.ts';
import { knownClusters } from '../world/known-clusters.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed } from '../world/placements.ts';
import type { World } from '../world/world.ts';
import type { Need } from './needs.ts';

/** A ConfigMap or Secret of the manifests. */
export interface EntryHolder {
  /** The object, or the envelope that holds it. */
  readonly manifest: Manifest;
  readonly object: KubeObject;
  /** Pointer to it in its manifest. */
  readonly at: string;
}

type Sought = Pick<Need, 'group' | 'kind' | 'namespace' | 'name'>;

/** The ConfigMaps or Secrets of that name; an object that is declared for several environments is each of them. */
export function entryHolders(sought: Sought, world: World): readonly EntryHolder[] {
  const { group, kind, namespace, name } = sought;
  const envelope = envelopeHolding({ group, kind, namespace, name }, world);
  const enclosed = envelope === undefined ? [] : [envelope];
  return [...world.find(sought), ...enclosed].flatMap((manifest) =>
    objectsWithin(manifest.object).flatMap(({ object, at }) =>
      object.kind === kind && object.metadata.name === name ? [{ manifest, object, at }] : [],
    ),
  );
}

/** Names of labels and annotations by which tools are told to fill an object in. */
const FILLED_BY = /inject|reflect|replicat|sync/i;
/** What the API server takes for a key; anything else is a placeholder, or refused. */
const KEY = /^[-._a-zA-Z0-9]+$/;

/** Whether the entries that are written are all that the object has: no controller, annotation or other tool fills it in. */
export function isFilledHere(holder: EntryHolder, sought: Sought, world: World): boolean {
  const { manifest, object, at } = holder;
  const keys = [...writtenEntries(object)];
  if (keys.length === 0 || keys.some((key) => !KEY.test(key)) || !isNamed(manifest)) return false;
  if (makerOf({ ...sought, at: '', without: '' }, world) !== undefined) return false;
  if (['', ...PARTS.map((part) => `/${part}`)].some((part) => manifest.unresolved.includes(`${at}${part}`))) return false;
  return !Object.keys({ ...object.metadata.labels, ...object.metadata.annotations }).some((label) => FILLED_BY.test(label));
}

/** The entries as they are written, with what the hub has of them: an apply leaves alone what others added. */
export function entriesOf({ manifest, object, at }: EntryHolder, world: World): ReadonlySet<string> {
  const live = at === '' ? world.before(manifest)?.live : undefined;
  return new Set([...writtenEntries(object), ...(live === undefined ? [] : writtenEntries(live))]);
}

export function isEntryName(key: string): boolean {
  return KEY.test(key);
}

/**
 * Which clusters lack an entry that the object does not have as it is written: patches may add it on the way. `none`: each cluster has it, or it
 * cannot be told · `all`: no patch adds it.
 * @param on the clusters that need it, as far as they are known
 */
export function clustersWithoutEntry(
  entry: string,
  holders: readonly EntryHolder[],
  on: readonly MemberCluster[] | undefined,
  world: World,
): 'none' | 'all' | readonly string[] {
  const patched = holders.filter(({ manifest }) => overriddenDeliveriesOf(manifest, world).length > 0);
  if (patched.length === 0) return 'all';
  if (on === undefined || knownClusters(world) === undefined) {
    const isAdded = patched.some(({ manifest }) =>
      overriddenDeliveriesOf(manifest, world).some(({ target }) =>
        target.overrides.some(({ rules }) => rules.some(({ operations }) => operations.some(({ op }) => op !== 'remove'))),
      ),
    );
    return isAdded ? 'none' : 'all';
  }
  const lacking = on.filter((cluster) => {
    const arriving = holders.flatMap((holder) => arrivingOn(cluster, holder, world));
    return arriving.length > 0 && !arriving.some((object) => writtenEntries(object).has(entry));
  });
  if (lacking.length === 0) return 'none';
  return lacking.length === on.length ? 'all' : lacking.map(({ name }) => name).toSorted();
}

/** What a cluster gets of the object, by each placement that brings it. */
function arrivingOn(cluster: MemberCluster, { manifest, object }: EntryHolder, world: World): readonly KubeObject[] {
  const key = keyOf(object);
  return placementsSending(manifest, world).flatMap((placement) => {
    if (picksOf(placement, world)?.picked.some(({ name }) => name === cluster.name) !== true) return [];
    const deliveries = overriddenDeliveriesOf(manifest, world).filter(
      ({ placement: by, target }) => by === placement && (target.entry === undefined || keyOf(target.resource.object) === key),
    );
    if (deliveries.length === 0) return [object];
    return deliveries.flatMap((delivery) => objectsIn(variantOn(delivery)(cluster).outcome).filter((each) => keyOf(each) === key));
  });
}

function keyOf(object: KubeObject): string {
  const { kind, name } = refOf(object);
  return `${kind}/${name}`;
}

const PARTS = ['data', 'binaryData', 'stringData'];

export function writtenEntries(object: KubeObject): ReadonlySet<string> {
  return new Set(PARTS.flatMap((part) => Object.keys(objectAt(object, part) ?? {})));
}
