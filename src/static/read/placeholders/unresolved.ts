import { isEnvelopeKind } from '../../../fleet/kubefleet/envelope.ts';
import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { isObject, type JsonObject } from '../../../fleet/json/json.ts';
import { fleetKind } from '../../../fleet/kubefleet/kinds.ts';
import { bracedPlaceholderIn, placeholderIn, variableIn } from './placeholder.ts';

/** A value that the hub will not see as written, and its placeholder. */
export interface Unresolved {
  readonly pointer: string;
  readonly placeholder: string;
}

/** Finds a placeholder in the text at a pointer. */
type Test = (text: string, pointer: string) => string | undefined;

/**
 * Finds the values of an object with a placeholder. Any form is searched in names, namespaces and labels, whose alphabet has none of these
 * characters, and in fields of KubeFleet's kinds. In values of patches and fields of other kinds, only forms that cannot be accidental are
 * searched; braces in quotes may be accidental there. Free text (data, scripts, arguments, environment, annotations) is not searched.
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

/** Kubernetes' own kinds have no templates. Custom resources (workflows, application sets, policies) may use `{{ … }}` literally. */
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
