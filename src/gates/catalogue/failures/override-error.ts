import { BINDINGS, HUB_LOG } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const overrideError = defineFailure({
  id: 'override-error',
  title: 'Overriding failed for another reason',
  docs: DOCS.overridden,
  when: [{ scope: 'cluster', step: 'Overridden', status: 'False', reasons: ['OverriddenFailed', 'OverrideFailed'] }],
  outcome: { kind: 'suspect', grace: 'member' },
  explain: 'The hub could not work out the overrides for {cluster}. KubeFleet files other errors here too, and tries again.',
  remedy: [`Read the error on the binding: ${BINDINGS}`, `Read the hub agent log: ${HUB_LOG}`],
});
