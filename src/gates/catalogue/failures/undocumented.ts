import { onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Catches every condition no entry knows, so that something new is shown as it stands and never passed. */
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
