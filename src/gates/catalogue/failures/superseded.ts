import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const superseded = defineFailure({
  id: 'superseded',
  title: 'A newer change replaced this deploy',
  docs: DOCS.snapshots,
  precedence: 1,
  when: [
    { scope: 'placement', fact: 'content-replaced' },
    { scope: 'run', fact: 'content-replaced' },
    { scope: 'placement', fact: 'content-removed' },
    { scope: 'run', fact: 'content-removed' },
  ],
  // What is removed may be on its way back: `kubectl replace --force` does just that.
  outcome: (sighting) =>
    sighting.fact === 'content-removed' ? { kind: 'suspect', grace: 'snapshot', becomes: 'superseded' } : { kind: 'superseded' },
  explain:
    'The hub no longer holds {object} as this deploy brought it: somebody deployed something newer, or removed it. What is rolled out now is not this deploy.',
  remedy: [
    'Look at the newer deploy instead: `kubectl get {objectArgs} -o yaml --show-managed-fields` tells who wrote last.',
    'Run this one again if it should win.',
  ],
});
