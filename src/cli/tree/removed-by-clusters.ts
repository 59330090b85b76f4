import type { LintReport } from '../../report.ts';
import type { JudgingIo } from '../process/io.ts';
import { clustersNotes } from '../settings/silenced.ts';
import { lintTree } from './lint-tree.ts';
import type { StaticInput } from './static-input.ts';
import { partsOf } from './tree-part-inputs.ts';

/**
 * Sentences about findings of this tree that the clusters file of the base would give, and that of the change does not.
 * @param judged the tree by all rules, if that is known already
 */
export async function removedByClusters(
  input: StaticInput,
  io: Pick<JudgingIo, 'now' | 'turns'>,
  judged?: LintReport,
): Promise<readonly string[]> {
  if (input.given.membersBefore === undefined) return [];
  const { base: _base, ...alone } = input;
  const withClustersBefore = (part: StaticInput): StaticInput => {
    const { membersBefore, ...fleet } = part.fleet;
    return { ...part, fleet: { ...fleet, members: membersBefore ?? fleet.members } };
  };
  const [first, ...others] = partsOf(alone);
  const byBase = await lintTree([withClustersBefore(first), ...others.map(withClustersBefore)], input.read, [], io);
  return clustersNotes([judged ?? (await lintTree([first, ...others], input.read, [], io)), byBase]);
}
