import type { V1ObjectMeta } from '@kubernetes/client-node';
import { field, listAt, stringAt } from '../../../fleet/json/json.ts';
import type { Unchecked } from '../../../fleet/json/unchecked.ts';
import { displayName, type KubeObject, objectKey, refOf } from '../../../fleet/kubernetes/object.ts';
import { contentManagers, isManaging } from '../../deploy/content/field-managers.ts';
import { WORK_AGENT } from '../../../fleet/kubefleet/work-agent.ts';
import { pointerPath } from '../../deploy/content/pointer-path.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { autoscalerOf, canScale } from '../../view/autoscaler.ts';
import type { Difference, FieldDifference } from '../../view/binding.ts';
import { removalKey } from '../../rollout/removals.ts';
import { memberPlace } from '../../view/member-objects.ts';

/** The other writers of the differing fields, as far as the content and a readable member show them: one line each. */
export function otherWriters(context: PlacementContext, cluster: string, { object, fields }: Difference): readonly string[] {
  const { freshness, memberObjects } = context;
  const content = freshness.kind === 'fresh' ? (freshness.group?.objects ?? []) : [];
  const onMember = memberObjects.get(memberPlace(cluster, object.namespace ?? '')) ?? [];
  const replicas = fields.find(({ path }) => path === '/spec/replicas');
  const scaler = replicas && autoscalerOf([...content, ...onMember], object, (autoscaler) => mayHaveScaled(autoscaler, replicas));
  const named = memberObjects.get(removalKey({ cluster, object }));
  const there = [...(named ?? []), ...onMember].find((found) => objectKey(refOf(found)) === objectKey(object));
  return [
    ...(scaler === undefined ? [] : [`${displayName(refOf(scaler))} sets the replicas of ${displayName(object)}`]),
    ...(there === undefined ? [] : [...ownersOf(there), ...managersOf(there, fields)]),
  ];
}

/** Of a side whose value is not known, any number is possible. */
function mayHaveScaled(autoscaler: KubeObject, { hub, member }: FieldDifference): boolean {
  return member === undefined || canScale(autoscaler, Number(hub), Number(member));
}

/** Its controller writes it again, however often KubeFleet overwrites it. */
function ownersOf(there: KubeObject): readonly string[] {
  const owned = there as KubeObject & Unchecked<{ readonly metadata: V1ObjectMeta }>;
  return listAt(owned, 'metadata', 'ownerReferences')
    .filter((owner) => field(owner, 'controller') === true)
    .map((owner) => `${stringAt(owner, 'kind') ?? ''} ${stringAt(owner, 'name') ?? ''} controls ${displayName(refOf(there))} there`);
}

function managersOf(there: KubeObject, fields: Difference['fields']): readonly string[] {
  const managers = contentManagers(there).filter(({ name }) => name !== WORK_AGENT);
  const lines = fields.flatMap(({ path }) => {
    const way = pointerPath(path, there, there);
    const writer = managers.find((manager) => isManaging(manager, way));
    return writer === undefined ? [] : [`${path} was written there by ${writer.name}, last ${writer.time}`];
  });
  const unknown = managers.find((manager) => manager.fields === undefined);
  if (lines.length > 0 || unknown === undefined) return lines.slice(0, SHOWN);
  return [`${displayName(refOf(there))} was last written there by ${unknown.name}, ${unknown.time}`];
}

const SHOWN = 3;
