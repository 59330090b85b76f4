/**
 * The live part. It deploys to a real fleet of the user's choice, acts on the members, and compares the shipped CLI with what the agents
 * do.
 * HUB_KUBECONFIG: kubeconfig of the hub. MEMBER_KUBECONFIGS: `m1=path,m2=path`, for the stories in which a member refuses something.
 */
import { describe, it } from 'vitest';
import { liveFleet } from './live/fleet.ts';
import { withStage } from './live/stage.ts';
import { STORIES } from './live/stories.ts';

const fleet = liveFleet(process.env);
if (fleet === undefined) process.stdout.write('skipped: HUB_KUBECONFIG is not set, nothing is deployed to a real fleet\n');
else if (fleet.members.length === 0)
  process.stdout.write('skipped: MEMBER_KUBECONFIGS is not set, stories that need a member are not told\n');

describe('a hub of your choice', () => {
  for (const [word, { title, member, tell }] of Object.entries(STORIES)) {
    const isPossible = fleet !== undefined && (!member || fleet.members.length > 0);
    it.skipIf(!isPossible)(title, () => (fleet === undefined ? undefined : withStage(fleet, word, tell)));
  }
});
