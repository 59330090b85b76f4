import { isDeepStrictEqual } from 'node:util';
import { enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { nameWithoutHash } from '../../fleet/kubernetes/hashed-name.ts';
import { isSameManifest } from '../../fleet/kubernetes/is-same-manifest.ts';
import { displayName, objectKey, refOf, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { type ChangedResource, NAMESPACE_NOT_IN_FILES, NOT_IN_FILES, OPEN_GONE, type PlannedChange } from '../../report.ts';
import type { Resolvable } from '../override/placement-overrides.ts';
import type { SelectedResource } from '../../selection/selection.ts';
import type { OpenItem } from '../open-resources.ts';
import type { ReceivedChange } from './received-changes.ts';

/** The resources that a placement selects, and whether an object is in the tree of its side. */
export interface SelectedSide<T extends Resolvable> {
  readonly selected: readonly SelectedResource<T>[];
  readonly holds: (ref: ObjectRef) => boolean;
  readonly open: OpenItems<T>;
}

/** Objects that a placement may select, by key; whether it does is not known here. */
export type OpenItems<T extends Resolvable> = ReadonlyMap<string, OpenItem<T>>;

/** What the clusters receive that keep the placement. */
export interface KeptClusters {
  readonly kept: readonly string[];
  readonly received: ReadonlyMap<string, ReceivedChange>;
}

/**
 * The change of each resource as clusters receive it: a new or edited override changes the resources it selects. `undefined` if nothing
 * changes.
 */
export function resourceChanges<T extends Resolvable>(
  before: SelectedSide<T>,
  after: SelectedSide<T>,
  { kept, received }: KeptClusters,
): PlannedChange['resources'] {
  const old = new Map(before.selected.map((entry) => [objectKey(entry.ref), entry]));
  const now = new Map(after.selected.map((entry) => [objectKey(entry.ref), entry]));
  const only = (one: typeof old, other: typeof old, reason: (ref: ObjectRef) => string): readonly ChangedResource[] =>
    [...one].filter(([key]) => !other.has(key)).map(([, { ref }]) => ({ resource: ref, reason: reason(ref) }));
  const edits = [...now].flatMap(([key, { ref, item }]) => {
    const was = old.get(key)?.item;
    return was === undefined || item === undefined || isSameManifest(was.object, item.object) ? [] : [{ ref, was, item }];
  });
  const edited = new Set(edits.map(({ ref }) => objectKey(ref)));
  const byDeployers = [...now].flatMap(([key, { ref, item }]) => {
    const was = old.get(key)?.item;
    const isOther = was !== undefined && item !== undefined && !isDeepStrictEqual(changesOf(was), changesOf(item));
    return isOther && !edited.has(key) && !received.has(key) ? [{ resource: ref, reason: BY_DEPLOYER }] : [];
  });
  const onTheWay = [...now].flatMap(([key, { ref }]) => {
    const change = received.get(key);
    return change === undefined ? [] : [{ ref, change, isEdited: edited.has(key) }];
  });
  const open = openChanges(
    // What is certainly placed on the other side has not appeared or disappeared.
    { open: before.open, sent: old },
    { open: after.open, sent: now },
  );
  const added = only(now, old, (ref) => before.open.get(objectKey(ref))?.isKnown ?? (before.holds(ref) ? 'selected now' : NEW_IN_FILES));
  const removed = only(old, now, (ref) => sentAgain(ref, old, now) ?? (after.holds(ref) ? 'no longer selected' : NOT_IN_FILES));
  const changes = {
    added: [
      ...added,
      ...onTheWay.flatMap(({ ref, change }) => partly(ref, change.back, 'no override removes it any longer')),
      ...open.added,
    ],
    changed: [
      ...edits.filter(({ ref }) => !received.has(objectKey(ref))).map(({ ref }) => ({ resource: ref, reason: 'edited' })),
      ...onTheWay.flatMap((each) => changedOnTheWay(each, kept)),
      ...byDeployers,
      ...open.changed,
    ],
    removed: [
      ...withNewHash(removed, added),
      ...withoutManifest(old, now),
      ...outOfEnvelopes(old, now),
      ...onTheWay.flatMap(({ ref, change }) => partly(ref, change.leftOut, `removed by ${namesOf(change)}`)),
      ...open.removed,
    ],
  };
  return Object.values(changes).every((list) => list.length === 0) ? undefined : changes;
}

const NEW_IN_FILES = 'new in the deployed files';

/** Names the successor of an object that kustomize generates: the only one with the same name apart from the hash of the content. */
function withNewHash(removed: readonly ChangedResource[], added: readonly ChangedResource[]): readonly ChangedResource[] {
  const generated = (entries: readonly ChangedResource[], reason: string): ReadonlyMap<string, readonly ChangedResource[]> =>
    Map.groupBy(
      entries.filter((entry) => entry.reason === reason && keyWithoutHash(entry.resource) !== undefined),
      ({ resource }) => keyWithoutHash(resource) ?? '',
    );
  const [gone, made] = [generated(removed, NOT_IN_FILES), generated(added, NEW_IN_FILES)];
  return removed.map((entry) => {
    const key = keyWithoutHash(entry.resource) ?? '';
    const [successor, ...others] = made.get(key) ?? [];
    if (successor === undefined || others.length > 0 || gone.get(key)?.length !== 1 || entry.reason !== NOT_IN_FILES) return entry;
    const { resource: replacedBy } = successor;
    return { ...entry, reason: `${displayName(replacedBy)} replaces it, with the hash of its new content in the name`, replacedBy };
  });
}

/** Kustomize generates ConfigMaps and Secrets. */
function keyWithoutHash(ref: ObjectRef): string | undefined {
  const name = ref.apiVersion === 'v1' && (ref.kind === 'ConfigMap' || ref.kind === 'Secret') ? nameWithoutHash(ref.name) : undefined;
  return name === undefined ? undefined : objectKey({ ...ref, name });
}

const BY_DEPLOYER = 'the change edits how its deployer changes it; its content is not known';

function changesOf({ changedBy = [] }: Resolvable): readonly string[] {
  return changedBy.map(({ changes }) => changes).toSorted();
}

/** Namespaces that are still selected, because the files have objects in them, but whose own manifests are gone. */
function withoutManifest<T extends Resolvable>(old: Selected<T>, now: Selected<T>): readonly ChangedResource[] {
  return [...old].flatMap(([key, { ref, item }]) => {
    const after = now.get(key);
    return item !== undefined && after !== undefined && after.item === undefined ? [{ resource: ref, reason: NAMESPACE_NOT_IN_FILES }] : [];
  });
}

/**
 * Why an object that moves into an envelope or out of one is removed although the placement still sends it: an envelope is a Work of its
 * own, and each Work deletes what it no longer has. Source: `pkg/controllers/workapplier/preprocess.go` (removeOneLeftOverManifest).
 */
function sentAgain<T extends Resolvable>(ref: ObjectRef, old: Selected<T>, now: Selected<T>): string | undefined {
  const holder = [...now.values()].find((entry) => heldBy(entry).some((held) => objectKey(held) === objectKey(ref)));
  if (holder !== undefined) return `now in ${displayName(holder.ref)}, which creates it again`;
  const held = heldBy(old.get(objectKey(ref)));
  const sent = sentKeys(now);
  const isSent = held.length > 0 && held.every((each) => sent.has(objectKey(each)));
  return isSent ? 'its objects are placed in another way, and are created again' : undefined;
}

type Selected<T extends Resolvable> = ReadonlyMap<string, SelectedResource<T>>;

/** The objects of an envelope. */
function heldBy<T extends Resolvable>(entry: SelectedResource<T> | undefined): readonly ObjectRef[] {
  return entry?.item !== undefined && isEnvelope(entry.item.object) ? enclosedObjects(entry.item.object).map(refOf) : [];
}

/** The keys of all objects that a placement sends, by themselves or in an envelope. */
function sentKeys<T extends Resolvable>(selected: Selected<T>): ReadonlySet<string> {
  return new Set([...selected].flatMap(([key, entry]) => [key, ...heldBy(entry).map(objectKey)]));
}

/** Objects that a kept envelope no longer holds. Those of a whole envelope go with it. */
function outOfEnvelopes<T extends Resolvable>(old: Selected<T>, now: Selected<T>): readonly ChangedResource[] {
  const sent = sentKeys(now);
  return [...old].flatMap(([key, entry]) => {
    const kept = now.get(key);
    if (kept?.item === undefined) return [];
    const held = new Set(heldBy(kept).map(objectKey));
    const reason = `no longer in ${displayName(entry.ref)}`;
    return heldBy(entry)
      .filter((resource) => !held.has(objectKey(resource)))
      .map((resource) => ({ resource, reason: sent.has(objectKey(resource)) ? `${reason}, and created again` : reason }));
  });
}

interface OnTheWay {
  readonly ref: ObjectRef;
  readonly change: ReceivedChange;
  readonly isEdited: boolean;
}

function changedOnTheWay({ ref, change, isEdited }: OnTheWay, kept: readonly string[]): readonly ChangedResource[] {
  const { changed, leftOut, back, by } = change;
  const reason = isEdited ? 'edited' : by.length === 0 ? 'the labels of the clusters change' : `changed by ${namesOf(change)}`;
  if (changed.length > 0) return [{ resource: ref, reason, ...(changed.length === kept.length ? {} : { clusters: changed }) }];
  const isHidden = isEdited && leftOut.length + back.length === 0;
  return isHidden ? [{ resource: ref, reason: 'edited, but overrides hide the edit on every cluster', clusters: [] }] : [];
}

function partly(resource: ObjectRef, clusters: readonly string[], reason: string): readonly ChangedResource[] {
  return clusters.length === 0 ? [] : [{ resource, reason, clusters }];
}

function namesOf({ by }: ReceivedChange): string {
  return by.length === 0 ? 'an override' : by.map(displayName).join(', ');
}

interface OpenSide<T extends Resolvable> {
  readonly open: OpenItems<T>;
  /** Those that are certainly placed. */
  readonly sent: ReadonlyMap<string, SelectedResource<T>>;
}

function openChanges<T extends Resolvable>(before: OpenSide<T>, after: OpenSide<T>): NonNullable<PlannedChange['resources']> {
  const only = (one: OpenSide<T>, other: OpenSide<T>, reasonOf: (item: OpenItem<T>) => string): readonly ChangedResource[] =>
    [...one.open].flatMap(([key, item]) =>
      other.open.has(key) || other.sent.has(key) ? [] : [{ resource: item.ref, reason: reasonOf(item) }],
    );
  const changed = [...after.open].flatMap(([key, { ref, item, why }]) => {
    const was = before.open.get(key)?.item;
    return was === undefined || isSameManifest(was.object, item.object) ? [] : [{ resource: ref, reason: `edited; ${why}` }];
  });
  return {
    added: only(after, before, ({ why }) => `new; ${why}`),
    changed,
    removed: only(before, after, ({ wasWhy }) => `${OPEN_GONE}; ${wasWhy}`),
  };
}
