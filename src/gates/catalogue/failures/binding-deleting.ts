import { WORKS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const bindingDeleting = defineFailure({
  id: 'binding-deleting',
  title: 'Content is being removed from a cluster',
  docs: DOCS.rolloutStarted,
  when: [{ scope: 'cluster', fact: 'binding-leaving' }],
  outcome: 'waiting',
  explain: '{cluster} is no longer picked; its objects are still being removed. The placement is green before that is done.',
  remedy: [
    'Nothing to do while it goes on.',
    `When it does not end, see what is left: ${WORKS}`,
    'Look for finalizers on those objects on {cluster}.',
  ],
});
