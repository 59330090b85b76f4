/**
 * Immutable fields of Kubernetes' own kinds. The hub refuses the edit; in an envelope, which the hub does not check, the members refuse it.
 * Source: `pkg/apis/<group>/validation` of Kubernetes 1.34.
 */
import { field, stringAt } from '../../fleet/json/json.ts';
import { isEnvelope, objectsWithin } from '../../fleet/kubefleet/envelope.ts';
import { childPointer, dottedPath, isUnder, pointerKeys } from '../../fleet/json/json-pointer.ts';
import { listed } from '../../fleet/text/listed.ts';
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
import { isNeverStored } from '../answers/never-stored.ts';
import { CLAIM_SIZE, CRD_VERSIONS, lostStoredVersions } from '../answers/immutable-rules.ts';
import { isInCrdsOfChart } from '../world/crds-of-chart.ts';
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
  /** The versions of a CustomResourceDefinition that the edit removes although objects are stored in them. */
  readonly versions?: readonly string[];
  /** The file is in `crds/` of a chart. */
  readonly isKeptByHelm?: true;
}

type EditRule = keyof typeof EDIT_RULES;
const EDIT_RULES = {
  immutable: 'is immutable',
  growing: 'can only grow',
  pending: 'can only grow after the claim is bound, and it is Pending on the hub',
  stored: 'must list each version in which objects are stored',
} as const;

export const immutableField = defineRule<Edited>({
  id: 'immutable-field',
  summary: 'The change edits a field that is immutable',
  effect: 'rejected',
  ofEdits: true,
  otherwise: {
    fails: 'the object is in an envelope, or adding or removing a patch makes the edit: the hub accepts it, and the members refuse it',
    misbehaves:
      'a patch makes the edit only on some clusters, and the clusters are not known, or the file is in `crds/` of a chart, which Helm does not update',
  },
  kinds: '*',
  why: 'Some fields of Kubernetes kinds are immutable: the selector of a Deployment, most of a StatefulSet, the template of a Job, the data of a ConfigMap marked as immutable, the role of a binding. The storage that a PersistentVolumeClaim requests can only grow, and only after the claim is bound and if its StorageClass allows it. On the hub no Pod uses the claim: with a class that waits for the first consumer it stays Pending there, and the hub refuses the edit. Manifests do not show this, so a claim that grows is reported only with the hub, if it is Pending there. An override can set the new size on the members. A CustomResourceDefinition must keep each version in which objects are stored; a base shows only the last of them, a hub shows all. The API server of the hub refuses the edit with "field is immutable". A hub accepts the edit inside an envelope, in an override, or if a tool deletes the object and creates it again. Then the members refuse it, and the placement stays at `Applied` False. Checked only with a base (`{--base}`, `{--base-dir}`) or with the hub, for Kubernetes 1.34.',
  remedy: 'Keep the old value, or rename the object, so that a new one is created.',
  docs: 'https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#label-selector-updates',
  message: ({ what, path, patchedOn, isUnpatched, how, versions = [], isKeptByHelm }) => {
    const lost = versions.length === 0 ? '' : `, and ${listed(versions, 3)} ${versions.length === 1 ? 'is' : 'are'} missing`;
    const fact = `\`${path}\` of ${what} ${EDIT_RULES[how]}${lost}`;
    if (isKeptByHelm === true)
      return `${fact}: API servers refuse the edit. Helm itself does not make it, because the file is in \`crds/\` of a chart.`;
    if (isUnpatched === true) {
      const patched = 'an override of the base patches it';
      return patchedOn === 'named'
        ? `${fact}, and ${patched} on {clusters}: without that patch their API servers refuse the object.`
        : `${fact}, and ${patched}: without that patch API servers of clusters that have the object refuse it.`;
    }
    if (patchedOn === undefined) return `${fact}: API servers refuse the edit.`;
    const edits = how === 'immutable' || how === 'stored' ? 'edits it' : 'makes it smaller';
    return patchedOn === 'named'
      ? `${fact}, and this patch ${edits} on {clusters}: their API servers refuse the object.`
      : `${fact}, and this patch ${edits}: API servers of clusters that have the object refuse it.`;
  },
  remedyFor: ({ versions = [] }) =>
    versions.length === 0
      ? undefined
      : `Keep ${listed(versions, 3)} beside the new version, with \`storage: false\`. Then store all objects in the new version, remove ${versions.length === 1 ? 'the old one' : 'the old ones'} from \`status.storedVersions\`, and only then from \`spec.versions\`.`,
  *check(manifest, world) {
    const { object } = manifest;
    if (isOverride(object)) yield* ofPatches(manifest, world);
    else if (lostOverrides(world).length > 0) yield* ofLostPatches(manifest, world);
    const { live, manifest: base } = world.before(manifest) ?? {};
    // API servers drop the status of a manifest.
    const old = live ?? (base === undefined ? undefined : { ...base, status: undefined });
    if (old === undefined) return;
    for (const place of [{ at: '', what: manifestRef(manifest), before: old, after: object }, ...inEnvelope(old, object)]) {
      for (const pointer of immutableEdits(place.before, place.after)) {
        const at = `${place.at}${pointer}`;
        if (!isResolved(manifest, at) || (live === undefined && isNeverStored(place.before, place.after, pointer))) continue;
        const isKeptByHelm = place.at === '' && isInCrdsOfChart(manifest);
        const data = {
          what: displayName(place.what),
          ...editOf(pointer, place.before, place.after),
          ...(isKeptByHelm ? { isKeptByHelm } : {}),
        };
        yield { at, part: 'key', ...(place.at === '' ? (isKeptByHelm ? { effect: 'misbehaves' } : {}) : { effect: 'fails' }), data };
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
          ...editOf(pointer, before, after),
          patchedOn: isNamed ? ('named' as const) : ('selected' as const),
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
      ...editOf(pointer, before, after),
      patchedOn,
      isUnpatched: true as const,
    };
    const effect = names.size > 0 ? ('fails' as const) : ('misbehaves' as const);
    yield { at, part: 'key' as const, data, ...(names.size > 0 ? { clusters: [...names].toSorted() } : {}), effect };
  }
}

function editOf(pointer: string, before: KubeObject, after: KubeObject): Pick<Edited, 'path' | 'how' | 'versions'> {
  const path = dottedPath(pointer);
  if (isUnder(pointer, CRD_VERSIONS)) return { path: dottedPath(CRD_VERSIONS), how: 'stored', versions: lostStoredVersions(before, after) };
  if (pointer !== CLAIM_SIZE) return { path, how: 'immutable' };
  return { path, how: stringAt(before, 'status', 'phase') === 'Pending' ? 'pending' : 'growing' };
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
