import { listed } from '../../../fleet/text/listed.ts';
import { unreadFleetFiles } from '../../../static/read/files/unread-fleet-files.ts';
import type { StaticInput } from '../static-input.ts';

/**
 * A sentence about files of the base that could not be read, unless the tree has and reports them.
 * @param open what is not known because of it
 */
export function unreadOfBase({ read, base }: Pick<StaticInput, 'read' | 'base'>, open: string): readonly string[] {
  const now = unreadFleetFiles(read);
  const files = base === undefined ? [] : [...unreadFleetFiles(base).keys()].filter((file) => !now.has(file));
  if (files.length === 0) return [];
  return [`Files of the base could not be evaluated completely (${listed(files, 3, 'files')}), so ${open}.`];
}
