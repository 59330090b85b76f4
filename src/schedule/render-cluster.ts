import type { KubeObject, ObjectRef } from '../fleet/kubernetes/object.ts';
import type { PlanReport } from '../report.ts';
import { openResources } from './open-resources.ts';
import { contextOf, plannedPlacements, selectIn, type PlanInput } from './plan-context.ts';
import { receivedOn, sentObjects, type Received } from './received.ts';

/** What a cluster gets of one placement. */
export interface RenderedPlacement {
  readonly placement: ObjectRef;
  /** The overlay or chart it is deployed by, or the folder for one hub it stands in. */
  readonly overlay?: string;
  /** After all overrides, in the order of selection; what an envelope holds is in its place. */
  readonly objects: readonly KubeObject[];
  /** What is left out or could not be told, in whole sentences. */
  readonly notes: readonly string[];
}

/**
 * The objects a cluster gets of every placement that picks it in the plan, after overrides. They are the manifests of the tree: what the API
 * server fills in is not in them. `undefined` for a cluster that is no member.
 */
export function renderCluster(input: PlanInput, plan: PlanReport, name: string): readonly RenderedPlacement[] | undefined {
  const context = contextOf(input);
  const cluster = context.byName.get(name);
  if (cluster === undefined) return undefined;
  const target = input.target ?? 'v0.3';
  return plannedPlacements(input).flatMap((placement, index): readonly RenderedPlacement[] => {
    const planned = plan.placements[index];
    if (planned === undefined || !planned.picked.includes(name)) return [];
    const selection = selectIn(placement, context.content, input);
    if (selection.kind !== 'selected') return [];
    const { overrides, content } = context;
    const sent = sentObjects({ placement, selected: selection.resources, overrides, content, target }, selection.resources);
    const received = sent.map((object) => receivedOn(object, cluster));
    const objects = received.flatMap((each) => (each.kind === 'received' ? each.objects : []));
    const notes = [
      ...received.flatMap(noteOf),
      ...selection.resources.flatMap(({ ref, item }) => (item === undefined ? [`${nameOf(ref)} is not among the manifests.`] : [])),
      ...openResources(placement.object, selection.unknown, input.hub).map(
        ({ resource, reason }) => `${resource === undefined ? 'Open' : nameOf(resource)}: ${reason}.`,
      ),
    ];
    return [{ placement: planned.object, objects, notes }];
  });
}

function noteOf(received: Received): readonly string[] {
  const what = nameOf(received.ref);
  if (received.kind === 'failed') return [`${what}: ${received.by.ref.kind} ${received.by.ref.name} fails: ${received.error}.`];
  if (received.kind === 'leftOut') return [`${what} is left out by an override.`];
  return received.open ? [`${what}: what a patch does depends on what the hub fills in.`] : [];
}

function nameOf({ kind, namespace, name }: ObjectRef): string {
  return [kind, namespace, name].filter((part) => part !== undefined).join('/');
}
