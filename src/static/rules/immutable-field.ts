/**
 * Immutable fields of Kubernetes' own kinds. The hub refuses the edit; in an envelope, which the hub does not check, the members refuse it.
 * Source: `pkg/apis/<group>/validation` of Kubernetes 1.34.
 */
import { field, stringAt } from '../../fleet/json/json.ts';
import { isEnvelope, objectsWithin } from '../../fleet/kubefleet/envelope.ts';
import { childPointer, dottedPath, isUnder, pointerKeys } from '../../fleet/json/json-pointer.ts';
import { displayName, objectKey, refOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { enclosedPairs } from '../delivery/enclosed-pairs.ts';
import { editedVariants, editsOfLostPatches, lostOverrides } from '../delivery/edits-by-overrides.ts';
import { deliveriesChangedBy, overridesIn } from '../delivery/overridden-deliveries.ts';
import { placeOf } from '../delivery/patch-faults.ts';
import { hasVariables } from '../../schedule/override/cluster-variables.ts';
import { isOverride } from '../../selection/override.ts';
import type { Manifest } from '../world/manifest.ts';
import { isChanged } from '../world/changed.ts';
import type { World } from '../world/world.ts';
import { immutableEdits } from '../answers/immutable-edits.ts';
import { CLAIM_SIZE } from '../answers/immutable-rules.ts';
import { manifestRef } from '../world/identity.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

interface Edited {
  readonly what: string;
  /** With dots. */
  readonly path: string;
  /** The patch that edits the field: on named clusters, or on those that its rule selects. */
  readonly patchedOn?: 'named' | 'selected';
  /** A patch of the base does not apply any more. */
  readonly isUnpatched?: true;
  readonly how: EditRule;
}

type EditRule = keyof typeof EDIT_RULES;
const EDIT_RULES = {
  immutable: 'is immutable',
  growing: 'can only grow',
  pending: 'can only grow after the claim is bound, and it is Pending on the hub',
} as const;

export const immutableField = defineRule<Edited>({
  id: 'immutable-field',
  summary: 'The change edits a field that is immutable',
  effect: 'rejected',
  ofEdits: true,
  otherwise: {
    fails: 'the object is in an envelope, or adding or removing a patch makes the edit: the hub accepts it, and the members refuse it',
    misbehaves: 'a patch makes the edit only on some clusters, and the clusters are not known',
  },
  kinds: '*',
  why: 'Some fields of Kubernetes kinds are immutable: the selector of a Deployment, most of a StatefulSet, the template of a Job, the data of a ConfigMap marked as immutable, the role of a binding. The storage that a PersistentVolumeClaim requests can only grow. The API server of the hub refuses the edit with "field is immutable". A hub accepts the edit inside an envelope, in an override, or if a tool deletes the object and creates it again. Then the members refuse it, and the placement stays at `Applied` False. Checked only with a base (`{--base}`, `{--base-dir}`) or with the hub, for Kubernetes 1.34.',
  remedy: 'Keep the old value, or rename the object, so that a new one is created.',
  docs: 'https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#label-selector-updates',
  message: ({ what, path, patchedOn, isUnpatched, how }) => {
    const fact = `\`${path}\` of ${what} ${EDIT_RULES[how]}`;
    if (isUnpatched === true) {
      const patched = 'an override of the base patches it';
      return patchedOn === 'named'
        ? `${fact}, and ${patched} on {clusters}: without that patch their API servers refuse the object.`
        : `${fact}, and ${patched}: without that patch API servers of clusters that have the object refuse it.`;
    }
    if (patchedOn === undefined) return `${fact}: API servers refuse the edit.`;
    const edits = how === 'immutable' ? 'edits it' : 'makes it smaller';
    return patchedOn === 'named'
      ? `${fact}, and this patch ${edits} on {clusters}: their API servers refuse the object.`
      : `${fact}, and this patch ${edits}: API servers of clusters that have the object refuse it.`;
  },
  *check(manifest, world) {
    const { object } = manifest;
    if (isOverride(object)) yield* ofPatches(manifest, world);
    else if (lostOverrides(world).length > 0) yield* ofLostPatches(manifest, world);
    const before = world.before(manifest);
    const old = before?.live ?? before?.manifest;
    if (old === undefined) return;
    for (const place of [{ at: '', what: manifestRef(manifest), before: old, after: object }, ...inEnvelope(old, object)]) {
      for (const pointer of immutableEdits(place.before, place.after)) {
        const at = `${place.at}${pointer}`;
        if (!isResolved(manifest, at)) continue;
        const data = { what: displayName(place.what), path: dottedPath(pointer), how: ruleOf(pointer, place.before) };
        yield { at, part: 'key', ...(place.at === '' ? {} : { effect: 'fails' }), data };
      }
    }
  },
});

/** Edits on clusters that already have the object, by the patches of a new or edited override. */
function* ofPatches(manifest: Manifest, world: World) {
  const override = overridesIn(world).get(manifest);
  if (override === undefined || (world.before(manifest) !== undefined && !isChanged(manifest, world))) return;
  const reported = new Set<string>();
  for (const delivery of deliveriesChangedBy(override, world))
    for (const { before: stored, after, steps, clusters, isCertain } of editedVariants(delivery, world)) {
      // The status is that of the object on the hub.
      const before = { ...stored, status: undefined };
      for (const pointer of immutableEdits(before, after)) {
        const isNamed = clusters.length > 0;
        // Without the clusters, the values of variables are not known.
        if (!isNamed && [before, after].some((form) => hasVariables(field(form, ...pointerKeys(pointer))))) continue;
        const at = delivery.target.entry === undefined && isEnvelope(delivery.item.object) ? inEntry(delivery.item.object, after) : '';
        const step = steps.findLast(({ place, patch }) => {
          const path = `${at}${pointer}`;
          return place.override === override && (isUnder(patch.path, path) || isUnder(path, patch.path));
        });
        if (step === undefined) continue;
        const { patch } = placeOf({ fault: { key: '', at: '' }, place: step.place, clusters: [], isCertain: true });
        const what = displayName(refOf(after));
        if (reported.has(`${patch} ${what}`)) continue;
        reported.add(`${patch} ${what}`);
        const data = {
          what,
          path: dottedPath(pointer),
          patchedOn: isNamed ? ('named' as const) : ('selected' as const),
          how: ruleOf(pointer, before),
        };
        const effect = isCertain ? ('fails' as const) : ('misbehaves' as const);
        yield { at: patch, data, ...(isNamed ? { clusters: clusters.toSorted() } : {}), effect, about: delivery.item };
      }
    }
}

/** Edits on clusters that have the object with a patch of an override that the change removes or edits. */
function* ofLostPatches(manifest: Manifest, world: World) {
  const { live, manifest: base } = world.before(manifest) ?? {};
  const old = live ?? base;
  const written = new Set(old === undefined ? [] : immutableEdits(old, manifest.object));
  const found = new Map<string, { readonly before: KubeObject; readonly after: KubeObject; readonly names: Set<string> }>();
  for (const { before: stored, after, steps, clusters } of editsOfLostPatches(manifest, world)) {
    const before = { ...stored, status: undefined };
    for (const pointer of immutableEdits(before, after)) {
      const inside = isEnvelope(manifest.object) ? inEntry(manifest.object, after) : '';
      const at = `${inside}${pointer}`;
      // These edits have findings of their own.
      const isOther =
        written.has(at) || steps.some(({ patch }) => [at, pointer].some((path) => isUnder(patch.path, path) || isUnder(path, patch.path)));
      if (isOther || !isResolved(manifest, at)) continue;
      const entry = found.get(at) ?? { before, after, names: new Set<string>() };
      found.set(at, entry);
      for (const name of clusters) entry.names.add(name);
    }
  }
  for (const [at, { before, after, names }] of found) {
    const pointer = isEnvelope(manifest.object) ? at.slice(inEntry(manifest.object, after).length) : at;
    const patchedOn = names.size > 0 ? ('named' as const) : ('selected' as const);
    const data = {
      what: displayName(refOf(after)),
      path: dottedPath(pointer),
      patchedOn,
      isUnpatched: true as const,
      how: ruleOf(pointer, before),
    };
    const effect = names.size > 0 ? ('fails' as const) : ('misbehaves' as const);
    yield { at, part: 'key' as const, data, ...(names.size > 0 ? { clusters: [...names].toSorted() } : {}), effect };
  }
}

function ruleOf(pointer: string, before: KubeObject): EditRule {
  if (pointer !== CLAIM_SIZE) return 'immutable';
  return stringAt(before, 'status', 'phase') === 'Pending' ? 'pending' : 'growing';
}

/** The pointer to an entry of an envelope by the identity of its object. */
function inEntry(envelope: KubeObject, inner: KubeObject): string {
  const found = objectsWithin(envelope).find(({ object }) => objectKey(refOf(object)) === objectKey(refOf(inner)));
  return found?.at ?? '';
}

interface ChangedField {
  readonly at: string;
  readonly what: ObjectRef;
  readonly before: KubeObject;
  readonly after: KubeObject;
}

function inEnvelope(before: KubeObject, after: KubeObject): readonly ChangedField[] {
  return enclosedPairs(before, after).map(({ entry, ...pair }) => ({ at: childPointer('/data', entry), what: refOf(pair.after), ...pair }));
}
