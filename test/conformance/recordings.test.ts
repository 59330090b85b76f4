import { expect } from 'vitest';
import { expectedFirstLines, testRecordings } from './test-recordings.ts';

// A sample; `variants/recordings.test.ts` has all recordings. `diagnose` is in `variants/recordings-diagnosed.test.ts`.
testRecordings(3, (found, skip) => {
  const expected = expectedFirstLines();
  const compared = [...found].filter(([name]) => expected.has(name));
  if (compared.length === 0) skip('the first lines of these recordings are not known');
  expect(compared).toEqual(compared.map(([name]) => [name, expected.get(name)]));
});
