import { childPointer, dottedPath } from '../../../fleet/json/json-pointer.ts';
import { field, isObject, type JsonObject, objectAt, stringAt } from '../../../fleet/json/json.ts';
import { isFleetGroup } from '../../../fleet/kubefleet/kinds.ts';
import { groupOf, type KubeObject } from '../../../fleet/kubernetes/object.ts';
import { readDocuments } from '../../../yaml/documents.ts';
import { type Manifest, startOf } from '../../world/manifest.ts';
import { isClusterScoped } from '../cluster-scoped.ts';
import { isOfOtherProject, NOT_CREATED, SHOWING } from '../embedded-objects.ts';
import { encodedTexts } from '../encoded-texts.ts';
import type { HeldObject, OutsideDeployment } from '../read-result.ts';
import { destinationOf } from './argo-deliveries.ts';
import { forOwnCluster } from './application-sets/cluster-generators.ts';
import { OWN } from './delivery.ts';
import { deployerKind } from './deployer-kind.ts';
import { namespaceOfOther } from './other-deployers.ts';

/**
 * The objects of other projects that have other objects in them, which a controller creates on the own cluster: an `Object` of Crossplane, an
 * `App` of kapp-controller with files in it, a `ResourceSet` of Flux, values of a chart.
 */
export function heldContent(manifests: readonly Manifest[]): readonly OutsideDeployment[] {
  return manifests.flatMap((manifest) => {
    const { object } = manifest;
    const group = groupOf(object.apiVersion);
    if (!isOfOtherProject(group) || isFleetGroup(group) || !createsHere(manifest)) return [];
    const { apiVersion: _, kind: __, metadata: ___, status: ____, ...content } = object;
    const holds = [...heldIn(content, '', namespaceOfOther(manifest))];
    return holds.length === 0 ? [] : [{ name: '', ...startOf(manifest), by: manifest, namespaces: [], holds }];
  });
}

/** Whether a controller creates the objects on the own cluster, as far as the object says. */
function createsHere({ object, namespace }: Manifest): boolean {
  const { spec } = object;
  const group = groupOf(object.apiVersion) ?? '';
  if (ELSEWHERE.has(group) || SHOWING.has(group) || field(spec, 'kubeConfig') !== undefined) return false;
  const kind = deployerKind(object);
  if (kind === 'Application') return destinationOf(spec) === OWN;
  if (kind === 'ApplicationSet') {
    const made = field(spec, 'template', 'spec');
    return [made, ...forOwnCluster(object, [made])].some((each) => destinationOf(each) === OWN);
  }
  if (group === 'kappctrl.k14s.io') return field(spec, 'cluster') === undefined;
  return group !== 'fleet.cattle.io' || namespace === 'fleet-local';
}

/** Projects that create the objects on other clusters. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'addons.cluster.x-k8s.io',
  'apps.open-cluster-management.io',
  'config.projectsveltos.io',
  'hive.openshift.io',
  'work.karmada.io',
  'work.open-cluster-management.io',
]);

/** @param into the namespace of objects without one */
function* heldIn(value: unknown, pointer: string, into: string | undefined): Generator<HeldObject> {
  if (typeof value === 'string') {
    for (const text of [value, ...encodedTexts(value)]) if (text !== undefined) yield* heldInText(text, pointer, into);
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* heldIn(item, childPointer(pointer, index), into);
    return;
  }
  if (!isObject(value)) return;
  const object = pointer === '' ? undefined : contentIn(value);
  if (object !== undefined) {
    const namespace = isClusterScoped(object.apiVersion, object.kind) ? undefined : (stringAt(object, 'metadata', 'namespace') ?? into);
    yield { object, namespace, place: dottedPath(pointer) };
  }
  for (const [key, item] of Object.entries(value)) if (!NOT_CREATED.has(key)) yield* heldIn(item, childPointer(pointer, key), into);
}

function* heldInText(text: string, pointer: string, into: string | undefined): Generator<HeldObject> {
  if (!/\bkind["']?:/.test(text) || !/\bmetadata["']?:/.test(text)) return;
  for (const document of readDocuments(text))
    if (document.kind !== 'read') yield* namespacesIn(text, pointer);
    else for (const held of heldIn([document.value], '', into)) yield { ...held, place: dottedPath(pointer) };
}

/** The namespaces that a template names. */
function* namespacesIn(template: string, pointer: string): Generator<HeldObject> {
  for (const [, namespace] of template.matchAll(NAMESPACE)) yield { namespace, place: dottedPath(pointer) };
}

// linear: it looks along one line, from its start, and a sign of each part is not one of the next.
const NAMESPACE = /^[ \t]{0,99}namespace:[ \t]{1,9}["']?([a-z0-9-]{1,63})["']?[ \t\r]{0,9}$/gm;

/** The value as an object, which may get its name when it is created; `undefined` for another value. A reference has no metadata. */
function contentIn(value: JsonObject): KubeObject | undefined {
  const [apiVersion, kind, metadata] = [stringAt(value, 'apiVersion'), stringAt(value, 'kind'), objectAt(value, 'metadata')];
  if (apiVersion === undefined || kind === undefined || metadata === undefined) return undefined;
  return { ...value, apiVersion, kind, metadata: { ...metadata, name: stringAt(metadata, 'name') ?? '' } };
}
