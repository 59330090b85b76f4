import { onMember } from '../commands.ts';
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
    `Compare it with the hub: ${onMember('get {objectArgs} -o yaml --show-managed-fields')}`,
    'If KubeFleet should manage it, set spec.strategy.applyStrategy.whenToTakeOver to IfNoDiff, which takes it over only if nothing differs. Always overwrites it.',
    'If it should stay as it is, keep it out of what {target} places on {cluster}.',
  ],
});
