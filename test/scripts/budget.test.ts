import { describe, expect, it } from 'vitest';
import { boundsFor, overBudget } from '../../scripts/budget/figure.ts';

const modules = (value: number): { readonly value: number; readonly unit: string } => ({ value, unit: 'modules' });

describe('the budget', () => {
  it('is kept by what is not more than its bound', () => {
    expect(overBudget({ lint: modules(12) }, { lint: 12 })).toEqual([]);
  });

  it('says which bound is passed, and by how much', () => {
    expect(overBudget({ lint: modules(1500), plan: modules(1) }, { lint: 1200, plan: 1 })).toEqual([
      'lint: 1,500 modules, which is 300 (25.0 %) over the bound of 1,200',
    ]);
  });

  it('lets nothing pass that has no bound, and no bound that is of nothing', () => {
    expect(overBudget({ lint: modules(3) }, { plan: 1 })).toEqual([
      'lint has no bound; it is 3 modules',
      'plan has a bound, but is not measured',
    ]);
  });

  it('is renewed with room for what grows with every change, and with none for what is counted', () => {
    const figures = { modules: modules(50), bytes: { value: 1001, unit: 'bytes' }, kept: { value: 1000.4, unit: 'bytes kept' } };
    expect(boundsFor(figures)).toEqual({ modules: 50, bytes: 1022, kept: 1251 });
    expect(overBudget(figures, boundsFor(figures))).toEqual([]);
  });
});
