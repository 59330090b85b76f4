/**
 * The recordings of the golden reports are cut. A gate must report the same for the cut recording as for the whole one.
 * `scripts/cut-stories.ts` cuts them again.
 */
import { describe, expect, test } from 'vitest';
import { SCENE_SOURCES } from '../../support/golden/scenes.ts';
import { tellScene } from '../../support/golden/tell-scene.ts';
import { isMissing, truthPath } from '../../support/truth.ts';

const stories = Object.entries(SCENE_SOURCES).filter(([, { kind }]) => kind === 'story');

describe.skipIf(isMissing('recordings'))('stories cut from recordings', () => {
  test.each(stories)('%s', async (_, source) => {
    const whole = await tellScene(source, truthPath('recordings', 'v0.3.1'));
    expect((await tellScene(source)).report).toEqual(whole.report);
  });
});
