import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** The run has one reason for all its failures; only the message tells them apart (KubeFleet pkg/controllers/updaterun). */
export const runPreempted = defineFailure({
  id: 'run-preempted',
  title: 'Another run took over',
  docs: DOCS.runExecution,
  precedence: 20,
  when: [
    { scope: 'run', stage: 'Succeeded', status: 'False', reasons: ['UpdateRunFailed'], message: /not up-to-date with the desired status/ },
  ],
  outcome: { kind: 'terminal' },
  explain: 'Another update run of the same placement moved a cluster that {target} was updating.',
  remedy: ['See which run took over: `kubectl get {runs}`', 'Let the other run finish, or stop it and create a new one.'],
});
