import { field, isObject, listAt, objectAt, type JsonObject } from '../json/json.ts';
import { lastApplied } from '../kubernetes/last-applied.ts';
import type { KubeObject } from '../kubernetes/object.ts';

/**
 * The fields that a manifest sets and that KubeFleet removes before it places the object, as JSON pointers: its owners, and the addresses
 * and ports of a Service, which each cluster allocates itself. The content of an envelope keeps them, except the owners. Not named are
 * fields that only API servers write, such as the `controller-uid` labels of a Job. Source: `pkg/utils/controller/resource_selector_resolver.go`
 * (generateRawContent), v0.3.1 and main.
 *
 * An object that was read from a cluster has allocated values too, so only those that `kubectl apply` stored in its annotation are named.
 */
export function unplacedFields(object: KubeObject): readonly string[] {
  const manifest = isRead(object) ? lastApplied(object) : object;
  if (manifest === undefined) return [];
  const owners = listAt(manifest, 'metadata', 'ownerReferences').length > 0 ? ['/metadata/ownerReferences'] : [];
  const spec = isService(manifest) ? objectAt(manifest, 'spec') : undefined;
  if (spec === undefined) return owners;
  const own = OF_SERVICE.filter((key) => isFixed(spec[key]) && !(key in placedService(spec))).map((key) => `/spec/${key}`);
  const ports = listAt(spec, 'ports').flatMap((port, index) => (isFixed(field(port, 'nodePort')) ? [`/spec/ports/${index}/nodePort`] : []));
  return [...owners, ...own, ...ports];
}

/** The `spec` of a Service as KubeFleet places it. A headless Service keeps its `clusterIP`. */
export function placedService(spec: JsonObject): JsonObject {
  const removed = spec['clusterIP'] === 'None' ? ['healthCheckNodePort'] : REMOVED;
  const kept = without(spec, removed);
  const ports = kept['ports'];
  if (!Array.isArray(ports)) return kept;
  return { ...kept, ports: ports.map((port: unknown) => (isObject(port) ? without(port, ['nodePort']) : port)) };
}

/** Whether it is a Service of Kubernetes. */
export function isService({ apiVersion, kind }: KubeObject): boolean {
  return apiVersion === 'v1' && kind === 'Service';
}

function isRead({ metadata }: KubeObject): boolean {
  return metadata['uid'] !== undefined;
}

/** An API server requires `clusterIPs` to begin with `clusterIP`. */
const OF_SERVICE = ['clusterIP', 'healthCheckNodePort'];
const REMOVED = [...OF_SERVICE, 'clusterIPs'];

/** An API server allocates a value for zero, an empty text and null. */
function isFixed(value: unknown): boolean {
  return typeof value === 'string' ? value !== '' : typeof value === 'number' && value !== 0;
}

function without(value: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}
