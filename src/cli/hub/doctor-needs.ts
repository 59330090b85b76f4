import type { HubState, Interest } from '../../fleet/kubefleet/hub-state.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { fleetKind, isPlacementKind } from '../../fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { type Expectation, expectationOf } from '../../gates/deploy/expectation.ts';
import { type Target, TARGET_KINDS } from '../../gates/deploy/target.ts';
import type { AlsoVital, HubNeeds } from '../../gates/doctor/stepwise-hub.ts';
import { snapshotOf } from '../../gates/hub/hub-state-of.ts';
import { uniqueInterests } from '../../gates/hub/interest.ts';
import { vitalKinds } from '../../gates/loop/gate-report.ts';
import type { GateOptions } from '../../gates/options.ts';
import { interestsOf } from '../../gates/loop/needed-types.ts';
import { typeOf } from '../../gates/view/seen.ts';
import { resourceSelectorsOf, takesContents } from '../../selection/resource-selector.ts';
import { defined, type Invocation } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';
import { contextNamespace } from './open-hub.ts';
import { namedTargets } from './targets.ts';

/** The targets that a gate would wait for. */
export interface Asked {
  /** Empty if none were named: then all targets on the hub. */
  readonly targets: readonly Target[];
  readonly manifests?: readonly KubeObject[];
  readonly namespace?: string;
  /** The requirements of the gate. */
  readonly options?: Pick<GateOptions, 'requireClusters'>;
}

/** The targets of the command line. The default namespace is that of the context, as for kubectl. */
export function askedOf(
  invocation: Invocation,
  io: Io,
  { manifests, options }: { readonly manifests: readonly KubeObject[] | undefined; readonly options?: GateOptions | undefined },
): Asked {
  const namespace = invocation.value('namespace') ?? contextNamespace(invocation, io);
  return { targets: namedTargets(invocation, namespace), ...defined({ manifests, namespace, options }) };
}

type NeedsOfHub = Pick<HubNeeds, 'interests' | 'vital' | 'alsoVital' | 'snapshotsFor' | 'selectedBy' | 'unknownOf'>;

/**
 * The objects that a gate reads from a hub, from the same table as the gate. @throws {NothingToDo} the manifests do not contain a target
 */
export function hubNeeds(asked: Asked): NeedsOfHub {
  const { targets, manifests, namespace, options } = asked;
  if (targets.length === 0 && manifests === undefined) return needsOfAll();
  const expectation = expectationOf({
    targets,
    ...(manifests === undefined ? {} : { manifests }),
    ...defined({ namespace, options }),
  });
  return {
    interests: interestsOf(expectation, undefined, 'whole'),
    vital: { interests: uniqueInterests(expectation.targets.map(interestIn)), enough: 'each' },
    alsoVital: (held) => expectation.targets.flatMap((target) => alsoVitalFor(target, expectation, stateOf(held))),
    snapshotsFor: (held) => uniqueInterests(expectation.targets.flatMap((target) => snapshotsOf(target, stateOf(held)))),
    selectedBy: (held) => interestsOf(expectation, stateOf(held), 'whole'),
    unknownOf: () => undefined,
  };
}

/** The kinds that the gate itself requires. */
function alsoVitalFor(target: Target, expectation: Expectation, hub: HubState): readonly AlsoVital[] {
  return vitalKinds(hub, target, expectation).map(({ kind, answer }) => ({ interest: interestIn({ ...target, kind }), answer }));
}

/** Snapshots show the kinds in the namespaces that a placement selects. */
function snapshotsOf(target: Target, hub: HubState): readonly Interest[] {
  const { kind, namespace, name } = target;
  const placement = isPlacementKind(kind) ? name : stringAt(hub.get(typeOf(kind), namespace, name), 'spec', 'placementName');
  if (placement === undefined) return [];
  const scope = namespace === undefined ? 'Cluster' : '';
  return [{ ...interestIn({ ...target, kind: `${scope}ResourceSnapshot` }), of: [placement] }];
}

/** The needs for any target, anywhere on the hub. */
function needsOfAll(): NeedsOfHub {
  const targets = TARGET_KINDS.map((kind): Target =>
    kind.startsWith('Cluster') ? { kind, name: ANY } : { kind, namespace: ANY, name: ANY },
  );
  return {
    interests: everywhere(interestsOf(expectationOf({ targets }), undefined, 'whole')),
    vital: { interests: TARGET_KINDS.map(typeOf), enough: 'one' },
    alsoVital: () => [],
    // The snapshots of all placements may take gigabytes.
    snapshotsFor: () => [],
    selectedBy: (held) => {
      const found = held.flatMap(targetOf);
      return found.length === 0 ? [] : everywhere(interestsOf(expectationOf({ targets: found }), stateOf(held), 'whole'));
    },
    unknownOf: (held) =>
      held.some(takesNamespaces) ? 'the kinds in selected namespaces were not checked: name a placement to check them' : undefined,
  };
}

/** Placeholder for a name that was not given. */
const ANY = 'any';

function everywhere(interests: readonly Interest[]): readonly Interest[] {
  return uniqueInterests(interests.map(({ group, kind }) => ({ group, kind })));
}

function targetOf({ kind, metadata: { name, namespace } }: KubeObject): readonly Target[] {
  if (!isPlacementKind(kind)) return [];
  return [namespace === undefined ? { kind, name } : { kind, namespace, name }];
}

/** Whether the placement selects namespaces with their content. */
function takesNamespaces(placement: KubeObject): boolean {
  return placement.kind === 'ClusterResourcePlacement' && resourceSelectorsOf(placement).some(takesContents);
}

function interestIn({ kind, namespace }: Pick<Target, 'namespace'> & { readonly kind: string }): Interest {
  const type = typeOf(kind);
  return namespace === undefined || fleetKind(kind)?.namespaced === false ? type : { ...type, namespace };
}

function stateOf(held: readonly KubeObject[]): HubState {
  return snapshotOf(held, new Date(0), () => ({ kind: 'seen' }));
}
