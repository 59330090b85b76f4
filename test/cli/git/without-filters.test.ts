import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { areAsCommitted } from '../../../src/cli/git/checked-out.ts';
import type { Git } from '../../../src/cli/git/git.ts';
import { withoutFilters } from '../../../src/cli/git/without-filters.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

const listing =
  (...names: readonly string[]): Git =>
  () =>
    Promise.resolve(names.map((name) => `${name}\0`).join(''));

test('each filter of the configuration is emptied once, under any name', async () => {
  const args = await withoutFilters(listing('core.bare', 'filter.lfs.process', 'filter.lfs.smudge', 'filter.a.b.clean', 'filter.x'));
  expect(args).toEqual([
    '--config-env=filter.lfs.process=EMPTY',
    '--config-env=filter.lfs.required=EMPTY',
    '--config-env=filter.a.b.process=EMPTY',
    '--config-env=filter.a.b.required=EMPTY',
  ]);
});

test('without a filter nothing is emptied', async () => {
  expect(await withoutFilters(listing('core.bare'))).toEqual([]);
});

test('a configuration that cannot be read is an error, not a configuration without filters', async () => {
  await expect(withoutFilters(() => Promise.reject(new Error('bad config line 3')))).rejects.toThrow('bad config line 3');
});

test.each(['.', 'shop.yaml'])('an edit of %s is detected without a filter of the tree', async (path) => {
  const at = gitRepository({ 'shop.yaml': 'a: 1\n', '.gitattributes': '* filter=x\n' });
  at.git('config', 'filter.x.clean', 'touch started; cat');
  // Git reads a file with a new time once more, through its filter.
  utimesSync(join(at.dir, 'shop.yaml'), 1, 1);
  const commit = at.git('rev-parse', 'HEAD').trim();
  expect(await areAsCommitted([join(at.dir, path)], commit, { env: process.env })).toBe(true);
  expect(existsSync(join(at.dir, 'started'))).toBe(false);
  at.git('status', '--porcelain');
  expect(existsSync(join(at.dir, 'started'))).toBe(true);
});
