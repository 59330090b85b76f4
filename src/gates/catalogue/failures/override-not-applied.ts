import { BINDINGS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const overrideNotApplied = defineFailure({
  id: 'override-not-applied',
  title: 'A matching override is not in force',
  docs: DOCS.run,
  when: [{ scope: 'cluster', fact: 'override-missing' }],
  outcome: 'info',
  explain:
    '{object} matches {cluster}, but the rollout did not use it: namespaced update runs skip overrides whose placement scope is Namespaced. Everything is green without it.',
  remedy: [`See what is in force: ${BINDINGS}`, 'Roll out with strategy RollingUpdate, or put the difference into the manifests.'],
  seeAlso: 'override-scope',
});
