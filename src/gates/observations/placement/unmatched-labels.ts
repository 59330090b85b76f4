import { listed } from '../../../fleet/text/listed.ts';
import type { LabelRequirement, Labels } from '../../../fleet/kubernetes/label-selector.ts';
import { nearest } from '../../../fleet/text/nearest.ts';
import { policyOf } from '../../../fleet/kubefleet/placement-policy.ts';
import type { PlacementContext } from '../../rollout/context.ts';

/**
 * Labels that the policy requires and no cluster of the fleet has, each with the most similar existing one: one sentence for each key. The
 * alternatives of a policy get the same sentence: such a label can satisfy none of them.
 */
export function unmatchedLabels({ view, members }: PlacementContext): readonly string[] {
  if (members === undefined || members.size === 0) return [];
  const fleet = [...members.values()].filter(({ leaving }) => !leaving).map(({ object }) => object.metadata.labels ?? {});
  const terms = policyOf(view.object).required.flatMap(({ labels }) =>
    labels === undefined || labels.invalid !== undefined ? [] : [labels],
  );
  return [...new Set(terms.flatMap(({ requirements }) => requirements).flatMap((requirement) => unmatched(requirement, fleet) ?? []))];
}

function unmatched({ key, operator, values }: LabelRequirement, fleet: readonly Labels[]): string | undefined {
  if (operator !== 'In' && operator !== 'Exists') return undefined;
  const there = fleet.flatMap((labels) => (Object.hasOwn(labels, key) ? [String(labels[key])] : []));
  if (there.length === 0)
    return `no cluster has the label ${key}${near(
      key,
      fleet.flatMap((labels) => Object.keys(labels)),
    )}`;
  if (operator === 'Exists' || values.some((value) => there.includes(value))) return undefined;
  const asked = values.map((value) => `${key}=${value}`).join(' or ');
  const known = [...new Set(there)].toSorted();
  const [first = ''] = values;
  return `no cluster has the label ${asked}${near(first, known)}; there is ${listed(
    known.map((value) => `${key}=${value}`),
    5,
  )}`;
}

function near(word: string, candidates: readonly string[]): string {
  const found = nearest(word, [...candidates].toSorted());
  return found === undefined ? '' : `, the nearest is ${found}`;
}
