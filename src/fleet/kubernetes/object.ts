import { isObject, stringAt } from '../json/json.ts';

/** A Kubernetes object as read from a file, a hub or a recording: nothing below `metadata` is trusted to have its right shape. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly [field: string]: unknown;
}

export interface ObjectMeta {
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly generation?: number;
  readonly resourceVersion?: string;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** Whether a value has what every Kubernetes object has: a version, a kind and a name. A namespace, where there is one, is text. */
export function isKubeObject(value: unknown): value is KubeObject {
  return isNamed(value) && typeof (value.metadata.namespace ?? '') === 'string';
}

/** What a value lacks to be a Kubernetes object, in words that end a sentence; `undefined` where it is one. */
export function lackOfObject(value: unknown): string | undefined {
  if (!isNamed(value)) return 'apiVersion, kind or metadata.name is missing';
  return isKubeObject(value) ? undefined : 'metadata.namespace is no text';
}

function isNamed(value: unknown): value is KubeObject {
  return isObject(value) && [['apiVersion'], ['kind'], ['metadata', 'name']].every((path) => stringAt(value, ...path) !== undefined);
}

/** The identity of an object in reports and JSON. `namespace` is absent for cluster-scoped objects. */
export interface ObjectRef {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

export function refOf(object: KubeObject): ObjectRef {
  const { apiVersion, kind, metadata } = object;
  // Nobody has checked what a file says there.
  return typeof metadata.namespace === 'string'
    ? { apiVersion, kind, namespace: metadata.namespace, name: metadata.name }
    : { apiVersion, kind, name: metadata.name };
}

/** `Kind/name` or `Kind/namespace/name`: how an object is named in text, on the command line and in recordings. */
export function displayName({ kind, namespace, name }: Pick<ObjectRef, 'kind' | 'namespace' | 'name'>): string {
  // A file may leave it out, or leave it to the hub with `generateName`.
  const shown = name === '' ? '(no name)' : name;
  return namespace === undefined ? `${kind}/${shown}` : `${kind}/${namespace}/${shown}`;
}

/** Whether the object is on its way out: finalizers may keep it for a while. */
export function isDeleting({ metadata: { deletionTimestamp } }: Pick<KubeObject, 'metadata'>): boolean {
  return deletionTimestamp !== undefined && deletionTimestamp !== null;
}

/** Whether an object was read from an API server, as `kubectl get -o yaml` prints it. A server does not create one with these fields. */
export function isFromServer({ metadata: { uid, resourceVersion } }: Pick<KubeObject, 'metadata'>): boolean {
  return typeof uid === 'string' && uid !== '' && typeof resourceVersion === 'string' && resourceVersion !== '';
}

/** The API group of an `apiVersion`; the core group is the empty string. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

/** The version part of an `apiVersion`. */
export function versionOf(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf('/') + 1);
}

/** Identity across versions of one group: two refs with the same key are the same object. */
export function objectKey(ref: ObjectRef): string {
  // Joined, which leaves no pieces behind: indexes keep a key for each object.
  return [groupOf(ref.apiVersion), ref.kind, ref.namespace ?? '', ref.name].join('/');
}
