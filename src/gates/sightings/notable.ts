import { findCondition } from '../../fleet/condition.ts';
import { listAt, stringAt } from '../../fleet/json.ts';
import { objectKey } from '../../fleet/object.ts';
import type { ObjectRef } from '../../fleet/object.ts';
import type { ClusterState } from '../cluster-state.ts';
import type { PlacementQuestion } from '../question.ts';
import type { Sighting } from '../sighting.ts';
import type { Difference } from '../view/binding.ts';
import { isCurrent } from '../view/seen.ts';
import { quote } from './scheduling.ts';

/** What matters although nothing fails: an object drifted, differs, or was never checked for either, and a status that is not mirrored. */
export function notableSightings(question: PlacementQuestion): readonly Sighting[] {
  return [
    ...question.clusters.filter((state) => state.good).flatMap((state) => differencesOn(question, state)),
    ...question.clusters.filter((state) => state.current).flatMap((state) => uncomparedOn(question, state)),
    ...(question.stages.includes('Available') ? untrackable(question) : []),
    ...unmirrored(question),
  ];
}

function differencesOn(question: PlacementQuestion, state: ClusterState): readonly Sighting[] {
  const { view } = question;
  const source = state.binding ?? view.clusters.find((entry) => entry.cluster === state.cluster);
  const toSighting = (fact: 'drift' | 'diff', { object, paths }: Difference): Sighting => ({
    scope: 'manifest',
    stage: fact === 'drift' ? 'Available' : 'DiffReported',
    fact,
    target: view.ref,
    cluster: state.cluster,
    object,
    evidence: [`${fact === 'drift' ? 'driftedPlacements' : 'diffedPlacements'}: ${pathsOf(paths)}`],
  });
  const diffed = view.reportDiff ? (source?.diffed ?? []) : [];
  return [...(source?.drifted ?? []).map((found) => toSighting('drift', found)), ...diffed.map((found) => toSighting('diff', found))];
}

const SHOWN = 5;

/** Paths only: values may be secret. */
function pathsOf(paths: readonly string[]): string {
  if (paths.length === 0) return 'no path given';
  const shown = paths.slice(0, SHOWN).map((path) => (path === '/' ? '/ (the whole object is missing)' : path));
  return [...shown, ...(paths.length > SHOWN ? [`and ${String(paths.length - SHOWN)} more`] : [])].join(', ');
}

/** Applied, and then not compared with the manifest; of earlier content where the Work has not been answered yet. */
function uncomparedOn({ view }: PlacementQuestion, { cluster, works = [] }: ClusterState): readonly Sighting[] {
  return works
    .filter((work) => work.applied !== undefined && !work.deleting)
    .flatMap((work) => work.manifests.map((manifest) => ({ work, object: manifest.object, conditions: manifest.conditions })))
    .flatMap(({ work, object, conditions }): readonly Sighting[] => {
      const condition = findCondition(conditions, 'Applied');
      if (condition?.reason !== 'AppliedWithFailedDriftDetection') return [];
      const evidence = [quote(condition), `Work ${work.object.metadata.namespace ?? ''}/${work.name}`];
      return [{ scope: 'manifest', stage: 'Applied', target: view.ref, cluster, object, condition, evidence }];
    });
}

/** Once per object, wherever it is: the kind is untrackable, not the cluster (KubeFleet pkg/controllers/workapplier/availability_tracker.go). */
function untrackable(question: PlacementQuestion): readonly Sighting[] {
  const found = new Map<string, { readonly object: ObjectRef; readonly clusters: string[] }>();
  for (const state of question.clusters) {
    for (const manifest of (state.works ?? []).flatMap((work) => work.manifests)) {
      const available = findCondition(manifest.conditions, 'Available');
      if (available?.status !== 'True' || available.reason !== 'NotTrackable') continue;
      const known = found.get(objectKey(manifest.object)) ?? { object: manifest.object, clusters: [] };
      known.clusters.push(state.cluster);
      found.set(objectKey(manifest.object), known);
    }
  }
  return [...found.values()].map(({ object, clusters }) => ({
    scope: 'manifest',
    stage: 'Available',
    fact: 'untrackable',
    target: question.view.ref,
    object,
    evidence: [`NotTrackable on ${clusters.join(', ')}`],
  }));
}

/** The copy of the status in the namespace, for those who may read no placement (KubeFleet pkg/controllers/placement/namespace_status_sync.go). */
function unmirrored({ view }: PlacementQuestion): readonly Sighting[] {
  const condition = view.conditions.get('StatusSynced');
  if (condition?.status !== 'False' || !isCurrent(condition, view.generation)) return [];
  const namespace = listAt(view.object, 'spec', 'resourceSelectors').find((selector) => stringAt(selector, 'kind') === 'Namespace');
  const words = { mirrorNamespace: stringAt(namespace, 'name') ?? '' };
  return [{ scope: 'placement', stage: 'Available', target: view.ref, object: view.ref, condition, evidence: [quote(condition)], words }];
}
