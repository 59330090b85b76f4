/**
 * Objects that are too large for an API server or for etcd are refused, on the hub or when KubeFleet packs them. A selection is split into
 * snapshots of 800 KiB each, but an object is never split: the snapshot and the Work contain it whole, in JSON. Sources: Kubernetes
 * `pkg/apis/core/validation` (MaxSecretSize), `apimachinery/pkg/api/validation/objectmeta.go` (TotalAnnotationSizeLimitB); etcd
 * `embed/config.go` (DefaultMaxRequestBytes); KubeFleet `pkg/utils/controller/snapshot_builder.go`. Tried on an API server of v1.34.
 */
import { DATA_LIMIT, dataSize } from '../../fleet/kubernetes/data-size.ts';
import { enclosedEntries, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { field } from '../../fleet/json/json.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { sizeOf } from '../../selection/snapshot-split.ts';
import { manifestRef } from '../world/identity.ts';
import { placementsSending } from '../placing/placements-of-object.ts';
import { defineRule } from '../world/rule.ts';

interface TooLarge {
  readonly what: string;
  readonly size: number;
  /** `data`: the data of a ConfigMap or Secret · `etcd`: the stored JSON · `note`: the annotation that `kubectl apply` writes. */
  readonly limit: 'data' | 'etcd' | 'note';
  readonly isEnclosed: boolean;
  readonly isEnvelope: boolean;
}

/** Bytes of all annotations of an object, which limits the annotation of `kubectl apply`. */
const NOTE_LIMIT = 256 * 1024;

/** Bytes of one request; a hub may be configured for more. */
const ETCD_LIMIT = 1.5 * 1024 * 1024;

export const contentTooLarge = defineRule<TooLarge>({
  id: 'content-too-large',
  summary: 'An object is too large for the hub, or for the snapshot that carries it to the clusters',
  effect: 'fails',
  otherwise: {
    rejected: 'a ConfigMap or Secret has more than 1 MiB of values, so the hub refuses it',
    advice: 'only the annotation that `kubectl apply` writes is too large',
  },
  kinds: '*',
  why: 'An API server refuses a ConfigMap or Secret with more than 1 MiB of values, on the hub as on a member. etcd accepts requests of up to 1.5 MiB by default. Envelopes, resource snapshots and Works are stored as JSON, where a `<` takes six bytes: an object that just fits on the hub may not fit into its snapshot, and then nothing of the placement is rolled out. KubeFleet splits a large selection of objects, but not a single object. Above 256 KiB `kubectl apply` cannot store its `last-applied-configuration` annotation. This is advice: `--server-side` does not need the annotation.',
  remedy: 'Split the object, or deliver the data in another way (an image, a volume, an object store).',
  docs: 'https://kubefleet.dev/docs/concepts/crp/',
  message: ({ what, size, limit, isEnclosed, isEnvelope: isPacked }) => {
    const subject = `${what} takes ${sizeText(size)}`;
    if (limit === 'data')
      return `${subject} without its keys, and ${isEnclosed ? 'members accept' : 'an API server accepts'} at most 1 MiB.`;
    if (limit === 'note') return `${subject}, more than the 256 KiB that \`kubectl apply\` can store in its annotation.`;
    return `${subject} in JSON, and etcd accepts at most 1.5 MiB${isPacked ? '' : ', so no snapshot can carry it'}.`;
  },
  remedyFor: ({ limit, isEnvelope: isPacked }) => {
    if (limit === 'note') return 'Apply it with `kubectl apply --server-side`, or with a tool that uses server-side apply.';
    return limit === 'etcd' && isPacked ? 'Split its entries into several envelopes.' : undefined;
  },
  *check(manifest, world) {
    const { object } = manifest;
    const isPacked = isEnvelope(object);
    const values = dataSize(object);
    if (values > DATA_LIMIT) {
      const at = ['stringData', 'binaryData', 'data'].find((name) => field(object, name) !== undefined) ?? 'data';
      yield {
        at: `/${at}`,
        part: 'key',
        data: { what: displayName(manifestRef(manifest)), size: values, limit: 'data', isEnclosed: false, isEnvelope: false },
        effect: 'rejected',
      };
      return;
    }
    const entries = isPacked ? enclosedEntries(object).map(([key, inner]) => ({ key, inner, size: dataSize(inner) })) : [];
    const large = entries.filter((entry) => entry.size > DATA_LIMIT);
    for (const { key, inner, size } of large) {
      const data = { what: displayName({ kind: inner.kind, name: inner.metadata.name }), size, limit: 'data', isEnclosed: true } as const;
      yield { at: childPointer('/data', key), part: 'key', data: { ...data, isEnvelope: true } };
    }
    // Checked first: for most objects there is no placement, so their size does not matter.
    if (!isPacked && placementsSending(manifest, world).length === 0) return;
    const size = sizeOf(object);
    if (size <= NOTE_LIMIT) return;
    const limit = size > ETCD_LIMIT ? 'etcd' : 'note';
    if (limit === 'note' && large.length > 0) return;
    const place = isPacked ? ({ at: '/data', part: 'key' } as const) : { at: '/metadata/name' };
    yield {
      ...place,
      data: { what: displayName(manifestRef(manifest)), size, limit, isEnclosed: false, isEnvelope: isPacked },
      ...(limit === 'note' ? { effect: 'advice' } : {}),
    };
  },
});

function sizeText(bytes: number): string {
  const kib = Math.floor(bytes / 1024);
  return kib < 1024 ? `${kib} KiB` : `${(Math.floor((bytes / 1024 / 1024) * 100) / 100).toFixed(2)} MiB`;
}
