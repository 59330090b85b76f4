/** A Makefile that applies other files if its caller sets a variable. */
import { describe, expect, it } from 'vitest';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

type Files = Readonly<Record<string, string>>;

const TREE: Files = {
  'manifests/dev/ns.yaml': namespaceYaml('shop'),
  'manifests/dev/crp.yaml': placementYaml('shop'),
  'manifests/prod/ns.yaml': namespaceYaml('shop'),
};
const RECIPE = '\tkubectl --context fleet-$(ENV) apply -R -f manifests/$(ENV)\n';
const OTHERS = `diff:\n${RECIPE.replace('apply', 'diff')}release: test deploy\ntest:\n\tgo test\nagain:\n\t$(MAKE) deploy\n`;
const makefile = (variable: string, more = OTHERS): Files => ({ Makefile: `${variable}\n.PHONY: deploy\ndeploy: test\n${RECIPE}${more}` });
const step = (run: string, more = ''): Files => ({
  '.github/workflows/d.yml': `on: push\njobs:\n  d:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: ${run}\n${more}`,
});
const script = (text: string): Files => ({ 'deploy.sh': `#!/bin/bash\n${text}\n` });
const gitlab = (text: string): Files => ({ '.gitlab-ci.yml': text });

async function isNamed(files: Files, file = 'manifests/prod/crp.yaml'): Promise<boolean> {
  const { dir, write } = gitRepository({ ...TREE, ...files });
  write(file, placementYaml('shop'));
  const { report } = await runCli(dir, ['lint', '.', '--base', 'HEAD']);
  return (report?.notes ?? []).some((note) => note.startsWith(`No deployer that was read applies ${file}:`));
}

describe('a file is not named that a caller of make may apply', () => {
  it.each<[string, Files, string?]>([
    ['a step sets the variable', step('make deploy ENV=prod')],
    ['two steps do', step('make deploy ENV=dev\n      - run: make deploy ENV=prod')],
    ['also one that is no default', step('make deploy ENV=prod'), 'ENV := dev'],
    ['and of the simplest form', step('make ENV=prod deploy'), 'ENV=dev'],
    ['and one that is exported', step('make -s ENV=prod deploy'), 'export ENV = dev'],
    ['in the environment of the command', step('ENV=prod make deploy')],
    ['in the environment of the step', step('make deploy', '        env: { ENV: prod }\n')],
    ['in the environment of the workflow', step('make deploy', 'env:\n  ENV: prod\n')],
    ['in an environment that comes first', step('make -e deploy', 'env:\n  ENV: prod\n'), 'ENV := dev'],
    ['in the environment, without a value that is known', step('make deploy', '        env: { ENV: "${{ inputs.env }}" }\n')],
    ['in an expression', step('make deploy ENV=${{ github.event.inputs.env }}')],
    ['for each of a matrix', step('make deploy ENV=${{ matrix.env }}', '    strategy: { matrix: { env: [dev, prod] } }\n')],
    ['for a target that needs this one', step('make release ENV=prod')],
    ['for a target that starts make again', step('make again ENV=prod')],
    ['for a target of which the name is not known', step('make $TARGET ENV=prod\n      - run: make deploy')],
    ['for the first target', step('make ENV=prod')],
    ['with the folder', step('make -C . ENV=prod deploy')],
    ['in a script', script('make deploy ENV="$1"')],
    ['in a script that exports it', script('export ENV=prod\nmake deploy')],
    ['in a loop', script('for e in dev prod; do make deploy ENV=$e; done')],
    ['in a package', { 'package.json': '{"scripts": {"deploy": "make deploy ENV=prod"}}' }],
    ['in a Jenkinsfile', { Jenkinsfile: "pipeline { stages { stage('a') { steps { sh 'make deploy ENV=prod' } } } }" }],
    ['in GitLab', gitlab('d:\n  variables: { ENV: prod }\n  script: [make deploy]\n')],
    ['no caller of a default is known', {}],
    ['only another target is called', step('make test')],
    ['only a target is called that does not apply it', step('make diff ENV=prod')],
    ['no caller of another form of a default is known', {}, 'ifndef ENV\n  ENV = dev\nendif'],
    ['no caller of one that may be empty is known', {}, 'ifeq ($(ENV),)\nENV := dev\nendif'],
    ['override with a default', step('make deploy ENV=prod'), 'override ENV ?= dev'],
  ])('%s', async (_, files, variable = 'ENV ?= dev') => {
    expect(await isNamed({ ...makefile(variable), ...files })).toBe(false);
  });

  it('another target of the Makefile sets the variable', async () => {
    const more = `${OTHERS}prod:\n\t$(MAKE) deploy ENV=prod\n`;
    expect(await isNamed({ ...makefile('ENV ?= dev', more), ...step('make deploy prod') })).toBe(false);
  });

  it('a Makefile in a folder deploys', async () => {
    const files = { ...step('make deploy'), 'prod/Makefile': 'deploy:\n\tkubectl apply -f ../manifests/prod\n' };
    expect(await isNamed({ ...makefile('ENV ?= dev'), ...files })).toBe(false);
  });
});

describe('a file is named that no caller of make applies', () => {
  it.each<[string, Files, string?]>([
    ['no caller changes the default', step('make deploy')],
    ['a caller sets the default itself', step('make deploy ENV=dev')],
    ['the environment has the default itself', step('make deploy', '        env: { ENV: dev }\n')],
    ['a caller sets another variable', step('make deploy TAG=prod')],
    ['the value is for another target', step('make deploy\n      - run: make diff ENV=prod')],
    ['the environment does not come before a value', step('make deploy', '        env: { ENV: prod }\n'), 'ENV := dev'],
    ['the Makefile overrides its callers', step('make deploy ENV=prod'), 'override ENV := dev'],
    ['no caller of a value that is no default is known', {}, 'ENV := dev'],
    ['a caller is printed only', step('make deploy && echo make deploy ENV=prod')],
  ])('%s', async (_, files, variable = 'ENV ?= dev') => {
    expect(await isNamed({ ...makefile(variable), ...files })).toBe(true);
  });

  it.each<[string, Files, boolean]>([
    ['with a value', step('make deploy ENV=dev\n      - run: make deploy ENV=prod'), true],
    ['in a loop', script('for e in dev prod; do make deploy ENV=$e; done'), true],
    ['with the values of a matrix', step('make deploy ENV=${{ matrix.env }}', '    strategy: { matrix: { env: [dev, prod] } }\n'), true],
    ['by the environment', step('make deploy', '        env: { ENV: prod }\n'), true],
    ['with a value that is not known', step('make deploy ENV=${{ inputs.env }}'), false],
    ['by an environment that is not known', step('make deploy', '        env: { ENV: "${{ inputs.env }}" }\n'), false],
  ])('each caller is for another folder: %s', async (_, files, named) => {
    expect(await isNamed({ ...makefile('ENV ?= dev'), ...files }, 'manifests/qa/crp.yaml')).toBe(named);
  });

  it('the variable chooses only the cluster', async () => {
    const Makefile = 'ENV ?= dev\ndeploy:\n\tkubectl --context fleet-$(ENV) apply -R -f manifests/dev\n';
    expect(await isNamed({ Makefile, ...step('make deploy ENV=prod') })).toBe(true);
  });

  it('a Makefile in a folder does not deploy', async () => {
    expect(await isNamed({ ...makefile('ENV ?= dev'), ...step('make deploy'), 'go/Makefile': 'test:\n\tgo test\n' })).toBe(true);
  });
});
