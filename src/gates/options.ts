import { DEFAULT_GRACES } from './graces.ts';
import type { Graces } from './graces.ts';
import type { RequiredClusters } from './required-clusters.ts';
import type { Share } from '../share.ts';

/** What can be waited for. */
export const TARGET_STATES = ['available', 'applied', 'diff-reported', 'succeeded', 'scheduled'] as const;
/** What to do when a person must act. */
export const APPROVALS = ['wait', 'fail', 'pass'] as const;

/** What a gate may be asked for; all durations are milliseconds. The names follow the flags of `wait` and `diagnose`. */
export interface GateOptions {
  readonly for: (typeof TARGET_STATES)[number];
  readonly timeout: number;
  /** A passed state must stay good this long. */
  readonly hold: number;
  /** After the first terminal failure go on looking until every cluster is decided, this long at most. */
  readonly settle: number;
  /** How long the hub may call an update run stuck before the gate does. */
  readonly stuckGrace: number;
  /** How long after the start a hub that refuses is asked again. */
  readonly accessGrace: number;
  readonly onApproval: (typeof APPROVALS)[number];
  readonly allowPartial: boolean;
  readonly allowEmpty: boolean;
  readonly failOnDrift: boolean;
  /** Every object of the deploy that can be placed must be selected by a followed placement. */
  readonly requireSelected: boolean;
  /** Clusters every target must be good on; their failure is never forgiven. */
  readonly requireClusters?: RequiredClusters;
  /** Every target must be good on so many clusters; a percentage is of those its policy asks for. */
  readonly minClusters?: Share;
  /** So many clusters of a target may fail; a percentage is of those it has. */
  readonly tolerateFailed?: Share;
  readonly grace: Graces;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

export const DEFAULT_OPTIONS: GateOptions = {
  for: 'available',
  timeout: 15 * MINUTE,
  hold: 0,
  settle: 10 * SECOND,
  stuckGrace: 0,
  accessGrace: 0,
  onApproval: 'wait',
  allowPartial: false,
  allowEmpty: false,
  failOnDrift: false,
  requireSelected: false,
  grace: DEFAULT_GRACES,
};
