/**
 * The live part. It deploys to a real fleet of the user's choice, plays what a member does about it, and holds the shipped CLI against the
 * agents.
 * HUB_KUBECONFIG: kubeconfig of the hub. MEMBER_KUBECONFIGS: `m1=path,m2=path`, for the stories in which a member refuses something.
 */
import { describe, expect, it } from 'vitest';
import { liveFleet } from './live/fleet.ts';
import { withStage } from './live/stage.ts';
import { STORIES } from './live/stories.ts';

const fleet = liveFleet(process.env);

describe('a hub of your choice', () => {
  if (fleet === undefined) {
    it('is not named in HUB_KUBECONFIG: the live part is skipped', () => {
      process.stdout.write('HUB_KUBECONFIG is not set: nothing is deployed to a real fleet\n');
      expect(fleet).toBeUndefined();
    });
    return;
  }
  const told = Object.entries(STORIES).filter(([, story]) => !story.member || fleet.members.length > 0);
  if (told.length < Object.keys(STORIES).length)
    process.stdout.write('MEMBER_KUBECONFIGS is not set: stories that need a member are skipped\n');
  for (const [word, { title, tell }] of told) it(title, () => withStage(fleet, word, tell));
});
