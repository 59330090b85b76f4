import type { ReadResult } from '../read/read-result.ts';

/** Judges what deployers bring from outside of the tree, see `withFilledFromOutside`. Most trees have no deployer. */
export async function withOutsideJudged(read: ReadResult): Promise<ReadResult> {
  if (read.outside === undefined || read.outside.length === 0) return read;
  const { withFilledFromOutside } = await import('./filled-from-outside.ts');
  return withFilledFromOutside(read);
}
