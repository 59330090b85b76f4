import { stringAt } from '../../fleet/json/json.ts';
import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import type { Manifest } from './manifest.ts';
import type { World } from './world.ts';

/** What an update run is for, and how it goes about it. */
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
 * The object a run names: cluster-scoped for a ClusterStagedUpdateRun, of its own namespace for a StagedUpdateRun; `undefined` without a name.
 * Source: `pkg/controllers/updaterun/initialization.go`.
 */
export function runReference({ object, namespace }: Manifest, to: keyof typeof RUN_REFERENCES): RunReference | undefined {
  const { field, kind } = RUN_REFERENCES[to];
  const name = stringAt(object, 'spec', field);
  if (name === undefined || name === '') return undefined;
  const found = { at: `/spec/${field}`, group: PLACEMENT_GROUP, kind, name };
  if (object.kind !== 'StagedUpdateRun') return { ...found, kind: `Cluster${kind}` };
  return namespace === undefined ? found : { ...found, namespace };
}

/** The one manifest of the object a run names; `undefined` if there is none or are several. */
export function runTarget(run: Manifest, to: keyof typeof RUN_REFERENCES, world: World): Manifest | undefined {
  const reference = runReference(run, to);
  if (reference === undefined) return undefined;
  const [found, ...others] = world.find(reference);
  return others.length === 0 ? found : undefined;
}
