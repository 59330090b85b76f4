import { WORKS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

/** KubeFleet pkg/controllers/updaterun/execution.go, executeDeleteStage. */
const UNTIL_RUN: Details = {
  title: 'Content is still to be removed from a cluster',
  explain:
    '{cluster} is no longer picked, and keeps its content: under strategy External only an update run removes it, in its delete stage.',
  remedy: [
    'Nothing to do while an update run goes on: `kubectl get {runs}`',
    'When there is none, create one with spec.placementName {name} and spec.state Run.',
  ],
};

export const bindingDeleting = defineFailure({
  id: 'binding-deleting',
  title: 'Content is being removed from a cluster',
  docs: DOCS.rolloutStarted,
  when: [{ scope: 'cluster', fact: 'binding-leaving' }],
  outcome: 'waiting',
  details: ({ words }) => (words?.['awaitsRun'] === 'true' ? UNTIL_RUN : {}),
  explain: '{cluster} is no longer picked; its objects are still being removed. The placement is green before that is done.',
  remedy: [
    'Nothing to do while it goes on.',
    `When it does not end, see what is left: ${WORKS}`,
    'Look for finalizers on those objects on {cluster}.',
  ],
});
