import { stringAt } from '../json/json.ts';

/** A Kubernetes object from a file, a hub or a recording. Nothing below `metadata` is certain to have the right type. */
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

/** Whether a value has what every Kubernetes object has: a version, a kind and a name. If it has a namespace, that is text. */
export function isKubeObject(value: unknown): value is KubeObject {
  return isNamed(value) && typeof (value.metadata.namespace ?? '') === 'string';
}

/** What a value lacks to be a Kubernetes object, as the end of a sentence; `undefined` if it is one. */
export function whyNotObject(value: unknown): string | undefined {
  if (!isNamed(value)) return 'apiVersion, kind or metadata.name is missing';
  return isKubeObject(value) ? undefined : 'metadata.namespace is not text';
}

function isNamed(value: unknown): value is KubeObject {
  return [stringAt(value, 'apiVersion'), stringAt(value, 'kind'), stringAt(value, 'metadata', 'name')].every((text) => text !== undefined);
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
  // A file may hold a value of any type here.
  return typeof metadata.namespace === 'string'
    ? { apiVersion, kind, namespace: metadata.namespace, name: metadata.name }
    : { apiVersion, kind, name: metadata.name };
}

/** `Kind/name` or `Kind/namespace/name`: the name of an object in text, on the command line and in recordings. */
export function displayName({ kind, namespace, name }: Pick<ObjectRef, 'kind' | 'namespace' | 'name'>): string {
  // A file may have no name, or use `generateName`.
  const shown = name === '' ? '(no name)' : name;
  return namespace === undefined ? `${kind}/${shown}` : `${kind}/${namespace}/${shown}`;
}

/** Whether the API server makes the name of the object. */
export function hasGeneratedName({ metadata }: Pick<KubeObject, 'metadata'>): boolean {
  return metadata.name === '' && (stringAt(metadata, 'generateName') ?? '') !== '';
}

/** Whether no API server creates the object, because it has no name and none is generated for it. */
export function isNameless({ metadata }: Pick<KubeObject, 'metadata'>): boolean {
  return metadata.name === '' && (stringAt(metadata, 'generateName') ?? '') === '';
}

/** Whether the object is being deleted. Finalizers may keep it for a while. */
export function isDeleting({ metadata: { deletionTimestamp } }: Pick<KubeObject, 'metadata'>): boolean {
  return deletionTimestamp !== undefined && deletionTimestamp !== null;
}

/**
 * A manifest without a deletion time. An API server drops it from an object that it creates (rest.BeforeCreate), and refuses to set it by a
 * change (ValidateObjectMetaAccessorUpdate), so only an object that was read from a server is being deleted.
 */
export function withoutDeletion<T extends KubeObject>(manifest: T): T {
  if (!isDeleting(manifest)) return manifest;
  const { deletionTimestamp: _time, deletionGracePeriodSeconds: _grace, ...metadata } = manifest.metadata;
  return { ...manifest, metadata };
}

/**
 * Whether an object was read from an API server, as `kubectl get -o yaml` prints it. A server does not create an object with these fields.
 */
export function isFromServer({ metadata: { uid, resourceVersion } }: Pick<KubeObject, 'metadata'>): boolean {
  return typeof uid === 'string' && uid !== '' && typeof resourceVersion === 'string' && resourceVersion !== '';
}

/** The object in a namespace; as it is if there is none. */
export function inNamespace(object: KubeObject, namespace: string | undefined): KubeObject {
  return namespace === undefined ? object : { ...object, metadata: { ...object.metadata, namespace } };
}

/** The API group of an `apiVersion`; the core group is the empty string. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

/** Whether the object is of the kind, in any version of its group. */
export function isOfKind(
  object: Pick<KubeObject, 'apiVersion' | 'kind'>,
  type: { readonly group: string; readonly kind: string },
): boolean {
  return object.kind === type.kind && groupOf(object.apiVersion) === type.group;
}

/** The version part of an `apiVersion`. */
export function versionOf(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf('/') + 1);
}

/** Identity across versions of one group: two refs with the same key are the same object. */
export function objectKey(ref: ObjectRef): string {
  // `join` leaves no string fragments in memory, because indexes keep a key for each object.
  return [groupOf(ref.apiVersion), ref.kind, ref.namespace ?? '', ref.name].join('/');
}
