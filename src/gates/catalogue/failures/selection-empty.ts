import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const selectionEmpty = defineFailure({
  id: 'selection-empty',
  title: 'Nothing is selected',
  docs: DOCS.rolloutStarted,
  when: [{ scope: 'placement', fact: 'nothing-selected' }],
  outcome: (_sighting, options) => (options.allowEmpty ? { kind: 'info' } : { kind: 'suspect', grace: 'selection' }),
  explain:
    'The selectors of {target} match no object on the hub. KubeFleet calls that a success: every condition is True and nothing is placed.',
  remedy: [
    'Compare spec.resourceSelectors with the names, kinds and labels of what was deployed.',
    'Check that the selected namespace exists on the hub.',
    'If nothing is meant to be placed, say so with --allow-empty.',
  ],
  seeAlso: 'selects-nothing',
});
