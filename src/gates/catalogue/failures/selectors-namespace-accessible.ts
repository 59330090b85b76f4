import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

const NEW_PLACEMENT = ['Or create a new placement: neither the scope nor the namespace can be changed later.'];

/**
 * Only the message distinguishes it from other selection errors. Bindings can be green although it fails (KubeFleet
 * pkg/controllers/placement).
 */
export const selectorsNamespaceAccessible = defineFailure({
  id: 'selectors-namespace-accessible',
  title: 'Status reporting into the namespace does not fit the selectors',
  docs: DOCS.scheduled,
  when: [
    {
      scope: 'placement',
      step: 'Scheduled',
      status: 'False',
      reasons: ['InvalidResourceSelectors'],
      message: /NamespaceAccessible|namespace resource selector is choosing a different namespace/,
    },
  ],
  outcome: 'failed',
  explain:
    'With statusReportingScope NamespaceAccessible exactly one Namespace must be selected by name, and it cannot be changed later. {target} does not comply, so its status is no longer updated, whatever happens on the clusters.',
  details: ({ words = {} }) =>
    words['kept'] === undefined ? {} : { remedy: ['Select Namespace {kept} in {target} again: it was picked first.', ...NEW_PLACEMENT] },
  remedy: ['Select one Namespace by name in {target}, and no other.', ...NEW_PLACEMENT],
});
