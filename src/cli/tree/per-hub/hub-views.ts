import { oncePer } from '../../../fleet/memo/once-per.ts';
import { isOfSomeHub, mayMeet } from '../../../static/compare/may-meet.ts';
import type { TreePart } from '../../../static/compare/tree-parts.ts';
import type { HubWorld } from '../../../static/world/hub-world.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { objectKeyOf } from '../../../static/world/identity.ts';

/** A part of a tree, with all that its hub may have in addition. */
export interface HubView {
  readonly part: TreePart;
  /** Own manifests come last. */
  readonly manifests: readonly Manifest[];
  readonly base: readonly Manifest[];
}

/** The parts of a tree with a base, as the hubs that they may be for. */
export interface HubViews {
  readonly parts: readonly TreePart[];
  readonly of: (part: TreePart) => HubView;
  /** What the part itself has. */
  readonly own: (part: TreePart) => Own;
  /** Whether a manifest is checked together with a part. */
  readonly isWith: (part: TreePart, manifest: Manifest) => boolean;
  /** Whether at least the copies of one object that both have are for different hubs. */
  readonly areApart: (one: TreePart, other: TreePart) => boolean;
  /** Whether the change renames one part to the other. */
  readonly areRenamed: (one: TreePart, other: TreePart) => boolean;
}

/** The own manifests of a part by the keys of their objects. */
export interface Own {
  readonly head: ReadonlyMap<string, Manifest>;
  readonly base: ReadonlyMap<string, Manifest>;
}

/**
 * What the hub of each part may have: the manifests outside of all parts that are checked with it, and those of other parts that may be for the
 * same hub. Parts are certainly for different hubs as `mayMeet` says. If two others have the same object, which is not a Namespace, the copies
 * of all objects that both have are for different hubs.
 * @param whole the part with the manifests outside of the others, which reads the whole tree
 */
export function hubViews(whole: TreePart, parts: readonly TreePart[], worlds: ReadonlyMap<string, HubWorld>): HubViews {
  const owners = whole.partOf ?? new Map<Manifest, string>();
  const byKey = new Map(parts.map((part) => [part.key, part]));
  const own = oncePer((part: TreePart): Own => ({ head: ownOf(part, part.manifests), base: ownOf(part, part.base ?? []) }));
  const read = oncePer((part: TreePart): ReadonlySet<Manifest> => new Set([...part.manifests, ...(part.base ?? [])]));
  const areRenamed: HubViews['areRenamed'] = (one, other) => {
    const isMoved = (from: TreePart, to: TreePart): boolean => own(from).head.size === 0 && own(to).base.size === 0;
    return isMoved(one, other) || isMoved(other, one);
  };
  const areTogether = (one: TreePart, other: TreePart): boolean => {
    if (areRenamed(one, other)) return true;
    if (isOfSomeHub(one) && isOfSomeHub(other)) return mayMeet(one, other, worlds);
    const { head, base } = own(other);
    return [...head.values(), ...base.values()].some((manifest) => read(one).has(manifest));
  };
  const copiesIn = (one: TreePart, other: TreePart): ReadonlySet<string> => {
    const [a, b] = [own(one), own(other)];
    const copies = keysOf(a.head)
      .intersection(keysOf(b.head))
      .union(keysOf(a.base).intersection(keysOf(b.base)));
    return [...copies].some((key) => (a.head.get(key) ?? a.base.get(key))?.object.kind !== 'Namespace') ? copies : new Set();
  };
  /** What of another part is certainly not for the hub of a part. */
  const apart = oncePer((one: TreePart) =>
    oncePer((other: TreePart): 'all' | ReadonlySet<string> => (areTogether(one, other) ? copiesIn(one, other) : 'all')),
  );
  const seenBy = (part: TreePart, manifests: readonly Manifest[]): readonly Manifest[] => {
    const {
      others = [],
      plain = [],
      mine = [],
    } = Object.groupBy(manifests, (manifest) => {
      const owner = owners.get(manifest);
      return owner === undefined ? 'plain' : owner === part.key ? 'mine' : 'others';
    });
    const beside = others.filter((manifest) => {
      const other = byKey.get(owners.get(manifest) ?? '');
      const without = other === undefined ? 'all' : apart(part)(other);
      return without !== 'all' && !without.has(keyOf(manifest));
    });
    return [...beside, ...plain.filter((manifest) => read(part).has(manifest)), ...mine];
  };
  return {
    parts,
    own,
    isWith: (part, manifest) => read(part).has(manifest),
    areApart: (one, other) => {
      const without = apart(one)(other);
      return without === 'all' || without.size > 0;
    },
    areRenamed,
    of: oncePer((part) => ({ part, manifests: seenBy(part, whole.manifests), base: seenBy(part, whole.base ?? []) })),
  };
}

function ownOf({ judged }: TreePart, manifests: readonly Manifest[]): ReadonlyMap<string, Manifest> {
  return new Map(manifests.filter((manifest) => judged.has(manifest)).map((manifest) => [keyOf(manifest), manifest]));
}

function keysOf(manifests: ReadonlyMap<string, Manifest>): ReadonlySet<string> {
  return new Set(manifests.keys());
}

export const keyOf = oncePer(objectKeyOf);
