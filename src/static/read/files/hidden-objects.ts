import type { NotEvaluated } from '../../../finding.ts';
import type { FoundFile } from './find-files.ts';
import { largeFileMakesFleetObjects } from './large-file.ts';
import { isSourceOfManifests } from '../placeholders/source-of-manifests.ts';

/**
 * Files that are not judged and make objects of KubeFleet, or of which nobody can tell: what lies in hidden directories may be applied all the
 * same. What another tool makes of its sources may stand among the manifests as well.
 */
export async function hiddenObjects(files: readonly FoundFile[]): Promise<readonly NotEvaluated[]> {
  const told: NotEvaluated[] = [];
  for (const { path, name } of files) {
    try {
      if (!(await largeFileMakesFleetObjects(path))) continue;
      told.push(
        isSourceOfManifests(name) ? { file: name, line: 1, reason: SOURCE } : { file: name, line: 1, reason: HIDDEN, fleetObject: true },
      );
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // What is not there, as behind a broken link, nobody applies.
      if (code === 'ENOENT') continue;
      const where = isSourceOfManifests(name) ? 'it ' : 'it lies in a hidden directory and ';
      told.push({ file: name, line: 1, reason: `The file was not read: ${where}cannot be read (${code ?? String(error)}).` });
    }
  }
  return told;
}

const SOURCE = 'It makes objects of KubeFleet with another tool, so it was not checked: have that tool render it and lint the result.';
const HIDDEN =
  'It lies in a hidden directory, which is not checked, though `kubectl apply -R` applies it. Name the directory to have it checked, or exclude it.';
