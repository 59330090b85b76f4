import type { Kustomization } from './kustomization.ts';

/**
 * The directories whose kustomization is nobody's base: what people build. Of kustomizations that only list one another, the first counts as
 * one, so that none is left unseen. A component is part of others, never a root.
 */
export function kustomizationRoots(kustomizations: ReadonlyMap<string, Kustomization>): readonly string[] {
  const inner = new Set([...kustomizations.values()].flatMap(listedBy));
  const roots: string[] = [];
  const reached = new Set<string>();
  const take = (directory: string): void => {
    roots.push(directory);
    reach(directory, kustomizations, reached);
  };
  const whole = [...kustomizations].filter(([, { isComponent }]) => !isComponent).map(([directory]) => directory);
  for (const directory of whole) if (!inner.has(directory)) take(directory);
  for (const directory of whole) if (!reached.has(directory)) take(directory);
  return roots.toSorted();
}

function listedBy({ resources, components }: Kustomization): readonly string[] {
  return [...resources, ...components];
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
