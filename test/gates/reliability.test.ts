import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

/** R1 to R50: what broke other gates, each kept as a test (or a group of them) whose name starts with its number. */
test('every point of the reliability list has a test with its number', () => {
  const root = join(import.meta.dirname, '..');
  const files = ['gates', 'action', 'report', 'conformance', 'cli', 'e2e'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => join(root, folder, file)),
  );
  const named = new Set(
    files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/['"`]R([0-9]{1,2}) /g)].map(([, number]) => Number(number))),
  );
  const missing = Array.from({ length: 50 }, (_, at) => at + 1).filter((number) => !named.has(number));
  expect(missing).toEqual([]);
});
