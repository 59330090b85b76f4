import { BINDINGS, HUB_LOG } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const overrideError = defineFailure({
  id: 'override-error',
  title: 'The overrides could not be computed',
  docs: DOCS.overridden,
  when: [{ scope: 'cluster', step: 'Overridden', status: 'False', reasons: ['OverriddenFailed', 'OverrideFailed'] }],
  outcome: { kind: 'suspect', grace: 'member' },
  explain:
    'The hub could not compute the overrides for {cluster}. KubeFleet reports other errors under this reason too, and tries again by itself.',
  remedy: [`See the error on the binding: ${BINDINGS}`, `See the log of the hub agent: ${HUB_LOG}`],
});
