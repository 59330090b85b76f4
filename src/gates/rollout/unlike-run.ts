import { displayName, objectKey, refOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { objectAt } from '../../fleet/json/json.ts';
import { isOverride } from '../../selection/override.ts';
import { deployedObjects } from '../deploy/deployed-object.ts';
import { withReplaced } from '../deploy/replaced.ts';
import type { RunView } from '../view/run.ts';
import type { RolloutContext } from './context.ts';

/**
 * The update run or an override of the deploy that the hub does not hold as deployed, as a clause; `undefined` if it holds them, held them
 * before, or cannot show them. A run of this name with another spec is of another deploy: the API server refuses to change it.
 */
export function unlikeRun(run: RunView, { hub, view, memory, deploy = [] }: RolloutContext): string | undefined {
  const isThisRun = (manifest: KubeObject): boolean => objectKey(refOf(manifest)) === objectKey(run.ref);
  const own = deploy.flatMap((manifest) => (isThisRun(manifest) ? withoutState(manifest) : isOverride(manifest) ? manifest : []));
  const found = withReplaced(deployedObjects(hub, own, memory), { hub, view, memory, manifests: deploy });
  const pending = found.find(({ state, trace }) => state === 'pending' && trace === undefined);
  if (pending === undefined) return undefined;
  const why = pending.live === undefined ? 'it is not there' : `differs at ${pending.differsAt ?? '/'}`;
  return `the hub does not hold ${displayName(pending.ref)} as deployed (${why})`;
}

/** People start and stop a run by its state. */
function withoutState(run: KubeObject): KubeObject {
  const { state: _, ...spec } = objectAt(run, 'spec') ?? {};
  return { ...run, spec };
}
