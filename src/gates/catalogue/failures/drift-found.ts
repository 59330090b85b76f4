import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

/** KubeFleet pkg/controllers/workapplier/drift_detection_takeover.go: a full comparison includes fields that the manifest does not have. */
const FILLED_IN: Details = {
  explain:
    'The only differences are fields of {object} that only {cluster} has: its API server or a controller filled them in, a clusterIP for example. Under comparisonOption FullComparison they are drift from the first apply on.',
  remedy: ['Compare only the fields of the manifest: set spec.strategy.applyStrategy.comparisonOption of {target} to PartialComparison.'],
};

export const driftFound = defineFailure({
  id: 'drift-found',
  title: 'The object drifted on the member',
  docs: DOCS.drift,
  when: [{ scope: 'manifest', fact: 'drift' }],
  outcome: (_observation, options) => (options.failOnDrift ? 'failed' : 'info'),
  details: ({ words }) => (words?.['filledIn'] === 'true' ? FILLED_IN : {}),
  explain: '{object} was changed on {cluster} after it was applied. All conditions of the placement are True.',
  remedy: [
    `See the object, and who wrote it: ${onMember('get {objectArgs} -o yaml --show-managed-fields')}`,
    'If the change should stay, take it into the manifests. Otherwise undo it on {cluster}, where it was made.',
  ],
});
