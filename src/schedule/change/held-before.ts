import { stringAt } from '../../fleet/json/json.ts';
import type { HubListing } from '../../fleet/kubefleet/hub-state.ts';
import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { isRunUnderWay } from '../../fleet/kubefleet/run-under-way.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { groupOf, refOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import type { DeletedPlacement } from '../../report.ts';
import { isLive } from '../binding.ts';
import { existingOf, type Existing } from '../existing.ts';
import { heldWithBase } from '../held-with-base.ts';
import type { Scheduling } from '../outcome.ts';
import { openItems } from '../open-resources.ts';
import { isUnresolved, refOfPlacement, selectIn, type PlanContext, type Planned } from '../plan-context.ts';
import type { Side } from './plan-change.ts';

/** The clusters that a placement holds before the change, and why it holds no more. */
export interface Held {
  readonly existing: Existing | undefined;
  readonly picked: readonly string[];
  readonly unpicked: Scheduling['unpicked'];
}

/** Returns what the placement would hold after the base is on the hub; without a base, what the hub shows. */
export function heldBefore(base: Planned | undefined, hub: Existing | undefined, context: PlanContext): Held {
  const { now, target, refusedBefore } = context.input;
  const clusters = context.base?.clusters ?? context.clusters;
  // A refused edit changes nothing of what the hub shows.
  if (base === undefined || isUnresolved(base) || (hub !== undefined && refusedBefore?.has(base) === true)) {
    return { existing: hub, picked: hub?.bindings.filter(isLive).map(({ cluster }) => cluster) ?? [], unpicked: [] };
  }
  const { object, namespace } = base;
  const { existing, scheduling } = heldWithBase({ object, namespace, clusters, now, target }, hub);
  return { existing, picked: scheduling.picked, unpicked: scheduling.unpicked };
}

/** A placement before the change, in the form that `planChange` compares. */
export function sideBefore(before: Planned | undefined, { picked, unpicked }: Held, { base, input }: PlanContext): Side<Planned> {
  const selection = before === undefined || base === undefined ? undefined : selectIn(before, base.content, input);
  const selected = selection?.kind === 'selected' ? selection : undefined;
  return {
    object: before === undefined || isUnresolved(before) ? undefined : before.object,
    picked,
    unpicked,
    selected: selected?.resources ?? (base !== undefined && before === undefined ? [] : undefined),
    sends:
      base === undefined || before === undefined || selected === undefined
        ? undefined
        : { ...base, placement: before, selected: selected.resources, target: input.target ?? 'v0.3', clusters: base.byName },
    open: base === undefined ? new Map() : openItems(selected?.unknown ?? [], base.content),
    holds: (ref) => base !== undefined && base.content.holds(ref),
  };
}

/** The clusters and resources from which deleting the placement removes content. */
export function deletion(placement: Planned, context: PlanContext): DeletedPlacement {
  const { input, base } = context;
  const hub = existingOf(placement.object, placement.namespace, input.existing ?? []);
  const selection = base === undefined ? undefined : selectIn(placement, base.content, input);
  const runs = runsOf(placement, context);
  const clusters = heldBefore(placement, hub, context).picked.toSorted();
  const isUnknown = isUnresolved(placement) || (clusters.length === 0 && input.refusedBefore?.has(placement) === true);
  return {
    object: refOfPlacement(placement),
    ...(runs.runs.length === 0 ? {} : runs),
    ...(hub === undefined && isUnknown ? { unknown: true as const } : {}),
    clusters,
    resources: selection?.kind === 'selected' ? selection.resources.map(({ ref }) => ref) : [],
  };
}

/**
 * The runs for a placement: those under way on the hub, or else, if its runs are not known, those of the tree and of the base. Source:
 * `pkg/controllers/updaterun/validation.go` (validatePlacement).
 */
function runsOf(
  placement: Planned,
  context: PlanContext,
): Required<Pick<DeletedPlacement, 'runs'>> & Pick<DeletedPlacement, 'runsUnderWay'> {
  const { hub } = context.input;
  const { kind, namespace, name } = refOfPlacement(placement);
  const runKind = kind === 'ResourcePlacement' ? 'StagedUpdateRun' : 'ClusterStagedUpdateRun';
  const key = keyOfRuns(runKind, namespace, name);
  if (hub?.visibility({ group: PLACEMENT_GROUP, kind: runKind }, namespace).kind === 'seen') {
    const underWay = (runsOnHub(hub).get(key) ?? []).filter(isRunUnderWay);
    return { runs: underWay.map(refOf), runsUnderWay: true };
  }
  const written = runsInTree(context).get(key) ?? [];
  return { runs: [...new Map(written.map((run) => [run.metadata.name, refOf(run)])).values()] };
}

const runsOnHub = oncePer((hub: HubListing) =>
  runsByPlacement(hub.objects.map((object) => ({ object, namespace: object.metadata.namespace }))),
);

const runsInTree = oncePer(({ input: { objects, base = [] } }: PlanContext) => runsByPlacement([...objects, ...base]));

function runsByPlacement(
  objects: readonly { readonly object: KubeObject; readonly namespace?: string | undefined }[],
): ReadonlyMap<string, readonly KubeObject[]> {
  const runs = new Map<string, KubeObject[]>();
  for (const { object, namespace } of objects) {
    const { kind, apiVersion } = object;
    if ((kind !== 'StagedUpdateRun' && kind !== 'ClusterStagedUpdateRun') || groupOf(apiVersion) !== PLACEMENT_GROUP) continue;
    const key = keyOfRuns(kind, kind === 'StagedUpdateRun' ? namespace : undefined, stringAt(object, 'spec', 'placementName'));
    const known = runs.get(key);
    if (known === undefined) runs.set(key, [object]);
    else known.push(object);
  }
  return runs;
}

function keyOfRuns(kind: string, namespace: string | undefined, placement: string | undefined): string {
  return `${kind}/${namespace ?? ''}/${placement ?? ''}`;
}
