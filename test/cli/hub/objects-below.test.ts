import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { otherFiles } from '../../../src/cli/hub/other-files.ts';
import { objectsBelow } from '../../../src/cli/hub/objects-below.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

test('a dump with a hidden part is refused, because missing objects would be treated as absent', async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'dump/.works'), { recursive: true });
  writeFileSync(join(cwd, 'dump/placement.yaml'), 'apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n');
  expect(await objectsBelow('dump', '--from', fakeIo({ cwd }))).toHaveLength(1);
  writeFileSync(join(cwd, 'dump/.works/w.yaml'), 'apiVersion: v1\nkind: Namespace\nmetadata: {name: b}\n');
  await expect(objectsBelow('dump', '--from', fakeIo({ cwd }))).rejects.toThrow(
    '--from dump/.works/w.yaml: it is in a hidden directory and is not read; name it directly, or move it',
  );
});

test('a dump with a hidden link to the outside is refused too', async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'dump/.works'), { recursive: true });
  mkdirSync(join(cwd, 'elsewhere'));
  writeFileSync(join(cwd, 'dump/placement.yaml'), 'apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n');
  symlinkSync(join(cwd, 'elsewhere'), join(cwd, 'dump/.works/more'));
  await expect(objectsBelow('dump', '--from', fakeIo({ cwd }))).rejects.toThrow(
    '--from dump/.works/more: This symbolic link leads out of the directory, so it was not followed.',
  );
});

test('the files of a folder that are not read are named', () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'dump/more'), { recursive: true });
  for (const name of ['a.yaml', 'b.JSON', 'c.txt', 'more/d.json.gz']) writeFileSync(join(cwd, 'dump', name), '');
  expect(otherFiles('dump', cwd)).toEqual(['dump/c.txt', 'dump/more/d.json.gz']);
  expect(otherFiles('dump/c.txt', cwd)).toEqual([]);
  symlinkSync('itself', join(cwd, 'itself'));
  expect(otherFiles('itself', cwd)).toEqual([]);
});
