/** The recordings of the golden reports are cut: what is left must tell a gate what the whole ones do. `scripts/cut-stories.ts` cuts them anew. */
import { describe, expect, test } from 'vitest';
import { SCENE_SOURCES } from '../support/golden/scenes.ts';
import { tellScene } from '../support/golden/tell-scene.ts';
import { isMissing, truthPath } from '../support/truth.ts';

const stories = Object.entries(SCENE_SOURCES).filter(([, { kind }]) => kind === 'story');

describe.skipIf(isMissing('recordings'))('stories cut from recordings', () => {
  test.each(stories)('%s', async (_, source) => {
    const whole = await tellScene(source, truthPath('recordings', 'v0.3.1'));
    expect((await tellScene(source)).report).toEqual(whole.report);
  });
});
