import { listed } from '../../../fleet/text/listed.ts';
import { fleetKind, isPlacementKind } from '../../../fleet/kubefleet/kinds.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import type { Diagnosis, GatedCluster, GatedPlacement } from '../../../report.ts';
import { moverOf } from './cluster-status-text.ts';

type Open = Pick<GatedPlacement, 'object' | 'verdict' | 'clusters' | 'diagnoses'>;

/** The person or program that must act next. */
type Mover =
  | { readonly kind: 'person' | 'scheduler' }
  | { readonly kind: 'hub' | 'run' | 'member'; readonly cluster: string }
  | { readonly kind: 'controller'; readonly object: string; readonly cluster: string };

/** The most names in one part of the sentence. For the others, only their number is shown. */
const NAMED = 3;

/**
 * `a person; the hub agent for oslo; the member agents of bergen and rome; the controller of Deployment/shop/web on paris`: everyone who
 * must act before the gate can pass. Empty if nothing waits. Untrusted text.
 */
export function awaitedFrom(gated: readonly Open[]): string {
  const movers = gated.filter(({ verdict }) => verdict !== 'passed').flatMap(moversOf);
  const has = (kind: Mover['kind']): boolean => movers.some((mover) => mover.kind === kind);
  const names = (kind: 'hub' | 'run' | 'member'): readonly string[] => [
    ...new Set(movers.flatMap((mover) => (mover.kind === kind ? [mover.cluster] : []))),
  ];
  const members = names('member');
  const controllers = [...new Set(movers.flatMap((mover) => (mover.kind === 'controller' ? [`${mover.object} on ${mover.cluster}`] : [])))];
  return [
    ...(has('person') ? ['a person'] : []),
    ...(has('scheduler') ? ['the hub agent'] : []),
    ...part('the hub agent for', names('hub')),
    ...part('the update run for', names('run')),
    ...part(members.length === 1 ? 'the member agent of' : 'the member agents of', members),
    ...part(controllers.length === 1 ? 'the controller of' : 'the controllers of', controllers),
  ].join('; ');
}

function part(who: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`${who} ${listed(names, NAMED)}`];
}

/** If no cluster is known to wait, the hub agent must act: it picks clusters and reads content. */
function moversOf({ object, verdict, clusters, diagnoses }: Open): readonly Mover[] {
  const person = diagnoses.some(({ outcome }) => outcome === 'human') ? [{ kind: 'person' } as const] : [];
  const open = clusters
    .filter((cluster) => cluster.verdict === 'waiting')
    .map((cluster) => moverFor(cluster, diagnoses, isPlacementKind(object.kind)));
  const all = [...person, ...open];
  return all.length > 0 || verdict !== 'waiting' ? all : [{ kind: 'scheduler' }];
}

/** The conditions that an update run makes True for a cluster. */
const BEFORE_ROLLOUT: ReadonlySet<string> = new Set(['Scheduled', 'RolloutStarted']);

/** The workload's own controller makes an applied workload available. KubeFleet's agents do all steps before that. */
function moverFor({ name, stage }: GatedCluster, diagnoses: readonly Diagnosis[], isPlacement: boolean): Mover {
  if (!isPlacement && BEFORE_ROLLOUT.has(stage)) return { kind: 'run', cluster: name };
  const workload = diagnoses.find(({ cluster, object, outcome }) => cluster === name && object !== undefined && outcome !== 'info')?.object;
  if (stage === 'Available' && workload !== undefined && fleetKind(workload.kind) === undefined)
    return { kind: 'controller', object: displayName(workload), cluster: name };
  return { kind: moverOf(stage), cluster: name };
}
