import { expect, it } from 'vitest';
import type { NotEvaluated } from '../../src/finding.ts';
import { unevaluatedOnce } from '../../src/static/unevaluated-at.ts';

const entry: NotEvaluated = { file: 'base/shop.yaml', line: 3, reason: 'Not known.' };
const within = (...overlays: readonly string[]): NotEvaluated => ({ ...entry, rendered: { overlays } });

it('says once what several overlays have, of all of them', () => {
  expect(unevaluatedOnce([within('dev'), within('prod'), within('dev')])).toEqual([within('dev', 'prod')]);
});

it('says once what a file has, apart from what overlays have of it', () => {
  expect(unevaluatedOnce([entry, within('dev'), entry])).toEqual([entry, within('dev')]);
});

it('says each reason and each place', () => {
  const all = [within('dev'), { ...within('dev'), line: 4 }, { ...within('prod'), reason: 'Denied.' }];
  expect(unevaluatedOnce(all)).toEqual(all);
});
