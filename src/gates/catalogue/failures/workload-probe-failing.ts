import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Seen only with access to the member (`--member`). Nobody can tell a slow start from a broken one, so that it is waited for. */
export const workloadProbeFailing = defineFailure({
  id: 'workload-probe-failing',
  title: 'A probe fails',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'pod-probe' }],
  outcome: 'waiting',
  explain:
    'The containers of {object} run on {cluster}, and a probe says that they are not ready. Applications that start slowly look like this for a while.',
  remedy: [
    'On {cluster}, read what the application says: `kubectl logs {objectArgs}`',
    'Compare the path, port and times of the probe with the application. On {cluster}: `kubectl get {objectArgs} -o yaml`',
    'Look for what it depends on and does not reach from this cluster.',
  ],
});
