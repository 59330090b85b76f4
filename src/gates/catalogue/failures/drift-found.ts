import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const driftFound = defineFailure({
  id: 'drift-found',
  title: 'The object drifted on the member',
  docs: DOCS.drift,
  when: [{ scope: 'manifest', fact: 'drift' }],
  outcome: (_observation, options) => (options.failOnDrift ? 'failed' : 'info'),
  explain: 'Somebody changed {object} on {cluster} after it was applied. The placement is green all the same.',
  remedy: [
    'Read the drift: `kubectl get {targetArgs} -o jsonpath="{.status.placementStatuses[*].driftedPlacements}"`',
    'Undo the change on {cluster}: `kubectl edit {objectArgs}`, or take it into the manifests.',
  ],
});
