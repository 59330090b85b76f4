import { AGENT_PODS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

const FILL_IN =
  'Give spec.policy of {target} its {lacks}, and deploy again. It is now: `kubectl get {targetArgs} -o jsonpath="{.spec.policy}"`';

export const schedulingPending = defineFailure({
  id: 'scheduling-pending',
  title: 'The scheduler has not decided yet',
  docs: DOCS.scheduled,
  when: [{ scope: 'placement', fact: 'scheduling-unanswered' }],
  details: ({ words }) => (words?.['lacks'] === undefined ? {} : { title: 'The scheduler can never decide', remedy: [FILL_IN] }),
  outcome: { kind: 'suspect', grace: 'scheduling' },
  explain:
    'The scheduler has no decision for the present generation of {target}. A policy it cannot work with (PickN without numberOfClusters, PickFixed without clusterNames) stays so for ever, and so does a placement with a dot in its name.',
  remedy: [
    'Check the policy: `kubectl get {targetArgs} -o jsonpath="{.spec.policy}"`; PickN needs numberOfClusters, PickFixed clusterNames.',
    `Check that the hub agent runs: ${AGENT_PODS}. In very large fleets scheduling may take minutes.`,
  ],
  seeAlso: 'name-with-dot',
});
