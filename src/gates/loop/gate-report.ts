import { isExternal } from '../../fleet/kubefleet/is-external.ts';
import { isPlacementKind } from '../../fleet/kubefleet/kinds.ts';
import type { GateOutcome, GateReport } from '../../report.ts';
import { HubError } from '../../errors.ts';
import type { Expectation } from '../deploy/expectation.ts';
import { isEvictionFrom } from '../observations/placement/evictions.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import type { GateState } from '../verdict/gate-state.ts';
import type { Target } from '../deploy/target.ts';
import { viewRun } from '../view/run.ts';
import type { RunView } from '../view/run.ts';
import { typeOf } from '../view/seen.ts';

/** The changes while the gate waited. */
export type Moved = Pick<GateReport, 'timeline' | 'earlierChanges'>;

/** The report of a gate that ends in `outcome` with this state. */
export function gateReport(
  outcome: GateOutcome,
  state: GateState | undefined,
  moved: Moved = { timeline: [] },
  message?: string,
): GateReport {
  const { at, placements = [], runs = [], unplaced = [], unjudged = [], idleOverrides = [] } = state ?? {};
  return {
    outcome,
    ...(message === undefined ? {} : { message }),
    ...(at === undefined ? {} : { judgedAt: at }),
    placements,
    runs,
    ...(unplaced.length === 0 ? {} : { unplaced }),
    ...(unjudged.length === 0 ? {} : { unjudged }),
    ...(idleOverrides.length === 0 ? {} : { idleOverrides }),
    ...moved,
  };
}

/** The outcome of a hub that cannot be read, with the last known state; any other error is a bug and is thrown again. */
export function hubLost(error: unknown, state: GateState | undefined, moved?: Moved): GateReport {
  if (!(error instanceof HubError)) throw error;
  return gateReport(error.kind, state, moved, error.message);
}

/** If the targets themselves cannot be read, there is nothing to judge. @throws {HubError} */
export function requireTargets(hub: HubState, expectation: Expectation): void {
  requireAllowed(hub, expectation);
  const unserved = unservedTarget(hub, expectation);
  if (unserved !== undefined) throw new HubError('unreachable', unserved);
}

/** Checks that the hub allows the targets and the other required types to be read. @throws {HubError} `notAllowed` */
export function requireAllowed(hub: HubState, expectation: Expectation): void {
  for (const target of expectation.targets) {
    const { kind, namespace } = target;
    const unread = vitalKinds(hub, target, expectation).find((vital) => hub.visibility(typeOf(vital.kind), namespace).kind === 'denied');
    if (unread !== undefined) {
      throw new HubError(
        'notAllowed',
        `${unread.kind} objects may not be read, and only they ${unread.answer}: grant list and watch on them`,
      );
    }
    const visibility = hub.visibility(typeOf(kind), namespace);
    if (visibility.kind === 'denied') throw new HubError('notAllowed', `${kind} objects may not be read: ${visibility.message}`);
  }
}

/** The kinds without which a target cannot be judged, and the purpose of each. */
export function vitalKinds(
  hub: HubState,
  target: Target,
  { manifests, options: { requireClusters } }: Expectation,
): readonly { readonly kind: string; readonly answer: string }[] {
  const { kind, namespace, name } = target;
  const object = hub.get(typeOf(kind), namespace, name);
  const isRun = !isPlacementKind(kind);
  // A failed run reports the reason itself.
  const byRun = isRun ? object === undefined || !hasFailed(viewRun(object)) : object !== undefined && isExternal(object);
  const scope = kind.startsWith('Cluster') ? 'Cluster' : '';
  const eviction = manifests?.find((manifest) => kind === 'ClusterResourcePlacement' && isEvictionFrom(name, manifest));
  return [
    ...(byRun && isRun ? [{ kind: `${scope}ResourcePlacement`, answer: 'tell what a run is to roll out' }] : []),
    ...(byRun ? [{ kind: `${scope}ResourceSnapshot`, answer: 'prove what a run rolls out' }] : []),
    ...(requireClusters?.kind === 'labelled'
      ? [{ kind: 'MemberCluster', answer: `tell which clusters have the labels ${requireClusters.text}` }]
      : []),
    ...(eviction === undefined ? [] : [{ kind: eviction.kind, answer: 'tell whether an eviction of this deploy is refused' }]),
  ];
}

function hasFailed({ initialized, succeeded }: RunView): boolean {
  return initialized?.status === 'False' || succeeded?.status === 'False';
}

/** Reports which target kind the hub does not serve; `undefined` if it serves all. */
export function unservedTarget(hub: HubState, { targets }: Expectation): string | undefined {
  for (const { kind, namespace } of targets) {
    const visibility = hub.visibility(typeOf(kind), namespace);
    if (visibility.kind === 'notServed') return `the server knows no ${kind}: is this a KubeFleet hub? ${visibility.message}`;
  }
  return undefined;
}
