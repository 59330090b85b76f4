import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { refOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';
import { viewRun } from './run.ts';
import { typeOf } from './seen.ts';

/**
 * The later run of the same deploy that replaces an ended run: it was created after that run ended, or is not created yet. The ended run
 * stays among the manifests, but the later run must bring the content. `undefined` if there is none.
 * @param runs the runs of the deploy, as their manifests have them
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
