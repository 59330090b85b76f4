import { displayName, objectKey, refOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { pointerKeys } from '../../fleet/json/json-pointer.ts';
import { field, objectAt } from '../../fleet/json/json.ts';
import { isBesideContent } from '../deploy/beside-content.ts';
import { missingFrom } from '../deploy/content/equal.ts';
import { isAbsent } from '../deploy/content/is-absent.ts';
import { deployedObjects } from '../deploy/deployed-object.ts';
import { pendingMember } from '../deploy/pending-members.ts';
import { removedField } from '../deploy/removed-fields.ts';
import { withReplaced } from '../deploy/replaced.ts';
import type { RunView } from '../view/run.ts';
import { typeOf } from '../view/seen.ts';
import type { RolloutContext } from './context.ts';

/**
 * The update run, its placement, an override, a strategy or a member cluster of the deploy that the hub does not hold as deployed, as a
 * clause; `undefined` if it holds them, held them before, or cannot show them. The run keeps the strategy that it has begun with. A run of
 * this name with another spec is of another deploy: the API server refuses to change it.
 */
export function unlikeRun(run: RunView, { hub, view, memory, deploy = [] }: RolloutContext): string | undefined {
  const member = pendingMember(hub, deploy);
  if (member !== undefined) return member;
  const isOf = (ref: ObjectRef, manifest: KubeObject): boolean => objectKey(refOf(manifest)) === objectKey(ref);
  const taken = objectAt(run.object, 'status', 'stagedUpdateStrategySnapshot');
  const isTaken = (manifest: KubeObject): boolean => {
    if (taken === undefined || missingFrom(taken, manifest['spec']) !== undefined) return false;
    const live = hub.get(typeOf(manifest.kind), manifest.metadata.namespace, manifest.metadata.name);
    const removed = live && removedField(live, manifest);
    // The run has begun with what the deploy removes, or the removal is of an object that no run takes.
    return removed === undefined || isAbsent(pointerKeys(removed).reduce<unknown>((at, key) => field(at, key), { spec: taken }));
  };
  const runs = deploy.filter((manifest) => isOf(run.ref, manifest));
  const beside = deploy.filter((manifest) => isOf(view.ref, manifest) || (isBesideContent(manifest) && !isTaken(manifest)));
  const own = [...(run.state === 'Initialize' ? runs : runs.map(withoutStart)), ...beside];
  const found = withReplaced(deployedObjects(hub, own, memory), { hub, view, memory, manifests: deploy });
  const pending = found.find(({ state, trace }) => state === 'pending' && trace === undefined);
  if (pending === undefined) return undefined;
  const why = pending.live === undefined ? 'it is not there' : `differs at ${pending.differsAt ?? '/'}`;
  return `the hub does not hold ${displayName(pending.ref)} as deployed (${why})`;
}

/**
 * People start and stop a run by its state, so that a started run need not have the state of the deploy. But a deploy that stops it must
 * reach the hub. No run that was started goes back to `Initialize`: the API server refuses that.
 */
function withoutStart(run: KubeObject): KubeObject {
  const { state, ...spec } = objectAt(run, 'spec') ?? {};
  return state === 'Stop' ? run : { ...run, spec };
}
