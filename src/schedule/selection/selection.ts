import { groupOf, versionOf, type ObjectRef } from '../../fleet/object.ts';
import type { Selectable } from './hub-content.ts';
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

/** A selector the hub refuses, in its words. */
export class SelectorError extends Error {
  override readonly name = 'SelectorError';
  readonly selector: number;

  constructor(selector: number, message: string) {
    super(message);
    this.selector = selector;
  }
}

/** The selection of one placement while it is made. */
export class Collected<T extends Selectable> {
  readonly #selected = new Map<string, SelectedResource<T>>();
  readonly #unknown: UnknownSelection[] = [];

  /** An object that is selected twice makes the whole placement invalid. @throws {SelectorError} */
  add(resource: SelectedResource<T>): void {
    const { apiVersion, kind, namespace = '', name } = resource.ref;
    const [group, version] = [groupOf(apiVersion), versionOf(apiVersion)];
    const printed = `{Group:${group} Version:${version} Kind:${kind} Name:${name} Namespace:${namespace} Envelope:<nil>}`;
    if (this.#selected.has(printed)) throw new SelectorError(resource.selector, `found duplicate resource ${printed}`);
    this.#selected.set(printed, resource);
  }

  leaveOpen(unknown: UnknownSelection): void {
    this.#unknown.push(unknown);
  }

  result(): Selection<T> {
    const resources = [...this.#selected.values()].sort((a, b) => compareResources(a.ref, b.ref));
    return { kind: 'selected', resources, unknown: this.#unknown };
  }
}
