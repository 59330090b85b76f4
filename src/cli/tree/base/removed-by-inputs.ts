import type { LintReport } from '../../../report.ts';
import type { JudgingIo } from '../../process/io.ts';
import { removedNotes } from '../../settings/silenced.ts';
import type { Fleet } from '../fleet-input.ts';
import { lintTree } from '../lint-tree.ts';
import type { StaticInput } from '../static-input.ts';
import { judgedParts } from '../judged-parts.ts';

/**
 * Sentences about findings of this tree that the clusters file of the base, or its CustomResourceDefinitions of `--crds`, would give, and
 * those of the change do not.
 * @param judged the tree by all rules, if that is known already
 */
export async function removedByInputs(
  input: StaticInput,
  io: Pick<JudgingIo, 'now' | 'turns'>,
  judged?: LintReport,
): Promise<readonly string[]> {
  const { membersBefore, contractsBefore } = input.given;
  const { base: _base, ...alone } = input;
  const lint = async (fleetOf: (fleet: Fleet) => Fleet): Promise<LintReport> => {
    const [first, ...others] = judgedParts(alone);
    const changed = (part: StaticInput): StaticInput => ({ ...part, fleet: fleetOf(part.fleet) });
    return lintTree([changed(first), ...others.map(changed)], input.read, [], io);
  };
  const notes: string[] = [];
  const add = async (what: string, fleetOf: (fleet: Fleet) => Fleet): Promise<void> => {
    const byBase = await lint(fleetOf);
    notes.push(...removedNotes(what, [judged ?? (await lint((fleet) => fleet)), byBase]));
  };
  if (membersBefore !== undefined)
    await add('the clusters file', ({ membersBefore: before, ...fleet }) => ({ ...fleet, members: before ?? fleet.members }));
  if (contractsBefore !== undefined) await add('the CustomResourceDefinitions', (fleet) => ({ ...fleet, contracts: contractsBefore }));
  return notes;
}
