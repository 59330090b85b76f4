import type { LintReport } from '../report.ts';

/** The hub a tree was judged for, in words. */
export function judgedFor({ target, schemas }: Pick<LintReport, 'target' | 'schemas'>): string {
  return schemas === 'hub' ? `${target}, by its own schemas` : target;
}
