import { type LabelRequirement, matchesLabels } from '../../fleet/kubernetes/label-selector.ts';
import { labelSelectorText } from '../../fleet/kubernetes/label-selector-text.ts';
import { field } from '../../fleet/json/json.ts';
import type { Unpicked } from '../../schedule/decision.ts';
import { clusterQuestions, requirementsAt } from '../placing/cluster-selectors.ts';
import { type LabelsOfClusters, valuesOfLabels } from '../world/cluster-facts.ts';
import { knownClusters } from '../world/known-clusters.ts';
import type { Manifest } from '../world/manifest.ts';
import type { World } from '../world/world.ts';
import { labelSlip } from './label-slip.ts';
import { nearestKey, nearestOf } from './nearest-label.ts';

/** Labels that a placement requires and no cluster has. */
export interface UnmetLabels {
  /** The label that was probably meant. */
  readonly meant: string | undefined;
  /** The requirement that excludes every cluster, if exactly one does. */
  readonly only: UnmetRequirement | undefined;
}

export interface UnmetRequirement {
  /** JSON pointer to its value, or to its label if no cluster has the label. */
  readonly at: string;
  /** As kubectl writes it: `env=prod`. */
  readonly text: string;
  /** The values of its label that clusters have. */
  readonly known: readonly string[];
}

/** `undefined` if clusters were not refused because of required labels. */
export function unmetLabels({ object }: Manifest, unpicked: readonly Unpicked[], world: World): UnmetLabels | undefined {
  const clusters = knownClusters(world) ?? [];
  if (!unpicked.some(isByAffinity)) return undefined;
  const required = clusterQuestions(object).filter(({ role }) => role === 'required');
  const meant = required.map(({ term }) => labelSlip(field(term, 'labelSelector'), clusters)).find((slip) => slip !== undefined);
  const unmet = required.flatMap(({ at, term }) =>
    requirementsAt(field(term, 'labelSelector'), `${at}/labelSelector`).filter(
      ({ requirement }) => !clusters.some(({ labels }) => matchesLabels({ requirements: [requirement] }, labels)),
    ),
  );
  const [first] = unmet;
  if (first === undefined || unmet.length > 1 || required.length > 1 || !unpicked.every(isByAffinity)) return { meant, only: undefined };
  const { key, values } = first.requirement;
  const labels = valuesOfLabels(clusters.map((cluster) => cluster.labels));
  const known = labels.get(key) ?? [];
  const at = known.length > 0 && values.length === 1 ? first.valueAt(0) : first.at;
  const only = { at, text: labelSelectorText({ requirements: [first.requirement] }), known };
  return { meant: meant ?? nearestTo(first.requirement, labels), only };
}

function nearestTo({ key, operator, values }: LabelRequirement, labels: LabelsOfClusters): string | undefined {
  const [value] = values;
  if (operator !== 'In' && operator !== 'Exists') return undefined;
  if (!labels.has(key)) return nearestKey(key, values, labels);
  const near = value === undefined ? undefined : nearestOf(value, labels.get(key) ?? []);
  return near === undefined ? undefined : `${key}=${near}`;
}

function isByAffinity({ plugin }: Unpicked): boolean {
  return plugin === 'ClusterAffinity';
}
