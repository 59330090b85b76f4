/** A change that removes a release of a chart, or renames its files with values, together with its entry in `render`. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { runCli } from '../support/process/run-cli.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import { toolFolder } from './tools.ts';

const helm = toolFolder('helm');
const NAME = '{{ .Values.app }}';

interface Entry {
  readonly path: string;
  readonly values: readonly string[];
  readonly args: readonly string[];
}
const release = (app: string, ...values: readonly string[]): Entry => ({
  path: 'chart',
  values: values.length === 0 ? [`apps/${app}.yaml`] : values,
  args: [`--name-template=${app}`, '--namespace=x'],
});
const configured = (...render: readonly Entry[]): string => JSON.stringify({ render });

const application = (app: string, file = app): string =>
  JSON.stringify({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: app, namespace: 'argocd' },
    spec: {
      source: { repoURL: 'https://example.com/own.git', path: 'chart', helm: { releaseName: app, valueFiles: [`../apps/${file}.yaml`] } },
      destination: { name: 'hub', namespace: 'x' },
      syncPolicy: { automated: { prune: true } },
    },
  });

const TREE = {
  '.fleet-gate.yaml': configured(release('shop'), release('pay')),
  'chart/Chart.yaml': 'apiVersion: v2\nname: app\nversion: 1.0.0\n',
  'chart/templates/all.yaml': `${namespaceYaml(NAME)}---\n${placementYaml(NAME, { namespace: NAME, policy: 'placementType: {{ .Values.type | default "PickAll" }}' })}`,
  'apps/shop.yaml': 'app: shop\n',
  'apps/pay.yaml': 'app: pay\n',
  'clusters.yaml': joinedMembers('p1'),
};
type Change = Readonly<Record<string, string | undefined>>;

interface Judged {
  readonly exitCode: number | string;
  /** Placements. */
  readonly removed: readonly string[];
  readonly stay: readonly string[];
  /** Rules. */
  readonly findings: readonly string[];
  /** The reasons of what was not evaluated. */
  readonly open: readonly string[];
}

async function judged(base: Change, change: Change, ...flags: readonly string[]): Promise<Judged> {
  const repository = gitRepository({ ...TREE, ...(base as Readonly<Record<string, string>>) });
  repository.git('remote', 'add', 'origin', 'https://example.com/own.git');
  for (const [file, text] of Object.entries(change)) {
    if (text === undefined) repository.git('rm', '-q', file);
    else repository.write(file, text);
  }
  const PATH = [helm, process.env['PATH'] ?? ''].join(path.delimiter);
  const args = ['lint', '--base', 'HEAD', '--plan', '--clusters', 'clusters.yaml', '--fail-on-removal', 'any', ...flags];
  const { exitCode, report } = await runCli(repository.dir, args, { env: { PATH } });
  const { placements = [], deleted = [] } = report?.plan ?? {};
  return {
    exitCode,
    removed: deleted.map(({ object }) => object.name),
    stay: placements.map(({ object }) => object.name).toSorted(),
    findings: (report?.lint?.findings ?? []).map(({ rule }) => rule),
    open: (report?.lint?.notEvaluated ?? []).map(({ reason }) => reason),
  };
}

const LISTED_ONCE = { '.fleet-gate.yaml': configured(release('shop')) };
const RENAMED = { 'apps/pay.yaml': undefined, '.fleet-gate.yaml': configured(release('shop'), release('pay', 'apps/payments.yaml')) };
const OTHER = { 'apps/pay.yaml': undefined, 'apps/payments.yaml': 'app: pay\n' };

describe.skipIf(helm === undefined)('a release of a chart that `render` lists', () => {
  describe.each([
    ['by nothing that is known', {}, {}, {}],
    [
      'by Applications',
      { 'argo/shop.yaml': application('shop'), 'argo/pay.yaml': application('pay') },
      { 'argo/pay.yaml': undefined },
      { 'argo/pay.yaml': application('pay', 'payments') },
    ],
  ])('that is deployed %s', (_name, base, dropped, moved) => {
    it.each([
      ['the configuration of the base', []],
      ['its own', ['--config-from', 'head']],
    ])('is removed with its values and its entry, by %s', async (_by, flags) => {
      const change = { ...LISTED_ONCE, 'apps/pay.yaml': undefined, ...dropped };
      expect(await judged(base, change, ...flags)).toMatchObject({ exitCode: 1, removed: ['pay'], stay: ['shop'], open: [] });
    });

    it.each([
      ['the configuration of the base', []],
      ['its own', ['--config-from', 'head']],
    ])('stays if its values are renamed with its entry, and is checked with them, by %s', async (_by, flags) => {
      const right = { ...RENAMED, 'apps/payments.yaml': 'app: pay\n', ...moved };
      expect(await judged(base, right, ...flags)).toMatchObject({ exitCode: 0, removed: [], stay: ['pay', 'shop'], open: [] });
      const wrong = { ...RENAMED, 'apps/payments.yaml': 'app: pay\ntype: Pick\n', ...moved };
      expect(await judged(base, wrong, ...flags)).toMatchObject({ exitCode: 1, removed: [], findings: ['schema'] });
    });

    it('is not checked if the change gives it another name and other values', async () => {
      const change = { ...OTHER, '.fleet-gate.yaml': configured(release('shop'), release('payments')), ...moved };
      expect(await judged(base, change)).toMatchObject({
        exitCode: 6,
        open: expect.arrayContaining([expect.stringContaining('there is no file "apps/pay.yaml"')]),
      });
    });

    it('is not checked if its entry stays without its values', async () => {
      const { exitCode, open } = await judged(base, { 'apps/pay.yaml': undefined, ...dropped });
      expect({ exitCode, open }).toEqual({
        exitCode: 6,
        open: [expect.stringMatching(/there is no file "apps\/pay\.yaml"; correct the path, or what names it$/)],
      });
    });
  });

  it('is removed if only its own configuration no longer lists it', async () => {
    expect(await judged({}, LISTED_ONCE)).toMatchObject({ exitCode: 0, removed: [], stay: ['pay', 'shop'] });
    expect(await judged({}, LISTED_ONCE, '--config-from', 'head')).toMatchObject({ exitCode: 1, removed: ['pay'], stay: ['shop'] });
  });
});
