import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoriesBelow } from '../../../src/static/read/render/repository-files.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

test('a text that is read at once is one of the repository', () => {
  const { dir } = gitRepository({ 'envs/prod': 'a: b\n' });
  const other = gitRepository({ 'prod.txt': 'c: d\n' });
  symlinkSync(join(other.dir, 'prod.txt'), join(dir, 'link'));
  const files = repositoriesBelow(dir, new Map(), { env: {} })('');
  const names = ['envs/prod', 'envs', 'envs/test', 'link', join(other.dir, 'prod.txt'), '.git/HEAD'];
  expect(names.map((name) => files.textAtOnce(name))).toEqual(['a: b\n', ...names.slice(1).map(() => undefined)]);
});
