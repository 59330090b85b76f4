import { matchesLabels } from '../../fleet/label-selector.ts';
import type { ResourceSelector } from '../../fleet/resource-selector.ts';
import type { Entry, Selectable } from './hub-content.ts';
import type { SelectionContext } from './selection-context.ts';

/** The entries a selector picks by name or labels; a label selector that is no such thing is refused elsewhere and picks nothing here. */
export function matching<T extends Selectable>(
  { name, labels }: ResourceSelector,
  index: number,
  entries: readonly Entry<T>[],
  { collected }: SelectionContext<T>,
): readonly Entry<T>[] {
  if (name !== '') return entries.filter(({ ref }) => ref.name === name);
  if (labels === undefined) return entries;
  if (labels.invalid === undefined) return entries.filter((entry) => matchesLabels(labels, entry.labels));
  collected.leaveOpen({ selector: index, reason: 'invalidLabelSelector' });
  return [];
}
