import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const workloadNotAvailable = defineFailure({
  id: 'workload-not-available',
  title: 'Not available yet',
  docs: DOCS.available,
  when: [{ scope: 'manifest', step: 'Available', status: 'False', reasons: ['ManifestNotAvailableYet'] }],
  outcome: 'waiting',
  explain:
    '{object} is applied on {cluster} and not available. The hub never says why: image, capacity, quota and crashes all look the same from here.',
  remedy: [
    'Look on {cluster}: `kubectl describe {objectArgs}` and `kubectl get events {namespaceArgs}`',
    'Give the gate access with {--member {cluster}=CONTEXT} to name the cause.',
  ],
});
