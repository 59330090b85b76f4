import { hasUnusableName } from '../../../fleet/kubefleet/binding-name.ts';
import { HUB_LOG, HUB_PODS, onHub, SUPPORT } from '../commands.ts';
import { DOCS } from '../docs.ts';
import type { Details } from '../failure.ts';
import { defineFailure, hasWord } from '../failure.ts';

const FILL_IN = [
  `See the policy: ${onHub('get {targetArgs} -o jsonpath="{.spec.policy}"')}`,
  'Add {lacks} to spec.policy of {target}, and deploy again.',
];

const UNPROCESSED: Details = {
  title: 'The hub agent has not processed the placement yet',
  explain: 'The scheduler decides after the hub agent has processed the current generation of {target}. The hub agent has not done so.',
  remedy: [`Check that the hub agent runs: ${HUB_PODS}`, `Read its log: ${HUB_LOG}`, SUPPORT],
};

export const schedulingPending = defineFailure({
  id: 'scheduling-pending',
  title: 'The scheduler has not decided yet',
  docs: DOCS.scheduled,
  when: [{ scope: 'placement', fact: 'scheduling-unanswered' }],
  details: ({ words }) => detailsOf(words),
  outcome: { kind: 'suspect', grace: 'scheduling' },
  explain:
    'The scheduler has no decision for the current generation of {target}. This does not change for a policy that it cannot process (PickN without numberOfClusters, PickFixed without clusterNames), and for a placement with a dot in its name.',
  remedy: [
    `Check the policy; PickN needs numberOfClusters, PickFixed clusterNames: ${onHub('get {targetArgs} -o jsonpath="{.spec.policy}"')}`,
    `Check that the hub agent runs: ${HUB_PODS}. In very large fleets scheduling can take minutes.`,
  ],
  foundBy: [
    { rule: 'asks-for-no-cluster', when: hasWord('lacks', 'clusterNames') },
    {
      rule: 'rp-not-checked',
      when: ({ target, words }) => target.kind === 'ResourcePlacement' && words?.['lacks'] === 'numberOfClusters',
    },
    { rule: 'name-with-dot', when: ({ target, words }) => hasUnusableName(target.name) && words?.['unprocessed'] === undefined },
  ],
});

function detailsOf(words: Readonly<Record<string, string>> = {}): Details {
  if (words['lacks'] !== undefined) return { title: 'The scheduler cannot decide', remedy: FILL_IN };
  return words['unprocessed'] === 'true' ? UNPROCESSED : {};
}
