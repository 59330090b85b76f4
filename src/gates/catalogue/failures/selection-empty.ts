import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

const COMPARE = 'Compare the selectors with what was deployed: `kubectl get {targetArgs} -o jsonpath="{.spec.resourceSelectors}"`';
/** A ResourcePlacement picks in its own namespace, which is there as it is. */
const IN_NAMESPACE = 'Check the names and labels of the objects beside it, in the namespace of {target}.';
const ALLOW = 'If nothing is meant to be placed, say so with {--allow-empty}.';

export const selectionEmpty = defineFailure({
  id: 'selection-empty',
  title: 'Nothing is selected',
  docs: DOCS.rolloutStarted,
  when: [{ scope: 'placement', fact: 'nothing-selected' }],
  outcome: (_observation, options) => (options.allowEmpty ? 'info' : { kind: 'suspect', grace: 'selection' }),
  explain:
    'The selectors of {target} match no object on the hub. KubeFleet calls that a success: every condition is True and nothing is placed.',
  details: ({ target }) => (target.kind === 'ResourcePlacement' ? { remedy: [COMPARE, IN_NAMESPACE, ALLOW] } : {}),
  remedy: [COMPARE, 'Check that the selected namespace is on the hub: `kubectl get namespaces --show-labels`', ALLOW],
  seeAlso: 'selects-nothing',
});
