import { objectsWithin } from '../../fleet/kubefleet/envelope.ts';
import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { objectAt } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { overriddenDeliveriesOf } from '../delivery/overridden-deliveries.ts';
import { placementsSending } from '../placing/placements-of-object.ts';
import { makerOf } from '../references/makers.ts';
import { envelopeHolding } from '../world/envelopes.ts';
import { knownClusters } from '../world/known-clusters.ts';
import { isNamed } from '../world/placements.ts';
import type { World } from '../world/world.ts';
import { arrivingOn, isSameObject, type LocatedObject } from './arriving-on.ts';
import { keepsOldContent } from './keeps-old-content.ts';
import type { Need } from './needs.ts';

type Sought = Pick<Need, 'group' | 'kind' | 'namespace' | 'name'>;

/** The ConfigMaps or Secrets of that name: an object can be declared once for each environment. */
export function entryHolders(sought: Sought, world: World): readonly LocatedObject[] {
  const { group, kind, namespace, name } = sought;
  const envelope = envelopeHolding({ group, kind, namespace, name }, world);
  const enclosed = envelope === undefined ? [] : [envelope];
  return [...world.find(sought), ...enclosed].flatMap((manifest) =>
    objectsWithin(manifest.object).flatMap(({ object, at }) =>
      object.kind === kind && object.metadata.name === name ? [{ manifest, object, at }] : [],
    ),
  );
}

/** Names of labels and annotations that request a tool to add entries to an object. */
const FILLED_BY = /inject|reflect|replicat|sync/i;
/** A key that the API server accepts. Another text is a placeholder, or is refused. */
const KEY = /^[-._a-zA-Z0-9]+$/;

/** Whether it has entries, and each has a name that the API server accepts. */
const hasEntryNames = oncePer((object: KubeObject): boolean => {
  const keys = writtenEntries(object);
  return keys.size > 0 && [...keys].every(isEntryName);
});

/** Whether the object has only the written entries: no controller or other tool adds some. */
export function isFilledHere(holder: LocatedObject, sought: Sought, world: World): boolean {
  const { manifest, object, at } = holder;
  if (!hasEntryNames(object) || !isNamed(manifest)) return false;
  if (makerOf(sought, world) !== undefined) return false;
  if (['', ...PARTS.map((part) => `/${part}`)].some((part) => manifest.unresolved.includes(`${at}${part}`))) return false;
  return !Object.keys({ ...object.metadata.labels, ...object.metadata.annotations }).some((label) => FILLED_BY.test(label));
}

/** The written entries and those of the object on the hub: an apply keeps entries that others added. */
export function entriesOf({ manifest, object, at }: LocatedObject, world: World): ReadonlySet<string> {
  const live = at === '' ? world.before(manifest)?.live : undefined;
  return live === undefined ? writtenEntries(object) : entriesOfBoth(object)(live);
}

const entriesOfBoth = oncePer((object: KubeObject) => oncePer((live: KubeObject) => writtenEntries(object).union(writtenEntries(live))));

export function isEntryName(key: string): boolean {
  return KEY.test(key);
}

/**
 * The clusters without an entry that the manifest does not have, because patches may add it. `none`: each cluster has it, or it is not
 * known · `all`: no patch adds it.
 * @param on the clusters that need it, if they are known
 */
export function clustersWithoutEntry(
  entry: string,
  holders: readonly LocatedObject[],
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
    return arriving.length > 0 && !arriving.some(({ object }) => writtenEntries(object).has(entry));
  });
  if (lacking.length === 0) return 'none';
  return lacking.length === on.length ? 'all' : lacking.map(({ name }) => name).toSorted();
}

/**
 * Why clusters keep an older version of an object, which does not have an entry that the change adds; `undefined` if they get the new one,
 * or if the older one is not known.
 */
export function unsentEntryOf(
  { manifest, object }: LocatedObject,
  entry: string,
  world: World,
): { readonly says: string; readonly isCertain: boolean } | undefined {
  const before = world.before(manifest)?.manifest;
  const old = before === undefined ? undefined : objectsWithin(before).find((each) => isSameObject(each.object, object))?.object;
  if (old === undefined || writtenEntries(old).has(entry) || !writtenEntries(object).has(entry)) return undefined;
  const keeping = placementsSending(manifest, world).map((placement) => keepsOldContent(placement, world));
  const [first] = keeping;
  if (first === undefined || keeping.includes(undefined)) return undefined;
  return { says: first.says, isCertain: keeping.every((each) => each?.arrival === 'compared' && each.wasApplied) };
}

const PARTS = ['data', 'binaryData', 'stringData'];

/** Kept, because a workload may need thousands of entries of one object. */
export const writtenEntries = oncePer(
  (object: KubeObject): ReadonlySet<string> => new Set(PARTS.flatMap((part) => Object.keys(objectAt(object, part) ?? {}))),
);
