import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isInt64 } from '../../src/fleet/json/int64.ts';
import { readDocuments } from '../../src/yaml/documents.ts';

interface Recorded {
  readonly text: string;
  readonly value?: unknown;
  readonly error?: true;
}

interface RecordedNumber {
  readonly text: string;
  readonly as: 'yaml' | 'json';
  readonly type?: 'int64' | 'float64' | 'string';
  readonly error?: true;
}

describe("values are those of the hub's decoder", () => {
  const scalars = recorded('plain-scalars.jsonl');

  test(`${scalars.length} plain scalars are equal`, () => {
    expect(scalars.length).toBeGreaterThan(300);
    for (const { text, value } of scalars) expect({ text, value: valueOf(`v: ${text}\n`) }).toEqual({ text, value: { v: value } });
  });

  test.each(recorded('documents.jsonl'))('$text', ({ text, value, error }) => {
    if (error === true) expect(() => valueOf(text)).toThrow();
    else expect(sorted(valueOf(text))).toEqual(sorted(value ?? null));
  });
});

describe('a number has the type to which the hub decodes it', () => {
  const numbers = recorded('number-types.jsonl') as unknown as readonly RecordedNumber[];

  test.each(numbers)('$text in $as', ({ text, as, type, error = false }) => {
    const file = as === 'yaml' ? `v: ${text}\n` : `{"v": ${text}}`;
    if (error) expect(() => valueOf(file)).toThrow('too large');
    else expect(typeOfNumber((valueOf(file) as { readonly v: unknown }).v)).toBe(type);
  });
});

describe('a file is split into the same documents as by kubectl', () => {
  test.each(streams())('$text', ({ text, values, error = false }) => {
    const documents = [...readDocuments(text)];
    const read = documents.flatMap((each) => (each.kind === 'read' ? [each.value] : []));
    expect(documents.some(({ kind }) => kind === 'broken')).toBe(error);
    const unread = documents.filter(({ kind }) => kind === 'unread');
    // A document that continues after its first value is reported, and not read as if it were complete.
    if (unread.length === 0) expect(read).toEqual(values);
    else {
      expect(values).toEqual(expect.arrayContaining(read));
      expect(read).toHaveLength(values.length - unread.length);
      for (const { text: rest } of unread) expect(rest.match(/\{/g)).toHaveLength(2);
    }
  });
});

function streams(): readonly { readonly text: string; readonly values: readonly unknown[]; readonly error?: true }[] {
  return recorded('streams.jsonl') as unknown as ReturnType<typeof streams>;
}

function recorded(name: string): readonly Recorded[] {
  const text = readFileSync(new URL(`../../fixtures/read/${name}`, import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded);
}

function valueOf(text: string): unknown {
  const [document] = readDocuments(text);
  if (document === undefined) return null;
  if (document.kind !== 'read') throw new Error(document.reason);
  return document.value;
}

function typeOfNumber(value: unknown): string {
  if (typeof value !== 'number') return typeof value;
  return isInt64(value) ? 'int64' : 'float64';
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => [key, sorted(item)]);
}
