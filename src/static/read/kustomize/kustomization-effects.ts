import type { Kustomization } from './kustomization.ts';
import { kustomizationRoots } from './kustomization-roots.ts';

/** The effects of all kustomizations on a file, over all paths that lead to it. */
export interface KustomizationEffects {
  /** The directories of the outermost kustomizations. */
  readonly roots: ReadonlySet<string>;
  /** The namespaces that its objects get, one for each path; `undefined` if a path sets none. */
  readonly namespaces: ReadonlySet<string | undefined>;
  /** The directories of the kustomizations on these paths, the outer ones first. */
  readonly by: ReadonlySet<string>;
}

/** The most transfers from one kustomization to another: a second of work, and a hundred times what real trees need. */
const MOST_STEPS = 2_000_000;

/**
 * Returns the effects on each file that kustomizations list; `undefined` if they list one another too often to follow. Paths that meet are
 * followed once, with merged effects, so that two names on each of 16 levels take 16 steps and not 2^16.
 */
export function kustomizationEffectsOf(
  kustomizations: ReadonlyMap<string, Kustomization>,
  asked: ReadonlySet<string>,
): ReadonlyMap<string, KustomizationEffects> | undefined {
  const files = new Map<string, Joined>();
  const listed = new Map<string, readonly string[]>();
  let steps = 0;
  for (const root of kustomizationRoots(kustomizations, asked)) {
    const ways = new Map([[root, { roots: new Set([root]), namespaces: new Set<string | undefined>([undefined]), by: new Set<string>() }]]);
    // Directories that are added during the loop come last.
    const open = new Set([root]);
    for (const directory of open) {
      open.delete(directory);
      const [outer, kustomization] = [ways.get(directory), kustomizations.get(directory)];
      if (outer === undefined || kustomization === undefined) continue;
      const own = withComponents(kustomization, kustomizations);
      const namespace = own.find((each) => each.namespace !== undefined)?.namespace;
      const inner: Joined = {
        roots: outer.roots,
        namespaces: new Set([...outer.namespaces].map((each) => each ?? namespace)),
        by: new Set([...outer.by, directory]),
      };
      const resources = listed.get(directory) ?? [...new Set(own.flatMap((each) => each.resources))];
      listed.set(directory, resources);
      for (const resource of resources) {
        steps += 1 + inner.namespaces.size + inner.by.size;
        if (steps > MOST_STEPS) return undefined;
        if (!kustomizations.has(resource)) join(files, resource, inner);
        else if (join(ways, resource, inner)) open.add(resource);
      }
    }
  }
  return files;
}

/** A kustomization with its components and their components, each once. */
export function withComponents(kustomization: Kustomization, kustomizations: ReadonlyMap<string, Kustomization>): readonly Kustomization[] {
  const found = new Set<Kustomization>();
  const open = [kustomization];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...next.components.flatMap((directory) => kustomizations.get(directory) ?? []).toReversed());
  }
  return [...found];
}

interface Joined {
  readonly roots: Set<string>;
  readonly namespaces: Set<string | undefined>;
  readonly by: Set<string>;
}

/** Returns whether anything new was added. */
function join(into: Map<string, Joined>, key: string, { roots, namespaces, by }: Joined): boolean {
  const known = into.get(key);
  if (known === undefined) {
    into.set(key, { roots: new Set(roots), namespaces: new Set(namespaces), by: new Set(by) });
    return true;
  }
  const before = known.namespaces.size + known.by.size;
  for (const root of roots) known.roots.add(root);
  for (const namespace of namespaces) known.namespaces.add(namespace);
  for (const directory of by) known.by.add(directory);
  return known.namespaces.size + known.by.size > before;
}
