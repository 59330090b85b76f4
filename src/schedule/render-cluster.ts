import { enclosedObjects, isEnvelope } from '../fleet/envelope.ts';
import { isPlacement } from '../fleet/kinds.ts';
import type { KubeObject, ObjectRef } from '../fleet/object.ts';
import { ruleMatches } from '../selection/override.ts';
import { overriddenTargets } from './override/placement-overrides.ts';
import { overrideResource } from './override/override-resource.ts';
import type { PlanReport } from '../report.ts';
import { contextOf, selectIn, type PlanInput } from './plan-context.ts';

/** What a cluster gets of one placement. */
export interface RenderedPlacement {
  readonly placement: ObjectRef;
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
  return input.objects
    .filter(({ object }) => isPlacement(object))
    .flatMap((placement, index): readonly RenderedPlacement[] => {
      const planned = plan.placements[index];
      if (planned === undefined || !planned.picked.includes(name)) return [];
      const selection = selectIn(placement, context.content, input);
      if (selection.kind !== 'selected') return [];
      const objects: KubeObject[] = [];
      const notes: string[] = [];
      for (const { resource, overrides } of overriddenTargets(
        placement,
        selection.resources,
        context.overrides,
        context.content,
        target,
        'everything',
      )) {
        const { kind, namespace, name: objectName } = resource.ref;
        const what = [kind, namespace, objectName].filter((part) => part !== undefined).join('/');
        const applied = overrides.filter(({ rules }) => rules.some((rule) => ruleMatches(rule, cluster)));
        const outcome = overrideResource(resource, applied, cluster);
        if (outcome.kind === 'failed')
          notes.push(`${what}: ${outcome.place.override.ref.kind} ${outcome.place.override.ref.name} fails: ${outcome.error}.`);
        else if (outcome.object === undefined) notes.push(`${what} is left out by an override.`);
        else objects.push(...(isEnvelope(resource.ref) ? enclosedObjects(outcome.object) : [outcome.object]));
        if (outcome.kind === 'overridden' && outcome.open) notes.push(`${what}: what a patch does depends on what the hub fills in.`);
      }
      for (const { ref, item } of selection.resources) {
        if (item === undefined) notes.push(`${ref.kind}/${ref.name} is not among the manifests.`);
      }
      return [{ placement: planned.object, objects, notes }];
    });
}
