/** The steps of a rollout in KubeFleet's order, each named by its condition type. A step is complete only if all steps before it are. */
export const ROLLOUT_STEPS = [
  'Scheduled',
  'RolloutStarted',
  'Overridden',
  'WorkSynchronized',
  'Applied',
  'Available',
  'DiffReported',
] as const;
export type RolloutStep = (typeof ROLLOUT_STEPS)[number];
