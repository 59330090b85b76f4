import type { ClusterState } from '../../rollout/cluster-state.ts';
import { type ObjectRef, displayName } from '../../../fleet/kubernetes/object.ts';
import { fleetLabel } from '../../../fleet/kubefleet/fleet-metadata.ts';
import { envelopeIn } from '../../view/envelope.ts';
import type { WorkView } from '../../view/work.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import type { Observation } from '../observation.ts';
import type { BindingView } from '../../view/binding.ts';
import { overridesOfBinding } from '../../view/overrides-of-binding.ts';
import { namespaceOfCluster } from '../../../fleet/kubefleet/cluster-of-work.ts';
import { contentMoments, msSinceLatest } from '../failing-since.ts';
import { failingOverride } from './failing-override.ts';
import { heartbeatText } from './heartbeat-text.ts';
import { oldWorkEvidence, oldWorkIn } from './old-work.ts';
import { quote } from '../placement/scheduling.ts';

/** That a cluster does not get on, as its condition says, with what the hub shows about the objects that the condition names. */
export function onCluster(context: PlacementContext, state: ClusterState): Observation {
  const { view } = context;
  const about: ObjectRef = envelopeIn(state.condition?.message ?? '') ?? view.ref;
  const base = { scope: 'cluster', step: state.step, target: view.ref, cluster: state.cluster, object: about } as const;
  const evidence = [
    ...(state.condition === undefined ? [] : [quote(state.condition)]),
    ...(state.binding === undefined ? [] : [`binding ${state.binding.name}`]),
    ...oldWorkEvidence(context, state),
    ...heartbeat(context, state),
  ];
  if (state.condition === undefined) return { ...base, evidence };
  const moments = contentMoments(context, state.binding);
  const lastedMs = msSinceLatest(context.hub, state.condition.lastTransitionTime, ...moments);
  const named = objectsNamed(context, state);
  const seen = { ...base, condition: state.condition, evidence: [...evidence, ...named.evidence], lastedMs, words: named.words };
  return state.step === 'Overridden' && state.binding !== undefined ? ofOverrides(context, state, state.binding, seen) : seen;
}

/** Whether the object that the message names is as the message says. The hub agent may have looked at it before. */
function objectsNamed(
  { members, view }: PlacementContext,
  { cluster, step, binding, condition, works }: ClusterState,
): Required<Pick<Observation, 'evidence' | 'words'>> {
  const message = condition?.message ?? '';
  const envelope = message.includes('found for the same envelope') ? envelopeIn(message) : undefined;
  if (envelope !== undefined && works !== undefined) return worksOfEnvelope(envelope, works);
  const member = members?.get(cluster);
  const isOfNamespace = step === 'WorkSynchronized' && message.split(/["\s]/).includes(namespaceOfCluster(cluster));
  if (isOfNamespace && member !== undefined && !member.leaving && member.joined)
    return { evidence: [`MemberCluster/${cluster} has joined and is not leaving`], words: { member: 'stays' } };
  const snapshot = view.groups?.find(({ masterName }) => masterName === binding?.snapshotName);
  if (message.includes('master resource snapshot is not found') && snapshot !== undefined)
    return { evidence: [`${snapshot.masterName} is on the hub`], words: { snapshot: 'there' } };
  return { evidence: [], words: {} };
}

/** The message counts the Works of an envelope, and does not name them. */
function worksOfEnvelope(envelope: ObjectRef, works: readonly WorkView[]): Required<Pick<Observation, 'evidence' | 'words'>> {
  const own = works
    .filter(({ object }) => fleetLabel(object, 'envelope-name') === envelope.name)
    .filter(({ object }) => (fleetLabel(object, 'envelope-namespace') ?? '') === (envelope.namespace ?? ''))
    .map(({ object }) => ({ name: object.metadata.name, made: object.metadata.creationTimestamp ?? '' }))
    .toSorted((a, b) => a.made.localeCompare(b.made));
  return { evidence: own.length < 2 ? [] : own.map(({ name, made }) => `Work ${name} for it, created ${made}`), words: {} };
}

/** The message does not name the failing override: if it is not certain, all overrides of the cluster are named. */
function ofOverrides(context: PlacementContext, state: ClusterState, binding: BindingView, seen: Observation): Observation {
  const failing = state.condition?.status === 'False' ? failingOverride(context, state) : undefined;
  if (failing === undefined) return { ...seen, overrides: overridesOfBinding(binding) };
  const byNamespace = failing.isByNamespace ? { byNamespace: failing.object.namespace ?? '', failsOn: displayName(failing.object) } : {};
  const words = { ...seen.words, ...byNamespace };
  return { ...seen, evidence: [...seen.evidence, failing.evidence], overrides: [failing.override], words };
}

/** The heartbeat shows whether the member that must act is alive. */
function heartbeat({ members, hub }: PlacementContext, state: ClusterState): readonly string[] {
  const age = members?.get(state.cluster)?.heartbeatAge;
  return age === undefined || !isMembersTurn(state) ? [] : [heartbeatText(age, hub)];
}

/** Whether the member's agent must act next: on the content, or on an old Work that must be deleted first. */
export function isMembersTurn({ step, condition, leavingWork }: ClusterState): boolean {
  return ON_MEMBER.has(step) || leavingWork !== undefined || oldWorkIn(condition?.message ?? '') !== undefined;
}

const ON_MEMBER: ReadonlySet<string> = new Set(['Applied', 'Available', 'DiffReported']);
