import type { NotEvaluated } from '../../finding.ts';
import { childPointer, dottedPath } from '../../fleet/json/json-pointer.ts';
import { isObject, stringAt, type JsonObject } from '../../fleet/json/json.ts';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { fleetKind, isFleetGroup } from '../../fleet/kubefleet/kinds.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import { encodedTexts, SHORTEST } from './encoded-texts.ts';
import { deployerKind } from './deployers/deployer-kind.ts';
import { mentionsFleetVersion, namesFleetKind, uncommented } from './placeholders/names-fleet.ts';
import { isYttTemplate } from './placeholders/placeholder.ts';
import { unescaped } from './placeholders/unescaped.ts';

/** An object of KubeFleet inside an object of another kind. */
interface Embedded {
  readonly pointer: string;
  readonly reason: string;
  /** A controller creates it from the object: a text may as well be documentation. */
  readonly isObject: boolean;
}

/** The start of the reason for a text, which need not create the objects. */
export const IN_TEXT = 'It has KubeFleet objects in the text at';
/** The same for a text that is too large when it is unpacked. */
export const TOO_LARGE = 'It has a compressed text of unusual size at';

/**
 * The first object of KubeFleet inside an object of another project, from which a controller of that project creates it: an `Object` or a
 * `Composition` of Crossplane, a `ResourceSet` of Flux, a `Template` of OpenShift, a `ManifestWork`, values of a chart. It may be in a text,
 * such as a template, a program or a script, also in base64. Without one, the first text of another object that contains one, such as a file in a ConfigMap
 * or a Secret, or the script of a Job. References, which have a name and no content, are not objects.
 */
export function embeddedObject(object: JsonObject): Embedded | undefined {
  const { metadata: _, ...content } = object;
  const { apiVersion, kind } = { apiVersion: stringAt(object, 'apiVersion') ?? '', kind: stringAt(object, 'kind') ?? '' };
  const skipped = groupOf(apiVersion) === CHAINSAW ? COMPARED : deployerKind({ apiVersion, kind }) === undefined ? [] : PATCHES;
  const found = [...embeddedIn(content, '', isOfOtherProject(groupOf(apiVersion)) && !SHOWING.has(groupOf(apiVersion)), skipped)];
  return found.find((each) => each.isObject) ?? found[0];
}

/** Whether an object has a text that is long enough to have another object in it, also in base64. */
export function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length >= SHORTEST;
  if (Array.isArray(value)) return value.some(hasLongText);
  return isObject(value) && Object.values(value).some(hasLongText);
}

function* embeddedIn(value: unknown, pointer: string, isCreated: boolean, skipped: readonly string[]): Generator<Embedded> {
  if (typeof value === 'string') {
    const start = whatIsIn(value);
    if (start !== undefined) yield { pointer, isObject: isCreated, reason: `${start} ${dottedPath(pointer)}, which was not checked.` };
    return;
  }
  if (pointer !== '' && isObject(value) && isFleetContent(value, pointer)) {
    const reason = `It has a ${stringAt(value, 'kind') ?? ''} at ${dottedPath(pointer)}, which was not checked: ${CREATED_ELSEWHERE}. Render it with that tool and lint the result.`;
    yield { pointer, isObject: true, reason };
    return;
  }
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* embeddedIn(item, childPointer(pointer, index), isCreated, skipped);
  else if (isObject(value))
    for (const [key, item] of Object.entries(value))
      if (!skipped.includes(key))
        yield* embeddedIn(item, childPointer(pointer, key), (isCreated && !DESCRIBING.has(key)) || VALUES.has(key), skipped);
}

/** The start of the reason for a text that may have objects of KubeFleet, as it is written or in base64. */
function whatIsIn(value: string): string | undefined {
  if (hasFleetObject(value)) return IN_TEXT;
  let start: string | undefined;
  for (const text of encodedTexts(value))
    if (text === undefined) start = TOO_LARGE;
    else if (hasFleetObject(text)) return IN_TEXT;
  return start;
}

/** A comment is one of an object only for ytt. */
function hasFleetObject(text: string): boolean {
  const plain = isYttTemplate(text) ? unescaped(text) : uncommented(text);
  return KIND.test(plain) && (mentionsFleetVersion(plain) || hasOpenFleetType(plain));
}

/** Whether a text has a kind of KubeFleet, and an apiVersion whose group is a template. */
function hasOpenFleetType(text: string): boolean {
  if (!namesFleetKind(text)) return false;
  const kinds = new Set(text.matchAll(EACH_KIND).map(([, kind = '']) => kind));
  const versions = new Set(text.matchAll(EACH_VERSION).map(([, version = '']) => version));
  return kinds.values().some((kind) => versions.values().some((apiVersion) => isOpenFleetType(apiVersion, kind)));
}

function isOpenFleetType(apiVersion: string, kind: string): boolean {
  return TEMPLATED.test(groupOf(apiVersion) || apiVersion) && fleetKind(kind) !== undefined && isFleetObject({ apiVersion, kind });
}

/** A sign of a template, of any project. */
const TEMPLATED = /[<>{}()[\]$%@]/;

/** The group of the tests of Chainsaw, and its operations that only compare an object of a cluster with another one. */
export const CHAINSAW = 'chainsaw.kyverno.io';
export const COMPARED: readonly string[] = ['assert', 'error'];

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

/** Also in a program of KCL or CUE, and after the sign for a new line in a text of JSON. */
const KIND = /(?:\b|\\[nrt])kind\\{0,9}["']?\s*[:=]/;
// linear: few signs are between the key and its value, which has a limit.
const EACH_KIND = /(?:\b|\\[nrt])kind\\{0,9}["']?\s{0,9}[:=]\s{0,9}\\{0,9}["']?([A-Z][A-Za-z]{0,59})/g;
const EACH_VERSION = /(?:\b|\\[nrt])apiVersion\\{0,9}["']?\s{0,9}[:=]\s{0,9}\\{0,9}["']?([^\n\r,"'\\]{1,200})/g;

/** A reference has a name and no content, and a list has items. What another field completes, such as a base of Crossplane, has neither. */
function isFleetContent(value: JsonObject, pointer: string): boolean {
  const apiVersion = stringAt(value, 'apiVersion');
  const kind = stringAt(value, 'kind');
  if (apiVersion === undefined || kind === undefined) return false;
  const isTyped = isFleetGroup(groupOf(apiVersion)) || isOpenFleetType(apiVersion, kind);
  return isTyped && (COMPLETED.test(pointer) || Object.values(value).some(isObject) || Array.isArray(value['items']));
}

const COMPLETED = /\/(?:base|manifest)$/;

/** Whether an entry is about an object of KubeFleet within another one. */
export function isOfEmbedded({ reason }: Pick<NotEvaluated, 'reason'>): boolean {
  return reason.includes(CREATED_ELSEWHERE);
}

const CREATED_ELSEWHERE = 'another tool creates it from this object';
