import type { Interest } from '../fleet/hub-state.ts';
import { isPlacementKind } from '../fleet/kinds.ts';
import type { KubeObject } from '../fleet/object.ts';
import { expectationOf } from '../gates/deploy/expectation.ts';
import { type Target, TARGET_KINDS } from '../gates/deploy/target.ts';
import type { HubNeeds } from '../gates/doctor/hub-way.ts';
import { snapshotOf } from '../gates/hub/hub-state-of.ts';
import { uniqueInterests } from '../gates/hub/interest.ts';
import { interestsOf } from '../gates/loop/needed-types.ts';
import { typeOf } from '../gates/view/seen.ts';
import { defined, type Invocation } from './invocation.ts';
import type { Io } from './io.ts';
import { contextNamespace } from './open-hub.ts';
import { namedTargets } from './targets.ts';

/** What is going to be waited for. */
export interface Asked {
  /** Empty where nobody said: then all there are. */
  readonly targets: readonly Target[];
  readonly manifests?: readonly KubeObject[];
  readonly namespace?: string;
}

/** What the command line asks for. A namespace that it leaves open is that of the context, as for kubectl. */
export function askedOf(invocation: Invocation, io: Io, manifests: readonly KubeObject[] | undefined): Asked {
  const namespace = invocation.value('namespace') ?? contextNamespace(invocation, io);
  return { targets: namedTargets(invocation, namespace), ...defined({ manifests, namespace }) };
}

/** What a gate of these reads of a hub, by the table the gate itself goes by. @throws {NothingToDo} the manifests hold nothing to wait for */
export function hubNeeds(asked: Asked): Pick<HubNeeds, 'interests' | 'vital' | 'selectedBy'> {
  const { targets, manifests, namespace } = asked;
  if (targets.length === 0 && manifests === undefined) return needsOfAll();
  const expectation = expectationOf({
    targets,
    ...(manifests === undefined ? {} : { manifests }),
    ...(namespace === undefined ? {} : { namespace }),
  });
  return {
    interests: interestsOf(expectation, undefined, 'whole'),
    vital: { interests: uniqueInterests(expectation.targets.map(interestIn)), enough: 'each' },
    selectedBy: (placements) => interestsOf(expectation, stateOf(placements), 'whole'),
  };
}

/** Whatever may be waited for, anywhere on the hub. */
function needsOfAll(): ReturnType<typeof hubNeeds> {
  const targets = TARGET_KINDS.map((kind): Target =>
    kind.startsWith('Cluster') ? { kind, name: ANY } : { kind, namespace: ANY, name: ANY },
  );
  return {
    interests: everywhere(interestsOf(expectationOf({ targets }), undefined, 'whole')),
    vital: { interests: TARGET_KINDS.map(typeOf), enough: 'one' },
    selectedBy: (placements) => {
      const found = placements.flatMap(targetOf);
      return found.length === 0 ? [] : everywhere(interestsOf(expectationOf({ targets: found }), stateOf(placements), 'whole'));
    },
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

function interestIn({ kind, namespace }: Target): Interest {
  return namespace === undefined ? typeOf(kind) : { ...typeOf(kind), namespace };
}

function stateOf(placements: readonly KubeObject[]): ReturnType<typeof snapshotOf> {
  return snapshotOf(placements, new Date(0), () => ({ kind: 'seen' }));
}
