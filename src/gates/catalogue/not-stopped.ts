import type { Observation } from '../observations/observation.ts';

/**
 * Steps that end with the creation of a run like the present one. If that one is stopped, a copy of it would only make its plan and wait
 * (KubeFleet pkg/controllers/updaterun/controller.go).
 */
export function notStopped({ words }: Observation, steps: readonly string[]): readonly string[] {
  return steps.map((step, at) => (words?.['isStopped'] === 'true' && at === steps.length - 1 ? `${step} ${NOT_STOP}` : step));
}

const NOT_STOP = 'Give it spec.state Run: {target} has Stop, and a run with Stop updates no cluster.';
