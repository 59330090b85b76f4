/**
 * The scheduler compares labels exactly. If no cluster has a label, an alternative that requires it matches no cluster, a preference for it
 * has no effect, and a spread constraint over it applies to no cluster. Source: `pkg/scheduler/framework/plugins/clusteraffinity` and
 * `topologyspreadconstraints`, evaluated as in `src/schedule/plugins`.
 */
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { field, listAt, stringAt } from '../../fleet/json/json.ts';
import { listed } from '../../fleet/text/listed.ts';
import { policyOf } from '../../fleet/kubefleet/placement-policy.ts';
import type { Effect } from '../../finding.ts';
import { takesPart } from '../answers/admission.ts';
import { labelsOfClusters, type LabelsOfClusters } from '../world/cluster-facts.ts';
import { clusterQuestions, requirementsAt, type PlacedRequirement } from '../placing/cluster-selectors.ts';
import { mistyped } from '../answers/mistyped.ts';
import { nearestKey, nearestOf } from '../answers/nearest-label.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

interface Unknown {
  readonly label: string;
  /** Absent if no cluster has the label at all. */
  readonly value?: string;
  /** The values of the label that clusters have. */
  readonly known: readonly string[];
  readonly meant: string | undefined;
  readonly role: 'required' | 'preferred' | 'excluded' | 'spread';
}

export const clusterLabelUnknown = defineRule<Unknown>({
  id: 'cluster-label-unknown',
  summary: 'The policy asks for a label that none of the member clusters has',
  effect: 'misbehaves',
  otherwise: { advice: 'there is no similar label, so it may be for clusters that join later' },
  kinds: PLACEMENT_KINDS,
  needs: 'members',
  why: 'Labels of clusters must match exactly. If no cluster has a key or value, a required term selects no cluster, a preference has no effect, and a spread constraint spreads nothing. The hub does not report an error: if other terms match, the placement is green, on fewer or other clusters than intended. If there is no similar label, it may be for clusters that join later, and the finding is advice. Clusters known only from manifests are not checked, because a hub adds labels to them.',
  remedy:
    'Write the label as the member clusters have it (`kubectl get memberclusters --show-labels`), or add the label to the intended clusters.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementscheduled',
  message: ({ label, value, known, role }) => {
    if (value === undefined) return `No member cluster has label ${label}, so ${OUTCOMES[role]}.`;
    const effect = role === 'excluded' ? 'excludes' : 'matches';
    return `No member cluster has label ${label}=${value}, so this ${effect} none; the existing values are ${listed(known, 5)}.`;
  },
  remedyFor: ({ value, label, meant }) =>
    meant === undefined ? undefined : `Did you mean ${value === undefined ? meant : `${label}=${meant}`}?`,
  *check(manifest, world) {
    const { object } = manifest;
    const labels = labelsOfClusters(world);
    if (labels === undefined || !isResolved(manifest, '/spec/policy') || !takesPart(manifest, '/spec/policy', world)) return;
    for (const { role, at, term } of clusterQuestions(object)) {
      for (const requirement of requirementsAt(field(term, 'labelSelector'), `${at}/labelSelector`)) {
        for (const { at: place, ...data } of unknownIn(requirement, labels)) {
          const isExcluding = ['NotIn', 'DoesNotExist'].includes(requirement.requirement.operator);
          // A label to exclude or to prefer may be for future clusters.
          const isSlip = mistyped(data.value ?? data.label, data.value === undefined ? labels.keys() : data.known) !== undefined;
          if (isExcluding && !isSlip) continue;
          const effect: Effect = isSlip ? 'misbehaves' : 'advice';
          const givesWayTo = { 'picks-no-cluster': place };
          yield { at: place, data: { ...data, role: isExcluding ? 'excluded' : role }, effect, givesWayTo };
        }
      }
    }
    if (policyOf(object).placementType !== 'PickN') return;
    for (const [index, constraint] of listAt(object, 'spec', 'policy', 'topologySpreadConstraints').entries()) {
      const label = stringAt(constraint, 'topologyKey') ?? '';
      if (label === '' || labels.has(label)) continue;
      const data = { label, known: [], meant: nearestKey(label, undefined, labels), role: 'spread' } as const;
      yield { at: `/spec/policy/topologySpreadConstraints/${index}/topologyKey`, data };
    }
  },
});

const OUTCOMES = {
  required: 'no cluster meets this requirement',
  preferred: 'this preference has no effect',
  excluded: 'this excludes no cluster',
  spread: 'nothing is spread',
} as const satisfies Record<Unknown['role'], string>;

/** The parts of a requirement that no cluster has: its label, or the unknown values of a known label. */
function* unknownIn(
  { at, requirement: { key, values }, valueAt }: PlacedRequirement,
  labels: LabelsOfClusters,
): Iterable<Omit<Unknown, 'role'> & { readonly at: string }> {
  const known = labels.get(key);
  if (known === undefined) {
    yield { at, label: key, known: [], meant: nearestKey(key, values, labels) };
    return;
  }
  // Only In and NotIn have values.
  for (const [index, value] of values.entries()) {
    if (!known.includes(value)) yield { at: valueAt(index), label: key, value, known, meant: nearestOf(value, known) };
  }
}
