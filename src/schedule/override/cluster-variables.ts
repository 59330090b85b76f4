import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { ROOM_IN_OBJECTS, roomForValues } from '../../fleet/text/room-for-values.ts';

const NAME = '${MEMBER-CLUSTER-NAME}';
const LABEL = '${MEMBER-CLUSTER-LABEL-KEY-';

export type Substituted = { readonly kind: 'value'; readonly value: unknown } | { readonly kind: 'failed'; readonly error: string };

/**
 * Replaces KubeFleet's variables in a patch value by facts about the cluster. They are replaced in the JSON text, so in keys too. Source:
 * `pkg/controllers/workgenerator/override.go`, replaceClusterLabelKeyVariables.
 */
export function substitute(value: unknown, { name, labels }: Pick<MemberCluster, 'name' | 'labels'>): Substituted {
  if (!hasVariables(value)) return { kind: 'value', value };
  const hasRoom = roomForValues(ROOM_IN_OBJECTS);
  const input = JSON.stringify(value).replaceAll(NAME, (written) => (hasRoom(name) ? name : written));
  if (!hasRoom('')) return TOO_LONG;
  const parts: string[] = [];
  let from = 0;
  for (let start = input.indexOf(LABEL); start !== -1; start = input.indexOf(LABEL, from)) {
    const end = input.indexOf('}', start + LABEL.length);
    if (end === -1) return { kind: 'failed', error: `input ${input} is missing the closing bracket \`}\`` };
    const key = input.slice(start + LABEL.length, end);
    const label = Object.hasOwn(labels, key) ? labels[key] : undefined;
    if (label === undefined) return { kind: 'failed', error: `label key ${key} not found on cluster ${name}` };
    if (!hasRoom(label)) return TOO_LONG;
    parts.push(input.slice(from, start), label);
    from = end + 1;
  }
  return parsed(parts.join('') + input.slice(from));
}

/** An API server refuses an object with such a value. */
const TOO_LONG: Substituted = { kind: 'failed', error: 'its variables have more than 8 MiB of values' };

export function hasVariables(value: unknown): boolean {
  return JSON.stringify(value ?? null).includes('${MEMBER-CLUSTER-');
}

export function hasNameVariable(value: unknown): boolean {
  return JSON.stringify(value ?? null).includes(NAME);
}

/** The facts about a cluster that a value with variables depends on. Clusters with equal results get equal values. */
export function dependsOn(value: unknown, { name, labels }: Pick<MemberCluster, 'name' | 'labels'>): string {
  const text = JSON.stringify(value);
  const keys = text
    .split(LABEL)
    .slice(1)
    .map((rest) => rest.slice(0, Math.max(0, rest.indexOf('}'))));
  const answers = [...new Set(keys)].map((key) => {
    // The error text contains the cluster's name.
    return Object.hasOwn(labels, key) ? labels[key] : name;
  });
  return JSON.stringify([text.includes(NAME) ? name : '', ...answers]);
}

function parsed(text: string): Substituted {
  try {
    return { kind: 'value', value: JSON.parse(text) as unknown };
  } catch {
    return { kind: 'failed', error: 'the patch is not valid JSON after its variables are replaced' };
  }
}
