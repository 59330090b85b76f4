import { childPointer } from '../../fleet/json/json-pointer.ts';
import { field, listAt, objectAt } from '../../fleet/json/json.ts';
import { labelSelector, type LabelRequirement } from '../../fleet/kubernetes/label-selector.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { policyOf, REQUIRED_AFFINITY, PREFERRED_AFFINITY } from '../../fleet/kubefleet/placement-policy.ts';

/** A part of a placement's policy that requires something of clusters, and the consequence if no cluster has it. */
export interface ClusterQuestion {
  /** `required`: the alternative matches no cluster · `preferred`: the preference has no effect. */
  readonly role: 'required' | 'preferred';
  /** Pointer to the term or preference. */
  readonly at: string;
  readonly term: unknown;
}

const AFFINITY = '/spec/policy/affinity/clusterAffinity';

/** The terms of a placement that the scheduler evaluates: none for PickFixed, and no preferences for PickAll. */
export function clusterQuestions(placement: KubeObject): readonly ClusterQuestion[] {
  const { placementType } = policyOf(placement);
  if (placementType !== 'PickAll' && placementType !== 'PickN') return [];
  const affinity = objectAt(placement, 'spec', 'policy', 'affinity', 'clusterAffinity');
  const required = listAt(affinity, REQUIRED_AFFINITY, 'clusterSelectorTerms').map((term, index): ClusterQuestion => ({
    role: 'required',
    at: `${AFFINITY}/${REQUIRED_AFFINITY}/clusterSelectorTerms/${index}`,
    term,
  }));
  if (placementType === 'PickAll') return required;
  const preferred = listAt(affinity, PREFERRED_AFFINITY).map((entry, index): ClusterQuestion => ({
    role: 'preferred',
    at: `${AFFINITY}/${PREFERRED_AFFINITY}/${index}/preference`,
    term: field(entry, 'preference'),
  }));
  return [...required, ...preferred];
}

/** A requirement of a label selector, with the pointer to it. */
export interface PlacedRequirement {
  readonly at: string;
  readonly requirement: LabelRequirement;
  /** Pointer to one of its values. */
  readonly valueAt: (index: number) => string;
}

/** The requirements of a label selector with their pointers; none if it is invalid. @param at pointer to the selector */
export function requirementsAt(selector: unknown, at: string): readonly PlacedRequirement[] {
  const parsed = labelSelector(selector);
  if (parsed === undefined || parsed.invalid !== undefined) return [];
  const labels = Object.keys(objectAt(selector, 'matchLabels') ?? {});
  return parsed.requirements.map((requirement, index) => {
    const label = labels[index];
    if (label !== undefined) {
      const place = childPointer(`${at}/matchLabels`, label);
      return { at: place, requirement, valueAt: () => place };
    }
    const place = `${at}/matchExpressions/${index - labels.length}`;
    return { at: `${place}/key`, requirement, valueAt: (value) => `${place}/values/${value}` };
  });
}
