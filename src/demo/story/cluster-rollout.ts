/** The state of one cluster in the rollout of one placement, and the conditions that KubeFleet writes for it (v0.3.1). */

/** A refused object: reason and message of its manifest condition. */
export interface Refusal {
  /** Index in the manifests of the Work. */
  readonly ordinal: number;
  readonly reason: string;
  readonly message: string;
}

export type Phase =
  /** The rollout controller has not decided about the binding yet. */
  | { readonly kind: 'undecided' }
  /** Held back by maxUnavailable; the previous content is still in place. */
  | { readonly kind: 'blocked' }
  /** The binding has the new snapshot, but its Work does not yet. */
  | { readonly kind: 'started' }
  | { readonly kind: 'applying' }
  | { readonly kind: 'applied' }
  | { readonly kind: 'available' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export interface ClusterRollout {
  readonly cluster: string;
  readonly phase: Phase;
  readonly bindingGeneration: number;
  /** Generation of the binding that its older conditions were written for. */
  readonly settledGeneration: number;
  /** Index of the snapshot that the binding references. Absent until the rollout controller has bound it. */
  readonly index?: number;
  readonly workGeneration: number;
}

export interface StoryCondition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
  readonly observedGeneration?: number;
  readonly lastTransitionTime: string;
}

export type Judgement = Omit<StoryCondition, 'observedGeneration' | 'lastTransitionTime'>;

const ROLLOUT_STARTED: Judgement = {
  type: 'RolloutStarted',
  status: 'True',
  reason: 'RolloutStarted',
  message: 'Detected the new changes on the resources and started the rollout process',
};

const OVERRIDDEN: Judgement = {
  type: 'Overridden',
  status: 'True',
  reason: 'NoOverrideSpecified',
  message: 'No override rules are configured for the selected resources',
};

const WORK_SYNCHRONIZED: Judgement = {
  type: 'WorkSynchronized',
  status: 'True',
  reason: 'AllWorkSynced',
  message: 'All of the works are synchronized to the latest',
};

const APPLIED: Judgement = {
  type: 'Applied',
  status: 'True',
  reason: 'AllWorkHaveBeenApplied',
  message: 'All corresponding work objects are applied',
};

const AVAILABLE: Judgement = {
  type: 'Available',
  status: 'True',
  reason: 'AllWorkAreAvailable',
  message: 'All corresponding work objects are available',
};

const GREEN = [OVERRIDDEN, WORK_SYNCHRONIZED, APPLIED, AVAILABLE];

/** `status.conditions` of the binding. */
export function bindingConditions(rollout: ClusterRollout, work: string, now: string): readonly StoryCondition[] {
  const { phase, bindingGeneration: own, settledGeneration: settled } = rollout;
  const at = (generation: number, judgements: readonly Judgement[]): readonly StoryCondition[] =>
    judgements.map((judgement) => ({ ...judgement, observedGeneration: generation, lastTransitionTime: now }));
  if (phase.kind === 'undecided') return [];
  if (phase.kind === 'blocked') return at(settled, [HELD_BACK, ...GREEN]);
  if (phase.kind === 'started') return [...at(own, [ROLLOUT_STARTED]), ...(settled === own ? [] : at(settled, GREEN))];
  return at(own, [ROLLOUT_STARTED, ...afterStart(phase, work)]);
}

/** Conditions of the cluster's entry in `placementStatuses`, without Scheduled. */
export function clusterConditions({ phase }: ClusterRollout, work: string): readonly Judgement[] {
  if (phase.kind === 'undecided') return [UNDECIDED];
  if (phase.kind === 'blocked') return [{ ...HELD_BACK, message: 'The rollout is being blocked by the rollout strategy' }];
  if (phase.kind === 'started') return [ROLLOUT_STARTED, OVERRIDE_PENDING];
  return [ROLLOUT_STARTED, ...afterStart(phase, work)];
}

const HELD_BACK: Judgement = {
  type: 'RolloutStarted',
  status: 'False',
  reason: 'RolloutNotStartedYet',
  message: 'The resources cannot be updated to the latest because of the rollout strategy',
};

const UNDECIDED: Judgement = {
  type: 'RolloutStarted',
  status: 'Unknown',
  reason: 'RolloutStartedUnknown',
  message: 'In the process of deciding whether to roll out some version of the resources or not',
};

const OVERRIDE_PENDING: Judgement = {
  type: 'Overridden',
  status: 'Unknown',
  reason: 'OverriddenPending',
  message: 'In the process of overriding the selected resources if there is any override defined',
};

type UnderWay = Exclude<Phase, { kind: 'undecided' | 'blocked' | 'started' }>;

function afterStart(phase: UnderWay, work: string): readonly Judgement[] {
  if (phase.kind === 'available') return GREEN;
  if (phase.kind === 'applied') {
    const message = `Work object ${work} is not yet available`;
    return [OVERRIDDEN, WORK_SYNCHRONIZED, APPLIED, { type: 'Available', status: 'False', reason: 'NotAllWorkAreAvailable', message }];
  }
  const why =
    phase.kind === 'refused'
      ? { reason: 'NotAllWorkHaveBeenApplied', message: `Work object ${work} has failed to apply` }
      : { reason: 'ApplyInProgress', message: 'Resources are being applied' };
  return [OVERRIDDEN, WORK_SYNCHRONIZED, { type: 'Applied', status: 'False', ...why }];
}
