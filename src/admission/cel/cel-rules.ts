import { isDeepStrictEqual } from 'node:util';

import { isObject } from '../../fleet/json.ts';
import { celRule, childNode, schemaNode, type CelRule, type Contract, type SchemaNode } from '../contracts/contract.ts';
import type { KubeObject } from '../../fleet/object.ts';
import { childPointer, fieldPath, type Denial } from '../denial.ts';
import { GENERATED_NAME_BASE } from '../object-meta.ts';
import { celCause } from './cel-cause.ts';
import { celValue } from './cel-value.ts';
import { evaluate } from './engine.ts';

/**
 * What the CEL rules of a kind refuse about an object (after nulls, mutation and defaults). Rules that mention `oldSelf` run only where
 * both the old and the new value exist; the others are forgiven on values that did not change (CRD ratcheting).
 * Source: apiextensions-apiserver `pkg/apiserver/schema/cel/validation.go`.
 */
export function celRules(object: KubeObject, contract: Contract, old?: KubeObject): readonly Denial[] {
  const root = schemaNode(contract.root);
  if (!hasRules(root)) return [];
  return [...judge({ object, denials: [] }, root, '', object, old, false)];
}

/** Whether any CEL rule stands at or below the node. */
export function hasRules(node: SchemaNode): boolean {
  const before = ruled.get(node);
  if (before !== undefined) return before;
  const children = [...Object.values(node.properties ?? {}), ...[node.items, node.values].filter((at) => at !== undefined)];
  const found = (node.rules?.length ?? 0) > 0 || children.some((at) => hasRules(schemaNode(at)));
  ruled.set(node, found);
  return found;
}

const ruled = new WeakMap<SchemaNode, boolean>();

interface Judging {
  readonly object: KubeObject;
  readonly denials: Denial[];
}

function judge(judging: Judging, node: SchemaNode, pointer: string, value: unknown, old: unknown, within: boolean): readonly Denial[] {
  if (value === undefined || value === null || !hasRules(node)) return judging.denials;
  const unchanged = within || (old !== undefined && isDeepStrictEqual(compared(value, pointer), compared(old, pointer)));
  for (const at of node.rules ?? []) {
    const denial = broken(judging.object, celRule(at), node, pointer, value, old, unchanged);
    if (denial !== undefined) judging.denials.push(denial);
  }
  if (Array.isArray(value)) {
    const items = childNode(node, 0);
    // All lists are atomic: an entry has no counterpart in the old list.
    for (const [at, entry] of value.entries()) if (items !== undefined) judge(judging, items, childPointer(pointer, at), entry, undefined, unchanged);
  } else if (isObject(value)) {
    for (const [key, child] of Object.entries(value)) {
      const below = childNode(node, key);
      if (below !== undefined) judge(judging, below, childPointer(pointer, key), child, isObject(old) ? old[key] : undefined, unchanged);
    }
  }
  return judging.denials;
}

function broken(
  object: KubeObject,
  rule: CelRule,
  node: SchemaNode,
  pointer: string,
  value: unknown,
  old: unknown,
  unchanged: boolean,
): Denial | undefined {
  const transition = /\boldSelf\b/.test(rule.rule);
  if (transition ? old === undefined || old === null : unchanged) return undefined;
  const self = celSelf(value, node, pointer);
  const outcome = evaluate(rule.rule, transition ? { self, oldSelf: celSelf(old, node, pointer) } : { self });
  if (outcome === true) return undefined;
  const field = pointer === '' ? '<nil>' : fieldPath(object, pointer);
  return { part: 'value', field, code: 422, ...celCause(rule, outcome, pointer, value, old, node) };
}

/** Of the metadata, rules see nothing but the name, which is made up before they run. */
function celSelf(value: unknown, node: SchemaNode, pointer: string): unknown {
  if (pointer !== '' || !isObject(value)) return celValue(value, node);
  const { metadata, ...rest } = value as unknown as KubeObject;
  const { name = '', generateName = '' } = metadata as { name?: string; generateName?: string };
  const given = name === '' && generateName !== '' ? `${generateName.slice(0, GENERATED_NAME_BASE)}aaaaa` : name;
  return { ...(celValue(rest, node) as object), metadata: { name: given, ...(generateName === '' ? {} : { generateName }) } };
}

/** What has to be equal for a value to be unchanged; of the metadata that which people write. */
function compared(value: unknown, pointer: string): unknown {
  if (pointer !== '' || !isObject(value)) return value;
  const { metadata, status: _status, apiVersion: _version, ...rest } = value as unknown as KubeObject & { status?: unknown };
  const { name, labels = {}, annotations = {}, finalizers = [] } = metadata as Readonly<Record<string, unknown>>;
  return { ...rest, name, labels, annotations, finalizers };
}
