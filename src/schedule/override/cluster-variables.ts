import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';

const NAME = '${MEMBER-CLUSTER-NAME}';
const LABEL = '${MEMBER-CLUSTER-LABEL-KEY-';

export type Substituted = { readonly kind: 'value'; readonly value: unknown } | { readonly kind: 'failed'; readonly error: string };

/**
 * Replaces KubeFleet's variables in a patch value by facts about the cluster. They are replaced in the JSON text, so in keys too. Source:
 * `pkg/controllers/workgenerator/override.go`, replaceClusterLabelKeyVariables.
 */
export function substitute(value: unknown, { name, labels }: Pick<MemberCluster, 'name' | 'labels'>): Substituted {
  if (!hasVariables(value)) return { kind: 'value', value };
  const input = JSON.stringify(value).replaceAll(NAME, () => name);
  let text = input;
  for (let start = text.indexOf(LABEL); start !== -1; start = text.indexOf(LABEL)) {
    const end = text.indexOf('}', start + LABEL.length);
    if (end === -1) return { kind: 'failed', error: `input ${input} is missing the closing bracket \`}\`` };
    const key = text.slice(start + LABEL.length, end);
    const label = Object.hasOwn(labels, key) ? labels[key] : undefined;
    if (label === undefined) return { kind: 'failed', error: `label key ${key} not found on cluster ${name}` };
    text = text.slice(0, start) + label + text.slice(end + 1);
  }
  return parsed(text);
}

export function hasVariables(value: unknown): boolean {
  return JSON.stringify(value ?? null).includes('${MEMBER-CLUSTER-');
}

export function hasNameVariable(value: unknown): boolean {
  return JSON.stringify(value ?? null).includes(NAME);
}

/** The facts about a cluster that a value with variables depends on. Clusters with equal results get equal values. */
export function dependsOn(value: unknown, { name, labels }: Pick<MemberCluster, 'name' | 'labels'>): string {
  const text = JSON.stringify(value);
  const keys = text.split(LABEL).slice(1);
  const answers = keys.map((rest) => {
    const key = rest.slice(0, Math.max(0, rest.indexOf('}')));
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
