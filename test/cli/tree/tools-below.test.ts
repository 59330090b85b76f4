/** Files of make, Task and just in the folders directly below the top are read as those at the top. Their commands start in their folder. */
import { expect, it } from 'vitest';
import { readRepositoryDeployers } from '../../../src/cli/tree/worlds/read-repository-deployers.ts';
import type { RepositoryDeployers } from '../../../src/cli/tree/worlds/repository-deployers.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

type Files = Readonly<Record<string, string>>;

const RECIPE = 'envsubst < a.tmpl | kubectl apply -n shop -f -';
const TARGET = `deploy:\n\t${RECIPE}\n`;
const CHOOSING = `F ?= b.tmpl\n${TARGET.replace('a.tmpl', '$(F)')}`;
const workflow = (run: string): Files => ({
  '.github/workflows/d.yml': `on: push\njobs: { d: { steps: [{ run: ${JSON.stringify(run)} }] } }\n`,
});

async function read(files: Files): Promise<RepositoryDeployers> {
  const { dir } = gitRepository({ 'deploy/a.tmpl': '', 'fleet/a.yaml': '', ...files });
  return readRepositoryDeployers(fakeIo({ cwd: dir }));
}

it.each<[string, Files]>([
  ['a Makefile', { 'deploy/Makefile': TARGET }],
  ['a GNUmakefile, with a variable', { 'deploy/GNUmakefile': `FILE = a.tmpl\n${TARGET.replace('a.tmpl', '$(FILE)')}` }],
  ['a Makefile that uses other folders', { 'tools/makefile': TARGET.replace('a.tmpl', '../deploy/a.tmpl') }],
  ['a variable that a caller sets', { 'deploy/Makefile': CHOOSING, ...workflow('make -C deploy deploy F=a.tmpl') }],
  ['a caller in the folder', { 'deploy/Makefile': CHOOSING, 'deploy/x.sh': 'make deploy F=a.tmpl\n' }],
  ['a caller at the top', { 'deploy/Makefile': CHOOSING, Makefile: 'all:\n\t$(MAKE) -C deploy F=a.tmpl\n' }],
  ['a Taskfile', { 'deploy/Taskfile.yml': `version: "3"\ntasks: { deploy: { cmds: ["${RECIPE}"] } }\n` }],
  ['a justfile', { 'deploy/justfile': `deploy:\n    ${RECIPE}\n` }],
])('what %s applies is known', async (_, files) => {
  const { applied, folders } = await read(files);
  expect([...applied.map(({ place }) => place), ...folders]).toContain('deploy/a.tmpl');
});

it('its namespace is known, and it may not deploy anything else', async () => {
  const { namespaces, isOpen } = await read({ 'deploy/Makefile': TARGET });
  expect([namespaces.map(({ place, namespace }) => `${place} ${namespace}`), isOpen]).toEqual([['deploy/a.tmpl shop'], false]);
});

it.each<[string, boolean]>([
  ['deploy:\n\tkubectl apply -f $(DIR)\n', true],
  ['deploy:\n\t./x | kubectl apply -f -\n', true],
  ['test:\n\tgo test\n', false],
])('whether a Makefile below may deploy any file: %j', async (makefile, isOpen) => {
  expect((await read({ 'deploy/Makefile': makefile })).isOpen).toBe(isOpen);
});

it.each<[string, boolean]>([
  ['kubectl apply -f fleet\nmake -C deploy', true],
  ['kubectl apply -f fleet\ncd deploy && make deploy', true],
  ['kubectl apply -f fleet\nmake deploy', false],
  ['kubectl apply -f fleet\nmake -C deploy other', false],
])('a target is for the hub of the job that starts it in its folder: %j', async (run, isSame) => {
  const { worlds } = await read({ 'deploy/Makefile': `${TARGET}other:\n\tx\n`, Makefile: 'deploy:\n\tx\n', ...workflow(run) });
  const [target, job] = ['deploy/a.tmpl', 'fleet'].map((place) => worlds.find(({ folders }) => folders.includes(place)));
  expect([target === undefined, job === undefined, target?.job !== undefined && target.job === job?.job]).toEqual([false, false, isSame]);
});
