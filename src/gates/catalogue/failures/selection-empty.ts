import { onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';
import { AGAIN_WHEN_GONE, HOLDS_LEAVING } from '../leaving-object.ts';

const COMPARE = `Compare the selectors with what was deployed: ${onHub('get {targetArgs} -o jsonpath="{.spec.resourceSelectors}"')}`;
/** A ResourcePlacement selects only in its own namespace, which exists. */
const IN_NAMESPACE = 'Check the names and labels of the objects in the namespace of {target}.';
const ALLOW = 'If nothing should be placed, add {--allow-empty}.';

/** The selected objects are being deleted on the hub; a finalizer can delay that for a long time. */
const LEAVING: Details = {
  title: 'What is selected is being deleted on the hub',
  explain:
    '{leaving} is being deleted, and {target} selects nothing else. KubeFleet ignores what is being deleted, removes it from the clusters, and reports success.',
  remedy: [HOLDS_LEAVING, AGAIN_WHEN_GONE, ALLOW],
};

export const selectionEmpty = defineFailure({
  id: 'selection-empty',
  title: 'Nothing is selected',
  docs: DOCS.rolloutStarted,
  when: [{ scope: 'placement', fact: 'nothing-selected' }],
  outcome: (_observation, options) => (options.allowEmpty ? 'info' : { kind: 'suspect', grace: 'selection' }),
  explain:
    'The selectors of {target} match no object on the hub. KubeFleet reports success: every condition is True, and nothing is placed.',
  details: ({ target, words }) => {
    if (words?.['leaving'] !== undefined) return LEAVING;
    return target.kind === 'ResourcePlacement' ? { remedy: [COMPARE, IN_NAMESPACE, ALLOW] } : {};
  },
  remedy: [COMPARE, `Check that the selected namespace is on the hub: ${onHub('get namespaces --show-labels')}`, ALLOW],
  foundBy: [{ rule: 'selects-nothing', when: ({ words }) => words?.['leaving'] === undefined && words?.['isDeployed'] === 'false' }],
});
