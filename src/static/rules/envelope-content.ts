/**
 * The hub opens an envelope for each cluster. If one entry is not allowed in the envelope, it writes nothing of it. Source:
 * `pkg/controllers/workgenerator/envelope.go`, extractManifestsFromEnvelopeCR: `WorkSynchronized` False, `SyncWorkFailed`. A
 * ResourceEnvelope does not pass on its namespace: an entry without one is treated as cluster-scoped, even if its kind is namespaced.
 */
import { shown } from '../../fleet/text/shown.ts';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { isObject, stringAt } from '../../fleet/json/json.ts';
import { groupOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { isOverride } from '../../selection/override.ts';
import { type EntryFault, KINDS_WITH_ENTRIES, OTHERWISE, patchedEntries } from '../delivery/envelope-faults.ts';
import { knownApis } from '../world/known-apis.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface Malformed {
  readonly what: string;
  readonly fault: string;
  readonly remedy: string;
  /** The entry is not an object. */
  readonly isText?: true;
  /** It depends on the namespace of the envelope. */
  readonly isOfOther?: true;
  readonly isPatched?: true;
  readonly isSome?: boolean;
}

export const envelopeContent = defineRule<Malformed>({
  id: 'envelope-content',
  summary: 'The envelope contains an object that is not allowed in it',
  effect: 'fails',
  otherwise: { misbehaves: OTHERWISE },
  kinds: KINDS_WITH_ENTRIES,
  why: 'A ClusterResourceEnvelope is for objects without a namespace, a ResourceEnvelope for objects whose `metadata.namespace` is its own, written explicitly in each of them. The hub accepts any mapping and checks it only when it writes the Work for a cluster. With one wrong entry `WorkSynchronized` is False with reason `SyncWorkFailed`, and nothing of the placement reaches the cluster. Overrides patch an envelope before the hub checks it, so the same holds for an entry that a patch adds or changes.',
  remedy: 'Give each entry a kind and a namespace that its envelope allows.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementworksynchronized',
  message: ({ what, fault, isPatched, isSome }) =>
    `${isPatched === true ? 'With this patch, ' : ''}${what} ${fault}, so nothing of the placement reaches ${isSome === true ? '{clusters}' : 'a cluster'}.`,
  remedyFor: ({ remedy, isPatched }) =>
    isPatched === true ? 'Change or remove the patch: each entry needs a kind and a namespace that its envelope allows.' : remedy,
  *check(manifest, world) {
    const { object, namespace } = manifest;
    if (isOverride(object)) {
      for (const { data, isCertain, ...found } of patchedEntries(manifest, faultsIn(world), world))
        yield {
          ...found,
          data: { ...data, isPatched: true, isSome: found.clusters.length > 0 },
          ...(isCertain ? {} : { effect: 'misbehaves' }),
        };
      return;
    }
    for (const { entry, place, data } of entryFaults(object, namespace, world)) {
      // The schema of the kind says so.
      if (data.isText === true || !isResolved(manifest, `${entry}/kind`, `${entry}/metadata/namespace`)) continue;
      if (data.isOfOther !== true || isResolved(manifest, '/metadata/namespace')) yield { ...place, data };
    }
  },
});

const faultsIn = oncePer(
  (world: World) =>
    (envelope: KubeObject): readonly EntryFault<Malformed>[] =>
      entryFaults(envelope, envelope.metadata.namespace, world),
);

function entryFaults(
  { kind: outer, metadata, data: entries }: KubeObject & { readonly data?: unknown },
  namespace: string | undefined,
  world: World,
): readonly EntryFault<Malformed>[] {
  return Object.entries(isObject(entries) ? entries : {}).flatMap(([key, entry]) => {
    const pointer = childPointer('/data', key);
    const kind = stringAt(entry, 'kind') ?? '';
    const own = stringAt(entry, 'metadata', 'namespace') ?? '';
    const isNamespaced = knownApis(world).find(groupOf(stringAt(entry, 'apiVersion') ?? ''), kind)?.namespaced;
    const what = kind === '' ? `Entry ${key}` : `${kind} ${shown(stringAt(entry, 'metadata', 'name') ?? key)}`;
    const found = (at: string, place: EntryFault<Malformed>['place'], data: Omit<Malformed, 'what'>): readonly EntryFault<Malformed>[] => [
      { key: `${outer}/${metadata.name} ${key} ${data.fault}`, entry: pointer, at, place, data: { what, ...data } },
    ];
    const inKey = { at: pointer, part: 'key' } as const;
    const ofNamespace = `${pointer}/metadata/namespace`;
    if (!isObject(entry)) return found(pointer, inKey, { fault: 'is not an object', remedy: WHOLE, isText: true });
    if (kind === '') return found(`${pointer}/kind`, inKey, { fault: 'has no kind', remedy: WHOLE });
    if (outer === 'ClusterResourceEnvelope' && own !== '') {
      const remedy = oneOf(
        isNamespaced,
        `Put it into a ResourceEnvelope in namespace ${own}`,
        'write a cluster-scoped object without a namespace',
      );
      return found(ofNamespace, { at: ofNamespace }, { fault: `has namespace ${own} in a ClusterResourceEnvelope`, remedy });
    }
    if (outer !== 'ResourceEnvelope') return [];
    if (own === '') {
      const home = namespace === undefined ? 'that of the envelope' : namespace;
      const written = `Write \`metadata.namespace\` (${home}) into the entry`;
      const remedy = oneOf(isNamespaced, written, 'put a cluster-scoped object into a ClusterResourceEnvelope');
      return found(ofNamespace, inKey, { fault: 'has no namespace in a ResourceEnvelope', remedy });
    }
    if (namespace === undefined || own === namespace) return [];
    const moved = `Put it into a ResourceEnvelope in namespace ${own}, or write namespace ${namespace}`;
    const remedy = oneOf(isNamespaced, moved, 'put a cluster-scoped object into a ClusterResourceEnvelope, without a namespace');
    const fault = `is of namespace ${own}, the envelope of ${namespace}`;
    return found(ofNamespace, { at: ofNamespace }, { fault, remedy, isOfOther: true });
  });
}

const WHOLE = 'Write the whole object, with apiVersion and kind.';

/** The remedy for the scope of the kind; both remedies if the scope is not known. */
function oneOf(isNamespaced: boolean | undefined, namespaced: string, clusterScoped: string): string {
  if (isNamespaced === true) return `${namespaced}.`;
  if (isNamespaced === false)
    return `${clusterScoped.charAt(0).toUpperCase()}${clusterScoped.slice(1).replace('a cluster-scoped object', 'it')}.`;
  return `${namespaced}; ${clusterScoped}.`;
}
