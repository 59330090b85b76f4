import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const placementNotFound = defineFailure({
  id: 'placement-not-found',
  title: 'The placement or run is not on the hub',
  docs: DOCS.placement,
  when: [
    { scope: 'placement', fact: 'placement-absent' },
    { scope: 'run', fact: 'run-absent' },
    { scope: 'placement', fact: 'placement-awaited' },
    { scope: 'run', fact: 'run-awaited' },
  ],
  outcome: ({ fact }) => (fact === 'placement-awaited' || fact === 'run-awaited' ? { kind: 'suspect', grace: 'sync' } : 'failed'),
  explain:
    '{target} does not exist on the hub, so it can roll nothing of this deploy out. Where the deploy holds it, a GitOps controller may still bring it, and is waited for during `gate.grace.sync`.',
  remedy: [
    'Check the name, the namespace and the hub the gate is pointed at: `kubectl config current-context` and `kubectl get {targetArgs}`',
    'If a GitOps controller applies the manifests, give the gate the manifests (`{--manifests}`), or start it after the controller has synchronised.',
  ],
});
