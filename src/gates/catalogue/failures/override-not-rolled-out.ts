import { BINDINGS, HUB_PODS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

const TOUCH =
  'Change something that {target} selects, an annotation is enough: with the new resource snapshot all overrides are looked at.';

/** No status names it: every condition stays True (KubeFleet pkg/controllers/rollout/controller.go, handleResourceOverrideSnapshot). */
export const overrideNotRolledOut = defineFailure({
  id: 'override-not-rolled-out',
  title: 'Nothing rolls an override out',
  docs: DOCS.overridden,
  when: [{ scope: 'cluster', fact: 'override-unnoticed' }],
  outcome: { kind: 'suspect', grace: 'rollout' },
  details: ({ words }) =>
    words?.['gone'] === 'true'
      ? {
          title: 'A deleted override is still in force',
          explain:
            '{object} is not on the hub any more, and {cluster} keeps what it made of the content. The hub agent takes the end of an override to the clusters only where the override named the placement (spec.placement).',
          remedy: [TOUCH, `Where that changes nothing, check that the hub agent runs: ${HUB_PODS}`],
        }
      : {},
  explain:
    '{object} names no placement (spec.placement), and so it is for all of them. The hub agent does not look at {target} when such an override comes or changes, only when something else starts a rollout: {cluster} keeps what it has, and everything is green.',
  remedy: [
    TOUCH,
    'Or create {object} anew with spec.placement.name {name}: the field cannot be added later. Then its changes are rolled out at once.',
    `See what is in force: ${BINDINGS}`,
  ],
});
