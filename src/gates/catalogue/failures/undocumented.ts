import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Catches every condition no entry knows, so that something new is shown as it stands and never passed. */
export const undocumented = defineFailure({
  id: 'undocumented',
  title: 'A reason this tool does not know',
  docs: DOCS.placement,
  when: [{ scope: 'placement' }, { scope: 'cluster' }, { scope: 'manifest' }, { scope: 'run' }],
  outcome: { kind: 'suspect', grace: 'member' },
  explain: 'The hub says something no known failure explains.',
  remedy: [
    'Read the quoted condition, and the object it stands on: `kubectl get {targetArgs} -o yaml`',
    'Report it, so that it can be documented.',
  ],
});
