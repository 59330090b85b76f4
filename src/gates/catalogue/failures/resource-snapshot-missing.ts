import { BINDINGS, SNAPSHOTS, SUPPORT } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

/** The hub agent reads the snapshot once and does not retry (KubeFleet pkg/controllers/workgenerator/controller.go). */
const THERE: Details = {
  title: 'The hub agent did not find the resource snapshot of the binding',
  explain:
    'The hub agent did not find the resource snapshot that the binding of {cluster} names. The snapshot is on the hub, but the hub agent does not look again.',
  remedy: ['Change the content, an annotation is enough, so that a new snapshot is rolled out.', SUPPORT],
};

/** Only the message distinguishes it from broken overrides (KubeFleet pkg/controllers/workgenerator). */
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
  details: ({ words }) => (words?.['snapshot'] === 'there' ? THERE : {}),
  explain:
    'The binding of {cluster} names a resource snapshot that no longer exists. Usually it was pruned by revisionHistoryLimit while the cluster was held back.',
  remedy: [
    `See which snapshot is missing: ${BINDINGS} and ${SNAPSHOTS}`,
    'Change the content, an annotation is enough, so that a new snapshot is rolled out.',
    'Raise spec.revisionHistoryLimit of {target}.',
  ],
});
