/**
 * The kubelet of the member does not start a container whose variable names a missing entry (`CreateContainerConfigError`), and does not
 * mount a volume with such an item (`FailedMount`). Neither the hub nor KubeFleet checks the entries of a ConfigMap. Source: Kubernetes
 * `pkg/kubelet/kubelet_pods.go`, `pkg/volume/configmap/configmap.go`, `pkg/volume/secret/secret.go`.
 */
import { objectAt } from '../../fleet/json/json.ts';
import { nearest } from '../../fleet/text/nearest.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { envelopeHolding } from '../world/envelopes.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed } from '../world/placements.ts';
import { placersOf } from '../placing/placements-of-object.ts';
import { keyReferences } from '../references/key-references.ts';
import { makerOf } from '../references/makers.ts';
import { mayBePatched } from '../references/patched-places.ts';
import { POD_KINDS, podSpecOf } from '../../fleet/kubernetes/pod-template.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface KeyMissing {
  readonly holder: string;
  readonly key: string;
  readonly meant: string | undefined;
}

export const referenceKeyMissing = defineRule<KeyMissing>({
  id: 'reference-key-missing',
  summary: 'The workload asks for an entry that its ConfigMap or Secret does not have',
  effect: 'fails',
  otherwise: { misbehaves: 'it is a Secret and the hub was not asked: something else may add the entry' },
  kinds: POD_KINDS,
  why: 'The ConfigMap is there and comes along, and the entry that a variable or an item of a volume names is not in it. The kubelet then starts no container (`CreateContainerConfigError`) or mounts no volume (`FailedMount`), and the placement stays at `Available` False on every cluster. Reported for workloads that a placement brings to clusters; entries marked `optional`, ConfigMaps and Secrets without any entry, and those that an override, a controller or an annotation fills are left alone. It rests on the source of the kubelet.',
  remedy: 'Add the entry, correct its name, or mark the reference `optional`.',
  docs: 'https://kubernetes.io/docs/tasks/configure-pod-container/configure-pod-configmap/#restrictions',
  message: ({ holder, key }) => `${holder} has no entry ${JSON.stringify(key)}, so the Pods do not start.`,
  remedyFor: ({ meant }) => (meant === undefined ? undefined : `Did you mean ${meant}?`),
  *check(manifest, world) {
    const spec = podSpecOf(manifest.object);
    const { namespace } = manifest;
    if (spec === undefined || !isNamed(manifest) || namespace === undefined) return;
    const lacking = keyReferences(spec.pod, spec.at).flatMap(({ at, kind, name, key }) => {
      const isKnown = KEY.test(key) && isResolved(manifest, parentOf(at)) && !mayBePatched(manifest, parentOf(at), world);
      const holders = isKnown ? holdersOf(kind, name, namespace, world) : [];
      const [first] = holders;
      if (first === undefined || holders.some((holder) => keysOf(holder, world).has(key))) return [];
      const data = { holder: displayName(manifestRef(first)), key, meant: nearest(key, keysOf(first, world)) };
      const isOpen = kind === 'Secret' && world.before(first)?.live === undefined;
      const related = [{ manifest: first, at: '/data', message: `the entries of ${data.holder}` }];
      return [{ at, data, related, ...(isOpen ? ({ effect: 'misbehaves' } as const) : {}) }];
    });
    if (lacking.length > 0 && placersOf(manifest, world).length > 0) yield* lacking;
  },
});

/** The keys that the API server accepts; any other text is a placeholder, or refused. */
const KEY = /^[-._a-zA-Z0-9]+$/;

/** The whole reference: its name must be known, not only its key. */
function parentOf(at: string): string {
  return at.replace(/(?:\/items\/\d+)?\/key$/, '');
}

/** The manifests of that name, if clusters get nothing else under it; none if another tool may add entries. */
function holdersOf(kind: 'ConfigMap' | 'Secret', name: string, namespace: string, world: World): readonly Manifest[] {
  const ref = { group: '', kind, namespace, name };
  if (envelopeHolding(ref, world) !== undefined) return [];
  if (makerOf({ ...ref, at: '', without: '' }, world) !== undefined) return [];
  const holders = world.find(ref);
  return holders.every((holder) => isAllThereIs(holder, world)) ? holders : [];
}

/** Names of labels and annotations that make tools fill in an object. */
const FILLED_BY = /inject|reflect|replicat|sync/i;

function isAllThereIs(holder: Manifest, world: World): boolean {
  const { metadata } = holder.object;
  const keys = [...ownKeys(holder.object)];
  if (keys.length === 0 || keys.some((key) => !KEY.test(key)) || !isNamed(holder)) return false;
  if (['/data', '/binaryData', '/stringData'].some((at) => holder.unresolved.includes(at) || mayBePatched(holder, at, world))) return false;
  return !Object.keys({ ...metadata.labels, ...metadata.annotations }).some((name) => FILLED_BY.test(name));
}

/** Includes the hub's entries, because an apply keeps the entries that others added. */
function keysOf(holder: Manifest, world: World): ReadonlySet<string> {
  const live = world.before(holder)?.live;
  return new Set([...ownKeys(holder.object), ...(live === undefined ? [] : ownKeys(live))]);
}

function ownKeys(object: Manifest['object']): readonly string[] {
  return ['data', 'binaryData', 'stringData'].flatMap((part) => Object.keys(objectAt(object, part) ?? {}));
}
