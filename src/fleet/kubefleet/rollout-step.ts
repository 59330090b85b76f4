/** The steps of a rollout in KubeFleet's order, each named by its condition type; a step holds only where the ones before it do. */
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
