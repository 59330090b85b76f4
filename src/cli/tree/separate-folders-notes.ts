import { listed } from '../../fleet/text/listed.ts';
import { counted } from '../../report/facts/words/words.ts';
import { separateFolders } from '../../static/compare/tree-parts.ts';
import type { StaticInput } from './static-input.ts';
import { partsOf } from './tree-part-inputs.ts';

/** Notes about folders of the tree that were checked separately, and why. Empty if the whole tree is for one hub. */
export function separateFoldersNotes(input: StaticInput): readonly string[] {
  if (partsOf(input).length === 1) return [];
  const { groups } = separateFolders(input.read.manifests, input.base?.manifests);
  const holds = input.base === undefined ? 'holds' : 'holds, or held,';
  const notes = groups.map(
    ({ folders, object }) =>
      `Checked apart, as folders for different hubs: ${listed(folders, MOST_FOLDERS)}. A hub has ${object} once, and more than one of them ${holds} it.`,
  );
  const rest = notes.length - MOST_NOTES;
  return rest > 0
    ? [...notes.slice(0, MOST_NOTES), `Folders beside one another in ${counted(rest, 'more place')} were checked apart as well.`]
    : notes;
}

const MOST_FOLDERS = 6;
const MOST_NOTES = 5;
