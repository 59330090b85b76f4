import { isDeepStrictEqual } from 'node:util';

import { childPointer } from '../fleet/json/json-pointer.ts';
import { field, listAt, objectAt, stringAt } from '../fleet/json/json.ts';
import { fleetKind } from '../fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';
import type { Denial } from './denial.ts';
import { labelFault, labelValueFault, NOT_EMPTY, qualifiedNameFault, subdomainFault } from './name-format.ts';

const ANNOTATIONS_LIMIT = 256 * 1024;
/** The length of the prefix that a generated name keeps. */
export const GENERATED_NAME_BASE = 58;

/**
 * What the API server refuses in the metadata of any custom resource: name, labels, annotations, owners, finalizers. Source: apimachinery
 * `pkg/api/validation/objectmeta.go`, with names as DNS subdomains (apiextensions-apiserver `validator.go`).
 * @param old the object on the hub, on an update
 */
export function objectMeta({ kind, metadata }: KubeObject, old?: KubeObject): readonly Denial[] {
  return [
    ...(old === undefined ? [] : [...immutableDenials(metadata, old), ...deletionDenials(metadata, old)]),
    ...nameDenials(metadata),
    ...(fleetKind(kind)?.namespaced === true ? namespaceDenials(metadata) : []),
    ...labelDenials(metadata),
    ...annotationDenials(metadata),
    ...ownerDenials(metadata),
    ...finalizerDenials(metadata),
  ];
}

function* nameDenials(metadata: unknown): Generator<Denial> {
  const given = stringAt(metadata, 'name') ?? '';
  const base = stringAt(metadata, 'generateName') ?? '';
  const baseFault = base === '' ? undefined : subdomainFault(maskedDash(base));
  if (baseFault !== undefined) yield { ...invalid('generateName', base, baseFault.says), hint: baseFault.hint };
  if (given === '' && base === '') {
    // A value of another type may become a prefix when it is corrected.
    if ((field(metadata, 'generateName') ?? '') !== '') return;
    yield {
      ...invalid('name', '', 'name or generateName is required'),
      reason: 'FieldValueRequired',
      serverMessage: 'Required value: name or generateName is required',
      message: 'The object needs a `metadata.name`.',
      hint: 'Add `name` below `metadata`.',
    };
    return;
  }
  const name = given === '' ? `${base.slice(0, GENERATED_NAME_BASE)}aaaaa` : given;
  const fault = subdomainFault(name);
  if (fault === undefined) return;
  yield { ...invalid('name', name, fault.says), ...(given === '' ? { pointer: '/metadata/generateName' } : {}), hint: fault.hint };
}

/** A namespace cannot have such a name, so the server finds none. */
function* namespaceDenials(metadata: unknown): Generator<Denial> {
  const namespace = stringAt(metadata, 'namespace') ?? '';
  const fault = namespace === '' ? undefined : labelFault(namespace);
  if (fault !== undefined) yield { ...invalid('namespace', namespace, fault.says), hint: fault.hint };
}

/** A prefix may end with a dash, because random letters follow it. The server masks the dash together with the character before it. */
function maskedDash(base: string): string {
  return base.length > 1 && base.endsWith('-') ? `${base.slice(0, -2)}a` : base;
}

function* labelDenials(metadata: unknown): Generator<Denial> {
  for (const [key, value] of Object.entries(objectAt(metadata, 'labels') ?? {})) {
    const keyFault = qualifiedNameFault(key);
    if (keyFault !== undefined) yield { ...invalid('labels', key, keyFault.says, childPointer('', key)), hint: keyFault.hint };
    const valueFault = labelValueFault(value);
    if (valueFault !== undefined)
      yield { ...invalid('labels', String(value), valueFault.says, childPointer('', key)), hint: valueFault.hint };
  }
}

function* annotationDenials(metadata: unknown): Generator<Denial> {
  let bytes = 0;
  for (const [key, value] of Object.entries(objectAt(metadata, 'annotations') ?? {})) {
    const fault = qualifiedNameFault(key.toLowerCase());
    if (fault !== undefined) yield { ...invalid('annotations', key, fault.says, childPointer('', key)), hint: fault.hint };
    bytes += Buffer.byteLength(key) + Buffer.byteLength(String(value));
  }
  if (bytes <= ANNOTATIONS_LIMIT) return;
  yield {
    ...invalid('annotations', '', ''),
    reason: 'FieldValueTooLong',
    serverMessage: `Too long: may not be more than ${String(ANNOTATIONS_LIMIT)} bytes`,
    message: `All annotations together have ${String(bytes)} bytes; the maximum is ${String(ANNOTATIONS_LIMIT)}.`,
    hint: 'Shorten or remove the longest of them.',
  };
}

function* ownerDenials(metadata: unknown): Generator<Denial> {
  let controllers = 0;
  const seen: unknown[] = [];
  for (const [at, owner] of listAt(metadata, 'ownerReferences').entries()) {
    // The server keeps the first of equal references (apiserver, `dedupOwnerReferences`).
    const decoded = decodedOwner(owner);
    if (seen.some((other) => isDeepStrictEqual(other, decoded))) continue;
    seen.push(decoded);
    const pointer = `/metadata/ownerReferences/${String(at)}`;
    for (const name of ['apiVersion', 'kind', 'name', 'uid'] as const) {
      const value = stringAt(owner, name) ?? '';
      if (name === 'apiVersion' ? VERSION.test(value) : value !== '') continue;
      const fault = name === 'apiVersion' ? 'version must not be empty' : 'must not be empty';
      yield { ...invalid(`ownerReferences.${name}`, value, fault), pointer: `${pointer}/${name}`, hint: NOT_EMPTY };
    }
    if (stringAt(owner, 'apiVersion') === 'v1' && stringAt(owner, 'kind') === 'Event')
      yield { ...invalid('ownerReferences', 'v1, Kind=Event', 'is disallowed from being an owner'), pointer };
    if (field(owner, 'controller') !== true) continue;
    controllers += 1;
    if (controllers === 2)
      yield {
        ...invalid('ownerReferences', 'true', 'only one reference can have `controller` set to true'),
        pointer: `${pointer}/controller`,
      };
  }
}

/** The reference as Go decodes it: a missing text is empty. */
function decodedOwner(owner: unknown): readonly unknown[] {
  const texts = ['apiVersion', 'kind', 'name', 'uid'].map((name) => stringAt(owner, name) ?? '');
  return [...texts, ...['controller', 'blockOwnerDeletion'].map((name) => field(owner, name) ?? undefined)];
}

/** An `apiVersion` from which Go reads a version: at most one slash, and text after it. */
const VERSION = /^(?:[^/]*\/)?[^/]+$/;

function* finalizerDenials(metadata: unknown): Generator<Denial> {
  const finalizers = listAt(metadata, 'finalizers');
  for (const [at, finalizer] of finalizers.entries()) {
    // Go reads a null as ''.
    const name = typeof finalizer === 'string' ? finalizer : '';
    const fault = qualifiedNameFault(name);
    if (fault !== undefined) yield { ...invalid('finalizers', name, fault.says, `/${String(at)}`), hint: fault.hint };
  }
  const second = Math.max(finalizers.indexOf('orphan'), finalizers.indexOf('foregroundDeletion'));
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion'))
    yield invalid('finalizers', String(finalizers[second]), 'orphan and foregroundDeletion cannot both be set', `/${String(second)}`);
}

/** Only the server sets the deletion time and the `uid` of an object. */
function* immutableDenials(metadata: unknown, old: KubeObject): Generator<Denial> {
  const deleting = isGoing(old);
  for (const name of ['deletionTimestamp', 'deletionGracePeriodSeconds', 'uid'] as const) {
    const value = field(metadata, name) ?? undefined;
    const before = field(old.metadata, name) ?? undefined;
    // The server replaces the new time by the old one, and sets the `uid` if there is none.
    if (value === undefined || value === before || (deleting && name === 'deletionTimestamp')) continue;
    // The `uid` is not known if the object was not read from the hub.
    if (name === 'uid' && (value === '' || before === undefined)) continue;
    const denial = invalid(name, JSON.stringify(value), 'field is immutable');
    yield { ...denial, message: `\`metadata.${name}\` is written by the server alone.`, hint: 'Remove it.' };
  }
}

/** Finalizers cannot be added to an object that is being deleted. */
function* deletionDenials(metadata: unknown, old: KubeObject): Generator<Denial> {
  if (!isGoing(old)) return;
  const kept = new Set(listAt(old.metadata, 'finalizers'));
  const finalizers = listAt(metadata, 'finalizers');
  const added = finalizers.filter((finalizer) => !kept.has(finalizer)).map(String);
  if (added.length === 0) return;
  const names = [...new Set(added)].toSorted().map((name) => JSON.stringify(name));
  yield {
    ...invalid('finalizers', '', '', `/${String(finalizers.findIndex((finalizer) => !kept.has(finalizer)))}`),
    reason: 'FieldValueForbidden',
    serverMessage: `Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{${names.join(', ')}}`,
    message: `The object is being deleted, and can get no new finalizer (${names.join(', ')}).`,
    hint: 'Remove the new ones, or wait until the object is gone and create it again.',
  };
}

/** The metadata may have any type, because files can hold invalid objects. */
function isGoing({ metadata }: KubeObject): boolean {
  return (field(metadata, 'deletionTimestamp') ?? undefined) !== undefined;
}

function invalid(name: string, value: string, fault: string, below = ''): Denial {
  const place = `metadata.${name}`;
  return {
    pointer: `/${place.replaceAll('.', '/')}${below}`,
    part: 'value',
    field: place,
    reason: 'FieldValueInvalid',
    layer: 'schema',
    code: 422,
    serverMessage: `Invalid value: ${JSON.stringify(value)}: ${fault}`,
    message: `${JSON.stringify(value)} in \`${place}\`: ${fault}.`,
  };
}
