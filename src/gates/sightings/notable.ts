import { findCondition } from '../../fleet/condition.ts';
import { objectKey } from '../../fleet/object.ts';
import type { ObjectRef } from '../../fleet/object.ts';
import type { ClusterState } from '../cluster-state.ts';
import type { PlacementQuestion } from '../question.ts';
import type { Sighting } from '../sighting.ts';
import type { Difference } from '../view/binding.ts';

/** What matters although a cluster is good: the object drifted, differs, or was never checked for availability. */
export function notableSightings(question: PlacementQuestion): readonly Sighting[] {
  const differences = question.clusters.filter((state) => state.good).flatMap((state) => differencesOn(question, state));
  return question.stages.includes('Available') ? [...differences, ...untrackable(question)] : differences;
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
