import { type Choice, type Field, FIELDS } from './choice.ts';
import type { Row, Rows } from './rows.ts';

/** Shows the rows that match the choice. @returns how many they are, in words */
export function apply({ items, groups }: Rows, choice: Choice): string {
  const wanted = FIELDS.flatMap((field): [Field, string][] => {
    const value = choice[field] ?? '';
    return value === '' ? [] : [[field, value]];
  });
  const words = (choice.text ?? '').toLowerCase();
  const isAsked = wanted.length > 0 || words !== '';
  let shown = 0;
  for (const item of items) {
    const fits = wanted.every(([field, value]) => isOneOf(item, field, value) ?? false) && (words === '' || item.text().includes(words));
    setHidden(item.element, !fits);
    if (!fits) continue;
    shown += 1;
    for (const part of item.parts) setHidden(part.element, !wanted.every(([field, value]) => isOneOf(part, field, value) ?? true));
  }
  for (const { element, items: within, open } of groups) {
    const isLeft = within.some(({ hidden }) => !hidden);
    setHidden(element, !isLeft);
    if (element instanceof HTMLDetailsElement) element.open = open || (isAsked && isLeft);
  }
  if (!isAsked) return `${items.length} ${items.length === 1 ? 'row' : 'rows'}`;
  return `${shown === 0 ? 'None' : shown} of ${items.length} ${items.length === 1 ? 'row' : 'rows'}`;
}

/** Whether the row has that value; `undefined` if it has no value of that field. */
function isOneOf({ values }: Row, field: Field, value: string): boolean | undefined {
  return values[field]?.includes(value);
}

/** Changes only elements that differ, which saves most of the browser's work. */
function setHidden(element: HTMLElement, hidden: boolean): void {
  if (element.hidden !== hidden) element.hidden = hidden;
}
