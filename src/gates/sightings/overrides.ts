import { refOf } from '../../fleet/object.ts';
import { liveOverrides, overrideDemand } from '../content/override.ts';
import type { PlacementQuestion } from '../question.ts';
import type { Sighting } from '../sighting.ts';

/** Overrides that match a cluster and that the rollout there does not use, although it is good: namespaced runs skip some (KubeFleet pkg/controllers/updaterun/initialization.go). */
export function overrideSightings(question: PlacementQuestion): readonly Sighting[] {
  const { snapshot, view, freshness, members } = question;
  const content = freshness.kind === 'fresh' ? (freshness.group?.objects ?? []) : [];
  const overrides = liveOverrides(snapshot, view.ref.namespace);
  return question.clusters.flatMap((state) =>
    overrides.flatMap((override): readonly Sighting[] => {
      const { binding } = state;
      if (!state.good || binding === undefined) return [];
      const demand = overrideDemand(snapshot, override, view.object, content, members?.get(state.cluster)?.object);
      if (demand.kind !== 'inForce' || binding.overrides.includes(demand.snapshotName)) return [];
      const evidence = [`binding ${binding.name} does not list ${demand.snapshotName}`];
      return [
        {
          scope: 'cluster',
          stage: 'Overridden',
          fact: 'override-missing',
          target: view.ref,
          cluster: state.cluster,
          object: refOf(override),
          evidence,
        },
      ];
    }),
  );
}
