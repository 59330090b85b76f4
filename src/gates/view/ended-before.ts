import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { refOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';
import { viewRun } from './run.ts';
import { typeOf } from './seen.ts';

/**
 * The later run of the same deploy that makes a run one of the past: it was made after this one had ended, or has still to be made. Runs that
 * ended stay among the manifests, and what they brought or did not bring is for the later one to bring. `undefined` where there is none.
 * @param runs those of the deploy, as somebody wrote them
 */
export function endedBefore(run: KubeObject, runs: readonly KubeObject[], hub: HubState): ObjectRef | undefined {
  const { initialized, placementName, ref, succeeded } = viewRun(run);
  const end = Date.parse((succeeded ?? (initialized?.status === 'False' ? initialized : undefined))?.lastTransitionTime ?? '');
  if (Number.isNaN(end)) return undefined;
  const later = runs.find(({ kind, metadata, ...rest }) => {
    const isOther = kind === ref.kind && metadata.namespace === ref.namespace && metadata.name !== ref.name;
    if (!isOther || viewRun({ kind, metadata, ...rest }).placementName !== placementName) return false;
    const made = hub.get(typeOf(kind), metadata.namespace, metadata.name);
    return made === undefined || Date.parse(made.metadata.creationTimestamp ?? '') > end;
  });
  return later && refOf(later);
}
