import type { StoryEvent } from '../hub/player.ts';
import { PlacementRollout } from './placement-rollout.ts';
import { DEPLOYED_AT, joinMembers, objectsOf } from './shop-story.ts';
import { stored } from './stored-object.ts';
import { openStorybook } from './storybook.ts';

/** How far the story has gone. */
export type Chapter = 'good' | 'refused' | 'good again';

const REFUSING = 'oslo';
const REFUSAL =
  'Failed to apply the manifest (error: admission webhook "images.policy.example" denied the request: the image is not signed)';

/**
 * An application that was rolled out an hour ago. Six minutes ago a new policy of one cluster began to refuse its Deployment, which is
 * longer than the grace of that failure. Then it accepts the Deployment again. The end of the chapter is now.
 */
export function watchedStory(chapter: Chapter): readonly StoryEvent[] {
  const book = openStorybook(DEPLOYED_AT);
  const members = objectsOf('fleet/members.yaml');
  const clusters = members.map(({ metadata }) => metadata.name);
  const [placement] = objectsOf('storefront/placement.yaml');
  if (placement === undefined) throw new Error('the sample repository has no placement for storefront');
  const app = objectsOf('storefront/app.yaml');
  book.at(-9000);
  joinMembers(book, members);
  book.at(-3600);
  for (const resource of app) book.put(stored(resource));
  const rollout = new PlacementRollout(book, stored(placement), clusters);
  rollout.putPolicySnapshot(true);
  rollout.takeSnapshot(app.map((resource) => stored(resource)));
  for (const cluster of clusters) {
    rollout.bind(cluster);
    rollout.putWork(cluster);
    rollout.reach(cluster, { kind: 'available' });
  }
  rollout.putPlacement();
  if (chapter !== 'good') {
    book.at(-360);
    const ordinal = app.findIndex(({ kind }) => kind === 'Deployment');
    rollout.reach(REFUSING, { kind: 'refused', refusal: { ordinal, reason: 'ManifestApplyFailed', message: REFUSAL } });
    rollout.putPlacement();
  }
  book.at(-1);
  if (chapter === 'good again') {
    rollout.reach(REFUSING, { kind: 'available' });
    rollout.putPlacement();
  }
  book.at(0);
  book.mark('deploy');
  return book.events;
}
