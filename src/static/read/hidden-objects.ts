import type { NotEvaluated } from '../../finding.ts';
import type { FoundFile } from './find-files.ts';
import { largeFileMakesFleetObjects } from './large-file.ts';

/** Files of hidden directories that make objects of KubeFleet, or of which nobody can tell: what is not judged may be applied all the same. */
export async function hiddenObjects(files: readonly FoundFile[]): Promise<readonly NotEvaluated[]> {
  const told: NotEvaluated[] = [];
  for (const { path, name } of files) {
    try {
      if (await largeFileMakesFleetObjects(path)) told.push({ file: name, line: 1, reason: HIDDEN, fleetObject: true });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // What is not there, as behind a broken link, nobody applies.
      if (code === 'ENOENT') continue;
      told.push({
        file: name,
        line: 1,
        reason: `The file was not read: it lies in a hidden directory and cannot be read (${code ?? String(error)}).`,
      });
    }
  }
  return told;
}

const HIDDEN =
  'It lies in a hidden directory, which is not checked, though `kubectl apply -R` applies it. Name the directory to have it checked, or exclude it.';
