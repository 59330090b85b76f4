import { BINDINGS, HUB_PODS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

const TOUCH =
  'Change something that {target} selects; an annotation is enough. The new resource snapshot makes the hub evaluate all overrides.';

const GONE: Details = {
  title: 'A deleted override is still in effect',
  explain:
    '{object} is no longer on the hub, but {cluster} keeps its effect. The hub agent removes the effect of a deleted override from the clusters only if the override named the placement (spec.placement).',
  remedy: [TOUCH, `If that changes nothing, check that the hub agent runs: ${HUB_PODS}`],
};

/** KubeFleet pkg/controllers/overrider/common.go, handleOverrideDeleting. */
const LEAVING: Details = {
  title: 'A deleted override is still in effect',
  explain:
    '{object} is being deleted, but {cluster} keeps its effect. The hub agent deletes the snapshots of a deleted override, and then removes its finalizer. It removes the effect from the clusters only if the override names the placement (spec.placement).',
  remedy: [`Check that the hub agent runs: ${HUB_PODS}`, `If the effect stays after {object} is gone: ${TOUCH}`],
};

/** No status names it: every condition stays True (KubeFleet pkg/controllers/rollout/controller.go, handleResourceOverrideSnapshot). */
export const overrideNotRolledOut = defineFailure({
  id: 'override-not-rolled-out',
  title: 'An override is not rolled out',
  docs: DOCS.overridden,
  when: [{ scope: 'cluster', fact: 'override-unnoticed' }],
  outcome: { kind: 'suspect', grace: 'rollout' },
  details: ({ words }) => (words?.['gone'] === undefined ? {} : words['gone'] === 'leaving' ? LEAVING : GONE),
  explain:
    '{object} names no placement (spec.placement), so it is meant for all of them. The hub agent does not evaluate {target} when such an override is created or changed, only when something else starts a rollout. {cluster} keeps what it has, and everything is green.',
  remedy: [
    `See which overrides are in effect: ${BINDINGS}`,
    TOUCH,
    'Or create {object} again with spec.placement.name {name}, as that field cannot be added later. Its changes are then rolled out at once.',
  ],
});
