import { LAST_APPLIED } from '../../../fleet/kubernetes/last-applied.ts';
import { isObject } from '../../../fleet/json/json.ts';
import type { JsonObject } from '../../../fleet/json/json.ts';
import { oncePer } from '../../../fleet/memo/once-per.ts';
import { isEncryptedBySops } from '../../../fleet/text/sops.ts';
import { placedService } from '../../../fleet/kubefleet/unplaced-fields.ts';
import { isAbsent } from './is-absent.ts';
import { withLimitsFilledIn } from './limits-filled-in.ts';
import { withNullsFilled } from './null-values.ts';
import { groupOf } from '../../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';

/**
 * An object as KubeFleet stores it in a resource snapshot: without the fields of one cluster (KubeFleet
 * pkg/utils/controller/resource_selector_resolver.go). If the hub's live object and the snapshot's object are both converted, they are
 * equal exactly if the snapshot is up to date.
 */
export function asSnapshotted(object: KubeObject): JsonObject {
  const { apiVersion, kind, metadata, status: _status, ...rest } = object;
  return { apiVersion, kind, metadata: keptMetadata(metadata), ...keptFields(groupOf(apiVersion), kind, rest) };
}

/** What the hub's object has after an apply of the manifest: `asWritten`, with known defaults instead of null. */
export function asWanted(manifest: KubeObject): JsonObject {
  return asWritten(withNullsFilled(manifest));
}

/** The fields that a manifest sets in the hub's object: all but those that the API server or `kubectl` owns. */
export function asWritten(manifest: KubeObject): JsonObject {
  const { apiVersion: _apiVersion, kind: _kind, metadata, status: _status, ...rest } = withStoredData(manifest);
  const { labels, annotations, finalizers, ownerReferences } = metadata;
  return {
    metadata: { labels, annotations: withoutKeys(annotations, OWN_ANNOTATIONS), finalizers, ownerReferences },
    ...withoutFilledIn(manifest, rest),
  };
}

/**
 * The fields that a manifest sets in the snapshot's object, which never holds the fields of one cluster: a fixed `nodePort` or `clusterIP`
 * is not in there.
 */
export function asWantedInSnapshot(manifest: KubeObject): JsonObject {
  const { metadata, ...rest } = asWanted(manifest);
  // KubeFleet copies finalizers, but no owner: the owner is an object of the hub.
  return { metadata: withoutKeys(metadata, ['ownerReferences']), ...keptFields(groupOf(manifest.apiVersion), manifest.kind, rest) };
}

const OWN_ANNOTATIONS = [LAST_APPLIED, 'deployment.kubernetes.io/revision'];

const OWN_METADATA = [
  'resourceVersion',
  'generation',
  'uid',
  'selfLink',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'managedFields',
  'ownerReferences',
  'creationTimestamp',
];

function keptMetadata(metadata: JsonObject): JsonObject {
  const { annotations, ...kept } = withoutKeys(metadata, OWN_METADATA);
  return withoutEmpty({ ...kept, annotations: withoutKeys(annotations, OWN_ANNOTATIONS) });
}

/** An API server stores no empty labels, annotations and finalizers. */
export function withoutEmpty(metadata: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(metadata).filter(([, value]) => !isAbsent(value)));
}

function keptFields(group: string, kind: string, fields: JsonObject): JsonObject {
  const spec = fields['spec'];
  if (!isObject(spec)) return fields;
  if (group === '' && kind === 'Service') return { ...fields, spec: placedService(spec) };
  if (group === 'batch' && kind === 'Job' && spec['manualSelector'] !== true) return { ...fields, spec: keptJob(spec) };
  return fields;
}

const JOB_LABELS = ['controller-uid', 'batch.kubernetes.io/controller-uid'];

function keptJob(spec: JsonObject): JsonObject {
  const template = isObject(spec['template']) ? spec['template'] : {};
  const metadata = isObject(template['metadata']) ? template['metadata'] : {};
  const selector = isObject(spec['selector']) ? spec['selector'] : {};
  return {
    ...spec,
    selector: { ...selector, matchLabels: withoutKeys(selector['matchLabels'], JOB_LABELS) },
    template: {
      ...template,
      metadata: { ...withoutKeys(metadata, ['creationTimestamp']), labels: withoutKeys(metadata['labels'], JOB_LABELS) },
    },
  };
}

/** Without fields that a controller writes whatever the manifest has, and as an API server fills in ports, limits and empty selectors. */
function withoutFilledIn({ kind }: KubeObject, fields: JsonObject): JsonObject {
  if (kind === 'ClusterRole' && isObject(fields['aggregationRule'])) return withoutKeys(fields, ['rules']);
  if (kind === 'LimitRange') return { ...fields, spec: withLimitsFilledIn(fields['spec']) };
  const spec = kind === 'Service' ? withPortsFilledIn(fields['spec']) : fields['spec'];
  const kept = kind === 'Service' ? { ...fields, spec } : fields;
  const isIdle = isObject(spec) && isAbsent(spec['selector']) && ['Service', 'ReplicationController', 'Job'].includes(kind);
  return isIdle ? { ...kept, spec: withoutKeys(spec, ['selector']) } : kept;
}

/** The API server takes a zero of a Service as "none": it chooses the port of the nodes, and the target is the port itself. */
function withPortsFilledIn(spec: unknown): unknown {
  if (!isObject(spec) || !Array.isArray(spec['ports'])) return spec;
  const ports = spec['ports'].map((port: unknown) => {
    if (!isObject(port)) return port;
    const { nodePort, targetPort } = port;
    const isOfPort = targetPort === 0 || targetPort === '';
    if (nodePort !== 0 && !isOfPort) return port;
    return { ...withoutKeys(port, nodePort === 0 ? ['nodePort'] : []), ...(isOfPort ? { targetPort: port['port'] } : {}) };
  });
  return { ...withoutKeys(spec, spec['healthCheckNodePort'] === 0 ? ['healthCheckNodePort'] : []), ports };
}

/**
 * The data of a Secret or ConfigMap as the API server stores it: `stringData` can only be written, and is base64-encoded into `data`. Line
 * breaks in base64 are not kept. A value that SOPS encrypted stays as it is, because what is stored of it is not known.
 */
export const withStoredData = oncePer((manifest: KubeObject): KubeObject => {
  const { data, stringData, binaryData } = manifest;
  if (manifest.kind === 'ConfigMap' && isObject(binaryData)) return { ...manifest, binaryData: inOneLine(binaryData) };
  if (manifest.kind !== 'Secret' || (!isObject(data) && !isObject(stringData))) return manifest;
  const { stringData: _stringData, ...rest } = manifest;
  const plain = Object.entries(isObject(stringData) ? stringData : {}).map(
    ([key, value]) =>
      [key, typeof value !== 'string' || isEncryptedBySops(value) ? value : Buffer.from(value, 'utf8').toString('base64')] as const,
  );
  return { ...rest, data: { ...(isObject(data) ? inOneLine(data) : {}), ...Object.fromEntries(plain) } };
});

function inOneLine(encoded: JsonObject): JsonObject {
  const values = Object.entries(encoded);
  return Object.fromEntries(values.map(([key, value]) => [key, typeof value === 'string' ? value.replaceAll(/[\r\n]/g, '') : value]));
}

function withoutKeys(value: unknown, keys: readonly string[]): JsonObject {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}
