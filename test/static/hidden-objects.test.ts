import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hiddenObjects } from '../../src/static/read/hidden-objects.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a file of a hidden directory that cannot be read is said, unless it is gone', async () => {
  const folder = temporaryFolder();
  const files = [
    // A folder by now, which no system lets be read as a file.
    { path: folder, name: '.old/unread.yaml' },
    { path: join(folder, 'gone.yaml'), name: '.old/gone.yaml' },
  ];
  expect(await hiddenObjects(files)).toEqual([
    {
      file: '.old/unread.yaml',
      line: 1,
      reason: 'The file was not read: it lies in a hidden directory and cannot be read (EISDIR).',
    },
  ]);
});
