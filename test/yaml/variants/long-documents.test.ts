import { expect, test } from 'vitest';
import { readDocuments } from '../../../src/yaml/documents.ts';

// A pattern that repeats a group for each line exceeds the stack of the engine at about four million lines.
test.each([
  ['comments before a document', `${'#\n'.repeat(5_000_000)}a: 1\n`, 'unread'],
  ['blanks behind the last value in brackets', `a: [1,${' '.repeat(9_000_000)}]\n`, 'read'],
])('%s may be millions', (_, text, kind) => {
  expect([...readDocuments(text)].map((document) => document.kind)).toContain(kind);
});
