import type { V1ObjectMeta } from '@kubernetes/client-node';
import { field, isObject, listAt, parseJson, stringAt } from '../../../fleet/json/json.ts';
import { LAST_APPLIED } from '../../../fleet/kubernetes/last-applied.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { Unchecked } from '../../../fleet/json/unchecked.ts';

/** A writer of an object, from `metadata.managedFields`. */
export interface FieldManager {
  readonly name: string;
  /** Whether it applies server-side: the fields that it no longer applies are removed. */
  readonly isApplier: boolean;
  /** The version in which its fields are named. */
  readonly apiVersion: string | undefined;
  /** When it last changed its fields, by the hub. */
  readonly time: string;
  /** Its fields by key, `f:spec`, `k:{"name":"main"}`; `undefined` if only the manager's name was kept. */
  readonly fields: unknown;
}

/** The path of the annotation of `kubectl apply`. */
export const LAST_APPLIED_PATH = ['metadata', 'annotations', LAST_APPLIED].map((key) => ({ key, live: undefined }));

/** Whether the writer is a controller of Flux or Argo CD, by its name. */
export function isGitops({ name }: FieldManager): boolean {
  return GITOPS.test(name);
}

const GITOPS = /argocd|kustomize-controller|helm-controller|flux/;

/**
 * Whether the writer is Helm 3, also within Flux: it patches from one rendered chart to the next, so that the fields that the chart no longer
 * has are removed (helm/helm pkg/kube/client.go). As it does not apply, the defaults that the API server filled in when it created the
 * object are its fields too.
 */
export function isHelm({ name, isApplier }: FieldManager): boolean {
  return !isApplier && HELM.test(name);
}

const HELM = /^helm$|^helm-controller$|^terraform-provider-helm/;

/** Writers of the object itself, not of a subresource; newest first. Empty if the object has no managedFields. */
export function fieldManagers(object: KubeObject): readonly FieldManager[] {
  return managersOf(object, (subresource) => subresource === '');
}

/** Writers that can have changed more than the status: `scale` sets the replicas. */
export function contentManagers(object: KubeObject): readonly FieldManager[] {
  return managersOf(object, (subresource) => subresource !== 'status');
}

/**
 * Whether the manager set the field at the end of the path. The format is structured-merge-diff's: the owner of a whole list or map has
 * `{}` there, and list items are identified by their keys.
 */
export function isManaging({ fields }: FieldManager, path: readonly { readonly key: string; readonly live: unknown }[]): boolean {
  let at = fields;
  for (const { key, live } of path) {
    if (!isObject(at)) return false;
    if (Object.keys(at).length === 0) return true;
    at = at[`f:${key}`] ?? itemOf(at, live);
  }
  return at !== undefined;
}

function itemOf(fields: Readonly<Record<string, unknown>>, item: unknown): unknown {
  const found = Object.entries(fields).find(([key]) => key.startsWith('k:') && isKeyOf(key.slice('k:'.length), item));
  return found?.[1];
}

function isKeyOf(text: string, item: unknown): boolean {
  const key = parseJson(text);
  return isObject(key) && Object.entries(key).every(([name, value]) => field(item, name) === value);
}

function managersOf(object: KubeObject, isMeant: (subresource: string) => boolean): readonly FieldManager[] {
  return listAt(object as KubeObject & Unchecked<{ readonly metadata: V1ObjectMeta }>, 'metadata', 'managedFields')
    .flatMap((entry) => {
      const [name, time] = [stringAt(entry, 'manager'), stringAt(entry, 'time')];
      if (!isMeant(stringAt(entry, 'subresource') ?? '') || name === undefined || time === undefined) return [];
      const isApplier = stringAt(entry, 'operation') === 'Apply';
      return [{ name, isApplier, apiVersion: stringAt(entry, 'apiVersion'), time, fields: field(entry, 'fieldsV1') }];
    })
    .toSorted((a, b) => b.time.localeCompare(a.time));
}
