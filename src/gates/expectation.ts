import { NothingToDo } from '../errors.ts';
import { fleetKind, PLACEMENT_GROUP } from '../fleet/kinds.ts';
import { groupOf } from '../fleet/object.ts';
import type { KubeObject } from '../fleet/object.ts';
import { DEFAULT_OPTIONS } from './options.ts';
import type { GateOptions } from './options.ts';
import { isTargetKind, targetName } from './target.ts';
import type { Target } from './target.ts';

/** What the gate holds the hub against. */
export interface Expectation {
  readonly targets: readonly Target[];
  /** The objects of the deploy; absent when nobody said what was deployed. */
  readonly manifests?: readonly KubeObject[];
  readonly options: GateOptions;
}

/**
 * @param targets as named by the user; without any, the placements and runs among the manifests
 * @param namespace where namespaced placements and runs among the manifests live that name no namespace
 * @throws {NothingToDo} when neither names anything to follow
 */
export function expectationOf(input: {
  readonly targets: readonly Target[];
  readonly manifests?: readonly KubeObject[];
  readonly options?: Partial<GateOptions>;
  readonly namespace?: string;
}): Expectation {
  const { manifests, options } = input;
  const named = input.targets.length > 0 ? input.targets : targetsAmong(manifests ?? [], input.namespace);
  const targets = [...new Map(named.map((target) => [targetName(target), target])).values()];
  if (targets.length === 0) {
    throw new NothingToDo(
      'nothing to wait for: name a placement or an update run (crp/NAME, rp/NAMESPACE/NAME), or give --manifests that hold one',
    );
  }
  const judged = { targets, options: { ...DEFAULT_OPTIONS, ...options } };
  return manifests === undefined ? judged : { ...judged, manifests };
}

/** Runs come with the placement they roll out, so a run and its placement in one deploy make the run the target. */
function targetsAmong(manifests: readonly KubeObject[], namespace: string | undefined): readonly Target[] {
  return manifests.flatMap((object): readonly Target[] => {
    const { kind, metadata } = object;
    if (groupOf(object.apiVersion) !== PLACEMENT_GROUP || !isTargetKind(kind)) return [];
    if (fleetKind(kind)?.namespaced !== true) return [{ kind, name: metadata.name }];
    return [{ kind, namespace: metadata.namespace ?? namespace ?? 'default', name: metadata.name }];
  });
}
