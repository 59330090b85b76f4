import type { HubState, Interest } from '../../fleet/kubefleet/hub-state.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { fleetKind, isPlacementKind } from '../../fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { type Expectation, expectationOf } from '../../gates/deploy/expectation.ts';
import { type Target, TARGET_KINDS } from '../../gates/deploy/target.ts';
import type { AlsoVital, HubNeeds } from '../../gates/doctor/hub-way.ts';
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

/** What is going to be waited for. */
export interface Asked {
  /** Empty where nobody said: then all there are. */
  readonly targets: readonly Target[];
  readonly manifests?: readonly KubeObject[];
  readonly namespace?: string;
  /** What the gate is to require. */
  readonly options?: Pick<GateOptions, 'requireClusters'>;
}

/** What the command line asks for. A namespace that it leaves open is that of the context, as for kubectl. */
export function askedOf(
  invocation: Invocation,
  io: Io,
  { manifests, options }: { readonly manifests: readonly KubeObject[] | undefined; readonly options?: GateOptions | undefined },
): Asked {
  const namespace = invocation.value('namespace') ?? contextNamespace(invocation, io);
  return { targets: namedTargets(invocation, namespace), ...defined({ manifests, namespace, options }) };
}

type NeedsOfHub = Pick<HubNeeds, 'interests' | 'vital' | 'alsoVital' | 'snapshotsFor' | 'selectedBy' | 'unknownOf'>;

/** What a gate of these reads of a hub, by the table the gate itself goes by. @throws {NothingToDo} the manifests hold nothing to wait for */
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

/** By what the gate itself cannot do without. */
function alsoVitalFor(target: Target, expectation: Expectation, hub: HubState): readonly AlsoVital[] {
  return vitalKinds(hub, target, expectation).map(({ kind, answer }) => ({ interest: interestIn({ ...target, kind }), answer }));
}

/** They tell which kinds there are in the namespaces that a placement takes along. */
function snapshotsOf(target: Target, hub: HubState): readonly Interest[] {
  const { kind, namespace, name } = target;
  const placement = isPlacementKind(kind) ? name : stringAt(hub.get(typeOf(kind), namespace, name), 'spec', 'placementName');
  if (placement === undefined) return [];
  const scope = namespace === undefined ? 'Cluster' : '';
  return [{ ...interestIn({ ...target, kind: `${scope}ResourceSnapshot` }), of: [placement] }];
}

/** Whatever may be waited for, anywhere on the hub. */
function needsOfAll(): NeedsOfHub {
  const targets = TARGET_KINDS.map((kind): Target =>
    kind.startsWith('Cluster') ? { kind, name: ANY } : { kind, namespace: ANY, name: ANY },
  );
  return {
    interests: everywhere(interestsOf(expectationOf({ targets }), undefined, 'whole')),
    vital: { interests: TARGET_KINDS.map(typeOf), enough: 'one' },
    alsoVital: () => [],
    // Of all placements they may be gigabytes.
    snapshotsFor: () => [],
    selectedBy: (held) => {
      const found = held.flatMap(targetOf);
      return found.length === 0 ? [] : everywhere(interestsOf(expectationOf({ targets: found }), stateOf(held), 'whole'));
    },
    unknownOf: (held) =>
      held.some(takesNamespaces) ? 'the kinds inside of selected namespaces were not asked for: name a placement for that' : undefined,
  };
}

/** Stands for a name that nobody gave. */
const ANY = 'any';

function everywhere(interests: readonly Interest[]): readonly Interest[] {
  return uniqueInterests(interests.map(({ group, kind }) => ({ group, kind })));
}

function targetOf({ kind, metadata: { name, namespace } }: KubeObject): readonly Target[] {
  if (!isPlacementKind(kind)) return [];
  return [namespace === undefined ? { kind, name } : { kind, namespace, name }];
}

/** Whether it takes along whatever is in a namespace. */
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
