import { DEFAULT_GRACES } from './graces.ts';
import type { Graces } from './graces.ts';
import type { RequiredClusters } from './required-clusters.ts';
import type { Share } from '../share.ts';

/** The stages that a gate can wait for. */
export const TARGET_STATES = ['available', 'applied', 'diff-reported', 'succeeded', 'scheduled'] as const;
/** The behaviour if a person must act. */
export const APPROVALS = ['wait', 'fail', 'pass'] as const;

/** The options of a gate; all durations are milliseconds. The names follow the flags of `wait` and `diagnose`. */
export interface GateOptions {
  readonly for: (typeof TARGET_STATES)[number];
  readonly timeout: number;
  /** How long a passed state must stay good. */
  readonly hold: number;
  /** After the first terminal failure, the gate continues until every cluster is decided, at most for this long. */
  readonly settle: number;
  /** How long the hub may report an update run as stuck before the gate does. */
  readonly stuckGrace: number;
  /** How long after the start a hub that refuses is asked again. */
  readonly accessGrace: number;
  readonly onApproval: (typeof APPROVALS)[number];
  readonly allowPartial: boolean;
  readonly allowEmpty: boolean;
  readonly failOnDrift: boolean;
  /** Whether every placeable object of the deploy must be selected by a followed placement. */
  readonly requireSelected: boolean;
  /** Clusters on which every target must be good; their failure is never forgiven. */
  readonly requireClusters?: RequiredClusters;
  /** The number of clusters on which every target must be good; a percentage is of those its policy asks for. */
  readonly minClusters?: Share;
  /** The number of clusters of a target that may fail; a percentage is of those it has. */
  readonly tolerateFailed?: Share;
  /** The images that the deploy step set, `NAME:TAG` or `NAME=REF`, as the user gave them: the manifests have them already. */
  readonly images: readonly string[];
  readonly grace: Graces;
  /** How long applied content may be unavailable before its rollout has failed; absent if the timeout of the gate decides that. */
  readonly availableWithin?: number;
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
  images: [],
  grace: DEFAULT_GRACES,
};
