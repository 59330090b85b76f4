import { expect, it } from 'vitest';
import { FittedPages } from '../../../src/gates/hub/http/page-size.ts';

it('a page has as many objects as make one size in bytes, within limits', () => {
  const pages = new FittedPages();
  const saw = (length: number, count: number): number => {
    pages.saw(Array.from({ length: count }, () => 'x'.repeat(length)));
    return pages.limit;
  };
  expect(pages.limit).toBe(10);
  expect(saw(20_000, 50)).toBe(49);
  expect(saw(100, 50)).toBe(200);
  expect(saw(1_500_000, 3)).toBe(5);
  expect(saw(0, 0)).toBe(5);
});
