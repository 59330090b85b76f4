/** What a gate may be asked for; all durations are milliseconds. The names follow the flags of `wait` and `diagnose`. */
export interface GateOptions {
  readonly for: 'available' | 'applied' | 'diff-reported' | 'succeeded' | 'scheduled';
  readonly timeout: number;
  /** A passed state must stay good this long. */
  readonly hold: number;
  /** After the first terminal failure go on looking until every cluster is decided, this long at most. */
  readonly settle: number;
  /** How long the hub may call an update run stuck before the gate does. */
  readonly stuckGrace: number;
  readonly onApproval: 'wait' | 'fail' | 'pass';
  readonly allowPartial: boolean;
  readonly allowEmpty: boolean;
  readonly failOnDrift: boolean;
  readonly grace: Graces;
}

/** How long a suspect must be seen without a break before it fails the gate, by family; milliseconds. */
export interface Graces {
  /** No scheduling decision, or too few clusters. */
  readonly scheduling: number;
  /** Clusters undecided about the newest content. */
  readonly rollout: number;
  /** Refusals on members and failures to write Works: the controllers retry, and many heal. */
  readonly member: number;
  /** Age of a heartbeat, by the hub's clock, after which a member counts as silent. */
  readonly heartbeat: number;
  /** A cluster that is leaving: its namespace on the hub terminates. */
  readonly leaving: number;
  /** The selection is empty; counts from the end of the usual snapshot delay. */
  readonly selection: number;
  /** Content the hub held before the gate looked and holds otherwise now: replaced, or to be brought back by a GitOps controller. */
  readonly sync: number;
  /** From the moment the hub holds an object to the moment a snapshot must carry it. */
  readonly snapshot: number;
  /** An update run without an answer from its controller. */
  readonly run: number;
  /** A run that says it progresses while nothing can move any more. */
  readonly stalled: number;
  /** The delete stage of an update run, for which KubeFleet has no clock. */
  readonly removal: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** KubeFleet's controllers retry for ever; these are derived from their timers (docs/failures). */
export const DEFAULT_GRACES: Graces = {
  scheduling: MINUTE,
  rollout: 2 * MINUTE,
  member: 5 * MINUTE,
  heartbeat: 5 * MINUTE,
  leaving: 30 * SECOND,
  selection: MINUTE,
  sync: 5 * MINUTE,
  snapshot: MINUTE,
  run: 2 * MINUTE,
  stalled: 5 * MINUTE,
  removal: 10 * MINUTE,
};

export const DEFAULT_OPTIONS: GateOptions = {
  for: 'available',
  timeout: 15 * MINUTE,
  hold: 0,
  settle: 10 * SECOND,
  stuckGrace: 0,
  onApproval: 'wait',
  allowPartial: false,
  allowEmpty: false,
  failOnDrift: false,
  grace: DEFAULT_GRACES,
};
