import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

const NEW_PLACEMENT = ['Or create a new placement: neither the scope nor the namespace can be changed later.'];

/** Only the message tells it from other selection errors. Bindings may be green all the same (KubeFleet pkg/controllers/placement). */
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
    'With statusReportingScope NamespaceAccessible exactly one Namespace must be selected by name, and never another one later. {target} breaks that; its status stands still from now on, whatever the clusters do.',
  details: ({ words = {} }) =>
    words['kept'] === undefined
      ? {}
      : { remedy: ['Put the selector of Namespace {kept} back in {target}: it was picked first.', ...NEW_PLACEMENT] },
  remedy: ['Select the namespace by name in {target}, one only.', ...NEW_PLACEMENT],
});
