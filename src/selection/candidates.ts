import { entriesLabelled, entriesNamed, type Entry, type HubContent, type Selectable } from './hub-content.ts';
import type { ResourceSelector } from './resource-selector.ts';
import type { ObjectsReach } from './selector-reach.ts';

/** Objects of the kind in the place where the placement may select them (its namespace, or cluster-scoped), with any name and labels. */
export function candidatesFor<T extends Selectable>(
  { group, objectKind, inHome }: ObjectsReach,
  home: string | undefined,
  content: HubContent<T>,
): readonly Entry<T>[] {
  if (inHome !== true) return content.ofKind(group, objectKind);
  if (home === undefined) return [];
  const homeless = content.inNamespace(undefined, group, objectKind);
  const there = content.inNamespace(home, group, objectKind);
  // The namespace of these objects is not known, so each may be in `home`.
  return homeless.length === 0 ? there : [...there, ...homeless];
}

/** The objects that a selector matches by name or labels. */
export function matching<T extends Selectable>(
  { name, labels }: Pick<ResourceSelector, 'name' | 'labels'>,
  entries: readonly Entry<T>[],
): readonly Entry<T>[] {
  if (name !== '') return entriesNamed(entries, name);
  return labels === undefined ? entries : entriesLabelled(entries, labels);
}
