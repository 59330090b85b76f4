import { HUB_LOG, onHub, SNAPSHOTS, SUPPORT } from '../commands.ts';
import { DOCS } from '../docs.ts';
import type { Details } from '../failure.ts';
import { defineFailure } from '../failure.ts';

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
  details: ({ words }) => titled(words?.['unlike']),
  explain:
    'The binding of {cluster} reports that its Works are synchronized, but they differ from its resource snapshot with its overrides. {cluster} applies what the Works hold, not what you deployed. The hub agent usually corrects this within seconds.',
  remedy: [
    `Compare the Works with the snapshots: ${onHub('get works.placement.kubernetes-fleet.io -n fleet-member-{cluster} -l {ofPlacement} --show-labels')} and ${SNAPSHOTS}`,
    `Find out what else writes these Works: only the hub agent should. See their writers: ${onHub('get works.placement.kubernetes-fleet.io -n fleet-member-{cluster} -l {ofPlacement} -o jsonpath="{.items[*].metadata.managedFields[*].manager}"')}`,
    `Read the log of the hub agent: ${HUB_LOG}`,
    SUPPORT,
  ],
});

function titled(unlike = ''): Details {
  const title = TITLES[unlike];
  return title === undefined ? {} : { title };
}

const TITLES: Readonly<Record<string, string>> = {
  unwritten: 'The Work is not written yet',
  older: 'The Work is still of an older resource snapshot',
  differs: 'A Work has other content than its resource snapshot',
};
