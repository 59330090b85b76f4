/**
 * Twelve failures of different kinds. For each, the first screen must explain to a reader who knows Kubernetes but not Fleet what broke,
 * where, and what to do.
 */
export const FIRST_SCREENS = [
  'gate-denied',
  'gate-foreign-owner',
  'gate-quota',
  'gate-image-pull',
  'gate-no-namespace',
  'gate-override-failed',
  'gate-no-cluster',
  'gate-too-few-clusters',
  'gate-rollout-blocked',
  'gate-approval-open',
  'lint-refused',
  'gate-member-leaving',
] as const;
