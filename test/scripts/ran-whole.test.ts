import { expect, test } from 'vitest';
import { ranWhole } from '../support/reliability.ts';

const passed = { type: 'test', mode: 'run', result: { state: 'pass' } } as const;
const filtered = { type: 'test', mode: 'skip' } as const;
const failed = { type: 'test', mode: 'run', result: { state: 'fail' } } as const;

test.each([
  ['all that passed', [passed, { type: 'suite', tasks: [passed] }], true],
  ['a test that a filter left out', [passed, filtered], false],
  ['a test that a filter left out of a group', [passed, { type: 'suite', tasks: [passed, { type: 'suite', tasks: [filtered] }] }], false],
  ['a test of a group that failed', [{ type: 'suite', tasks: [failed] }], false],
] as const)('figures are written if every test passed: %s', (_, tasks, isWhole) => {
  expect(ranWhole({ tasks })).toBe(isWhole);
});
