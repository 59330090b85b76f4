import { RUNS, SNAPSHOTS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

const COMPARE = `If no snapshot appears, compare: ${SNAPSHOTS}`;

/** Update runs take snapshots themselves (KubeFleet pkg/controllers/updaterun/initialization.go). */
const BY_RUN =
  '{target} leaves its rollout to update runs (strategy External). No resource snapshot holds this deploy yet, and only an update run takes one.';
const RUN_GOES_ON = [`No action is needed while its update run is active: ${RUNS}`, COMPARE];
const TAKES_ONE = 'an update run with spec.placementName {name} and spec.state Run: it takes the snapshot that holds this deploy.';
const NO_RUN = [`Create ${TAKES_ONE}`];
const NO_RUN_YET = [`Bring this deploy to the hub first. Then create ${TAKES_ONE}`];

export const snapshotNotFresh = defineFailure({
  id: 'snapshot-not-fresh',
  title: 'The hub still shows the content before this deploy',
  docs: DOCS.snapshots,
  when: [{ scope: 'placement', fact: 'content-pending' }],
  outcome: 'waiting',
  details: ({ words = {} }) => {
    if (words['taker'] === undefined) return {};
    if (words['taker'] === 'run') return { explain: BY_RUN, remedy: RUN_GOES_ON };
    return { explain: BY_RUN, remedy: words['isUnsynced'] === 'true' ? NO_RUN_YET : NO_RUN };
  },
  explain:
    'The hub collects changes for 15 to 30 seconds before it takes a new resource snapshot. Until then its status is green for the old content.',
  remedy: [`Wait a minute for the snapshot that holds this deploy. If it does not appear, compare: ${SNAPSHOTS}`],
});
