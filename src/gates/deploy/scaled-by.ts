import { field, isObject } from '../../fleet/json/json.ts';
import { lastApplied } from '../../fleet/kubernetes/last-applied.ts';
import { displayName, type KubeObject, refOf } from '../../fleet/kubernetes/object.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { autoscalerOf, AUTOSCALERS, canScale } from '../view/autoscaler.ts';
import { contentManagers, isManaging } from './content/field-managers.ts';

/** Replicas that an autoscaler set on the hub. */
export interface Scaled {
  readonly by: KubeObject;
  /** The replicas of the manifest. */
  readonly from: number;
}

/**
 * The autoscaler that set other replicas on the hub than the manifest has. It writes them again after each deploy, so that they are not
 * content of the deploy. Autoscalers write through the subresource `scale`, whose manager owns the field alone then. If the object does not
 * show its managers, the autoscaler's own reference is enough, unless the last apply set these replicas: then they are of a former deploy.
 * @param manifests the deploy, in which the autoscaler may be
 */
export function scaledBy(hub: HubState, live: KubeObject, manifest: KubeObject, manifests: readonly KubeObject[]): Scaled | undefined {
  const [wanted, held] = [manifest, live].map(replicasOf);
  // Null asks for the default, 1, which the autoscaler replaces too.
  if ((typeof wanted !== 'number' && wanted !== null) || typeof held !== 'number' || wanted === held) return undefined;
  const from = wanted ?? 1;
  const autoscalers = [...manifests, ...AUTOSCALERS.flatMap((type) => hub.list(type))];
  const by = autoscalerOf(autoscalers, refOf(manifest), (autoscaler) => canScale(autoscaler, from, held));
  return by !== undefined && isWrittenByOther(live) ? { by, from } : undefined;
}

/** An object of a snapshot without its replicas, if they are those of the manifest or the autoscaler can have set them. */
export function withoutScaled(object: KubeObject, { by, from }: Scaled): KubeObject {
  const held = replicasOf(object);
  return typeof held !== 'number' || held === from || canScale(by, from, held) ? withoutReplicas(object) : object;
}

function replicasOf(object: KubeObject): unknown {
  return field(object, 'spec', 'replicas');
}

export function withoutReplicas(object: KubeObject): KubeObject {
  const spec = field(object, 'spec');
  if (!isObject(spec)) return object;
  const { replicas: _replicas, ...rest } = spec;
  return { ...object, spec: rest };
}

/** `HorizontalPodAutoscaler/shop/web sets the replicas of Deployment web on the hub` */
export function scaledText({ kind, metadata }: KubeObject, { by }: Scaled): string {
  return `${displayName(refOf(by))} sets the replicas of ${kind} ${metadata.name} on the hub`;
}

/** Whether the writer of the replicas has written nothing of the pods. */
function isWrittenByOther(live: KubeObject): boolean {
  const managers = contentManagers(live);
  if (managers.length === 0) return field(lastApplied(live), 'spec', 'replicas') !== field(live, 'spec', 'replicas');
  const [ofReplicas, ofTemplate] = [['replicas'], ['template']].map((path) => {
    const way = ['spec', ...path].map((key) => ({ key, live: undefined }));
    return managers.filter((manager) => isManaging(manager, way));
  });
  return ofReplicas?.some((manager) => ofTemplate?.includes(manager) !== true) === true;
}
