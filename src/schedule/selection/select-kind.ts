import type { ApiResource } from '../../fleet/api-resource.ts';
import { groupOf, versionOf } from '../../fleet/object.ts';
import type { ResourceSelector } from '../../fleet/resource-selector.ts';
import type { Entry, Selectable } from './hub-content.ts';
import { matching } from './matching.ts';
import { isMadeByCluster } from './propagation.ts';
import type { SelectionContext } from './selection-context.ts';
import { SelectorError } from './selection.ts';

/** A selector of any other kind: objects by name or labels, of the one scope the placement may select. @throws {SelectorError} */
export function selectKind<T extends Selectable>(selector: ResourceSelector, index: number, context: SelectionContext<T>): void {
  const { content, isNamespaced, isOpened } = context;
  const resolved = content.apis.resolve(selector.group, selector.version, selector.kind);
  if (resolved === undefined) {
    if (isNoMatch(selector, context)) throw noMatchError(selector, index, context);
    selectUnlisted(selector, index, context);
    return;
  }
  const { resource, registered } = resolved;
  const takenForNamespaced = resource.namespaced || !registered;
  if (takenForNamespaced && !isNamespaced && !isOpened) throw scopeError(index, resource, context);
  if (!takenForNamespaced && isNamespaced) throw scopeError(index, resource, context);
  // A cluster-scoped kind that is taken for a namespaced one is looked for in a namespace, where nothing of it is.
  if (takenForNamespaced && !resource.namespaced) return;
  selectEntries(selector, index, entriesOf(selector, resource.kind, resource.namespaced, context), resource.namespaced, context);
}

/** A kind of unknown scope: only one scope is legal in most placements, and then it is taken to be that. */
function selectUnlisted<T extends Selectable>(selector: ResourceSelector, index: number, context: SelectionContext<T>): void {
  const { content, collected, isNamespaced, isOpened } = context;
  const { group, version, kind } = selector;
  const isKnown = content.apis.find(group, kind) !== undefined;
  if (isKnown || isOpened) {
    collected.leaveOpen({ selector: index, reason: isKnown ? 'unknownVersion' : 'unknownKind' });
    return;
  }
  const entries = entriesOf(selector, kind, isNamespaced, context);
  const ofVersion = entries.filter(({ ref }) => version === versionOf(ref.apiVersion));
  selectEntries(selector, index, ofVersion, isNamespaced, context);
}

/** Objects of the kind where the placement may look for it, in a namespace or in none. */
function entriesOf<T extends Selectable>(
  { group, name }: ResourceSelector,
  kind: string,
  namespaced: boolean,
  { content, home }: SelectionContext<T>,
): readonly Entry<T>[] {
  if (!namespaced) return content.ofKind(group, kind, name);
  if (name !== '') return content.ofKind(group, kind, name).filter(({ ref }) => ref.namespace === home);
  return content.inNamespace(home).filter(({ ref }) => ref.kind === kind && groupOf(ref.apiVersion) === group);
}

function selectEntries<T extends Selectable>(
  selector: ResourceSelector,
  index: number,
  entries: readonly Entry<T>[],
  namespaced: boolean,
  context: SelectionContext<T>,
): void {
  const { content, collected, home } = context;
  const found = matching(selector, index, entries, context);
  if (selector.name !== '' && found.length === 0) {
    const { group, version, kind, name } = selector;
    const ref = { apiVersion: group === '' ? version : `${group}/${version}`, kind, name };
    const placed = namespaced && home !== undefined ? { ...ref, namespace: home } : ref;
    collected.leaveOpen({ selector: index, reason: 'notAmongTheObjects', ref: placed });
  }
  for (const { ref, item } of found) {
    if (!isMadeByCluster(item.object, content.hasService(ref.namespace))) collected.add({ ref, item, selector: index });
  }
}

/** Whether the hub was asked and serves no such kind, or not in that version. The name of a kind's lists is one of its names. */
function isNoMatch<T extends Selectable>({ group, version, kind }: ResourceSelector, { content: { apis } }: SelectionContext<T>): boolean {
  const names = [kind, kind.replace(/List$/, '')];
  const known = names.flatMap((name) => apis.resolve(group, '', name)?.resource ?? []);
  if (known.length === 0) return names.every((name) => apis.isAbsent(group, name));
  return version !== '' && known.every(({ versions }) => versions !== undefined && !versions.includes(version));
}

function noMatchError<T extends Selectable>(
  { group, version, kind }: ResourceSelector,
  index: number,
  { placement, isNamespaced, home = '' }: SelectionContext<T>,
): SelectorError {
  const where = version === '' ? `group "${group}"` : `version "${group === '' ? '' : `${group}/`}${version}"`;
  const error = `failed to get GVR of the selector: no matches for kind "${kind}" in ${where}`;
  return new SelectorError(index, `invalid placement ${isNamespaced ? home : ''}/${placement}, ${error}`);
}

function scopeError<T extends Selectable>(index: number, resource: ApiResource, context: SelectionContext<T>): SelectorError {
  const { placement, isNamespaced, home = '' } = context;
  const { group, preferred, plural } = resource;
  const what = `${isNamespaced ? 'cluster' : 'namespace'}-scoped resource ${group}/${preferred}, Resource=${plural}`;
  const where = isNamespaced ? 'resourcePlacement' : 'clusterResourcePlacement';
  return new SelectorError(index, `invalid placement ${isNamespaced ? home : ''}/${placement}: cannot select ${what} in a ${where}`);
}
