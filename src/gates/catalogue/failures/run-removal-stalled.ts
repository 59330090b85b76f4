import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runRemovalStalled = defineFailure({
  id: 'run-removal-stalled',
  title: 'The delete stage does not end',
  docs: DOCS.runStuck,
  when: [{ scope: 'run', fact: 'run-removal' }],
  outcome: { kind: 'suspect', grace: 'removal', becomes: 'stuck' },
  explain:
    'The run takes content off {cluster}, which is no longer picked, and that does not come to an end. KubeFleet has no clock for its delete stage: the run calls itself progressing for ever.',
  remedy: [
    'Look at what is still there: kubectl -n fleet-member-{cluster} get works.placement.kubernetes-fleet.io -l kubernetes-fleet.io/parent-resource-binding={binding} -o yaml',
    'Find the finalizer or the object on {cluster} that holds the deletion up, or whether its agent answers: kubectl get memberclusters.cluster.kubernetes-fleet.io {cluster} -o yaml',
    'Remove what holds it; the run ends by itself then.',
  ],
});
