import { BUILT_IN_APIS } from '../../../fleet/kubefleet/api-resource.ts';
import { isObject, type JsonObject, stringAt } from '../../../fleet/json/json.ts';
import { fleetKind, isFleetGroup } from '../../../fleet/kubefleet/kinds.ts';
import { oncePer } from '../../../fleet/memo/once-per.ts';
import { groupOf } from '../../../fleet/kubernetes/object.ts';
import { REPORT_SCHEMA } from '../../../report.ts';
import type { ReadDocument } from '../../../yaml/documents.ts';
import { type FoundObject, isBareList, isListWithoutKind, LIST_WITHOUT_KIND } from '../../../yaml/lists.ts';
import { mentionsFleetVersion, patchesFleet } from './names-fleet.ts';

/** The reason for a part of a manifest, or for one with a mistake in it. */
export const FRAGMENT = 'A fragment: apiVersion or kind is missing.';

/** The reason for a text of another tool, which need not create the objects. */
export const MENTION = 'It mentions KubeFleet objects but is not a manifest (they are embedded in a script or another format).';

/**
 * Why a readable value is not a manifest: "other" if it has nothing to do with a hub, else a sentence, because the author may expect that
 * it was judged.
 */
export function whyNoManifest({ value }: FoundObject, document: ReadDocument): string | undefined {
  const { apiVersion, kind, metadata } = value;
  if (typeof apiVersion === 'string' && apiVersion !== '' && typeof kind === 'string' && kind !== '') {
    if (groupOf(apiVersion) === 'kustomize.config.k8s.io') return 'other';
    if (isObject(metadata) || isOfHub(groupOf(apiVersion), kind)) return undefined;
    return mentionsFleet(document) ? MENTION : 'other';
  }
  // A report of ours that an earlier run left in the tree. It must not change the result of the next run.
  if (value['schema'] === REPORT_SCHEMA && stringAt(value, 'tool', 'name') !== undefined) return 'other';
  if (isMeantForFleet(value)) return FRAGMENT;
  return mentionsFleet(document) || commandsFleet(document) ? MENTION : 'other';
}

/** Whether the text of a document has an apiVersion of KubeFleet. Searched once, because a list in it may have thousands of objects. */
export const mentionsFleet = oncePer(({ text }: ReadDocument) => mentionsFleetVersion(text));
/** Whether it has a command that patches an object of KubeFleet. */
export const commandsFleet = oncePer(({ text }: ReadDocument) => patchesFleet(text));

/** Whether a value names KubeFleet as its type, also if the keys are written in other cases, or is a list of objects without a kind. */
function isMeantForFleet(value: JsonObject): boolean {
  return Object.entries(value).some(([key, named]) => {
    if (key === 'items') return isBareList(named) && mentionsFleetVersion(JSON.stringify(named));
    if (typeof named !== 'string') return false;
    const name = key.toLowerCase();
    return name === 'kind' ? fleetKind(named) !== undefined : name === 'apiversion' && mentionsFleetVersion(named);
  });
}

/** Whether a kind is certainly meant for a hub. Other programs have configurations of other groups, and a `v1` `Config`. */
function isOfHub(group: string, kind: string): boolean {
  if (fleetKind(kind) !== undefined || isFleetGroup(group)) return true;
  return BUILT_IN_APIS.all.some((known) => known.group === group && (group !== '' || known.kind === kind));
}

/** Why the only documents of a file are not objects, if they may be meant as manifests; `undefined` if they are for other programs. */
export function whyNoObject(value: unknown, text: string): string | undefined {
  if (isHalfNamed(value) || isUntyped(value)) return FRAGMENT;
  if (isListWithoutKind(value)) return LIST_WITHOUT_KIND;
  if (Array.isArray(value) && mentionsFleetVersion(text)) return MENTION;
  if (typeof value !== 'string') return undefined;
  return IS_PATH.test(value)
    ? 'It contains only a path: a symbolic link that git checked out as text (`git config core.symlinks`). Its target was not checked.'
    : 'It contains text, not an object (for example an encrypted file): kubectl accepts only objects.';
}

/** The text that Git writes for a link if links are disabled: the path of a file, relative or absolute. */
const IS_PATH = /^[^\s:]+\.(?:ya?ml|json)$/i;

/** Whether a named value without apiVersion and kind has only what objects have: kubectl refuses it. Settings of other programs have other keys. */
function isUntyped(value: unknown): boolean {
  if (!isObject(value) || stringAt(value, 'metadata', 'name') === undefined) return false;
  return Object.keys(value).every((key) => OF_OBJECTS.has(key)) && Object.keys(value).length > 1;
}

/** A quoted `<<` merges nothing. */
const OF_OBJECTS: ReadonlySet<string> = new Set([
  'metadata',
  'spec',
  'data',
  'binaryData',
  'stringData',
  'rules',
  'subjects',
  'roleRef',
  'status',
  '<<',
]);

/** Whether a named value has an apiVersion or a kind, but not both as texts: a part of an object, or one with a mistake. */
export function isHalfNamed(value: unknown): boolean {
  if (!isObject(value) || stringAt(value, 'metadata', 'name') === undefined) return false;
  const type = [value['apiVersion'], value['kind']];
  return type.some((part) => part !== undefined) && type.some((part) => typeof part !== 'string' || part === '');
}
