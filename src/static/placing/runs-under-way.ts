import { listAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import { isRunUnderWay } from '../../fleet/kubefleet/run-under-way.ts';
import { objectKey, refOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { World } from '../world/world.ts';

/** An update run that the hub has initialized and that has not ended. */
export interface RunUnderWay {
  readonly ref: ObjectRef;
  /** `false` if its state is not `Run`: the hub processes it again when the state changes. */
  readonly isActiveRun: boolean;
  /** The placement it is for. */
  readonly placement: ObjectRef;
  /** The run's copy of the strategy: later edits do not affect it. */
  readonly strategy: KubeObject;
  /** The clusters of its stages. */
  readonly clusters: readonly string[];
}

/** The runs that are active on the hub, by `objectKey` of their placement; empty if no hub was read. */
export const runsUnderWay = oncePer(({ hub }: World): ReadonlyMap<string, readonly RunUnderWay[]> =>
  Map.groupBy((hub?.objects ?? []).filter(isRunUnderWay).map(asRun), ({ placement }) => objectKey(placement)),
);

/** The active run that the change deletes. */
export function removedRun(ref: ObjectRef, { hub }: World): RunUnderWay | undefined {
  const key = objectKey(ref);
  const found = [...(hub?.removed ?? []), ...(hub?.objects ?? [])].find(
    (object) => isRunUnderWay(object) && objectKey(refOf(object)) === key,
  );
  return found === undefined ? undefined : asRun(found);
}

/** The active runs for a placement of the manifests or the hub. */
export function runsOn(placement: ObjectRef, world: World): readonly RunUnderWay[] {
  return runsUnderWay(world).get(objectKey(placement)) ?? [];
}

function asRun(run: KubeObject): RunUnderWay {
  const { apiVersion, kind, metadata } = run;
  const name = stringAt(run, 'spec', 'placementName') ?? '';
  const isNamespaced = kind === 'StagedUpdateRun' && metadata.namespace !== undefined;
  const placement = { apiVersion, kind: isNamespaced ? 'ResourcePlacement' : 'ClusterResourcePlacement', name };
  return {
    ref: refOf(run),
    isActiveRun: stringAt(run, 'spec', 'state') === 'Run',
    placement: isNamespaced ? { ...placement, namespace: metadata.namespace ?? '' } : placement,
    strategy: {
      apiVersion,
      kind: 'StagedUpdateStrategy',
      metadata: {},
      spec: objectAt(run, 'status', 'stagedUpdateStrategySnapshot'),
    } as unknown as KubeObject,
    clusters: listAt(run, 'status', 'stagesStatus').flatMap((stage) =>
      listAt(stage, 'clusters').flatMap((cluster) => stringAt(cluster, 'clusterName') ?? []),
    ),
  };
}
