import { stringAt } from '../../fleet/json/json.ts';
import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import type { Manifest } from './manifest.ts';
import type { World } from './world.ts';

/** The placement and the strategy of an update run. */
export const RUN_REFERENCES = {
  placement: { field: 'placementName', kind: 'ResourcePlacement' },
  strategy: { field: 'stagedRolloutStrategyName', kind: 'StagedUpdateStrategy' },
} as const;

export interface RunReference {
  /** Pointer to the name. */
  readonly at: string;
  readonly group: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/**
 * The object that a run names: cluster-scoped for a ClusterStagedUpdateRun, in its own namespace for a StagedUpdateRun; `undefined` without
 * a name. Source: `pkg/controllers/updaterun/initialization.go`.
 */
export function runReference({ object, namespace }: Manifest, to: keyof typeof RUN_REFERENCES): RunReference | undefined {
  const { field, kind } = RUN_REFERENCES[to];
  const name = stringAt(object, 'spec', field);
  if (name === undefined || name === '') return undefined;
  const found = { at: `/spec/${field}`, group: PLACEMENT_GROUP, kind, name };
  if (object.kind !== 'StagedUpdateRun') return { ...found, kind: `Cluster${kind}` };
  return namespace === undefined ? found : { ...found, namespace };
}

/** The only manifest of the object that a run names; `undefined` if there are none or several. */
export function runTarget(run: Manifest, to: keyof typeof RUN_REFERENCES, world: World): Manifest | undefined {
  const reference = runReference(run, to);
  if (reference === undefined) return undefined;
  const [found, ...others] = world.find(reference);
  return others.length === 0 ? found : undefined;
}
