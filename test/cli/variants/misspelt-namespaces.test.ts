/** Lint and plan name a namespace that is probably misspelt, whatever gives it to an object, and fail for neither. */
import { expect, test } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

const config = (namespace = ''): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n${namespace === '' ? '' : `  namespace: ${namespace}\n`}data: { level: info }\n`;
const TREE = { 'fleet/mail.yaml': `${placementYaml('mail')}---\n${namespaceYaml('mail')}` };

async function judged(dir: string, ...argv: readonly string[]) {
  const lint = await runCli(dir, ['lint', ...argv]);
  const plan = await runCli(dir, ['plan', '--clusters', 'members.yml', ...argv]);
  const place = ({ file, line, rule, remedy }: { file: string; line: number; rule: string; remedy: string }): string =>
    `${file}:${line} ${rule}: ${remedy}`;
  return {
    exitCodes: [lint.exitCode, plan.exitCode],
    findings: lint.report?.lint?.findings.map(place),
    notes: plan.report?.notes?.filter((note) => note.includes('mial')),
  };
}

const toldAt = (file: string, line: number): unknown => ({
  exitCodes: [0, 0],
  findings: [`${file}:${line} namespace-not-there: Did you mean mail?`],
  notes: [`${file}:${line}: There is no Namespace mial in these manifests for ConfigMap/mial/settings. Did you mean mail?`],
});

test.each<[string, Readonly<Record<string, string>>, string, number]>([
  ['the object', { 'app/config.yaml': config('mial') }, 'app/config.yaml', 5],
  [
    'a kustomization',
    { 'app/config.yaml': config(), 'app/kustomization.yaml': 'namespace: mial\nresources: [config.yaml]\n' },
    'app/kustomization.yaml',
    1,
  ],
  ['a step', { 'app/config.yaml': config(), 'deploy.sh': 'kubectl apply -f fleet\nkubectl apply -n mial -f app\n' }, 'app/config.yaml', 4],
])('a namespace from %s', async (_, files, file, line) => {
  const { dir, write } = gitRepository({ ...TREE, ...files });
  write('members.yml', joinedMembers('oslo'));
  expect(await judged(dir, 'fleet', 'app')).toEqual(toldAt(file, line));
});

test('an object that a change moves', async () => {
  const { dir, write } = gitRepository({ ...TREE, 'app/config.yaml': config('mail') });
  write('app/config.yaml', config('mial'));
  write('members.yml', joinedMembers('oslo'));
  expect(await judged(dir, 'fleet', 'app', '--base', 'HEAD')).toEqual(toldAt('app/config.yaml', 5));
});

test('an accepted one is in neither', async () => {
  const { dir, write } = gitRepository({ ...TREE, 'app/config.yaml': config('mial # fleet-gate-ignore namespace-not-there: on the hub') });
  write('members.yml', joinedMembers('oslo'));
  const { exitCodes, notes } = await judged(dir, 'fleet', 'app');
  expect({ exitCodes, notes: notes ?? [] }).toEqual({ exitCodes: [0, 0], notes: [] });
});
