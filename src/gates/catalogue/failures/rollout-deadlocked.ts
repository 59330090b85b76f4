import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

const MORE_AWAY = moreOf('maxUnavailable', '{enough}');

/** As many clusters as are asked for are ready, and all of them must stay so (KubeFleet pkg/controllers/rollout/controller.go). */
const NO_BUDGET: Details = {
  explain:
    'maxUnavailable of {target} is 0: a cluster counts as unavailable while it takes an update, so that none ever may. maxSurge does not help, it lets the placement onto further clusters and has no part in updates.',
  remedy: [`Raise ${MORE_AWAY}`],
};

/** Clusters that were newly picked count against maxSurge until those they stand in for are left. */
const NO_SURGE: Details = {
  explain:
    'Clusters that are newly picked may not be added: maxSurge of {target} is used up by clusters that are no longer picked. These may not be left either, as maxUnavailable lets no cluster go before another one is ready.',
  remedy: [`Raise ${moreOf('maxSurge', '1')}`, `Or raise ${MORE_AWAY}`],
  isFoundBefore: false,
};

export const rolloutDeadlocked = defineFailure({
  id: 'rollout-deadlocked',
  title: 'The rollout can never go on',
  docs: DOCS.rolloutStarted,
  when: [{ scope: 'placement', fact: 'deadlock' }],
  outcome: 'failed',
  details: ({ words }) => {
    if (words?.['joining'] !== '0') return NO_SURGE;
    return words['allowed'] === '0' ? NO_BUDGET : { isFoundBefore: false };
  },
  explain:
    'Every cluster that may change has changed, the rest is held back, and nothing is under way that could free it. This happens when fewer clusters exist than the policy asks for: the missing ones already use up maxUnavailable.',
  remedy: ['Lower numberOfClusters to what the fleet has, or add the missing clusters.', `Or raise ${MORE_AWAY}`],
  seeAlso: 'no-update-budget',
});

/** @param value as it stands in JSON, or a template of it */
function moreOf(field: 'maxUnavailable' | 'maxSurge', value: string): string {
  const patch = `{"spec":{"strategy":{"rollingUpdate":{"${field}":${value}}}}}`;
  return `spec.strategy.rollingUpdate.${field} in the manifest. At once: \`kubectl patch {targetArgs} --type=merge -p '${patch}'\``;
}
