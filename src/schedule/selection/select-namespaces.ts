import { matchesLabels } from '../../fleet/label-selector.ts';
import { groupOf } from '../../fleet/object.ts';
import type { ResourceSelector } from '../../fleet/resource-selector.ts';
import type { Selectable } from './hub-content.ts';
import { matching } from './matching.ts';
import { isDisabledKind, isMadeByCluster, isReservedNamespace } from './propagation.ts';
import type { SelectionContext } from './selection-context.ts';
import { SelectorError } from './selection.ts';

/** A Namespace selector: the Namespaces alone, or with all that is in them. @throws {SelectorError} */
export function selectNamespaces<T extends Selectable>(selector: ResourceSelector, index: number, context: SelectionContext<T>): void {
  const { content, collected, placement, isNamespaced, home = '' } = context;
  if (isNamespaced) {
    const wrongKind = 'cannot select cluster-scoped resource Namespace in a resourcePlacement';
    throw new SelectorError(index, `invalid placement ${home}/${placement}: ${wrongKind}`);
  }
  const withContents = selector.scope === 'NamespaceWithResources';
  const found = matching(selector, index, content.ofKind('', 'Namespace', selector.name), context);
  const assumed = reservedNames(selector).filter((name) => content.ofKind('', 'Namespace', name).length === 0);
  const names = [...assumed, ...found.map(({ ref }) => ref.name)];
  const reserved = withContents ? names.find(isReservedNamespace) : undefined;
  if (reserved !== undefined) {
    // The misspelt word is upstream's.
    throw new SelectorError(index, `invalid clusterRresourcePlacement ${placement}: namespace ${reserved} is not allowed to propagate`);
  }
  for (const { ref, item } of found) {
    if (item.object.metadata.deletionTimestamp !== undefined) continue;
    collected.add({ ref, item, selector: index });
    if (withContents) selectContents(ref.name, index, context);
  }
  if (selector.name !== '' && found.length === 0) selectUnseen(selector.name, index, withContents, context);
}

const ON_EVERY_HUB = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

/** Reserved namespaces that the selector picks on every hub, whether the objects hold them or not. */
function reservedNames({ name, labels }: ResourceSelector): readonly string[] {
  if (name !== '') return [name];
  if (labels === undefined) return ON_EVERY_HUB;
  if (labels.invalid !== undefined) return [];
  return ON_EVERY_HUB.filter((namespace) => matchesLabels(labels, { 'kubernetes.io/metadata.name': namespace }));
}

/** A Namespace that the objects do not hold is there all the same if objects are in it. */
function selectUnseen<T extends Selectable>(name: string, index: number, withContents: boolean, context: SelectionContext<T>): void {
  const ref = { apiVersion: 'v1', kind: 'Namespace', name };
  if (context.content.inNamespace(name).length === 0) {
    context.collected.leaveOpen({ selector: index, reason: 'notAmongTheObjects', ref });
    return;
  }
  context.collected.add({ ref, selector: index });
  if (withContents) selectContents(name, index, context);
}

function selectContents<T extends Selectable>(namespace: string, index: number, { content, collected, target }: SelectionContext<T>): void {
  for (const { ref, item, resource } of content.inNamespace(namespace)) {
    if (isDisabledKind(groupOf(ref.apiVersion), ref.kind, target) || isMadeByCluster(item.object, content.hasService(namespace))) continue;
    if (resource === undefined) collected.leaveOpen({ selector: index, reason: 'unknownKind', ref });
    else collected.add({ ref, item, selector: index });
  }
}
