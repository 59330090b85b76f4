import { type Choice, FIELDS } from './choice.ts';
import type { Rows } from './rows.ts';

/** Fills the lists with the values of the rows, and selects the choice. A list without values is removed. */
export function showChoice(form: HTMLFormElement, { items }: Rows, choice: Choice): void {
  for (const field of FIELDS) {
    const list = form.elements.namedItem(field);
    if (!(list instanceof HTMLSelectElement)) continue;
    const values = new Set(
      items.flatMap(({ values: has, parts }) => [has, ...parts.map((part) => part.values)].flatMap((each) => each[field] ?? [])),
    );
    for (const value of [...values].sort(byName)) list.append(new Option(value, value));
    const label = list.closest('label');
    if (label !== null) label.hidden = values.size < 2;
  }
  form.hidden = items.length === 0;
  writeChoice(form, choice);
}

/** The current choice. */
export function readChoice(form: HTMLFormElement): Choice {
  const entries = [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.trim()] as const] : []));
  return Object.fromEntries(entries);
}

/** Selects the choice; a value that no list has is ignored. */
export function writeChoice(form: HTMLFormElement, choice: Choice): void {
  for (const field of [...FIELDS, 'text'] as const) {
    const input = form.elements.namedItem(field);
    if (input instanceof HTMLInputElement) input.value = choice[field] ?? '';
    if (!(input instanceof HTMLSelectElement)) continue;
    input.value = choice[field] ?? '';
    if (input.selectedIndex < 0) input.value = '';
  }
}

const byName = new Intl.Collator('en', { numeric: true }).compare;
