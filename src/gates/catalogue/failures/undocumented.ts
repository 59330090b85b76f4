import { onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Matches every condition that no other entry matches, so that a new condition is shown unchanged and never passes. */
export const undocumented = defineFailure({
  id: 'undocumented',
  title: 'A reason that this tool does not know',
  docs: DOCS.placement,
  when: [{ scope: 'placement' }, { scope: 'cluster' }, { scope: 'manifest' }, { scope: 'run' }],
  outcome: { kind: 'suspect', grace: 'member' },
  explain: 'The hub reports something that no known failure explains.',
  remedy: [
    `See the quoted condition, and its object: ${onHub('get {targetArgs} -o yaml')}`,
    'Report it at https://github.com/fleet-gate/fleet-gate/issues, so that it can be documented.',
  ],
});
