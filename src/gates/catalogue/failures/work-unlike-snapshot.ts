import { AGENT_PODS, HEARTBEAT, HUB_LOG, onHub, SNAPSHOTS, SUPPORT, WORKS_LEFT } from '../commands.ts';
import { DOCS } from '../docs.ts';
import type { Details } from '../failure.ts';
import { defineFailure } from '../failure.ts';
import { WHO_DELETED } from '../leaving-object.ts';

/**
 * The hub agent writes a Work from its snapshot and overrides, and reconciles it again only after a change (KubeFleet
 * pkg/controllers/workgenerator).
 */
export const workUnlikeSnapshot = defineFailure({
  id: 'work-unlike-snapshot',
  title: 'A Work has other content than its resource snapshot',
  docs: DOCS.workSynchronized,
  when: [{ scope: 'cluster', fact: 'works-unlike-snapshot' }],
  outcome: 'waiting',
  details: ({ words }) => (words?.['unlike'] === 'leaving' ? LEAVING : titled(words?.['unlike'])),
  explain:
    'The binding of {cluster} reports that its Works are synchronized, but they differ from its resource snapshot with its overrides. {cluster} applies what the Works hold, not what you deployed. The hub agent usually corrects this within seconds.',
  remedy: [
    `Compare the Works with the snapshots: ${onHub('get works.placement.kubernetes-fleet.io -n fleet-member-{cluster} -l {ofPlacement} --show-labels')} and ${SNAPSHOTS}`,
    `Find out what else writes these Works: only the hub agent should. See their writers: ${onHub('get works.placement.kubernetes-fleet.io -n fleet-member-{cluster} -l {ofPlacement} -o jsonpath="{.items[*].metadata.managedFields[*].manager}"')}`,
    `Read the log of the hub agent: ${HUB_LOG}`,
    SUPPORT,
  ],
});

/** The hub agent writes a Work again after its deletion (KubeFleet pkg/controllers/workgenerator/controller.go, SetupWithManager). */
const LEAVING: Details = {
  title: 'The Work is being deleted',
  explain:
    'A Work that the binding of {cluster} needs is being deleted, and the binding does not report that. The member agent removes the objects of the Work from {cluster}, and then the hub agent writes it again. A finalizer of another controller on one of the objects, or a member agent that does not run, delays that without a limit.',
  remedy: [
    `See which Work is being deleted, since when, and its finalizers: ${WORKS_LEFT}`,
    `Check that the member agent runs: ${HEARTBEAT}, and on {cluster} ${AGENT_PODS}`,
    'Look on {cluster} for finalizers on those objects, and repair the controller that should remove them. The hub then continues by itself.',
    `Only the hub agent should delete a Work. ${WHO_DELETED}`,
    SUPPORT,
  ],
};

function titled(unlike = ''): Details {
  const title = TITLES[unlike];
  return title === undefined ? {} : { title };
}

const TITLES: Readonly<Record<string, string>> = {
  unwritten: 'The Work is not written yet',
  older: 'The Work is still of an older resource snapshot',
  differs: 'A Work has other content than its resource snapshot',
};
