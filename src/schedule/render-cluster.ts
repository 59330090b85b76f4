import type { KubeObject, ObjectRef } from '../fleet/kubernetes/object.ts';
import type { PlanReport } from '../report.ts';
import { openResources } from './open-resources.ts';
import { contextOf, plannedPlacements, selectIn, type PlanInput } from './plan-context.ts';
import { objectsIn, variantsOf, type Outcome } from './delivery/variants.ts';
import { sentObjects } from './received.ts';

/** The objects that a cluster gets of one placement. */
export interface RenderedPlacement {
  readonly placement: ObjectRef;
  /** The overlay or chart that deploys it, or the folder for one hub that contains it. */
  readonly overlay?: string;
  /** After all overrides, in the order of selection. The content of an envelope replaces the envelope. */
  readonly objects: readonly KubeObject[];
  /** Objects that are left out or not known, in whole sentences. */
  readonly notes: readonly string[];
}

/**
 * Returns the objects that a cluster gets of every placement that picks it in the plan, after overrides. These are the manifests of the
 * tree, without what the API server fills in. `undefined` if the cluster is not a member.
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
    const received = sent.flatMap((object) => variantsOf(object, [cluster]).map(({ outcome }) => ({ ref: object.resource.ref, outcome })));
    const objects = received.flatMap(({ outcome }) => objectsIn(outcome));
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

function noteOf({ ref, outcome }: { readonly ref: ObjectRef; readonly outcome: Outcome }): readonly string[] {
  const what = nameOf(ref);
  if (outcome.kind === 'failed') {
    const by = outcome.place.override.ref;
    return [`${what}: ${by.kind} ${by.name} fails: ${outcome.error}.`];
  }
  if (outcome.kind === 'leftOut') return [`${what} is removed by an override.`];
  return outcome.kind === 'patched' && outcome.open.length > 0
    ? [`${what}: the effect of a patch depends on fields that the hub fills in.`]
    : [];
}

function nameOf({ kind, namespace, name }: ObjectRef): string {
  return [kind, namespace, name].filter((part) => part !== undefined).join('/');
}
