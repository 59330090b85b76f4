/**
 * The hub opens an envelope for each cluster. If one entry is not allowed in the envelope, it writes nothing of it. Source:
 * `pkg/controllers/workgenerator/envelope.go`, extractManifestsFromEnvelopeCR: `WorkSynchronized` False, `SyncWorkFailed`. A
 * ResourceEnvelope does not pass on its namespace: an entry without one is treated as cluster-scoped, even if its kind is namespaced.
 */
import { ENVELOPE_KINDS } from '../../fleet/kubefleet/envelope.ts';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { isObject, objectAt, stringAt } from '../../fleet/json/json.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import { knownApis } from '../world/known-apis.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

interface Malformed {
  readonly what: string;
  readonly fault: string;
  readonly remedy: string;
}

export const envelopeContent = defineRule<Malformed>({
  id: 'envelope-content',
  summary: 'The envelope contains an object that is not allowed in it',
  effect: 'fails',
  kinds: ENVELOPE_KINDS,
  why: 'A ClusterResourceEnvelope is for objects without a namespace, a ResourceEnvelope for objects whose `metadata.namespace` is its own, written explicitly in each of them. The hub accepts any mapping and checks it only when it writes the Work for a cluster. With one wrong entry `WorkSynchronized` is False with reason `SyncWorkFailed`, and nothing of the placement reaches the cluster.',
  remedy: 'Give each entry a kind and a namespace that its envelope allows.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementworksynchronized',
  message: ({ what, fault }) => `${what} ${fault}, so nothing of the placement reaches a cluster.`,
  remedyFor: ({ remedy }) => remedy,
  *check(manifest, world) {
    const { object, namespace } = manifest;
    for (const [key, entry] of Object.entries(objectAt(object, 'data') ?? {})) {
      const at = childPointer('/data', key);
      if (!isObject(entry) || !isResolved(manifest, `${at}/kind`, `${at}/metadata/namespace`)) continue;
      const kind = stringAt(entry, 'kind') ?? '';
      const own = stringAt(entry, 'metadata', 'namespace') ?? '';
      const isNamespaced = knownApis(world).find(groupOf(stringAt(entry, 'apiVersion') ?? ''), kind)?.namespaced;
      const what = kind === '' ? `Entry ${key}` : `${kind} ${stringAt(entry, 'metadata', 'name') ?? key}`;
      if (kind === '') {
        yield { at, part: 'key', data: { what, fault: 'has no kind', remedy: 'Write the whole object, with apiVersion and kind.' } };
      } else if (object.kind === 'ClusterResourceEnvelope' && own !== '') {
        const remedy = oneOf(
          isNamespaced,
          `Put it into a ResourceEnvelope in namespace ${own}`,
          'write a cluster-scoped object without a namespace',
        );
        yield { at: `${at}/metadata/namespace`, data: { what, fault: `has namespace ${own} in a ClusterResourceEnvelope`, remedy } };
      } else if (object.kind === 'ResourceEnvelope' && own === '') {
        const home = namespace === undefined ? 'that of the envelope' : namespace;
        const written = `Write \`metadata.namespace\` (${home}) into the entry`;
        const remedy = oneOf(isNamespaced, written, 'put a cluster-scoped object into a ClusterResourceEnvelope');
        yield { at, part: 'key', data: { what, fault: 'has no namespace in a ResourceEnvelope', remedy } };
      } else if (object.kind === 'ResourceEnvelope' && namespace !== undefined && own !== namespace) {
        if (!isResolved(manifest, '/metadata/namespace')) continue;
        const moved = `Put it into a ResourceEnvelope in namespace ${own}, or write namespace ${namespace}`;
        const remedy = oneOf(isNamespaced, moved, 'put a cluster-scoped object into a ClusterResourceEnvelope, without a namespace');
        yield { at: `${at}/metadata/namespace`, data: { what, fault: `is of namespace ${own}, the envelope of ${namespace}`, remedy } };
      }
    }
  },
});

/** The remedy for the scope of the kind; both remedies if the scope is not known. */
function oneOf(isNamespaced: boolean | undefined, namespaced: string, clusterScoped: string): string {
  if (isNamespaced === true) return `${namespaced}.`;
  if (isNamespaced === false)
    return `${clusterScoped.charAt(0).toUpperCase()}${clusterScoped.slice(1).replace('a cluster-scoped object', 'it')}.`;
  return `${namespaced}; ${clusterScoped}.`;
}
