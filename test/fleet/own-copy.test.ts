import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ownCopy } from '../../src/fleet/json/own-copy.ts';

it('returns an equal value, for any keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(ownCopy(value)).toEqual(value);
    }),
  );
  const proto = JSON.parse('{"__proto__": {"a": 1}}') as object;
  expect(Object.keys(ownCopy(proto))).toEqual(['__proto__']);
});

it('contains each map and list once, although the value contains it several times', () => {
  const labels = { app: 'web' };
  const none: unknown[] = [];
  const value = { labels, selector: { matchLabels: labels }, args: none, command: none };
  const copy = ownCopy(value);
  copy.labels.app = 'other';
  copy.args.push('x');
  expect(copy).toEqual({ labels: { app: 'other' }, selector: { matchLabels: { app: 'web' } }, args: ['x'], command: [] });
  expect(value).toEqual({ labels: { app: 'web' }, selector: { matchLabels: { app: 'web' } }, args: [], command: [] });
});
