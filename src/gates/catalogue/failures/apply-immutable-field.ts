import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** The chain around the text is always the same; only the API server's own words tell the causes of ManifestApplyFailed apart (lab.md). */
export const applyImmutableField = defineFailure({
  id: 'apply-immutable-field',
  title: 'The change touches a field that cannot change',
  docs: DOCS.applied,
  precedence: 12,
  when: [
    {
      scope: 'manifest',
      stage: 'Applied',
      status: 'False',
      reasons: ['ManifestApplyFailed'],
      message: /immutable|updates to statefulset spec|cannot change roleRef/i,
    },
  ],
  outcome: { kind: 'terminal' },
  explain:
    '{object} exists on {cluster}, and the deploy changes a field that Kubernetes allows to set once only. No retry and no apply strategy helps. What the member said: {message}',
  remedy: ['Delete {object} on {cluster} and let KubeFleet create it again, or keep the old value.'],
});
