/** A job that applies some folders itself, and starts scripts or targets of make for others, deploys all of them to one hub. */
import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/process/run-cli.ts';
import { BOTH, planned, repository, workflow } from '../tree/app-and-placement.ts';

const [APP, PLACEMENT] = BOTH.map((path) => `kubectl apply -k ${path}`) as [string, string];
const SCRIPT = { 'scripts/p.sh': `#!/bin/bash\n${PLACEMENT}\n` };

const TARGETS = [`a:\n\t${APP}`, `p:\n\t${PLACEMENT}`];

/** The exit code of lint: 6 if it is not known whether the app and its placement are for one hub. */
async function linted(files: Readonly<Record<string, string>>): Promise<number> {
  const { dir } = repository(files);
  return (await runCli(dir, ['lint', '.', '--clusters', 'clusters.yaml'])).exitCode;
}

const job = (name: string, ...lines: readonly string[]): string =>
  `  ${name}:\n    runs-on: x\n    steps:\n${lines.map((line) => `      - ${line.includes(': ') ? line : `run: ${line}`}\n`).join('')}`;
const jobs = (...all: readonly string[]): Record<string, string> => ({ '.github/workflows/d.yaml': `on: push\njobs:\n${all.join('')}` });
const steps = (...lines: readonly string[]): Record<string, string> => jobs(job('deploy', ...lines));
const [APPS, PLACEMENTS] = ['apps/store', 'fleet/placements'];
const use = (name: string, of = 'x'): string => `{ uses: ./.github/actions/${name}, with: { of: ${of} } }`;
const action = (name: string, ...lines: readonly string[]): Record<string, string> => ({
  [`.github/actions/${name}/action.yml`]: `inputs: { of: {} }\nruns:\n  using: composite\n  steps:\n${lines.map((line) => `    - ${line.startsWith('{') ? line : `{ shell: bash, run: "${line}" }`}\n`).join('')}`,
});
const APPLY_ACTION = action('apply', 'kubectl apply -k ${{ inputs.of }}');
const LOGIN_ACTION = action('login', 'az fleet get-credentials -g g -n h');
const azure = (...lines: readonly string[]): Record<string, string> => ({
  'azure-pipelines.yml': `steps:\n${lines.join('\n')}\n`,
  'ci/a.yml': `steps: [{ script: ${APP} }]\n`,
  'ci/p.yml': `steps: [{ script: ${PLACEMENT} }]\n`,
});
const gitlab = (...lines: readonly string[]): Record<string, string> => ({ '.gitlab-ci.yml': `${lines.join('\n')}\n` });
const jenkins = (...lines: readonly string[]): Record<string, string> => ({ Jenkinsfile: `pipeline {\n${lines.join('\n')}\n}\n` });
const stage = (command: string, around = 'steps'): string => `stage('x') { ${around} { sh '${command}' } }`;
const inScript = (...lines: readonly string[]): Record<string, string> => ({ 'deploy.sh': `${lines.join('\n')}\n` });
const PACKAGE = { 'scripts/package.json': JSON.stringify({ scripts: { p: `cd .. && ${PLACEMENT}` } }) };
const pipe = (folder: string, kubeconfig = '$KUBE_CONFIG'): string =>
  `{ pipe: atlassian/kubectl-run:3.13.0, variables: { KUBE_CONFIG: "${kubeconfig}", KUBECTL_COMMAND: apply, KUBECTL_ARGS: [-k, ${folder}] } }`;
const item = (line: string): string => `          - ${line}\n`;
const bitbucket = (...lines: readonly string[]): Record<string, string> => ({
  'bitbucket-pipelines.yml': `pipelines:\n  default:\n    - step:\n        script:\n${lines.map((line) => (line.startsWith('- step') ? `    ${line}` : item(line))).join('')}`,
});
const make = (...targets: readonly string[]): Record<string, string> => ({ Makefile: `${targets.join('\n')}\n` });

describe('the app and its placement are for one hub', () => {
  it.each<[string, Record<string, string>]>([
    ['a script of the job', { ...steps(APP, './scripts/p.sh'), ...SCRIPT }],
    ['a script in one step', { '.github/workflows/d.yaml': workflow(APP, 'bash scripts/p.sh'), ...SCRIPT }],
    ['a script that is read in', { ...steps(APP, 'source scripts/p.sh'), ...SCRIPT }],
    ['a script in its folder', { ...steps(APP, 'cd scripts && sudo ./p.sh'), ...SCRIPT }],
    ['a target of make', { ...steps(APP, 'make p'), ...make(`p:\n\t${PLACEMENT}`) }],
    ['the first target of make', { ...steps(APP, 'make'), ...make('.PHONY: p', `p:\n\t${PLACEMENT}`) }],
    ...['$(MAKE) -C scripts p', '$(MAKE) --directory=scripts', 'cd scripts && ${MAKE} p', '@+$(MAKE) -C scripts'].map(
      (call): [string, Record<string, string>] => [
        `a Makefile below, by ${call}`,
        { ...steps(APP, 'make deploy'), ...make(`deploy:\n\t${call}`), 'scripts/Makefile': `p:\n\tcd .. && ${PLACEMENT}\n` },
      ],
    ),
    [
      'one variable in two forms',
      inScript(`kubectl --context "$HUB" ${APP.slice(8)}`, `kubectl --context "\${HUB}" ${PLACEMENT.slice(8)}`),
    ],
    ['one kubeconfig in two forms', inScript(`KUBECONFIG=\${HUB} ${APP}`, `${PLACEMENT} --kubeconfig $HUB`)],
    ['one login in two forms', inScript('az aks get-credentials -n $HUB', APP, 'az aks get-credentials -n ${HUB}', PLACEMENT)],
    ['a context in two forms', inScript('kubectl config use-context $HUB', APP, 'kubectx ${HUB}', PLACEMENT)],
    ...[
      "bash -c 'cd scripts && ./p.sh'",
      'sudo sh -ec ./scripts/p.sh',
      'sudo -E timeout -k 5 10m bash scripts/p.sh',
      "timeout 300 bash -c './scripts/p.sh'",
      "X=1 bash -c 'bash scripts/p.sh'",
      'eval ./scripts/p.sh',
    ].map((call): [string, Record<string, string>] => [call, { ...steps(APP, call), ...SCRIPT }]),
    ['what a target of make needs', make('all: app p', `app:\n\t${APP}`, `p:\n\t${PLACEMENT}`)],
    ['targets with one kubeconfig', make('export KUBECONFIG := $(HOME)/.kube/hub', ...TARGETS)],
    ['targets with one kubeconfig that is exported below', make('KUBECONFIG = $(CURDIR)/hub', ...TARGETS, 'export KUBECONFIG')],
    [
      'targets with the kubeconfig of a target',
      make('DIR := .kube', 'export KUBECONFIG := $(DIR)/hub', `login:\n\taz fleet get-credentials -g g -n h`, ...TARGETS),
    ],
    ['a script of a target of make', { ...make(`all:\n\t${APP}\n\t@./scripts/p.sh prod`), ...SCRIPT }],
    [
      'stages with the kubeconfig of the pipeline',
      jenkins("environment { KUBECONFIG = credentials('hub') }", stage(APP), stage(PLACEMENT)),
    ],
    [
      'stages with a file of the pipeline',
      jenkins('environment { KUBECONFIG = "${params.HUB}/config"\nX = y }', stage(APP), stage(PLACEMENT)),
    ],
    ['stages with the same credentials', jenkins(...[APP, PLACEMENT].map((each) => stage(each, "withKubeConfig([credentialsId: 'hub'])")))],
    [
      'stages with the same file of credentials',
      jenkins(...[APP, PLACEMENT].map((each) => stage(each, "withCredentials([file(credentialsId: 'hub', variable: 'KUBECONFIG')])"))),
    ],
    ['stages within one file of credentials', jenkins(`withEnv(['KUBECONFIG=hub']) { ${stage(APP)} ${stage(PLACEMENT)} }`)],
    [
      'steps of an action',
      { ...steps('az fleet get-credentials -g g -n h', use('apply', APPS), use('apply', PLACEMENTS)), ...APPLY_ACTION },
    ],
    ['a step of an action', { ...steps(APP, use('apply', PLACEMENTS)), ...APPLY_ACTION }],
    ['actions of an action', { ...steps(use('all')), ...action('all', use('apply', APPS), use('apply', PLACEMENTS)), ...APPLY_ACTION }],
    ['the login of an action in each job', { ...jobs(job('a', use('login'), APP), job('p', use('login'), PLACEMENT)), ...LOGIN_ACTION }],
    [
      'the same input of the login of an action',
      {
        ...jobs(job('a', use('login', 'h'), APP), job('p', use('login', 'h'), PLACEMENT)),
        ...action('login', 'kubectl config use-context ${{ inputs.of }}'),
      },
    ],
    ['steps of templates', azure('- script: kubectl config use-context h', '- template: ci/a.yml', '- template: ci/p.yml@self')],
    [
      'steps of one template',
      {
        'azure-pipelines.yml': `steps:\n${[APPS, PLACEMENTS].map((of) => `- template: ci/x.yml\n  parameters: { of: ${of} }\n`).join('')}`,
        'ci/x.yml': 'parameters: [{ name: of }]\nsteps: [{ script: "kubectl apply -k ${{ parameters.of }}" }]\n',
      },
    ],
    ['two scripts', { ...steps('./a.sh', './scripts/p.sh'), 'a.sh': APP, ...SCRIPT }],
    [
      'two scripts and a target for developers',
      { ...steps('make a', 'make p'), ...make('all: a p', `a:\n\t${APP}`, `p:\n\t${PLACEMENT}`) },
    ],
    ['a script of a script', { 'scripts/all.sh': `${APP}\n./scripts/p.sh\n`, ...SCRIPT }],
    ['a script beside a script', { 'scripts/all.sh': `${APP}\n"$(dirname "$0")"/p.sh\n`, ...SCRIPT }],
    ['scripts of a package', { 'package.json': JSON.stringify({ scripts: { all: 'npm run a && npm run p', a: APP, p: PLACEMENT } }) }],
    ...[
      'npm --prefix scripts run p',
      'npm run p --prefix=scripts',
      'npm -C scripts run p',
      'npm run p --workspace=scripts',
      'npm -w ./scripts run p -- --quiet',
      'yarn --cwd scripts p',
      'yarn --cwd=scripts run p',
      'cd scripts && yarn p',
      'pnpm -C scripts run p',
      'pnpm --dir scripts p',
      'pnpm --filter ./scripts run p',
      'pnpm --filter={scripts} p',
      'bun --cwd scripts run p',
      'composer -d scripts run-script p',
    ].map((call): [string, Record<string, string>] => [call, { ...steps(APP, call), ...PACKAGE }]),
    ['pipes of one step of Bitbucket', bitbucket(pipe(APPS), pipe(PLACEMENTS))],
    ['pipes between commands', bitbucket('echo a', pipe(APPS), 'echo b', pipe(PLACEMENTS))],
    ['pipes with a variable in two forms', bitbucket(pipe(APPS, '$HUB'), pipe(PLACEMENTS, '${HUB}'))],
    ['commands around a pipe', bitbucket(APP, pipe('other'), PLACEMENT)],
    [
      'commands in a folder around a pipe',
      bitbucket('cd apps', 'kubectl apply -k store', pipe('other'), 'kubectl apply -k ../fleet/placements'),
    ],
    ['a part of a hidden job', gitlab(`.p: { script: [${PLACEMENT}] }`, `d: { script: [${APP}, !reference [.p, script]] }`)],
    [
      'a part of a part of a hidden job',
      gitlab(
        `.p: { script: [${PLACEMENT}] }`,
        '.q: { script: [!reference [.p, script]] }',
        `d: { script: [${APP}, !reference [.q, script]] }`,
      ),
    ],
    [
      'all of the script of a job that extends another one',
      gitlab(
        `.p: { before_script: [${PLACEMENT}] }`,
        '.q: { extends: .p }',
        `d: { before_script: !reference [.q, before_script], script: [${APP}] }`,
      ),
    ],
    ['a hidden job that is taken in', gitlab(`.p: &p { before_script: [${PLACEMENT}] }`, `d: { <<: *p, script: [${APP}] }`)],
    ['steps of Azure Pipelines', { 'azure-pipelines.yml': `steps:\n- script: ${APP}\n- script: ./scripts/p.sh\n`, ...SCRIPT }],
    [
      'a job with a login',
      { ...steps('{ uses: azure/aks-set-context@v4, with: { resource-group: g, cluster-name: h } }', APP, './scripts/p.sh'), ...SCRIPT },
    ],
    [
      'a login that is a script',
      { ...steps('./login.sh', APP, './scripts/p.sh'), 'login.sh': 'kubectl config use-context a\n', ...SCRIPT },
    ],
    [
      'two jobs for one cluster',
      {
        ...jobs(job('a', 'kubectl config use-context a', APP), job('p', 'kubectl config use-context a', './scripts/p.sh')),
        ...SCRIPT,
      },
    ],
  ])('by %s', async (_, files) => {
    expect(await linted(files)).toBe(0);
  });
});

describe('the app and its placement may be for two hubs', () => {
  it.each<[string, Record<string, string>]>([
    ['two jobs', { ...jobs(job('a', APP), job('p', './scripts/p.sh')), ...SCRIPT }],
    ['a part of a job', gitlab(`p: { script: [${PLACEMENT}] }`, `d: { script: [${APP}] }`, 'e: { script: [!reference [.p, script]] }')],
    [
      'a part of a hidden job in another job',
      gitlab(`.p: { script: [${PLACEMENT}] }`, `d: { script: [${APP}] }`, 'e: { script: [!reference [.p, script]] }'),
    ],
    ['a hidden job that another file uses', gitlab(`.p: { script: [${PLACEMENT}] }`, `d: { script: [${APP}] }`)],
    ['a script that two jobs start', { ...jobs(job('a', APP, './scripts/p.sh dev'), job('p', './scripts/p.sh prod')), ...SCRIPT }],
    [
      'a script that a job starts again for another cluster, in a script',
      {
        ...steps(APP, './scripts/p.sh', './b.sh'),
        'b.sh': 'kubectl --context b get ns\nkubectl config use-context b\n./scripts/p.sh\n',
        ...SCRIPT,
      },
    ],
    ['a script with a context', { ...steps(APP, './p.sh'), 'p.sh': `kubectl config use-context p\n${PLACEMENT}\n` }],
    ['a script that is started for a context', { ...steps(APP, 'KUBECONFIG=$HUB ./scripts/p.sh'), ...SCRIPT }],
    [
      'a login that is a script',
      { ...steps(APP, './login.sh', './scripts/p.sh'), 'login.sh': 'az fleet get-credentials -g g -n h\n', ...SCRIPT },
    ],
    ['an action in two jobs', { ...jobs(job('a', use('apply', APPS)), job('p', use('apply', PLACEMENTS))), ...APPLY_ACTION }],
    ['the login of an action between', { ...steps(APP, use('login'), PLACEMENT), ...LOGIN_ACTION }],
    ['the login of an action in one of two jobs', { ...jobs(job('a', use('login'), APP), job('p', PLACEMENT)), ...LOGIN_ACTION }],
    ['an action that another repository may use', { ...steps(APP), ...action('apply', PLACEMENT) }],
    ['an action of another repository', { ...steps(APP, '{ uses: other/apply@v1 }'), ...action('apply', PLACEMENT) }],
    [
      'a template with jobs',
      {
        'azure-pipelines.yml': `jobs:\n- job: a\n  steps: [{ script: ${APP} }]\n- template: ci/j.yml\n`,
        'ci/j.yml': `jobs: [{ job: b, steps: [{ script: ${PLACEMENT} }] }]\n`,
      },
    ],
    [
      'a condition',
      azure(
        '- script: kubectl config use-context h',
        '- template: ci/a.yml',
        '- ${{ if eq(1, 2) }}:\n  - script: kubectl config use-context i',
        '- template: ci/p.yml',
      ),
    ],
    ['stages', jenkins(stage(APP), stage(PLACEMENT))],
    [
      'stages with a kubeconfig of their own',
      jenkins(
        ...['a', 'b'].map(
          (hub, index) => `stage('x') { environment { KUBECONFIG = credentials('${hub}') } ${stage([APP, PLACEMENT][index] ?? '')} }`,
        ),
      ),
    ],
    [
      'a stage with a kubeconfig of its own',
      jenkins(
        "environment { KUBECONFIG = credentials('hub') }",
        stage(APP),
        stage(PLACEMENT, "withCredentials([file(credentialsId: 'b', variable: 'KUBECONFIG')])"),
      ),
    ],
    [
      'a stage with a login of its own',
      jenkins("environment { KUBECONFIG = 'hub' }", stage(APP), stage(`kubectl config use-context b && ${PLACEMENT}`)),
    ],
    [
      'a kubeconfig that is set between',
      jenkins("environment { KUBECONFIG = 'hub' }", stage(APP), "script { env.KUBECONFIG = 'b' }", stage(PLACEMENT)),
    ],
    [
      'stages with credentials that are computed',
      jenkins(...[APP, PLACEMENT].map((each) => stage(each, 'withKubeConfig([credentialsId: hub])'))),
    ],
    [
      'stages with other credentials',
      jenkins(...[APP, PLACEMENT].map((each, index) => stage(each, `withKubeConfig([credentialsId: 'hub${index}'])`))),
    ],
    [
      'stages with credentials of a loop',
      jenkins(...[APP, PLACEMENT].map((each) => stage(each, 'withKubeConfig([credentialsId: "${hub}"])'))),
    ],
    [
      'stages with other credentials than for a cluster',
      jenkins("environment { TOKEN = credentials('hub') }", stage(APP), stage(PLACEMENT)),
    ],
    ['a default kubeconfig', make('export KUBECONFIG ?= hub', ...TARGETS)],
    ['a kubeconfig that is not exported', make('KUBECONFIG := hub', ...TARGETS)],
    ['a kubeconfig of the caller', make('export KUBECONFIG := $(HUB)', ...TARGETS)],
    ['a kubeconfig with a default', make('HUB ?= a', 'export KUBECONFIG := $(HUB)', ...TARGETS)],
    ['kubeconfigs of a condition', make('ifeq ($(HUB),a)', 'export KUBECONFIG := a', 'endif', ...TARGETS)],
    ['another kubeconfig for a target', make('export KUBECONFIG := a', ...TARGETS, 'p: export KUBECONFIG := b')],
    ['one kubeconfig and two logins', make('export KUBECONFIG := a', ...TARGETS, 'l:\n\tkubectx a', 'm:\n\tkubectx b')],
    ['one kubeconfig and two jobs', { ...make('export KUBECONFIG := a', ...TARGETS), ...jobs(job('a', 'make a'), job('b', 'make p')) }],
    ['two logins', { ...steps('./l.sh a', './a.sh', './l.sh b', './scripts/p.sh'), 'l.sh': 'kubectx $1', 'a.sh': APP, ...SCRIPT }],
    ['a login between', { ...steps(APP, 'kubectl config use-context $HUB', './scripts/p.sh'), ...SCRIPT }],
    ['a loop', { ...steps(APP, 'for hub in a b; do ./scripts/p.sh $hub; done'), ...SCRIPT }],
    ...[
      'npm run p',
      'npm --prefix other run p',
      'pnpm --filter p run p',
      'pnpm -r run p',
      'npm run p --workspaces',
      'npm run other -- --prefix scripts p',
      'pnpm run other -C scripts p',
      'yarn workspace scripts run p',
      'npm --prefix scripts p',
    ].map((call): [string, Record<string, string>] => [call, { ...steps(APP, call), ...PACKAGE }]),
    ['pipes with two kubeconfigs', bitbucket(pipe(APPS, '$A'), pipe(PLACEMENTS, '$B'))],
    ['pipes of two steps', bitbucket(pipe(APPS), `- step:\n        script:\n${item(pipe(PLACEMENTS))}`)],
    ['a kubeconfig that is set between pipes', bitbucket(pipe(APPS), 'export KUBE_CONFIG=$B', pipe(PLACEMENTS))],
    ['a pipe and a command', bitbucket(pipe(APPS), PLACEMENT)],
    ['two variables', inScript(`kubectl --context "$HUB" ${APP.slice(8)}`, `kubectl --context "\${HUB}2" ${PLACEMENT.slice(8)}`)],
    ["a target of another Makefile with the name of one's own", make(`a:\n\t${APP}\n\t$(MAKE) -C other p`, `p:\n\t${PLACEMENT}`)],
    ['a target of a Makefile below', make(`a:\n\t${APP}\n\tcd other && $(MAKE) p`, `p:\n\t${PLACEMENT}`)],
    ...["ls | xargs -I{} bash -c './scripts/p.sh {}'", 'KUBECONFIG=$B bash -c ./scripts/p.sh', 'ssh host bash -c ./scripts/p.sh'].map(
      (call): [string, Record<string, string>] => [call, { ...steps(APP, call), ...SCRIPT }],
    ),
    ['a script that is only made executable', { ...steps(APP, 'chmod +x ./scripts/p.sh'), ...SCRIPT }],
    ['a target of another Makefile', { ...steps(APP, 'make -C other p'), ...make(`p:\n\t${PLACEMENT}`) }],
    ['a cluster for a test', { ...steps(APP, 'kind create cluster && ./scripts/p.sh'), ...SCRIPT }],
    [
      'scripts that start each other',
      { 'a.sh': `${APP}\n./b.sh\n`, 'b.sh': `./a.sh\n./scripts/p.sh\n`, 'c.sh': './scripts/p.sh\n', ...SCRIPT },
    ],
  ])('by %s', async (_, files) => {
    expect(await linted(files)).toBe(6);
  });
});

it.each([
  ['one cluster', 'a', ['front']],
  ['clusters of different names', 'b', undefined],
])('scripts of two jobs are for %s', async (_, other, changed) => {
  const at = (name: string, script: string): string => job(script, `kubectl config use-context ${name}`, `./${script}.sh`);
  const ran = await planned(repository({ ...jobs(at('a', 'app'), at(other, 'p')), 'app.sh': APP, 'p.sh': PLACEMENT }));
  expect([ran.changed, ran.exitCode]).toEqual([changed, 0]);
});

it.each([
  ['the same input', 'a', ['front']],
  ['other inputs', 'b', undefined],
])('jobs that log in by an action with %s', async (_, other, changed) => {
  const files = {
    ...jobs(job('a', use('login', 'a'), APP), job('p', use('login', other), PLACEMENT)),
    ...action('login', 'kubectl config use-context ${{ inputs.of }}'),
  };
  const ran = await planned(repository(files));
  expect([ran.changed, ran.exitCode]).toEqual([changed, 0]);
});
