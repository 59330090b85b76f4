import type { Kustomization } from './kustomization.ts';

/**
 * The directories with a kustomization that people build: those that no other kustomization lists, and those in `asked`. If kustomizations
 * only list one another, the first is a root, so that all are covered. A component is a root only if it is in `asked` and lists resources.
 * @param asked directories that are built on their own, even if another kustomization lists them
 */
export function kustomizationRoots(kustomizations: ReadonlyMap<string, Kustomization>, asked: ReadonlySet<string>): readonly string[] {
  const inner = new Set([...kustomizations.values()].flatMap(listedBy));
  const roots: string[] = [];
  const reached = new Set<string>();
  const take = (directory: string): void => {
    roots.push(directory);
    reach(directory, kustomizations, reached);
  };
  const whole = [...kustomizations]
    .filter(([directory, { isComponent, resources }]) => !isComponent || (asked.has(directory) && resources.length > 0))
    .map(([directory]) => directory);
  for (const directory of whole) if (!inner.has(directory) || asked.has(directory)) take(directory);
  for (const directory of whole) if (!reached.has(directory)) take(directory);
  return roots.toSorted();
}

/** The directories with a kustomization that is built from these ones, and these themselves. */
export function reachedFrom(roots: Iterable<string>, kustomizations: ReadonlyMap<string, Kustomization>): ReadonlySet<string> {
  const reached = new Set<string>();
  for (const root of roots) reach(root, kustomizations, reached);
  return reached;
}

function listedBy({ resources, components, plugins }: Kustomization): readonly string[] {
  return [...resources, ...components, ...plugins];
}

function reach(directory: string, kustomizations: ReadonlyMap<string, Kustomization>, reached: Set<string>): void {
  const open = [directory];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const kustomization = kustomizations.get(next);
    if (kustomization === undefined || reached.has(next)) continue;
    reached.add(next);
    for (const listed of listedBy(kustomization)) open.push(listed);
  }
}
