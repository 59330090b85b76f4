import type { ApiResource } from '../../fleet/api-resource.ts';
import type { HubProfile } from '../../fleet/kinds.ts';
import { matchesLabels } from '../../fleet/label-selector.ts';
import { groupOf, versionOf, type KubeObject, type ObjectRef } from '../../fleet/object.ts';
import { isNamespaceSelector, resourceSelectorsOf, type ResourceSelector } from '../../fleet/resource-selector.ts';
import type { Entry, HubContent, Selectable } from './hub-content.ts';
import { isDisabledKind, isMadeByCluster, isReservedNamespace } from './propagation.ts';
import { compareResources } from './resource-order.ts';

/** `invalid`: the hub reports InvalidResourceSelectors with this error and places nothing new. */
export type Selection<T extends Selectable> =
  | { readonly kind: 'selected'; readonly resources: readonly SelectedResource<T>[]; readonly unknown: readonly UnknownSelection[] }
  | { readonly kind: 'invalid'; readonly error: string; readonly selector: number };

export interface SelectedResource<T extends Selectable> {
  readonly ref: ObjectRef;
  /** Absent for a Namespace that only shows by what is in it. */
  readonly item?: T;
  /** Index of the selector. */
  readonly selector: number;
}

/** What a selector may select on the hub beyond what the objects show. */
export interface UnknownSelection {
  readonly selector: number;
  readonly reason: 'notAmongTheObjects' | 'unknownKind' | 'unknownVersion' | 'invalidLabelSelector';
  readonly ref?: ObjectRef;
}

export interface SelectionInput<T extends Selectable> {
  readonly placement: KubeObject;
  /** Of a ResourcePlacement, where something else than the object sets it. */
  readonly namespace?: string | undefined;
  readonly content: HubContent<T>;
  readonly target?: HubProfile;
}

/**
 * What a placement selects, in the order of its status. Selecting nothing is no error. `unknown` names what cannot be told from the objects.
 * Source: `pkg/utils/controller/resource_selector_resolver.go`, gatherSelectedResource.
 */
export function selectResources<T extends Selectable>(input: SelectionInput<T>): Selection<T> {
  const { placement, target = 'v0.3' } = input;
  const selectors = resourceSelectorsOf(placement);
  const resolver = new Resolver(input, selectors);
  try {
    for (const [index, selector] of selectors.entries()) {
      if (!isDisabledKind(selector.group, selector.kind, target)) resolver.run(selector, index);
    }
  } catch (error) {
    if (error instanceof SelectorError) return { kind: 'invalid', error: error.message, selector: error.selector };
    throw error;
  }
  const resources = [...resolver.selected.values()].sort((a, b) => compareResources(a.ref, b.ref));
  return { kind: 'selected', resources, unknown: resolver.unknown };
}

class SelectorError extends Error {
  override readonly name = 'SelectorError';
  readonly selector: number;

  constructor(selector: number, message: string) {
    super(message);
    this.selector = selector;
  }
}

class Resolver<T extends Selectable> {
  readonly selected = new Map<string, SelectedResource<T>>();
  readonly unknown: UnknownSelection[] = [];
  readonly #content: HubContent<T>;
  readonly #target: HubProfile;
  readonly #name: string;
  readonly #isNamespaced: boolean;
  /** The namespace namespaced kinds are taken from: the placement's own, or the one a Namespace selector opens for the others. */
  readonly #home: string | undefined;
  readonly #opened: boolean;

  constructor(
    { placement, namespace = placement.metadata.namespace, content, target = 'v0.3' }: SelectionInput<T>,
    all: readonly ResourceSelector[],
  ) {
    this.#content = content;
    this.#target = target;
    this.#name = placement.metadata.name;
    this.#isNamespaced = placement.kind === 'ResourcePlacement';
    const opening = all.findIndex((selector) => isNamespaceSelector(selector) && selector.scope === 'NamespaceWithResourceSelectors');
    this.#opened = !this.#isNamespaced && opening !== -1;
    this.#home = this.#isNamespaced ? namespace : all[opening]?.name;
  }

  run(selector: ResourceSelector, index: number): void {
    if (isNamespaceSelector(selector)) this.#namespaces(selector, index);
    else this.#others(selector, index);
  }

  #namespaces(selector: ResourceSelector, index: number): void {
    if (this.#isNamespaced) {
      throw new SelectorError(
        index,
        `invalid placement ${this.#key()}: cannot select cluster-scoped resource Namespace in a resourcePlacement`,
      );
    }
    if (selector.scope === 'NamespaceWithResourceSelectors' && isReservedNamespace(selector.name)) {
      const mode = 'NamespaceWithResourceSelectors mode requires exactly one namespace, but no namespaces were selected';
      throw new SelectorError(index, `invalid clusterResourcePlacement ${this.#name}: ${mode}`);
    }
    const withContents = selector.scope === 'NamespaceWithResources';
    const reserved = withContents ? reservedName(selector) : undefined;
    if (reserved !== undefined) this.#notAllowed(reserved, index);
    const found = this.#matching(selector, index, this.#content.ofKind('', 'Namespace'));
    for (const { ref, item } of found) {
      if (item.object.metadata.deletionTimestamp !== undefined) continue;
      if (withContents && isReservedNamespace(ref.name)) this.#notAllowed(ref.name, index);
      this.#add({ ref, item, selector: index });
      if (withContents) this.#contents(ref.name, index);
    }
    if (selector.name !== '' && found.length === 0) this.#unseenNamespace(selector, index, withContents);
  }

  /** A Namespace that the objects do not hold is there all the same if objects are in it. */
  #unseenNamespace({ name }: ResourceSelector, index: number, withContents: boolean): void {
    const ref = { apiVersion: 'v1', kind: 'Namespace', name };
    if (this.#content.inNamespace(name).length === 0) {
      this.unknown.push({ selector: index, reason: 'notAmongTheObjects', ref });
      return;
    }
    this.#add({ ref, selector: index });
    if (withContents) this.#contents(name, index);
  }

  #contents(namespace: string, index: number): void {
    const services = new Set(this.#content.ofKind('', 'Service').flatMap(({ ref }) => (ref.namespace === namespace ? ref.name : [])));
    for (const { ref, item, resource } of this.#content.inNamespace(namespace)) {
      if (isDisabledKind(groupOf(ref.apiVersion), ref.kind, this.#target)) continue;
      if (isMadeByCluster(item.object, (name) => services.has(name))) continue;
      if (resource === undefined) this.unknown.push({ selector: index, reason: 'unknownKind', ref });
      else this.#add({ ref, item, selector: index });
    }
  }

  #others(selector: ResourceSelector, index: number): void {
    const { group, version, kind } = selector;
    const resolved = this.#content.apis.resolve(group, version, kind);
    if (resolved === undefined) {
      this.#unlisted(selector, index);
      return;
    }
    const { resource, registered } = resolved;
    const takenForNamespaced = resource.namespaced || !registered;
    if (takenForNamespaced && !this.#isNamespaced && !this.#opened)
      this.#scopeError(index, resource, 'namespace', 'clusterResourcePlacement');
    if (!takenForNamespaced && this.#isNamespaced) this.#scopeError(index, resource, 'cluster', 'resourcePlacement');
    // A cluster-scoped kind that is taken for a namespaced one is looked for in a namespace, where nothing of it is.
    if (takenForNamespaced && !resource.namespaced) return;
    this.#addMatching(selector, index, this.#content.ofKind(group, resource.kind), resource.namespaced);
  }

  /** A kind of unknown scope: only one scope is legal in most placements, and then it is taken to be that. */
  #unlisted(selector: ResourceSelector, index: number): void {
    const { group, version, kind } = selector;
    const isKnown = this.#content.apis.find(group, kind) !== undefined;
    if (isKnown || this.#opened) {
      this.unknown.push({ selector: index, reason: isKnown ? 'unknownVersion' : 'unknownKind' });
      return;
    }
    const served = this.#content.ofKind(group, kind).filter(({ ref }) => version === versionOf(ref.apiVersion));
    this.#addMatching(selector, index, served, this.#isNamespaced);
  }

  #addMatching(selector: ResourceSelector, index: number, entries: readonly Entry<T>[], namespaced: boolean): void {
    const inReach = namespaced ? entries.filter(({ ref }) => ref.namespace === this.#home) : entries;
    const found = this.#matching(selector, index, inReach);
    if (selector.name !== '' && found.length === 0) {
      const { group, version, kind, name } = selector;
      const ref = { apiVersion: group === '' ? version : `${group}/${version}`, kind, name };
      const namespace = namespaced && this.#home !== undefined ? { namespace: this.#home } : {};
      this.unknown.push({ selector: index, reason: 'notAmongTheObjects', ref: { ...ref, ...namespace } });
    }
    for (const { ref, item } of found) {
      const hasService = (name: string): boolean =>
        this.#content.ofKind('', 'Service').some((service) => service.ref.name === name && service.ref.namespace === ref.namespace);
      if (!isMadeByCluster(item.object, hasService)) this.#add({ ref, item, selector: index });
    }
  }

  #matching({ name, labels }: ResourceSelector, index: number, entries: readonly Entry<T>[]): readonly Entry<T>[] {
    if (name !== '') return entries.filter(({ ref }) => ref.name === name);
    if (labels?.invalid !== undefined) {
      this.unknown.push({ selector: index, reason: 'invalidLabelSelector' });
      return [];
    }
    return labels === undefined ? entries : entries.filter((entry) => matchesLabels(labels, entry.labels));
  }

  #add(resource: SelectedResource<T>): void {
    const { apiVersion, kind, namespace = '', name } = resource.ref;
    const [group, version] = [groupOf(apiVersion), versionOf(apiVersion)];
    const key = `${group}/${version}/${kind}/${namespace}/${name}`;
    if (this.selected.has(key)) {
      const printed = `{Group:${group} Version:${version} Kind:${kind} Name:${name} Namespace:${namespace} Envelope:<nil>}`;
      throw new SelectorError(resource.selector, `found duplicate resource ${printed}`);
    }
    this.selected.set(key, resource);
  }

  #scopeError(index: number, { group, preferred, plural }: ApiResource, scope: string, placementKind: string): never {
    const resource = `${group}/${preferred}, Resource=${plural}`;
    throw new SelectorError(
      index,
      `invalid placement ${this.#key()}: cannot select ${scope}-scoped resource ${resource} in a ${placementKind}`,
    );
  }

  /** The misspelt word is upstream's. */
  #notAllowed(namespace: string, index: number): never {
    throw new SelectorError(index, `invalid clusterRresourcePlacement ${this.#name}: namespace ${namespace} is not allowed to propagate`);
  }

  #key(): string {
    return `${this.#isNamespaced ? (this.#home ?? '') : ''}/${this.#name}`;
  }
}

const ON_EVERY_HUB = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

/** A reserved namespace the selector takes with its contents: by name, or by labels that those of every hub match. */
function reservedName({ name, labels }: ResourceSelector): string | undefined {
  if (name !== '') return isReservedNamespace(name) ? name : undefined;
  if (labels === undefined) return ON_EVERY_HUB[0];
  if (labels.invalid !== undefined) return undefined;
  return ON_EVERY_HUB.find((namespace) => matchesLabels(labels, { 'kubernetes.io/metadata.name': namespace }));
}
