import { HUB_PODS, onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

const FILL_IN = [
  `See the policy: ${onHub('get {targetArgs} -o jsonpath="{.spec.policy}"')}`,
  'Add {lacks} to spec.policy of {target}, and deploy again.',
];

export const schedulingPending = defineFailure({
  id: 'scheduling-pending',
  title: 'The scheduler has not decided yet',
  docs: DOCS.scheduled,
  when: [{ scope: 'placement', fact: 'scheduling-unanswered' }],
  details: ({ words }) => (words?.['lacks'] === undefined ? {} : { title: 'The scheduler cannot decide', remedy: FILL_IN }),
  outcome: { kind: 'suspect', grace: 'scheduling' },
  explain:
    'The scheduler has no decision for the current generation of {target}. That stays so for a policy that it cannot work with (PickN without numberOfClusters, PickFixed without clusterNames), and for a placement with a dot in its name.',
  remedy: [
    `Check the policy; PickN needs numberOfClusters, PickFixed clusterNames: ${onHub('get {targetArgs} -o jsonpath="{.spec.policy}"')}`,
    `Check that the hub agent runs: ${HUB_PODS}. In very large fleets scheduling can take minutes.`,
  ],
  seeAlso: 'name-with-dot',
});
