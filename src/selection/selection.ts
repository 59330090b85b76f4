import { groupOf, versionOf, type ObjectRef } from '../fleet/kubernetes/object.ts';
import type { Selectable } from './hub-content.ts';
import { compareResources } from './resource-order.ts';
import type { OpenReason } from './selector-answer.ts';
import type { Refusal } from './selector-reach.ts';

/** What a placement selects, or why the hub refuses all of it and places nothing new. */
export type Selection<T extends Selectable> = Selected<T> | Refused;

export interface Selected<T extends Selectable> {
  readonly kind: 'selected';
  readonly resources: readonly SelectedResource<T>[];
  readonly unknown: readonly UnknownSelection[];
}

export interface Refused extends Refusal {
  /** Index of the selector. */
  readonly selector: number;
}

export interface SelectedResource<T extends Selectable> {
  readonly ref: ObjectRef;
  /** Absent if the Namespace is known only from the objects in it. */
  readonly item?: T;
  /** Index of the selector. */
  readonly selector: number;
}

/** What a selector may select on the hub in addition to the given objects. */
export interface UnknownSelection {
  readonly selector: number;
  readonly reason: OpenReason | 'notAmongTheObjects';
  readonly ref?: ObjectRef;
}

/** The hub refuses the whole placement because of one selector. */
export class SelectorError extends Error {
  override readonly name = 'SelectorError';
  readonly refused: Refused;

  constructor(selector: number, { kind, error }: Refusal) {
    super(error);
    this.refused = { kind, error, selector };
  }
}

/** Collects the selection of one placement. */
export class Collected<T extends Selectable> {
  readonly #selected = new Map<string, SelectedResource<T>>();
  readonly #unknown: UnknownSelection[] = [];

  /**
   * An object that is selected twice makes the whole placement invalid.
   * @throws {SelectorError}
   */
  add(resource: SelectedResource<T>): void {
    const { apiVersion, kind, namespace = '', name } = resource.ref;
    const [group, version] = [groupOf(apiVersion), versionOf(apiVersion)];
    const printed = `{Group:${group} Version:${version} Kind:${kind} Name:${name} Namespace:${namespace} Envelope:<nil>}`;
    if (this.#selected.has(printed))
      throw new SelectorError(resource.selector, { kind: 'invalid', error: `found duplicate resource ${printed}` });
    this.#selected.set(printed, resource);
  }

  leaveOpen(unknown: UnknownSelection): void {
    this.#unknown.push(unknown);
  }

  result(): Selected<T> {
    const resources = [...this.#selected.values()].sort((a, b) => compareResources(a.ref, b.ref));
    return { kind: 'selected', resources, unknown: this.#unknown };
  }
}
