import { BINDINGS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const overrideNotApplied = defineFailure({
  id: 'override-not-applied',
  title: 'A matching override is not in force',
  docs: DOCS.run,
  when: [{ scope: 'cluster', fact: 'override-missing' }],
  // The binding lists an override of an envelope's content a moment later on main, and never on v0.3.
  outcome: ({ words }) =>
    words?.['enveloped'] === 'true' ? { kind: 'suspect', grace: 'snapshot', answered: true, becomes: 'info' } : 'info',
  explain:
    '{object} matches {cluster}, but the rollout did not use it. Namespaced update runs skip overrides whose placement scope is Namespaced, and KubeFleet v0.3 skips what an envelope holds. Everything is green without it.',
  remedy: [
    `See what is in force: ${BINDINGS}`,
    'Under a namespaced update run: roll out with strategy RollingUpdate.',
    'In an envelope: place the object outside of it, or let the hub be updated to a version that overrides what envelopes hold.',
    'Else put the difference into the manifests.',
  ],
  seeAlso: 'override-scope',
});
