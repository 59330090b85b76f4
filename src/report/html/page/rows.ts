import { type Field, FIELDS } from './choice.ts';

/** What a filter shows or hides. */
export interface Row {
  readonly element: HTMLElement;
  readonly values: Readonly<Partial<Record<Field, readonly string[]>>>;
}

/** A row that stands by itself, with the parts of it that filters take away one by one. */
export interface Item extends Row {
  readonly parts: readonly Row[];
  /** All its words, in small letters. */
  text(): string;
}

export interface Rows {
  readonly items: readonly Item[];
  /** Blocks that go when no row is left in them; the inner ones first. */
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
