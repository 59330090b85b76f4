import { AGENT_PODS, RUNS, SUPPORT, WORKS_LEFT } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

/** KubeFleet pkg/controllers/updaterun/execution.go, executeDeleteStage. */
const UNTIL_RUN: Details = {
  title: 'Content has not been removed from a cluster yet',
  explain:
    '{cluster} is no longer picked, and keeps its content. Under strategy External only an update run removes it, in its delete stage.',
  remedy: [
    `See whether an update run is active, and wait for it: ${RUNS}`,
    'If there is none, create one with spec.placementName {name} and spec.state Run.',
  ],
};

/** KubeFleet pkg/controllers/workgenerator/controller.go, handleDelete: the binding is removed although the member has not answered. */
const GIVEN_UP: Details = {
  title: 'Content may still be on a cluster that is no longer picked',
  explain:
    '{cluster} is no longer picked, and its member agent has not removed the content yet: it does not answer, or a finalizer holds an object. KubeFleet does not wait for it, and neither does the gate.',
  remedy: [`Show what is left: ${WORKS_LEFT}`, 'Look for finalizers on those objects on {cluster}.'],
};

/** The work generator waits until the Works are gone, and a Work until the member agent has removed its objects. */
const LATE: Details = {
  explain:
    '{cluster} is no longer picked, and its objects are not removed yet. A finalizer of another controller on one of them, or a member agent that does not run, delays that without a limit.',
  remedy: [
    `See what is left: ${WORKS_LEFT}`,
    `Check that the member agent runs: ${AGENT_PODS}`,
    'Look for finalizers on those objects on {cluster}, and repair the controller that should remove them. The removal then ends by itself.',
    SUPPORT,
  ],
};

export const bindingDeleting = defineFailure({
  id: 'binding-deleting',
  title: 'Content is being removed from a cluster',
  docs: DOCS.rolloutStarted,
  when: [{ scope: 'cluster', fact: 'binding-leaving' }],
  outcome: ({ words }) => (words?.['isGivenUp'] === 'true' ? 'info' : 'waiting'),
  details: ({ words = {}, cluster = 'the cluster' }) => {
    if (words['isGivenUp'] === 'true') return GIVEN_UP;
    if (words['awaitsRun'] === 'true') return UNTIL_RUN;
    return words['late'] === undefined ? {} : { ...LATE, title: `Content is not removed from ${cluster} after ${words['late']}` };
  },
  explain: '{cluster} is no longer picked, and its objects are still being removed. The placement is green before that is done.',
  remedy: [
    `Wait while the removal continues. See what is left: ${WORKS_LEFT}`,
    'If it does not end, look for finalizers on those objects on {cluster}, and repair the controller that should remove them.',
    SUPPORT,
  ],
});
