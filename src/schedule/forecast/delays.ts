/**
 * KubeFleet's own delays in a rollout, in seconds. Source: KubeFleet `pkg/controllers/workapplier/controller.go` (requeue rate limiter),
 * `pkg/controllers/updaterun/execution.go`, `cmd/hubagent/options/placementmgmt.go`; the same in v0.3.1 and main.
 */

/** Until changed content is in a new resource snapshot: it is collected for 15 s, and two snapshots are at least 30 s apart. */
export const MOST_UNTIL_SNAPSHOT = 45;

/** The assumption of a forecast: the workloads of a step are available this long after they were applied. */
export const ASSUMED_UNTIL_AVAILABLE = 60;

/**
 * From the decision to update a cluster until its Work is applied, and from available workloads until the hub knows it. In the first minute
 * a member agent checks every 5 to 13 s.
 */
export const MOST_OF_STEP = 30;

/**
 * A run checks the clusters that it updates after 15, 25, 36, 56 and 97 s. A cluster that was available after a minute is therefore noticed
 * after 97 s at the latest.
 */
export const MOST_UNTIL_RUN_SEES = 97;

/** The last stage of a run deletes the content from clusters that are not picked any more. The longest that was recorded took 45 s. */
export const MOST_OF_DELETION = 60;

/** A run checks the tasks of a stage once a minute. */
export const MOST_UNTIL_TASK_SEEN = 60;
