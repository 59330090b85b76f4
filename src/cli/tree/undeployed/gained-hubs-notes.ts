import { listed } from '../../../fleet/text/listed.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { areOfDifferentHubs, bringersFinder, type HubWorld, overlaysOf } from '../../../static/world/hub-world.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { areOneHub } from './lost-hubs.ts';
import { foldersText } from './undeployed-notes.ts';
import { placeAndKey } from './delivered-in.ts';

/**
 * Notes about objects that the change brings to more hubs than the base: all of them are new there, but they are compared only once, with those
 * of the base. A hub may have got another name, so an object that leaves as many hubs as it gets is left out.
 * @param scripts the hubs of the pipelines and scripts of the base and of the change
 */
export function gainedHubsNotes(
  base: ReadResult,
  head: ReadResult,
  scripts: Readonly<Record<'base' | 'head', readonly HubWorld[]>>,
): readonly string[] {
  const [hubsBefore, hubsNow] = [hubsOf(base, scripts.base), hubsOf(head, scripts.head)];
  const had = new Set(base.manifests.map(placeAndKey));
  const [before, now] = [Map.groupBy(base.manifests, keyOfManifest), Map.groupBy(head.manifests, keyOfManifest)];
  const brought = new Map<string, Manifest[]>();
  for (const manifest of head.manifests) {
    const key = keyOfManifest(manifest);
    const was = onceEach((before.get(key) ?? []).flatMap(hubsBefore));
    if (was.length === 0 || (manifest.sharedBy === undefined && !had.has(placeAndKey(manifest)))) continue;
    const has = (now.get(key) ?? []).flatMap(hubsNow);
    const gained = hubsNow(manifest).filter((hub) => was.every((each) => isAnother(each, hub)));
    const lost = was.filter((hub) => has.every((each) => isAnother(hub, each)));
    if (gained.length <= lost.length) continue;
    const names = listed(gained.map(({ world }) => world.name).toSorted(), 3, 'hubs');
    brought.set(names, [...(brought.get(names) ?? []), manifest]);
  }
  return [...brought].map(
    ([names, manifests]) =>
      `This change also deploys ${foldersText(manifests)} to ${names}. All of it is new there, and \`plan\` ${manifests.some(({ broughtBy }) => broughtBy !== undefined) ? 'may not' : 'does not'} show it as added.`,
  );
}

interface Bringer {
  readonly world: HubWorld;
  /** Flux or Argo CD. */
  readonly isDelivered: boolean;
}

/** Those whose hub has a name. */
function hubsOf({ delivered = [], manifests }: ReadResult, scripts: readonly HubWorld[]): (manifest: Manifest) => readonly Bringer[] {
  const names = new Set(delivered.map(({ name }) => name));
  const worlds = [...delivered, ...scripts.filter(({ cluster }) => cluster !== undefined)];
  const byName = new Map(worlds.map((world) => [world.name, world]));
  const find = bringersFinder(worlds, overlaysOf(manifests));
  return (manifest) =>
    [...find(manifest)].flatMap((name) => {
      const world = byName.get(name);
      return world === undefined ? [] : [{ world, isDelivered: names.has(name) }];
    });
}

function onceEach(hubs: readonly Bringer[]): readonly Bringer[] {
  return [...new Map(hubs.map((hub) => [hub.world.name, hub])).values()];
}

function isAnother(before: Bringer, now: Bringer): boolean {
  return before.isDelivered && now.isDelivered ? !areOneHub(before.world, now.world) : areOfDifferentHubs(before.world, now.world);
}
