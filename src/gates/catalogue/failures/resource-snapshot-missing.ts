import { BINDINGS, SNAPSHOTS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Only the message tells it from broken overrides (KubeFleet pkg/controllers/workgenerator). */
export const resourceSnapshotMissing = defineFailure({
  id: 'resource-snapshot-missing',
  title: 'The resource snapshot of the binding is gone',
  docs: DOCS.overridden,
  when: [
    {
      scope: 'cluster',
      step: 'Overridden',
      status: 'False',
      reasons: ['OverriddenFailed'],
      message: /master resource snapshot is not found/,
    },
  ],
  outcome: 'failed',
  explain:
    'The binding of {cluster} names a resource snapshot that no longer exists. Usually it was pruned by revisionHistoryLimit while the cluster was held back.',
  remedy: [
    `See which snapshot is missing: ${BINDINGS} and ${SNAPSHOTS}`,
    'Change the content, an annotation is enough, so that a new snapshot is rolled out.',
    'Raise spec.revisionHistoryLimit of {target}.',
  ],
});
