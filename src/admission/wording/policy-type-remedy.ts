import type { Fix } from '../../fleet/json/fix.ts';
import { field, isObject, listAt } from '../../fleet/json/json.ts';

/** How to correct a policy with fields that its type cannot have. The hint names the smallest edit that keeps what was written first. */
export interface PolicyRemedy {
  readonly hint: string;
  /** Set if exactly one edit keeps everything. Its `at` starts at the policy. */
  readonly fix?: Fix;
}

/**
 * The remedy for `clusterNames` under PickN or PickAll. The names mean PickFixed, unless the policy has fields that PickFixed cannot have.
 */
export function namesRemedy(policy: unknown, type: 'PickN' | 'PickAll'): PolicyRemedy {
  const beside = written(policy, ['numberOfClusters', 'affinity', 'topologySpreadConstraints', 'tolerations']);
  if (beside.length > 0) return { hint: `Remove \`clusterNames\`, or write \`placementType: PickFixed\` and remove ${codes(beside)}.` };
  if (type === 'PickAll')
    return { hint: 'Write `placementType: PickFixed` to place on these clusters only, or remove `clusterNames` to place on all.' };
  return {
    hint: 'Write `placementType: PickFixed`: `clusterNames` lists the clusters.',
    fix: { kind: 'value', at: '/placementType', value: 'PickFixed' },
  };
}

/** The remedy for a field that PickFixed cannot have. Without names the author meant another type. */
export function fixedRemedy(policy: unknown, name: string): PolicyRemedy {
  if (listAt(policy, 'clusterNames').length > 0)
    return { hint: `Remove \`${name}\`${has(policy, name) ? '' : ', though it is empty'}: with PickFixed the names decide.` };
  const hasNumber = has(policy, 'numberOfClusters');
  if (hasNumber)
    return {
      hint: 'Write `placementType: PickN`: `numberOfClusters` sets how many clusters.',
      fix: { kind: 'value', at: '/placementType', value: 'PickN' },
    };
  if (name === 'topologySpreadConstraints' || has(policy, 'topologySpreadConstraints'))
    return { hint: 'Write `placementType: PickN` with `numberOfClusters`, or `clusterNames` instead of it.' };
  return { hint: `Write \`placementType: PickAll\`, or remove \`${name}\` and write \`clusterNames\`.` };
}

/** The remedy for a field that PickAll cannot have, but PickN can. */
export function allRemedy(policy: unknown, name: string): PolicyRemedy {
  if (name === 'clusterNames') return namesRemedy(policy, 'PickAll');
  const [write, also] =
    name === 'numberOfClusters'
      ? ['Write `placementType: PickN` for so many clusters', '']
      : ['Write `placementType: PickN`', ' with `numberOfClusters`'];
  return { hint: `${write}${has(policy, 'numberOfClusters') ? '' : also}, or remove \`${name}\`.` };
}

function written(policy: unknown, names: readonly string[]): readonly string[] {
  return names.filter((name) => has(policy, name));
}

function has(policy: unknown, name: string): boolean {
  const value = field(policy, name);
  return (
    value !== undefined &&
    value !== null &&
    (!Array.isArray(value) || value.length > 0) &&
    (!isObject(value) || Object.keys(value).length > 0)
  );
}

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
