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
 * `Composition` of Crossplane, a `ResourceSet` of Flux, a `Template` of OpenShift, a `ManifestWork`, values of a chart. It may be in a text,
 * such as a template, a program or a script. Without one, the first text of another object that contains one, such as a file in a ConfigMap
 * or a Secret, or the script of a Job. References, which have a name and no content, are not objects.
 */
export function embeddedObject(object: JsonObject): Embedded | undefined {
  const { metadata: _, ...content } = { ...object, ...decodedIn(object) };
  const group = groupOf(stringAt(object, 'apiVersion') ?? '');
  const found = [...embeddedIn(content, '', isOfOtherProject(group) && !SHOWING.has(group))];
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
      if (!PATCHES.includes(key))
        yield* embeddedIn(item, childPointer(pointer, key), (isCreated && !DESCRIBING.has(key)) || VALUES.has(key));
}

/** Patches of Flux and Argo CD are reported with what they change. */
const PATCHES: readonly string[] = ['patches', 'patchesStrategicMerge'];

/** Whether a group is that of custom resources, which a controller reads. Kubernetes' own groups end with `.k8s.io`. */
export function isOfOtherProject(group: string): boolean {
  return group.includes('.') && !group.endsWith('.k8s.io');
}

/** Their objects are shown to people: samples and tours in the console of OpenShift. */
export const SHOWING: ReadonlySet<string> = new Set(['console.openshift.io']);
/** Fields with texts for people. */
const DESCRIBING: ReadonlySet<string> = new Set(['annotations', 'description', 'documentation', 'message', 'notes', 'summary']);
/** Fields of which no controller creates objects. */
export const NOT_CREATED: ReadonlySet<string> = new Set([...PATCHES, ...DESCRIBING]);

/** The values of a chart: of a release of Helmfile, or in a ConfigMap or a Secret for `valuesFrom` of a HelmRelease. */
const VALUES: ReadonlySet<string> = new Set(['values', 'values.yaml']);

/** Also in a program of KCL or CUE. */
const KIND = /\bkind["']?\s*[:=]/;

function isFleetContent(value: JsonObject): boolean {
  const apiVersion = stringAt(value, 'apiVersion');
  const isTyped = apiVersion !== undefined && isFleetGroup(groupOf(apiVersion)) && stringAt(value, 'kind') !== undefined;
  return isTyped && Object.values(value).some(isObject);
}
