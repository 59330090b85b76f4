import { expect, test } from 'vitest';
import { type HubWorld, releaseOverlay, SHARED_WORLD, worldFinder } from '../../../src/static/world/hub-world.ts';

const [DEV, PROD] = ['dev', 'prod'].map((name) => releaseOverlay('charts/shop', [`charts/shop/${name}.yaml`]));
const OVERLAYS = new Set(['charts/shop (charts/shop/dev.yaml)', 'charts/shop (charts/shop/prod.yaml)', 'charts/cart', 'deploy']);
const FOLDERS = ['charts/shop', 'charts/cart', 'deploy'];
const HUB = { by: 'context', name: 'hub' };

/** The worlds of two releases of one chart, of another chart and of a folder. */
function found(...worlds: readonly Omit<HubWorld, 'folders'>[]): readonly (string | undefined)[] {
  const worldOf = worldFinder(
    worlds.map((world) => ({ ...world, folders: FOLDERS })),
    OVERLAYS,
  );
  return [DEV, PROD, 'charts/cart', 'deploy'].map((overlay = '') => worldOf({ file: `${overlay}/x.yaml`, overlay }));
}

test.each<[string, Omit<HubWorld, 'folders'>[], (string | undefined)[]]>([
  ['names one release', [{ name: 'a', releases: [PROD ?? ''] }], [undefined, 'a', 'a', 'a']],
  ['names both releases', [{ name: 'a', releases: [DEV ?? '', PROD ?? ''] }], ['a', 'a', 'a', 'a']],
  ['names none, and no cluster', [{ name: 'a', releases: [] }], [undefined, undefined, SHARED_WORLD, SHARED_WORLD]],
  ['names none, for one cluster', [{ name: 'a', releases: [], cluster: HUB }], [undefined, undefined, 'a', 'a']],
  ['brings all, as the configuration says', [{ name: 'a', cluster: HUB }], ['a', 'a', 'a', 'a']],
])('a deployer that %s of a chart', (_, worlds, expected) => {
  expect(found(...worlds)).toEqual(expected);
});

test('a release that two deployers bring is not beside another release', () => {
  const both = found({ name: 'a', releases: [PROD ?? ''] }, { name: 'b', releases: [PROD ?? ''] });
  expect(both).toEqual([undefined, undefined, SHARED_WORLD, SHARED_WORLD]);
});

test('the only release of a chart is of each deployer of its folder', () => {
  const worldOf = worldFinder([{ name: 'a', folders: FOLDERS, releases: [] }], new Set([PROD ?? '']));
  expect(worldOf({ file: 'x.yaml', ...(PROD === undefined ? {} : { overlay: PROD }) })).toBe('a');
});
