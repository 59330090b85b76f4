/** Deploy loops over the folders at the top of a repository. */
import { renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

/** The README cannot be read as YAML. */
const TREE = {
  'deploy/ns.yaml': namespaceYaml('shop'),
  'deploy/crp.yaml': placementYaml('shop'),
  'README.md': '# Shop\n\nDeploy it: with the script\n- one\n',
  LICENSE: 'Use it: as you like\n- one\n',
  'test.sh': '#!/bin/bash\necho "$1"\n',
};

const OVER_FOLDERS = [
  'for d in */; do kubectl apply -R -f "$d"; done',
  'for d in $(ls -d */ | grep -v hack); do kubectl apply -R -f "$d"; done',
  'for d in *; do [ -d "$d" ] && kubectl apply -R -f "$d"; done',
  'for d in *; do\n  [ -d "$d" ] || continue\n  kubectl apply -R -f "$d"\ndone',
  'for d in *; do if [[ -d $d ]]; then kubectl apply -R -f "$d"; fi; done',
  'find . -maxdepth 1 -mindepth 1 -type d -not -name ".*" | while read -r d; do kubectl apply -R -f "$d"; done',
  'for d in $(git diff --name-only HEAD~1 | grep ^deploy/ | xargs -n1 dirname | sort -u); do kubectl apply -f "$d"; done',
  'for d in $(find . -name "*.yaml" | xargs -n1 dirname | sort -u); do kubectl apply -f "$d"; done',
  'for f in $(git ls-files "*.yaml"); do kubectl apply -f "$f"; done',
  'find . -name "*.yaml" -exec kubectl apply -f {} \\;',
];

const workflow = (run: string): string => JSON.stringify({ on: 'push', jobs: { deploy: { steps: [{ run }] } } });

const lint = async (dir: string): Promise<readonly [number, readonly unknown[]]> => {
  const { exitCode, report } = await runCli(dir, ['lint', '.']);
  return [exitCode, report?.lint?.notEvaluated.map(({ file, reason }) => [file, reason]) ?? []];
};

describe.each(OVER_FOLDERS)('%s', (loop) => {
  it.each<[string, string, string]>([
    ['a step', '.github/workflows/d.yml', workflow(loop)],
    ['a script', 'deploy.sh', `#!/bin/bash\nset -e\n${loop}\n`],
    ['a script in a folder', 'hack/deploy.sh', `#!/bin/bash\ncd "$(dirname "$0")/.."\n${loop}\n`],
    ['a script in a folder without an ending', 'hack/deploy', `#!/bin/bash\ncd "$(git rev-parse --show-toplevel)"\n${loop}\n`],
  ])('%s takes manifests only', async (_, file, text) => {
    expect(await lint(gitRepository({ ...TREE, [file]: text }).dir)).toEqual([0, []]);
  });
});

describe.each(['for d in */; do kubectl apply -R -f "$d"; done', 'ls | xargs -n1 kubectl apply -R -f'])('%s', (loop) => {
  const repository = (more: Readonly<Record<string, string>> = {}): string => {
    const { LICENSE: _, ...tree } = TREE;
    return gitRepository({ ...tree, 'deploy.sh': `${loop}\n`, ...more }).dir;
  };

  it('does not take .git of a linked worktree', async () => {
    const dir = repository();
    const moved = join(temporaryFolder(), 'git');
    renameSync(join(dir, '.git'), moved);
    writeFileSync(join(dir, '.git'), `gitdir: ${moved}\n`);
    expect(await lint(dir)).toEqual([0, []]);
  });

  it('does not take a hidden folder, which is named', async () => {
    const [exitCode, unread] = await lint(repository({ '.old/crp.yaml': placementYaml('old') }));
    expect([exitCode, unread]).toEqual([6, [['.old/crp.yaml', expect.stringContaining('in a hidden directory')]]]);
  });

  it('does not take packages that are not committed', async () => {
    const dir = repository({ '.gitignore': 'node_modules\n' });
    const packages = gitRepository({ 'x/crp.yaml': placementYaml('x'), 'x/a.json': '{}' }).dir;
    renameSync(packages, join(dir, 'node_modules'));
    expect(await lint(dir)).toEqual([0, []]);
  });

  it('a folder that is a link out of the repository is not evaluated', async () => {
    const dir = repository();
    symlinkSync(gitRepository({ 'crp.yaml': placementYaml('other') }).dir, join(dir, 'other'));
    expect(await lint(dir)).toEqual([6, [['other', expect.stringContaining('leads out of the directory')]]]);
  });
});

it.each<[string, string]>([
  ['.git/crp.yaml', "It is one of git's own files, so it was not read."],
  ['link', "This symbolic link leads to git's own files, so it was not followed."],
])('%s is not read if a script names it', async (file, reason) => {
  const { dir } = gitRepository({ ...TREE, 'deploy.sh': `kubectl apply -f ${file}\n` });
  writeFileSync(join(dir, '.git', 'crp.yaml'), placementYaml('other'));
  if (file === 'link') symlinkSync('.git/crp.yaml', join(dir, 'link'));
  expect((await lint(dir))[1]).toEqual([[file, reason]]);
});
