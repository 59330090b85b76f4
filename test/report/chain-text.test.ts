/** How long the stopped step was awaited. The times of a hub may be any text. */
import { expect, test } from 'vitest';
import { stopText } from '../../src/report/facts/gate/chain-text.ts';

const binding = { kind: 'ClusterResourceBinding', name: 'web-east-1', stage: 'Applied' };

test.each([
  ['2026-11-20T03:11:40Z', 'stuck at ClusterResourceBinding/web-east-1 for 1m29s: not Applied'],
  ['octo/repo#3', 'stuck at ClusterResourceBinding/web-east-1: not Applied'],
])('the chain since %s is shown: %s', (since, text) => {
  expect(stopText([{ ...binding, since }], '2026-11-20T03:13:09Z')).toBe(text);
});
