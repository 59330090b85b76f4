import { listed } from '../../fleet/text/listed.ts';
import { counted } from '../../report/facts/words/words.ts';
import { separateFolders } from '../../static/compare/tree-parts.ts';
import { SHARED_WORLD } from '../../static/world/hub-world.ts';
import type { StaticInput } from './static-input.ts';
import { partsOf } from './tree-part-inputs.ts';

/** Notes about folders of the tree that were checked separately or together, and why. Empty if nothing is for another hub. */
export function separateFoldersNotes(input: StaticInput): readonly string[] {
  return [...togetherNotes(input), ...separateNotes(input)];
}

/** Overlays that are checked together only because something brings them to one hub. */
function togetherNotes({ read }: StaticInput): readonly string[] {
  const inWorlds = read.manifests.filter(({ world, overlay }) => overlay !== undefined && world !== undefined && world !== SHARED_WORLD);
  const joined = [...Map.groupBy(inWorlds, ({ world }) => world)].flatMap(([world, all]) => {
    const overlays = [...new Set(all.flatMap(({ overlay }) => overlay ?? []))].toSorted();
    const ofBase = read.worldsOfBase?.has(world ?? '') === true ? ' of the base' : '';
    return overlays.length < 2
      ? []
      : [`Checked together, as folders for one hub${ofBase} (${world ?? ''}): ${listed(overlays, MOST_FOLDERS)}.`];
  });
  const rest = joined.length - MOST_NOTES;
  return rest > 0 ? [...joined.slice(0, MOST_NOTES), `Folders of ${counted(rest, 'more hub')} were checked together as well.`] : joined;
}

function separateNotes(input: StaticInput): readonly string[] {
  if (partsOf(input).length === 1) return [];
  const { groups } = separateFolders(input.read.manifests, input.base?.manifests);
  const holds = input.base === undefined ? 'has' : 'has, or had,';
  const notes = groups.map(
    ({ folders, object }) =>
      `Checked separately, as folders for different hubs: ${listed(folders, MOST_FOLDERS)}. More than one of them ${holds} ${object}, and a hub can have it only once.`,
  );
  const rest = notes.length - MOST_NOTES;
  return rest > 0
    ? [...notes.slice(0, MOST_NOTES), `Sibling folders in ${counted(rest, 'more place')} were checked separately as well.`]
    : notes;
}

const MOST_FOLDERS = 6;
const MOST_NOTES = 5;
