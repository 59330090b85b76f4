import { oncePer } from '../../fleet/memo/once-per.ts';
import { type Entry, entryOf } from '../../selection/hub-content.ts';
import { knownApis } from './known-apis.ts';
import type { Manifest } from './manifest.ts';
import type { World } from './world.ts';

/** A manifest as the input of selection; cached, because several callers read the entry of one manifest after the other. */
export function manifestEntry(manifest: Manifest, world: World): Entry<Manifest> {
  return entryIn(world)(manifest);
}

const entryIn = oncePer((world: World) => oncePer((manifest: Manifest) => entryOf(manifest, knownApis(world))));
