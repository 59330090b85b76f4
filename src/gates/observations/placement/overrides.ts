import { refOf } from '../../../fleet/kubernetes/object.ts';
import { liveOverrides, overrideDemand } from '../../deploy/override.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import type { Observation } from '../observation.ts';

/** Overrides that match a cluster and that the rollout there does not use, although it is good: namespaced runs skip some (KubeFleet pkg/controllers/updaterun/initialization.go). */
export function overrideObservations(context: PlacementContext): readonly Observation[] {
  const { hub, view, freshness, members } = context;
  const content = freshness.kind === 'fresh' ? (freshness.group?.objects ?? []) : [];
  const overrides = liveOverrides(hub, view.ref.namespace);
  return context.clusters.flatMap((state) =>
    overrides.flatMap((override): readonly Observation[] => {
      const { binding } = state;
      if (!state.good || binding === undefined) return [];
      const demand = overrideDemand(hub, override, view.object, content, members?.get(state.cluster)?.object);
      if (demand.kind !== 'inForce' || binding.overrides.includes(demand.snapshotName)) return [];
      const evidence = [`binding ${binding.name} does not list ${demand.snapshotName}`];
      return [
        {
          scope: 'cluster',
          step: 'Overridden',
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
