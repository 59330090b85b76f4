import { onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

const MORE_AWAY = moreOf('maxUnavailable', '{enough}');

/** The required number of clusters is ready, and all of them must stay ready (KubeFleet pkg/controllers/rollout/controller.go). */
const NO_BUDGET: Details = {
  explain:
    'maxUnavailable of {target} is 0. A cluster is unavailable during an update, so none can be updated. maxSurge does not help: it allows more clusters, not updates.',
  remedy: [...MORE_AWAY],
};

/** Newly picked clusters use up maxSurge until the clusters that they replace are removed. */
const NO_SURGE: Details = {
  explain:
    'Newly picked clusters cannot be added: maxSurge of {target} is used up by clusters that are no longer picked. Those cannot be removed either, because maxUnavailable allows no removal before another cluster is ready.',
  remedy: [...moreOf('maxSurge', '1'), ...MORE_AWAY.map(asOther)],
};

/** Steps that lower the required number, so that one of the ready clusters can be updated. */
const FEWER = ['Lower numberOfClusters of {target} to {fits}, or add the missing clusters.', ...MORE_AWAY.map(asOther)];

export const rolloutDeadlocked = defineFailure({
  id: 'rollout-deadlocked',
  title: 'The rollout cannot continue',
  docs: DOCS.rolloutStarted,
  when: [{ scope: 'placement', fact: 'deadlock' }],
  outcome: 'failed',
  details: ({ words }) => {
    if (words?.['joining'] !== '0') return NO_SURGE;
    if (words['allowed'] === '0') return NO_BUDGET;
    return words['fits'] === undefined ? {} : { remedy: FEWER };
  },
  explain:
    'Every cluster that may change has changed, the others are held back, and nothing is in progress that could free them. This happens if fewer clusters exist than the policy asks for: the missing ones already use up maxUnavailable.',
  remedy: ['Lower numberOfClusters to what the fleet has, or add the missing clusters.', ...MORE_AWAY.map(asOther)],
  foundBy: [{ rule: 'no-update-budget', when: ({ words }) => words?.['joining'] === '0' && words['allowed'] === '0' }],
});

/** @param value as JSON, or a template of it */
function moreOf(field: 'maxUnavailable' | 'maxSurge', value: string): readonly [manifest: string, atOnce: string] {
  const patch = `{"spec":{"strategy":{"rollingUpdate":{"${field}":${value}}}}}`;
  return [
    `Raise spec.strategy.rollingUpdate.${field} of {target} to ${value} in the manifest, and deploy again.`,
    `The same at once, until the next deploy: ${onHub(`patch {targetArgs} --type=merge -p '${patch}'`)}`,
  ];
}

function asOther(step: string): string {
  return step.replace(/^Raise /, 'Or raise ');
}
