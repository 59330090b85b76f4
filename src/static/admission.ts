import { judgeCreate, judgeUpdate, type Denial } from '../admission/judge.ts';
import { hubKinds, type HubKinds } from '../admission/webhooks/hub-kinds.ts';
import { knownApis } from './known-apis.ts';
import type { Manifest } from './manifest.ts';
import { oncePerWorld } from './once-per-world.ts';
import type { World } from './world.ts';

export interface Answer {
  /** What the hub refuses whether it knows the object or not. */
  readonly always: readonly Denial[];
  /** What it refuses only because of what the object was before. */
  readonly change: readonly Denial[];
}

/**
 * The hub's answer to a manifest: as a change where it is known what the object was before, and the hub took that, else as a new object.
 * Kinds of CustomResourceDefinitions among the manifests count as installed, and those the hub lists, where one is at hand.
 */
export const hubAnswer = oncePerWorld((manifest: Manifest, world: World): Answer => {
  const { object, unresolved } = manifest;
  const extras = { unresolved, kinds: kindsOf(world) };
  const before = world.before(manifest);
  const created = judgeCreate(object, world.target, extras);
  if (before === undefined) return { always: created, change: [] };
  const { applied, live } = before;
  // A manifest that was refused is not on the hub.
  if (live === undefined && applied.some((old) => judgeCreate(old, world.target, extras).length > 0))
    return { always: created, change: [] };
  const hub = live === undefined ? {} : { live };
  const updated = inAll(applied.map((old) => judgeUpdate(object, { manifest: old, ...hub, how: 'apply' }, world.target, extras)));
  const known = new Set(created.map(identity));
  return {
    always: updated.filter((denial) => known.has(identity(denial))),
    change: updated.filter((denial) => !known.has(identity(denial))),
  };
});

/** What is refused whatever was applied before. */
function inAll([first = [], ...others]: readonly (readonly Denial[])[]): readonly Denial[] {
  const sets = others.map((denials) => new Set(denials.map(identity)));
  return first.filter((denial) => sets.every((set) => set.has(identity(denial))));
}

function identity({ pointer, serverMessage }: Denial): string {
  return `${pointer} ${serverMessage}`;
}

const known = new WeakMap<World, HubKinds>();

function kindsOf(world: World): HubKinds {
  const kinds = known.get(world) ?? hubKinds(knownApis(world));
  known.set(world, kinds);
  return kinds;
}
