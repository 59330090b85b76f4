/** Two folders with one placement: what one step applies without a choice between is for one hub. */
import { describe, expect, it } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { kustomization, workflow } from '../tree/app-and-placement.ts';

const [A, B] = ['kubectl apply -k apps/one', 'kubectl apply -k apps/two'] as const;
const [FILES_A, FILES_B] = ['kubectl apply -f apps/one', 'kubectl apply -f apps/two'] as const;

/** A repository with one placement in two folders, which pick different clusters. */
function twoFolders(files: Readonly<Record<string, string>>, isPlain: boolean): string {
  const app = (name: string, cluster: string): Record<string, string> => ({
    [`apps/${name}/shop.yaml`]: placementYaml('shop', { policy: `placementType: PickFixed\n    clusterNames: [${cluster}]` }),
    [`apps/${name}/ns.yaml`]: namespaceYaml('shop'),
    ...(isPlain ? {} : { [`apps/${name}/kustomization.yaml`]: kustomization('shop.yaml', 'ns.yaml') }),
  });
  return gitRepository({ 'clusters.yaml': joinedMembers('e1', 'e2'), ...app('one', 'e1'), ...app('two', 'e2'), ...files }).dir;
}

/** The exit code of lint, the findings, and whether a note says that the folders are for different hubs. */
async function linted(files: Readonly<Record<string, string>>, isPlain: boolean): Promise<readonly [number, readonly string[], boolean]> {
  const dir = twoFolders(files, isPlain);
  const { exitCode, report } = await runCli(dir, ['lint', '.', '--clusters', 'clusters.yaml', '--format', 'json']);
  const findings = report?.lint?.findings.map(({ rule, severity }) => `${rule} ${severity}`) ?? [];
  return [exitCode, [...new Set(findings)], report?.notes?.some((note) => note.startsWith('Checked separately')) === true];
}

const steps = (...scripts: readonly string[]): string =>
  `on: push\njobs:\n  deploy:\n    runs-on: x\n    steps:\n${scripts.map((script) => `      - run: ${script}\n`).join('')}`;
const inWorkflow = (...lines: readonly string[]): Record<string, string> => ({ '.github/workflows/d.yaml': workflow(...lines) });
const inScript = (...lines: readonly string[]): Record<string, string> => ({ 'deploy.sh': `${lines.join('\n')}\n` });
const matrix = (...lines: readonly string[]): Record<string, string> => ({
  '.github/workflows/d.yaml': workflow(...lines).replace('    runs-on', '    strategy: { matrix: { hub: [one, two] } }\n    runs-on'),
});

describe('one placement in two folders is declared twice', () => {
  it.each<[string, Record<string, string>, boolean?]>([
    ['two commands', inWorkflow(A, B)],
    ['two commands of a script', inScript('set -e', 'echo apps', A, 'kubectl get ns', B)],
    ['two commands in one line', inScript(`${A} && ${B}`)],
    ['two commands behind one login', inWorkflow('az fleet get-credentials -g rg -n hub', A, B)],
    ['two commands with one context', inWorkflow(`${A} --context a`, `${B} --context a`)],
    ['two commands in each job of a matrix', matrix('az fleet get-credentials -g rg -n ${{ matrix.hub }}', A, B)],
    ['a loop over names', inWorkflow('for d in one two; do kubectl apply -k apps/$d; done')],
    ['a loop over folders', inWorkflow('for d in apps/*/; do', 'kubectl apply -k "$d"', 'done')],
    ['a function', inScript('deploy() { kubectl apply -k "apps/$1"; }', 'deploy one', 'deploy two')],
    ['kustomize', inWorkflow('kustomize build apps/one | kubectl apply -f -', 'kustomize build apps/two | kubectl apply -f -')],
    ['a target of make', { Makefile: `deploy:\n\t${A}\n\t${B}\n` }],
    ['two commands, beside a step for another hub', { '.github/workflows/d.yaml': steps(`${A} && ${B}`, './use-hub.sh', B) }],
    ['two commands, one also for another hub', inWorkflow(A, B, `${B} --context other`)],
    ['two commands for files', inWorkflow(FILES_A, FILES_B), true],
    ['one command', inWorkflow(`${FILES_A} -f apps/two`), true],
    ['one command for a cluster in a variable', inScript(`${FILES_A} -f apps/two --context $HUB`), true],
    ['folders below', inWorkflow(`${FILES_A} -R`, `${FILES_B} -R`), true],
  ])('by %s', async (_, files, isPlain = false) => {
    expect(await linted(files, isPlain)).toEqual([1, ['declared-twice error'], false]);
  });
});

describe('one placement in two folders may be for two hubs', () => {
  it.each<[string, Record<string, string>, boolean?]>([
    ['contexts', inWorkflow(`${A} --context a`, `${B} --context b`)],
    ['variables', inScript(`${A} --context $ONE`, `${B} --context $TWO`)],
    ['logins', inWorkflow(A, 'az fleet get-credentials -g rg -n hub', B)],
    ['steps', { '.github/workflows/d.yaml': steps(A, B) }],
    ['steps with something that is not known between', { '.github/workflows/d.yaml': steps(A, './use-hub.sh', B) }],
    ['a program that is not known', inWorkflow(A, './use-hub.sh two', B)],
    ['a file that is read', inWorkflow(A, '. ./two.env', B)],
    ['a variable of the cluster', inWorkflow(A, 'export KUBECONFIG=$TWO', B)],
    ['a matrix', matrix('kubectl apply -k apps/${{ matrix.hub }}')],
    ['a matrix with contexts', matrix('kubectl --context ${{ matrix.hub }} apply -k apps/${{ matrix.hub }}')],
    ['a loop over contexts', inWorkflow('for hub in one two; do kubectl --context $hub apply -k apps/$hub; done')],
    ['a loop with a login', inWorkflow('for hub in one two; do ./login.sh $hub; kubectl apply -k apps/$hub; done')],
    ['a choice by an argument', inScript('case "$1" in', `one) ${A} ;;`, `two) ${B} ;;`, 'esac')],
    ['a condition', inScript(`if [ "$1" = one ]; then ${A}; else ${B}; fi`)],
    ['an early end', inScript(`if [ "$1" = one ]; then ${A}; exit; fi`, B)],
    ['an argument', inScript('kubectl apply -k "apps/$1"')],
    ['a menu', inScript('select hub in one two; do kubectl apply -k apps/$hub; done')],
    ['a failure', inScript(`${A} || ${B}`)],
    ['functions for other scripts', inScript(`one() { ${A}; }`, `two() { ${B}; }`)],
    ['a help text', inScript('cat <<EOF', A, B, 'EOF')],
    ['targets of make', { Makefile: `one:\n\t${A}\ntwo:\n\t${B}\n` }],
    ['two commands with a pause', inWorkflow(A, 'kubectl wait --for=condition=Available deploy/x', B)],
    ['a loop with a pause', inWorkflow('for d in one two; do kubectl apply -k apps/$d; kubectl rollout status deploy/x; done')],
    ['edits of the output', inScript(...['one', 'two'].map((d) => `kustomize build apps/${d} | sed s/shop/${d}/ | kubectl apply -f -`))],
    ['labels', inWorkflow(`${FILES_A} -l hub=one`, `${FILES_B} -l hub=two`), true],
    ['labels in one word', inWorkflow(`${FILES_A} -lhub=one`, `${FILES_B} -lhub=two`), true],
  ])('by %s', async (_, files, isPlain = false) => {
    const [exitCode, findings] = await linted(files, isPlain);
    expect([exitCode, findings]).toEqual([0, []]);
  });

  it('if one folder is above the other and applied without it', async () => {
    const files = { ...inWorkflow('kubectl apply -f apps/three', FILES_A), 'apps/three/below/shop.yaml': placementYaml('shop') };
    expect((await linted(files, true))[1]).not.toContain('declared-twice error');
  });
});

describe('a note says that two folders are for clusters of one name', () => {
  const at = (command: string, hub = 'a'): string => `${command} --context ${hub}`;
  const clusterNotes = async (files: Readonly<Record<string, string>>, isPlain = false): Promise<readonly unknown[]> => {
    const dir = twoFolders(files, isPlain);
    const { exitCode, report } = await runCli(dir, ['lint', '.', '--clusters', 'clusters.yaml', '--format', 'json']);
    return [exitCode, (report?.notes ?? []).filter((note) => note.includes('with the name'))];
  };
  const noteOf = (name: string): string =>
    `Checked separately, although pipelines or scripts deploy them to a cluster with the name ${name}: apps/one, apps/two. If that is one cluster, what is applied later replaces the other: ClusterResourcePlacement/shop.`;
  const twoJobs = (one: string, two: string): Record<string, string> => ({
    '.github/workflows/d.yaml': `on: push\njobs:\n  a: { runs-on: x, steps: [{ run: '${one}' }] }\n  b: { runs-on: x, steps: [{ run: '${two}' }] }\n`,
  });

  it.each<[string, Record<string, string>, string, boolean?]>([
    ['targets of make', { Makefile: `one:\n\t${at(A)}\ntwo:\n\t${at(B)}\n` }, 'a'],
    ['jobs', twoJobs(at(A), at(B)), 'a'],
    ['jobs with files', twoJobs(at(FILES_A), at(FILES_B)), 'a', true],
    [
      'jobs with one login',
      twoJobs(...([A, B].map((each) => `az fleet get-credentials -g rg -n hub && ${each}`) as [string, string])),
      'hub rg',
    ],
    ['steps', { '.github/workflows/d.yaml': steps(at(A), './approve.sh', at(B)) }, 'a'],
    ['a job and a script', { ...inWorkflow(at(A)), ...inScript(at(B)) }, 'a'],
  ])('%s', async (_, files, name, isPlain) => {
    expect(await clusterNotes(files, isPlain)).toEqual([0, [noteOf(name)]]);
  });

  it.each<[string, Record<string, string>, number]>([
    ['other contexts', twoJobs(at(A), at(B, 'b')), 0],
    ['a file for the login of each job', twoJobs(`${A} --kubeconfig hub`, `${B} --kubeconfig hub`), 0],
    ['clusters in variables', twoJobs(at(A, '$HUB'), at(B, '$HUB')), 0],
    ['one folder', twoJobs(at(A), at(A)), 0],
    ['clusters for a test', twoJobs(...([A, B].map((each) => `kind create cluster && ${each}`) as [string, string])), 0],
    ['commands that are checked together', inWorkflow(at(A), at(B)), 1],
  ])('not for %s', async (_, files, exitCode) => {
    expect(await clusterNotes(files)).toEqual([exitCode, []]);
  });
});
