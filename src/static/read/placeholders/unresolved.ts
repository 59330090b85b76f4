import { isEnvelopeKind } from '../../../fleet/kubefleet/envelope.ts';
import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { isObject, type JsonObject } from '../../../fleet/json/json.ts';
import { fleetKind } from '../../../fleet/kubefleet/kinds.ts';
import { bracedPlaceholderIn, placeholderIn, variableIn } from './placeholder.ts';

/** A value that is not what the hub will see, and the placeholder it holds. */
export interface Unresolved {
  readonly pointer: string;
  readonly placeholder: string;
}

/** Finds a placeholder in the text that stands at a pointer. */
type Test = (text: string, pointer: string) => string | undefined;

/**
 * The values of an object that hold a placeholder. If any of the known forms counts: names, namespaces and labels, whose alphabet has
 * none of these characters, and the fields of KubeFleet's kinds. Values of patches and fields of other kinds count only for forms that are
 * no accident, braces in quotes are one there, and free text (data, scripts, arguments, environment, annotations) never counts.
 * @param isQuoted whether the value at a pointer is written in quotes or as a block
 */
export function findUnresolved(object: JsonObject, isQuoted: (pointer: string) => boolean, base = ''): readonly Unresolved[] {
  const found: Unresolved[] = [];
  const { apiVersion, kind, metadata } = object;
  const free: Test = (text, pointer) => (isQuoted(pointer) ? variableIn(text) : bracedPlaceholderIn(text));
  const look = (value: unknown, pointer: string, test: Test): void => search(value, pointer, { test, free, found });
  look(apiVersion, `${base}/apiVersion`, placeholderIn);
  look(kind, `${base}/kind`, placeholderIn);
  if (isObject(metadata)) {
    for (const field of ['name', 'generateName', 'namespace', 'labels', 'generation', 'finalizers', 'ownerReferences'])
      look(metadata[field], `${base}/metadata/${field}`, placeholderIn);
  } else {
    look(metadata, `${base}/metadata`, placeholderIn);
  }
  if (typeof kind !== 'string' || kind === 'CustomResourceDefinition') return found;
  const data = isEnvelopeKind(kind) ? object['data'] : undefined;
  if (isObject(data)) {
    for (const [key, inner] of Object.entries(data))
      if (isObject(inner)) for (const open of findUnresolved(inner, isQuoted, childPointer(`${base}/data`, key))) found.push(open);
  }
  const test = fleetKind(kind) !== undefined ? placeholderIn : hasOwnTemplates(apiVersion) ? variableIn : free;
  for (const [key, value] of Object.entries(object)) {
    if (!OWN_TREATMENT.has(key)) look(value, childPointer(base, key), test);
  }
  return found;
}

const OWN_TREATMENT = new Set(['apiVersion', 'kind', 'metadata', 'data', 'stringData', 'binaryData', 'status']);
const FREE_TEXT = new Set(['annotations', 'args', 'binaryData', 'command', 'data', 'description', 'env', 'script', 'stringData']);

/** Kubernetes' own kinds have no templates; custom resources (workflows, application sets, policies) may mean `{{ … }}` literally. */
function hasOwnTemplates(apiVersion: unknown): boolean {
  const group = typeof apiVersion === 'string' && apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return group.includes('.') && !group.endsWith('.k8s.io');
}

interface Search {
  readonly test: Test;
  /** For values of patches. */
  readonly free: Test;
  readonly found: Unresolved[];
}

function search(value: unknown, pointer: string, how: Search): void {
  const { test, free, found } = how;
  if (typeof value === 'string') {
    const placeholder = test === placeholderIn || !value.includes('\n') ? test(value, pointer) : undefined;
    if (placeholder !== undefined) found.push({ pointer, placeholder });
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) search(item, childPointer(pointer, index), how);
    return;
  }
  if (!isObject(value)) return;
  for (const [key, item] of Object.entries(value)) {
    const below = childPointer(pointer, key);
    const placeholder = test === placeholderIn ? placeholderIn(key) : undefined;
    if (placeholder !== undefined) found.push({ pointer: below, placeholder });
    else if (test === placeholderIn && key === 'value') search(item, below, { ...how, test: free });
    // No image has a character of a placeholder.
    else if (key === 'image' && test === free && typeof item === 'string') search(item, below, { ...how, test: placeholderIn });
    else if (test === placeholderIn || !FREE_TEXT.has(key)) search(item, below, how);
  }
}
