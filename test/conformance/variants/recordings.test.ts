import { expect } from 'vitest';
import { recordingNames } from '../../support/recordings/recording.ts';
import { expectedFirstLines, FIRST_LINES, testRecordings } from '../test-recordings.ts';

// `vitest -u` rewrites the file of first lines; read what changed. A truth with fewer recordings has too few for it.
testRecordings(1, async (found, skip) => {
  const told = [...expectedFirstLines().keys()];
  const here = new Set(recordingNames());
  if (told.some((name) => !here.has(name))) skip('recordings whose first lines are known are missing');
  const names = told.length === 0 ? [...here] : told;
  const lines = names.flatMap((name) => found.get(name) ?? []);
  await expect(`${lines.join('\n\n')}\n`).toMatchFileSnapshot(FIRST_LINES);
});
