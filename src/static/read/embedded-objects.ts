import { childPointer, dottedPath } from '../../fleet/json/json-pointer.ts';
import { isObject, objectAt, stringAt, type JsonObject } from '../../fleet/json/json.ts';
import { isFleetGroup } from '../../fleet/kubefleet/kinds.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import { mentionsFleetVersion } from './placeholders/names-fleet.ts';

/** An object of KubeFleet inside an object of another kind. */
interface Embedded {
  readonly pointer: string;
  readonly reason: string;
  /** A controller creates it from the object: a text may as well be documentation. */
  readonly isObject: boolean;
}

/** The start of the reason for a text, which need not create the objects. */
export const IN_TEXT = 'It has KubeFleet objects in the text at';

/**
 * The first object of KubeFleet inside an object of another project, from which a controller of that project creates it: an `Object` or a
 * `Composition` of Crossplane, a `ResourceSet` of Flux, a `Template` of OpenShift, a `ManifestWork`, values of a chart. Without one, the
 * first text that contains one, such as a file in a ConfigMap or a Secret. References, which have a name and no content, are not objects.
 */
export function embeddedObject(object: JsonObject): Embedded | undefined {
  const { metadata: _, ...content } = { ...object, ...decodedIn(object) };
  const creator = `${groupOf(stringAt(object, 'apiVersion') ?? '')}/${stringAt(object, 'kind') ?? ''}`;
  const found = [...embeddedIn(content, '', CREATORS.has(creator))];
  return found.find((each) => each.isObject) ?? found[0];
}

/** The field in which a Secret or a ConfigMap has texts in base64; `undefined` for other objects, and without any. */
export function encodedField({ kind, data, binaryData }: JsonObject): 'data' | 'binaryData' | undefined {
  if (kind === 'Secret' && isObject(data)) return 'data';
  return kind === 'ConfigMap' && isObject(binaryData) ? 'binaryData' : undefined;
}

function decodedIn(object: JsonObject): JsonObject {
  const name = encodedField(object);
  return name === undefined ? {} : { [name]: decoded(objectAt(object, name) ?? {}) };
}

function decoded(data: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, typeof value === 'string' ? Buffer.from(value, 'base64').toString() : value]),
  );
}

function* embeddedIn(value: unknown, pointer: string, isCreated: boolean): Generator<Embedded> {
  if (typeof value === 'string') {
    if (mentionsFleetVersion(value) && KIND.test(value))
      yield {
        pointer,
        isObject: isCreated,
        reason: `${IN_TEXT} ${dottedPath(pointer)}, which was not checked.`,
      };
    return;
  }
  if (pointer !== '' && isObject(value) && isFleetContent(value)) {
    const reason = `It has a ${stringAt(value, 'kind') ?? ''} at ${dottedPath(pointer)}, which was not checked: another tool creates it from this object. Render it with that tool and lint the result.`;
    yield { pointer, isObject: true, reason };
    return;
  }
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* embeddedIn(item, childPointer(pointer, index), isCreated);
  else if (isObject(value))
    for (const [key, item] of Object.entries(value))
      if (!PATCHES.has(key)) yield* embeddedIn(item, childPointer(pointer, key), isCreated || CREATING.has(key));
}

/** Patches of Flux and Argo CD are reported with what they change. */
const PATCHES = new Set(['patches', 'patchesStrategicMerge']);

/**
 * Kinds from whose texts a controller creates objects: templates of Crossplane, the files of Rancher, `object-templates-raw` of Open
 * Cluster Management.
 */
const CREATORS = new Set([
  'apiextensions.crossplane.io/Composition',
  'fleet.cattle.io/Bundle',
  'policy.open-cluster-management.io/ConfigurationPolicy',
  'policy.open-cluster-management.io/Policy',
]);

/**
 * What a tool creates objects from, which may be a text. Values of a chart: in an Application, a HelmChart of k3s, and a ConfigMap for
 * `valuesFrom` of a HelmRelease. A template of a `ResourceSet` of Flux, and the resource that a step of Argo Workflows creates.
 */
const CREATING = new Set(['values', 'valuesObject', 'valuesContent', 'values.yaml', 'resourcesTemplate', 'manifest']);

/** Also in a program of KCL or CUE. */
const KIND = /\bkind["']?\s*[:=]/;

function isFleetContent(value: JsonObject): boolean {
  const apiVersion = stringAt(value, 'apiVersion');
  const isTyped = apiVersion !== undefined && isFleetGroup(groupOf(apiVersion)) && stringAt(value, 'kind') !== undefined;
  return isTyped && Object.values(value).some(isObject);
}
