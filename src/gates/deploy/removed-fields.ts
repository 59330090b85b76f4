import { childPointer } from '../../fleet/json/json-pointer.ts';
import { field, isObject, parseJson } from '../../fleet/json/json.ts';
import type { JsonObject } from '../../fleet/json/json.ts';
import { lastApplied } from '../../fleet/kubernetes/last-applied.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { asWanted, asWritten } from './content/comparable.ts';
import { missingFrom, SAYS_NOTHING } from './content/equal.ts';
import { isAbsent } from './content/is-absent.ts';
import { extraIn } from './content/extra-in.ts';
import { extraInLists } from './content/extra-in-lists.ts';
import { contentManagers, isGitops, isHelm, isManaging, LAST_APPLIED_PATH, type FieldManager } from './content/field-managers.ts';
import { isAddedByTools } from './content/added-keys.ts';
import { hasKnownDefaults, typeRules, UNKNOWN_TYPE, type TypeRules } from './content/type-rules.ts';

/**
 * Where the hub's object still has a field that its last apply set and that the manifest lacks, as a JSON pointer, or one in an item of a
 * list that each apply replaces. An apply of the manifest removes it, so the hub does not hold this deploy. `undefined` if there is none, or
 * the object does not show what was applied.
 * A client-side apply stores the manifest in an annotation; a server-side apply and Helm record the fields of their manager. An order of
 * named items that the deploy changes is found in the same way.
 */
export function removedField(live: KubeObject, manifest: KubeObject): string | undefined {
  const known = KNOWN.get(live);
  if (known?.manifest === manifest) return known.pointer;
  const pointer =
    droppedFromNote(live, manifest) ??
    disownedBySome(live, manifest) ??
    removedMetadata(live, manifest) ??
    (hasKnownDefaults(live) ? extraInLists(live, withoutMetadata(asWanted(manifest)), typeRules(live)) : undefined);
  KNOWN.set(live, { manifest, pointer });
  return pointer;
}

/** Annotations are large and rarely change, but every event causes an evaluation. */
const KNOWN = new WeakMap<KubeObject, { readonly manifest: KubeObject; readonly pointer: string | undefined }>();

function droppedFromNote(live: KubeObject, manifest: KubeObject): string | undefined {
  const applied = appliedBefore(live, manifest);
  return applied && droppedAt(contentOf(applied), withoutMetadata(asWanted(manifest)), live, { pointer: '', type: typeRules(live) });
}

/** The last applied manifest. If it lacks something of the present one, another tool has written the object since. */
function appliedBefore(live: KubeObject, manifest: KubeObject): KubeObject | undefined {
  const applied = lastApplied(live);
  if (applied?.apiVersion !== manifest.apiVersion) return undefined;
  return missingFrom(contentOf(applied), contentOf(manifest), '', IN_ANY_ORDER) === undefined ? applied : undefined;
}

/** Another order is not a lack. */
const IN_ANY_ORDER: TypeRules = { ...UNKNOWN_TYPE, isKeyed: () => true };

function disownedBySome(live: KubeObject, manifest: KubeObject): string | undefined {
  const type = typeRules(live);
  const known = hasKnownDefaults(live) ? type : undefined;
  const wanted = withoutMetadata(asWanted(manifest));
  return appliersOf(live, manifest)
    .map(({ manager, others }) =>
      disownedAt(manager.fields, wanted, { live, path: [], others, known, ...(isHelm(manager) ? { type } : {}) }),
    )
    .find((pointer) => pointer !== undefined);
}

/**
 * A label or annotation of the object itself that the last apply set and the manifest lacks. Tools add some to what they apply: those that
 * are known are left out, and all that a GitOps controller applies, which can add any.
 */
function removedMetadata(live: KubeObject, manifest: KubeObject): string | undefined {
  const managers = contentManagers(live);
  const isOfGitops = managers.some(
    (manager) => isGitops(manager) && (manager.isApplier || isHelm(manager) || isManaging(manager, LAST_APPLIED_PATH)),
  );
  const applied = isOfGitops ? undefined : appliedBefore(live, manifest);
  for (const map of ['labels', 'annotations'] as const) {
    const [has, wanted, former] = [live, manifest, applied].map((object) => object?.metadata[map] ?? {});
    for (const key of Object.keys(has ?? {})) {
      if (Object.hasOwn(wanted ?? {}, key) || isAddedByTools(key)) continue;
      const isSet = Object.hasOwn(former ?? {}, key) || (!isOfGitops && isOfApply(live, manifest, ['metadata', map, key]));
      if (isSet) return `/metadata/${map}${childPointer('', key)}`;
    }
  }
  return undefined;
}

interface Applier {
  readonly manager: FieldManager;
  readonly others: readonly FieldManager[];
}

/** The server-side appliers and the Helm that set this content, each with all other writers. */
function appliersOf(live: KubeObject, manifest: KubeObject): readonly Applier[] {
  const managers = contentManagers(live);
  const wanted = contentOf(manifest);
  return managers
    .filter((manager) => (manager.isApplier || isHelm(manager)) && manager.apiVersion === manifest.apiVersion && owns(manager, wanted))
    .map((manager) => ({ manager, others: managers.filter((other) => other !== manager) }));
}

/** Whether a server-side apply of this content set the field at the path, and no other writer did. */
export function isOfApply(live: KubeObject, manifest: KubeObject, path: readonly string[]): boolean {
  const way = pathOf(path);
  return appliersOf(live, manifest).some(({ manager, others }) => isManaging(manager, way) && isUnmanaged(way, others));
}

/** Whether none of the writers set the field, as far as the object shows it. */
function isUnmanaged(way: Place['path'], managers: readonly FieldManager[]): boolean {
  return !managers.some((manager) => manager.fields === undefined || isManaging(manager, way));
}

function contentOf(manifest: KubeObject): JsonObject {
  return withoutMetadata(asWritten(manifest));
}

function withoutMetadata({ metadata: _metadata, ...content }: JsonObject): JsonObject {
  return content;
}

/** The first place that was applied and is no longer wanted. A wanted `undefined` is left out of the comparison. */
function droppedAt(
  applied: unknown,
  wanted: unknown,
  live: unknown,
  { pointer, type }: { readonly pointer: string; readonly type: TypeRules },
): string | undefined {
  if (Array.isArray(applied) && Array.isArray(wanted)) {
    for (const [index, item] of applied.entries()) {
      const name = field(item, 'name');
      const isMoved = name !== field(wanted[index], 'name');
      if (isMoved && field(field(live, String(index)), 'name') === name) return pointer;
      const found = isMoved
        ? undefined
        : droppedAt(item, wanted[index], itemLike(live, index, name), { pointer: `${pointer}/${index}`, type });
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isObject(applied) || !isObject(wanted)) return undefined;
  for (const [key, value] of Object.entries(applied)) {
    const at = childPointer(pointer, key);
    const held = field(live, key);
    if (wanted[key] === null && type.isUnset(held, at) === 'yes') continue;
    if (isNotWanted(wanted, key)) {
      if (isAbsent(held) ? isAbsent(value) && isMeantEmpty(key, held) : !isAbsent(value)) return at;
      continue;
    }
    const found = droppedAt(value, wanted[key], held, { pointer: at, type });
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Whether a map or list without content was written: some are always there, because an API server adds them (`defaults.go` in Kubernetes
 * pkg/apis), or are never stored.
 */
function isMeantEmpty(key: string, held: unknown): boolean {
  return held !== undefined && held !== null && !ALWAYS_THERE.has(key) && !SAYS_NOTHING.has(key);
}

const ALWAYS_THERE = new Set(['emptyDir', 'securityContext', 'status']);

function isNotWanted(wanted: JsonObject, key: string): boolean {
  return !Object.hasOwn(wanted, key) || wanted[key] === null;
}

/** The item of this name. Mounts of one volume have the same name, so that only the position tells them apart. */
function itemLike(list: unknown, index: number, name: unknown): unknown {
  const named = Array.isArray(list) && name !== undefined ? list.filter((item: unknown) => field(item, 'name') === name) : [];
  return named.length === 1 ? named[0] : field(list, String(index));
}

/** Whether the manager set the content: another applier of a few fields says nothing about the deploy. */
function owns(manager: FieldManager, wanted: JsonObject): boolean {
  return Object.entries(wanted).every(([key, value]) => {
    const inner = isObject(value) ? Object.entries(value).filter(([, part]) => !isAbsent(part)) : [];
    return isAbsent(value) || [[], ...inner.map(([name]) => [name])].every((more) => isManaging(manager, pathOf([key, ...more])));
  });
}

interface Place {
  readonly live: unknown;
  readonly path: Parameters<typeof isManaging>[1];
  /** The other writers: a field that one of them has set as well stays. */
  readonly others: readonly FieldManager[];
  /** The rules of a type of which it is known which fields get a default: only then an additional one was applied. */
  readonly known: TypeRules | undefined;
  /** Set if the manager also owns defaults: a field was set on purpose only if its value cannot be one. */
  readonly type?: TypeRules;
}

/** The first place that the manager owns alone and that is no longer wanted. */
function disownedAt(fields: unknown, wanted: unknown, place: Place): string | undefined {
  const { live, path, others, known, type } = place;
  if (!isObject(fields)) return undefined;
  for (const [name, below] of Object.entries(fields)) {
    const key = keyIn(name, live);
    const held = key === undefined ? undefined : field(live, key);
    if (key === undefined || isAbsent(held) || (path.length === 0 && (key === 'metadata' || key === 'status'))) continue;
    const way = [...path, { key, live: held }];
    // The manager of a manifest with null owns the field too, and its value is the default.
    const isGone = isObject(wanted) && !Object.hasOwn(wanted, key);
    const isUnset = isGone ? (type?.isUnset(held, pointerOf(way)) ?? 'no') : 'unknown';
    if (isGone && isUnset === 'no' && isUnmanaged(way, others)) return pointerOf(way);
    const given: unknown = Array.isArray(wanted) ? itemLike(wanted, Number(key), field(held, 'name')) : field(wanted, key);
    // A map that may be a default can have more in it than the default has.
    const item = isGone && type !== undefined ? {} : given;
    const found =
      (isGone && type === undefined) || isUnset === 'yes' ? undefined : disownedAt(below, item, { ...place, live: held, path: way });
    if (found !== undefined) return found;
    // The manager owns the list or map as a whole.
    const isWhole = isObject(below) && Object.keys(below).length === 0 && !isAbsent(item);
    const extra = known !== undefined && isWhole ? extraIn(held, item, pointerOf(way), known) : undefined;
    if (extra !== undefined && isUnmanaged(way, others)) return extra;
  }
  return undefined;
}

/** The field, or the position of the list item, that an entry of `fieldsV1` names; `undefined` for other entries. */
function keyIn(name: string, live: unknown): string | undefined {
  if (name.startsWith('f:')) return name.slice(2);
  const keys = name.startsWith('k:') ? parseJson(name.slice(2)) : undefined;
  if (!isObject(keys) || !Array.isArray(live)) return undefined;
  const at = live.findIndex((item) => Object.entries(keys).every(([key, value]) => field(item, key) === value));
  return at === -1 ? undefined : String(at);
}

function pathOf(keys: readonly string[]): Place['path'] {
  return keys.map((key) => ({ key, live: undefined }));
}

function pointerOf(path: Place['path']): string {
  return path.reduce((pointer, { key }) => childPointer(pointer, key), '');
}
