import { NOT_RECURSIVE } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

const CHECK =
  'Check the name, the namespace and the hub the gate is pointed at: `kubectl config current-context` and `kubectl get {targetArgs}`';
const SYNCHRONISED =
  'If a GitOps controller applies the manifests, give the gate the manifests (`{--manifests}`), or start it after the controller has synchronised.';
const RUN_EXPLAINED =
  '{target} does not exist on the hub: it was never created, or was deleted before the gate looked. What it was to roll out moves to no cluster without a run. Where the deploy holds it, a GitOps controller may still bring it, and is waited for during `gate.grace.sync`.';
const RUN_AGAIN = 'Create the run, anew where it was deleted. Who deleted it stands in the audit log of the hub.';

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
  details: ({ scope, fact }) => {
    const sent = fact === 'placement-awaited' || fact === 'run-awaited' ? [NOT_RECURSIVE] : [];
    return scope === 'run'
      ? { title: 'The update run is not on the hub', explain: RUN_EXPLAINED, remedy: [CHECK, RUN_AGAIN, ...sent, SYNCHRONISED] }
      : { title: 'The placement is not on the hub', remedy: [CHECK, ...sent, SYNCHRONISED] };
  },
  outcome: ({ fact }) => (fact === 'placement-awaited' || fact === 'run-awaited' ? { kind: 'suspect', grace: 'sync' } : 'failed'),
  explain:
    '{target} does not exist on the hub, so it can roll nothing of this deploy out. Where the deploy holds it, a GitOps controller may still bring it, and is waited for during `gate.grace.sync`.',
  remedy: [CHECK, SYNCHRONISED],
});
