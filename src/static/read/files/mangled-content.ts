import type { NotEvaluated } from '../../../finding.ts';
import { textOfFile, TooLargeFile, UnreadableFile } from '../../../files/text-of-file.ts';
import type { Manifest } from '../../world/manifest.ts';
import { makesFleetObjects } from '../placeholders/names-fleet.ts';
import { parseManifests } from '../parse-manifests.ts';
import { largeFileMakesFleetObjects } from './look-through-file.ts';
import type { MangledEntry } from './mangled-names.ts';

/** The content of such entries, which is only searched: no report can name the place of a finding. */
export interface MangledContent {
  readonly entry: NotEvaluated;
  readonly manifests: readonly Manifest[];
}

/** Reads the entries. A hidden one is reported only if it makes an object of KubeFleet. */
export async function contentOfMangled({ name, files, isHidden }: MangledEntry, maxBytes: number): Promise<MangledContent | undefined> {
  const manifests: Manifest[] = [];
  let isFleet = false;
  for (const file of files) {
    const text = await textOf(file, maxBytes);
    isFleet ||= typeof text === 'boolean' ? text : makesFleetObjects(text.replaceAll('\0', ''));
    if (typeof text === 'string') for (const manifest of parseManifests(text, name).manifests) manifests.push(manifest);
  }
  if (isHidden && !isFleet) return undefined;
  const reason = isFleet ? OF_FLEET : NOT_READ;
  return { entry: { file: name, line: 1, reason, ...(isFleet ? { fleetObject: true } : {}) }, manifests };
}

const NOT_READ = 'Its name is not valid UTF-8, so it was not read.';
const OF_FLEET = 'It has KubeFleet objects and its name is not valid UTF-8, so it was not checked: rename it.';

/** If it is too large: whether it makes an object of KubeFleet. `false` if it cannot be read. */
async function textOf(file: Buffer, maxBytes: number): Promise<string | boolean> {
  try {
    return await textOfFile(file, maxBytes);
  } catch (error) {
    if (error instanceof TooLargeFile) return largeFileMakesFleetObjects(file);
    if (error instanceof UnreadableFile) return false;
    throw error;
  }
}
