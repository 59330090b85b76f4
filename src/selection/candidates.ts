import { entriesLabelled, entriesNamed, type Entry, type HubContent, type Selectable } from './hub-content.ts';
import type { ResourceSelector } from './resource-selector.ts';
import type { ObjectsReach } from './selector-reach.ts';

/** Objects of the kind where the placement may look for it, in a namespace or in none, whatever their names and labels. */
export function candidatesFor<T extends Selectable>(
  { group, objectKind, inHome }: ObjectsReach,
  home: string | undefined,
  content: HubContent<T>,
): readonly Entry<T>[] {
  if (inHome !== true) return content.ofKind(group, objectKind);
  if (home === undefined) return [];
  const homeless = content.inNamespace(undefined, group, objectKind);
  const there = content.inNamespace(home, group, objectKind);
  // Of those without a namespace it is not known which one they come to.
  return homeless.length === 0 ? there : [...there, ...homeless];
}

/** Those that a selector picks by name or labels. */
export function matching<T extends Selectable>(
  { name, labels }: Pick<ResourceSelector, 'name' | 'labels'>,
  entries: readonly Entry<T>[],
): readonly Entry<T>[] {
  if (name !== '') return entriesNamed(entries, name);
  return labels === undefined ? entries : entriesLabelled(entries, labels);
}
