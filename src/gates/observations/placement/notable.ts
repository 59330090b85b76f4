import { findCondition } from '../../../fleet/kubernetes/condition.ts';
import { listAt, stringAt } from '../../../fleet/json/json.ts';
import { displayName, objectKey } from '../../../fleet/kubernetes/object.ts';
import type { ObjectRef } from '../../../fleet/kubernetes/object.ts';
import type { ClusterState } from '../../rollout/cluster-state.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { otherWriters } from '../cluster/other-writers.ts';
import { filledIn } from '../cluster/blocking-differences.ts';
import type { Observation } from '../observation.ts';
import { differencesText, isMissing } from '../differences-text.ts';
import { knownContents } from '../known-contents.ts';
import { notRolledOut } from './not-rolled-out.ts';
import { overrideObservations } from './overrides.ts';
import { removalObservations } from './removals.ts';
import type { Difference } from '../../view/binding.ts';
import type { WorkView } from '../../view/work.ts';
import { isCurrent } from '../../view/seen.ts';
import { quote } from './scheduling.ts';

/** Facts that matter although nothing fails: an object drifted, differs, or was never compared, and a status that is not mirrored. */
export function notableObservations(context: PlacementContext): readonly Observation[] {
  return [
    ...context.clusters.filter((state) => state.good).flatMap((state) => differencesOn(context, state)),
    ...context.clusters.filter((state) => state.current).flatMap((state) => uncomparedOn(context, state)),
    ...(context.steps.includes('Available') ? untrackable(context) : []),
    ...unmirrored(context),
    ...overrideObservations(context),
    ...removalObservations(context),
  ];
}

function differencesOn(context: PlacementContext, state: ClusterState): readonly Observation[] {
  const { view } = context;
  const source = state.binding ?? view.clusters.find((entry) => entry.cluster === state.cluster);
  const toObservation = (fact: 'drift' | 'diff', difference: Difference): Observation => {
    const other = fact === 'diff' ? notRolledOut(context, state.cluster, difference) : undefined;
    return {
      scope: 'manifest',
      step: fact === 'drift' ? 'Available' : 'DiffReported',
      fact,
      target: view.ref,
      cluster: state.cluster,
      object: difference.object,
      evidence: [
        `${fact === 'drift' ? 'driftedPlacements' : 'diffedPlacements'}: ${differencesText(difference, state.cluster, knownContents(context, state, difference.object))}`,
        ...(other === undefined ? [] : [`${displayName(other)} places it on ${state.cluster}, and no update run has rolled it out there`]),
        ...otherWriters(context, state.cluster, difference),
      ],
      ...filledIn(view, state.binding, difference),
      ...(other !== undefined
        ? { words: { notRolledOut: displayName(other) } }
        : isMissing(difference)
          ? { words: { isMissing: 'true' } }
          : {}),
    };
  };
  const { works = [] } = state;
  const inWorks = (fact: 'drifted' | 'diffed', isAnswered: (work: WorkView) => boolean): readonly Difference[] =>
    works
      .filter((work) => !work.deleting && isAnswered(work))
      .flatMap(({ manifests }) => manifests.flatMap((manifest) => manifest[fact] ?? []));
  const drifted = eachOnce([...(source?.drifted ?? []), ...inWorks('drifted', ({ applied }) => applied !== undefined)]);
  const differing = eachOnce([...(source?.diffed ?? []), ...inWorks('diffed', ({ diffReported }) => diffReported !== undefined)]);
  const diffed = view.reportDiff ? differing : [];
  return [...drifted.map((found) => toObservation('drift', found)), ...diffed.map((found) => toObservation('diff', found))];
}

/** A binding lists at most 100 differences, and later than the Works have them (KubeFleet pkg/controllers/workgenerator/controller.go). */
function eachOnce(differences: readonly Difference[]): readonly Difference[] {
  return [...new Map(differences.toReversed().map((difference) => [objectKey(difference.object), difference])).values()].toReversed();
}

/** Applied, and then not compared with the manifest. It is about earlier content if the Work has no answer yet. */
function uncomparedOn({ view }: PlacementContext, { cluster, works = [] }: ClusterState): readonly Observation[] {
  return works
    .filter((work) => work.applied !== undefined && !work.deleting)
    .flatMap((work) => work.manifests.map((manifest) => ({ work, object: manifest.object, conditions: manifest.conditions })))
    .flatMap(({ work, object, conditions }): readonly Observation[] => {
      const condition = findCondition(conditions, 'Applied');
      if (condition?.reason !== 'AppliedWithFailedDriftDetection') return [];
      const evidence = [quote(condition), `Work ${work.object.metadata.namespace ?? ''}/${work.name}`];
      return [{ scope: 'manifest', step: 'Applied', target: view.ref, cluster, object, condition, evidence }];
    });
}

/**
 * Once for each object, on any cluster: its kind is untrackable, not the cluster (KubeFleet
 * pkg/controllers/workapplier/availability_tracker.go).
 */
function untrackable(context: PlacementContext): readonly Observation[] {
  const found = new Map<string, { readonly object: ObjectRef; readonly clusters: string[] }>();
  for (const state of context.clusters) {
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
    step: 'Available',
    fact: 'untrackable',
    target: context.view.ref,
    object,
    evidence: [`NotTrackable on ${clusters.join(', ')}`],
  }));
}

/**
 * The copy of the status in the namespace, for users who may not read the placement (KubeFleet
 * pkg/controllers/placement/namespace_status_sync.go).
 */
function unmirrored({ view }: PlacementContext): readonly Observation[] {
  const condition = view.conditions.get('StatusSynced');
  if (condition?.status !== 'False' || !isCurrent(condition, view.generation)) return [];
  const namespace = listAt(view.object, 'spec', 'resourceSelectors').find((selector) => stringAt(selector, 'kind') === 'Namespace');
  const words = { mirrorNamespace: stringAt(namespace, 'name') ?? '' };
  return [{ scope: 'placement', step: 'Available', target: view.ref, object: view.ref, condition, evidence: [quote(condition)], words }];
}
