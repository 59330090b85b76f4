import { isObject, type JsonObject } from '../../fleet/json.ts';
import { fleetKind } from '../../fleet/kinds.ts';
import { pointerTo } from '../../yaml/node.ts';
import { bracedPlaceholderIn, placeholderIn, variableIn } from './placeholder.ts';

/** A value that is not what the hub will see, and the placeholder it holds. */
export interface Unresolved {
  readonly pointer: string;
  readonly placeholder: string;
}

type Test = (text: string) => string | undefined;

/**
 * The values of an object that hold a placeholder. Where any of the known forms counts: names, namespaces and labels, whose alphabet has
 * none of these characters, and the fields of KubeFleet's kinds. Values of patches and fields of other kinds count only for forms that are
 * no accident, and free text (data, scripts, arguments, environment, annotations) never does.
 */
export function findUnresolved(object: JsonObject, base = ''): readonly Unresolved[] {
  const found: Unresolved[] = [];
  const { apiVersion, kind, metadata } = object;
  look(apiVersion, `${base}/apiVersion`, placeholderIn, found);
  look(kind, `${base}/kind`, placeholderIn, found);
  if (isObject(metadata)) {
    for (const field of ['name', 'generateName', 'namespace', 'labels', 'generation', 'finalizers', 'ownerReferences'])
      look(metadata[field], `${base}/metadata/${field}`, placeholderIn, found);
  } else {
    look(metadata, `${base}/metadata`, placeholderIn, found);
  }
  if (typeof kind !== 'string' || kind === 'CustomResourceDefinition') return found;
  const data = isEnvelope(kind) ? object['data'] : undefined;
  if (isObject(data)) {
    for (const [key, inner] of Object.entries(data))
      if (isObject(inner)) found.push(...findUnresolved(inner, pointerTo(`${base}/data`, key)));
  }
  const test = fleetKind(kind) === undefined ? testFor(apiVersion) : placeholderIn;
  for (const [key, value] of Object.entries(object)) {
    if (!OWN_TREATMENT.has(key)) look(value, pointerTo(base, key), test, found);
  }
  return found;
}

const OWN_TREATMENT = new Set(['apiVersion', 'kind', 'metadata', 'data', 'stringData', 'binaryData', 'status']);
const FREE_TEXT = new Set(['annotations', 'args', 'binaryData', 'command', 'data', 'description', 'env', 'script', 'stringData']);

function isEnvelope(kind: string): boolean {
  return kind === 'ClusterResourceEnvelope' || kind === 'ResourceEnvelope';
}

/** Kubernetes' own kinds have no templates; custom resources (workflows, application sets, policies) may mean `{{ … }}` literally. */
function testFor(apiVersion: unknown): Test {
  const group = typeof apiVersion === 'string' && apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return !group.includes('.') || group.endsWith('.k8s.io') ? bracedPlaceholderIn : variableIn;
}

function look(value: unknown, pointer: string, test: Test, found: Unresolved[]): void {
  if (typeof value === 'string') {
    const placeholder = test === placeholderIn || !value.includes('\n') ? test(value) : undefined;
    if (placeholder !== undefined) found.push({ pointer, placeholder });
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) look(item, pointerTo(pointer, index), test, found);
    return;
  }
  if (!isObject(value)) return;
  for (const [key, item] of Object.entries(value)) {
    const below = pointerTo(pointer, key);
    const placeholder = test === placeholderIn ? placeholderIn(key) : undefined;
    if (placeholder !== undefined) found.push({ pointer: below, placeholder });
    else if (test === placeholderIn && key === 'value') look(item, below, bracedPlaceholderIn, found);
    else if (test === placeholderIn || !FREE_TEXT.has(key)) look(item, below, test, found);
  }
}
