import type { Attributes } from './markup.ts';

/** The values that filters compare. A row without a field has no value for it. */
export interface Filterable {
  readonly cluster?: readonly string[];
  readonly placement?: readonly string[];
  readonly verdict?: readonly string[];
  readonly rule?: readonly string[];
}

/** The attributes of a row that filters show or hide as a whole. */
export function itemAttributes(values: Filterable): Attributes {
  return { 'data-item': true, ...valueAttributes(values) };
}

/** The attributes of a part of such a row: a filter without a value for it does not hide it. */
export function partAttributes(values: Filterable): Attributes {
  return { 'data-part': true, ...valueAttributes(values) };
}

function valueAttributes({ cluster, placement, verdict, rule }: Filterable): Attributes {
  return {
    'data-cluster': present(cluster),
    'data-placement': present(placement),
    'data-verdict': present(verdict),
    'data-rule': present(rule),
  };
}

function present(values: readonly string[] = []): readonly string[] | undefined {
  return values.length === 0 ? undefined : [...new Set(values)];
}
