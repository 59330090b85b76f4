import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const placementNotFound = defineFailure({
  id: 'placement-not-found',
  title: 'The placement or run is not on the hub',
  docs: DOCS.placement,
  when: [
    { scope: 'placement', fact: 'placement-absent' },
    { scope: 'run', fact: 'run-absent' },
  ],
  outcome: { kind: 'terminal' },
  explain: '{target} does not exist on the hub, so it can roll nothing of this deploy out.',
  remedy: [
    'Check the name, the namespace and the hub the gate is pointed at: `kubectl config current-context` and `kubectl get {targetArgs}`',
    'If a GitOps controller applies the manifests, start the gate after it has synchronised.',
  ],
});
