import { type Field, FIELDS } from './choice.ts';

/** An element that filters show or hide. */
export interface Row {
  readonly element: HTMLElement;
  readonly values: Readonly<Partial<Record<Field, readonly string[]>>>;
}

/** A row, with the parts of it that filters hide one by one. */
export interface Item extends Row {
  readonly parts: readonly Row[];
  /** All its words, in lower case. */
  text(): string;
}

export interface Rows {
  readonly items: readonly Item[];
  /** Blocks that are hidden if no row is left in them; inner blocks first. */
  readonly groups: readonly { readonly element: HTMLElement; readonly items: readonly HTMLElement[]; readonly open: boolean }[];
}

/** Reads the page once. */
export function readRows(page: Document): Rows {
  const groups = [...page.querySelectorAll<HTMLElement>('[data-group]')].map((element) => ({
    element,
    items: [...element.querySelectorAll<HTMLElement>('[data-item]')],
    open: element instanceof HTMLDetailsElement && element.open,
  }));
  return {
    items: [...page.querySelectorAll<HTMLElement>('[data-item]')].map(itemOf),
    groups: groups.filter(({ items }) => items.length > 0),
  };
}

function itemOf(element: HTMLElement): Item {
  let text: string | undefined;
  return {
    ...rowOf(element),
    parts: [...element.querySelectorAll<HTMLElement>('[data-part]')].map(rowOf),
    text: () => (text ??= (element.textContent ?? '').toLowerCase()),
  };
}

function rowOf(element: HTMLElement): Row {
  const values = FIELDS.flatMap((field) => {
    const value = element.dataset[field];
    return value === undefined ? [] : [[field, value.split('\n')] as const];
  });
  return { element, values: Object.fromEntries(values) };
}
