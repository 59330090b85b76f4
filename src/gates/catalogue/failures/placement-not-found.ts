import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const placementNotFound = defineFailure({
  id: 'placement-not-found',
  title: 'The placement is not on the hub',
  docs: DOCS.placement,
  when: [
    { scope: 'placement', fact: 'placement-absent' },
  ],
  outcome: { kind: 'terminal' },
  explain: '{target} does not exist on the hub, so nothing of this deploy can be rolled out by it.',
  remedy: [
    'Check the name, the namespace and the hub the gate is pointed at.',
    'If a GitOps controller applies the manifests, start the gate after it has synchronised.',
  ],
});
