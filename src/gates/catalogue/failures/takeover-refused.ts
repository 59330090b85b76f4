import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const takeoverRefused = defineFailure({
  id: 'takeover-refused',
  title: 'The member already has this object, and whenToTakeOver is Never',
  docs: DOCS.takeover,
  when: [{ scope: 'manifest', step: 'Applied', status: 'False', reasons: ['NotTakenOver'] }],
  outcome: 'failed',
  explain: '{object} already exists on {cluster}, and whenToTakeOver is Never.',
  remedy: [
    'On {cluster}, compare it with the hub: `kubectl get {objectArgs} -o yaml`',
    'Delete it there, or set spec.strategy.applyStrategy.whenToTakeOver to IfNoDiff or Always.',
  ],
});
