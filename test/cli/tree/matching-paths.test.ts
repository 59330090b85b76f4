import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { matcherOfMissing, pathsMatching } from '../../../src/cli/tree/worlds/matching-paths.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeTree } from '../../support/trees/write-files.ts';

const FILES = {
  '.git/config': '',
  '.github/workflows/a.yml': '',
  '.gitlab-ci.yml': '',
  '.k8s/a.yaml': '',
  'a/.hidden.yaml': '',
  'a/.k8s/a.yaml': '',
  'a/b/c.yaml': '',
  'a/b.yaml': '',
  'a/node_modules/x/d.yaml': '',
  'node_modules/x/d.yaml': '',
  'README.md': '',
  'deploy.sh': '',
  'deploy-all': '#!/bin/sh\n',
  'crp.k8s': '',
  crp: '',
  'crp.yaml': '',
  '../outside/a.yaml': '',
};

it.each<[string, readonly string[]]>([
  ['*', ['a', 'crp', 'crp.k8s', 'crp.yaml']],
  ['*/', ['a']],
  ['a/*', ['a/b', 'a/b.yaml']],
  ['a/*/', ['a/b']],
  ['*/*.yaml', ['a/b.yaml']],
  ['**/', ['a', 'a/b']],
  ['**/*.yaml', ['crp.yaml', 'a/b.yaml', 'a/b/c.yaml']],
  ['*.{k8s,yaml}', ['crp.k8s', 'crp.yaml']],
  ['.*/', ['.github', '.k8s']],
  ['.*', ['.github', '.gitlab-ci.yml', '.k8s']],
  ['.k*/*.yaml', ['.k8s/a.yaml']],
  ['*/.k8s/*', ['a/.k8s/a.yaml']],
  ['.github/*/', ['.github/workflows']],
  ['*/node_modules/*/*.yaml', ['a/node_modules/x/d.yaml']],
  ['node_modules/*/', ['node_modules/x']],
  ['outside/*', []],
  ['crp.yaml', ['crp.yaml']],
  ['.git', ['.git']],
])('the pattern %s matches what a shell makes of it, without what is no manifest', (pattern, paths) => {
  const root = join(temporaryFolder(), 'repository');
  writeTree(root, FILES);
  symlinkSync('../outside', join(root, 'outside'));
  expect(pathsMatching(root, pattern)).toEqual(paths);
  // The same files, if they are missing.
  const files = Object.keys(FILES).filter((path) => !path.startsWith('..') && path !== 'deploy-all');
  if (/[*]/.test(pattern) && !pattern.endsWith('/'))
    expect(files.filter(matcherOfMissing(pattern)).toSorted()).toEqual(paths.filter((path) => files.includes(path)).toSorted());
});
