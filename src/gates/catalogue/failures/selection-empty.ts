import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const selectionEmpty = defineFailure({
  id: 'selection-empty',
  title: 'Nothing is selected',
  docs: DOCS.rolloutStarted,
  when: [{ scope: 'placement', fact: 'nothing-selected' }],
  outcome: (_observation, options) => (options.allowEmpty ? 'info' : { kind: 'suspect', grace: 'selection' }),
  explain:
    'The selectors of {target} match no object on the hub. KubeFleet calls that a success: every condition is True and nothing is placed.',
  remedy: [
    'Compare the selectors with what was deployed: `kubectl get {targetArgs} -o jsonpath="{.spec.resourceSelectors}"`',
    'Check that the selected namespace is on the hub: `kubectl get namespaces --show-labels`',
    'If nothing is meant to be placed, say so with {--allow-empty}.',
  ],
  seeAlso: 'selects-nothing',
});
