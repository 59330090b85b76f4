import type { Kustomization } from './kustomization.ts';
import { kustomizationRoots } from './kustomization-roots.ts';

/** What the kustomizations do to a file, by all ways that lead to it. */
export interface Treatment {
  /** The directories of the outermost kustomizations. */
  readonly roots: ReadonlySet<string>;
  /** The namespaces its objects are put into, one way or another; `undefined` if a way sets none. */
  readonly namespaces: ReadonlySet<string | undefined>;
  /** The directories of the kustomizations on these ways, the outer ones first. */
  readonly by: ReadonlySet<string>;
}

/** How often something may be handed from one kustomization to another: a second of work, and a hundred times what people write. */
const MOST_STEPS = 2_000_000;

/**
 * What becomes of each file that kustomizations list; `undefined` if they list one another too often to follow. Ways that meet are followed
 * once: what they bring is joined, so that two names for each of 16 levels are 16 steps and not 2^16.
 */
export function treatmentsOf(kustomizations: ReadonlyMap<string, Kustomization>): ReadonlyMap<string, Treatment> | undefined {
  const files = new Map<string, Joined>();
  const listed = new Map<string, readonly string[]>();
  let steps = 0;
  for (const root of kustomizationRoots(kustomizations)) {
    const ways = new Map([[root, { roots: new Set([root]), namespaces: new Set<string | undefined>([undefined]), by: new Set<string>() }]]);
    // What is added while it is gone through comes last.
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

/** A kustomization with the components that change what it lists, and theirs, each once. */
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

/** Whether that brought anything new. */
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
