import { BINDINGS, HUB_LOG, SUPPORT } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Only the message distinguishes it from broken overrides (KubeFleet pkg/utils/overrider/overrider.go). */
export const overrideSnapshotMissing = defineFailure({
  id: 'override-snapshot-missing',
  title: 'The override snapshot of the binding is gone',
  docs: DOCS.overridden,
  when: [
    {
      scope: 'cluster',
      step: 'Overridden',
      status: 'False',
      reasons: ['OverriddenFailed', 'OverrideFailed'],
      message: /overrideSnapshot \S+ is not found/i,
    },
  ],
  // The rollout controller moves the binding to the newest one in a moment.
  outcome: { kind: 'suspect', grace: 'rollout' },
  explain:
    'The binding of {cluster} names an override snapshot that no longer exists: the override was edited or deleted during the rollout. The hub agent should move the binding to the newest one within seconds. Nothing is written for {cluster} before that. The paths of the override are not the cause.',
  remedy: [
    `See which override snapshots the binding names: ${BINDINGS}`,
    'Change something that {target} selects, or the override; an annotation is enough. The rollout then starts again with the newest snapshots.',
    `If that changes nothing, read the log of the hub agent: ${HUB_LOG}`,
    SUPPORT,
  ],
});
