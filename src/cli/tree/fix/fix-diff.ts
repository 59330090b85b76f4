import { maskedText } from '../../../secrets/masked-text.ts';
import { logSafeDiff, unifiedDiff } from '../../output/unified-diff.ts';
import type { EditedFile } from './fix-tree.ts';

/**
 * The edits of a file as a difference without credentials and values of Secrets. A line above it says so if some were hidden.
 * @param hide hides the credentials of the process
 */
export function fixDiff(
  { file, before, after }: Pick<EditedFile, 'file' | 'before' | 'after'>,
  hide: (text: string) => string = (text) => text,
): string {
  const plain = unifiedDiff(file, before, after);
  const shown = hide(unifiedDiff(file, before, after, maskedText));
  return logSafeDiff(shown === plain ? plain : `${HIDDEN_NOTE}\n${shown}`);
}

const HIDDEN_NOTE =
  '# *** hides values that are confidential, and the comments of such a file. This difference is for reading, not for `git apply`.';
