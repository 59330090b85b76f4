import { childPointer } from '../fleet/json/json-pointer.ts';
import { isObject } from '../fleet/json/json.ts';
import { HUB_PROFILES } from '../fleet/kubefleet/kinds.ts';
import { type Contract, profileContracts } from './contracts/contract.ts';
import { childNode, type SchemaNode } from './contracts/schema-node.ts';
import { fieldPath } from './denial.ts';
import type { Unjudged } from './unjudged.ts';

/** Fields of the spec that the hub's own schema has and no profile has, so that no rule knows what they do. */
export function laterFields(object: unknown, { origin, kind, schema }: Contract): readonly Unjudged[] {
  if (origin !== 'foreign hub' || !isObject(object)) return [];
  const known = HUB_PROFILES.flatMap((profile) => profileContracts(profile).of(kind)).map((contract) => childNode(contract.schema, 'spec'));
  return [...below(object['spec'], childNode(schema, 'spec'), known, '/spec')].map((pointer) => ({
    pointer,
    reason: `The hub has the field \`${fieldPath(object, pointer)}\`, and no rule knows what it does, so it is not checked.`,
  }));
}

/** @param known the schemas of the value in each profile */
function* below(value: unknown, node: SchemaNode | undefined, known: readonly (SchemaNode | undefined)[], at: string): Generator<string> {
  if (node === undefined || known.some((each) => each?.preserve === true || (each !== undefined && each.type === undefined))) return;
  const entries = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  for (const [key, child] of entries) {
    const pointer = childPointer(at, key);
    const next = known.flatMap((each) => childNode(each, key) ?? []);
    if (next.length > 0) yield* below(child, childNode(node, key), next, pointer);
    else if (childNode(node, key) !== undefined && !JUDGED.has(pointer)) yield pointer;
  }
}

/** Tasks of the delete stage: KubeFleet pull request 813. */
const JUDGED: ReadonlySet<string> = new Set(['/spec/deleteStageTasks']);
