/** A hook of a chart that helm or Argo CD waits for does not run on the hub. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { placementYaml } from '../support/fleets/fleet-yaml.ts';
import { runCli } from '../support/process/run-cli.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import { toolFolder } from './tools.ts';

const helm = toolFolder('helm');

const hook = (annotations: object, kind = 'Job', namespace = '{{ .Release.Namespace }}'): string =>
  `apiVersion: ${kind === 'Job' ? 'batch/v1' : 'v1'}\nkind: ${kind}\nmetadata: { name: migrate, namespace: "${namespace}", annotations: ${JSON.stringify(annotations)} }\n`;
const HELM = (events: string): object => ({ 'helm.sh/hook': events });
const step = (run: string): object => ({
  '.github/workflows/deploy.yml': stringify({
    on: { push: { branches: ['main'] } },
    jobs: { deploy: { 'runs-on': 'ubuntu-latest', steps: [{ uses: 'actions/checkout@v4' }, { run }] } },
  }),
});
const UPGRADE = step('helm upgrade --install shop ./shop -n shop');
const SOURCE = { repoURL: 'https://example.com/fleet', targetRevision: 'main', path: 'shop' };
const ARGO = {
  'app.yaml': stringify({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'shop' },
    spec: { project: 'default', source: SOURCE, destination: { name: 'hub', namespace: 'shop' } },
  }),
};
const flux = (spec: object): object => ({
  'flux.yaml': [
    {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'GitRepository',
      metadata: { name: 'fleet', namespace: 'flux-system' },
      spec: { url: 'https://example.com/fleet', ref: { branch: 'main' } },
    },
    {
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { name: 'shop', namespace: 'flux-system' },
      spec: {
        targetNamespace: 'shop',
        chart: { spec: { chart: './shop', sourceRef: { kind: 'GitRepository', name: 'fleet' } } },
        ...spec,
      },
    },
  ]
    .map((object) => `---\n${stringify(object)}`)
    .join(''),
});

/** The findings of a rule: `severity: message`. */
async function found(template: string, more: object, crp = placementYaml('shop'), id = 'hook-not-run-on-hub'): Promise<readonly string[]> {
  const { dir, git } = gitRepository({
    'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
    'shop/templates/a.yaml': `${crp}---\n${template}`,
    ...more,
  });
  git('remote', 'add', 'origin', 'https://example.com/fleet');
  const PATH = [helm ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
  const { report } = await runCli(dir, ['lint', '.'], { env: { PATH } });
  const findings = report?.lint?.findings.filter(({ rule }) => rule === id) ?? [];
  return findings.map(({ severity, message }) => `${severity}: ${message}`);
}

const JOB = 'the hook Job/shop/migrate, whose Pods the hub refuses:';

describe.skipIf(helm === undefined)('a hook of a chart', () => {
  it.each<[string, string, object, string]>([
    [
      'that helm runs',
      hook(HELM('pre-install,pre-upgrade')),
      UPGRADE,
      `error: helm waits for ${JOB} each install and each upgrade fails after a timeout, before it deploys anything.`,
    ],
    [
      'that helm runs at the end',
      hook(HELM('post-upgrade,test')),
      UPGRADE,
      `error: helm waits for ${JOB} each upgrade fails after a timeout.`,
    ],
    [
      'that is a Pod',
      hook(HELM('post-install'), 'Pod'),
      UPGRADE,
      'error: helm waits for the hook Pod/shop/migrate, which the hub refuses: each install fails after a timeout.',
    ],
    ['of a HelmRelease', hook(HELM('post-install')), flux({}), `error: helm waits for ${JOB} each install fails after a timeout.`],
    ['of an Application', hook(HELM('pre-install')), ARGO, `error: Argo CD waits for ${JOB} the sync never ends, and deploys nothing.`],
    [
      'of Argo CD in an Application',
      hook({ 'argocd.argoproj.io/hook': 'PostSync' }),
      ARGO,
      `error: Argo CD waits for ${JOB} the sync never ends.`,
    ],
    [
      'of a chart that something unknown deploys',
      hook(HELM('pre-install'), 'Job', 'shop'),
      {},
      `notice: helm would wait for ${JOB} each install fails after a timeout, before it deploys anything.`,
    ],
  ])('%s is reported', async (_, template, more, message) => {
    expect(await found(template, more)).toEqual([message]);
  });

  it('is less certain if the chart has no placement', async () => {
    const crp = { 'placement.yaml': placementYaml('shop') };
    const [finding] = await found(hook(HELM('pre-install')), { ...UPGRADE, ...crp }, '');
    expect(finding).toMatch(/^warning: helm waits for the hook Job/);
  });

  it.each<[string, string, object]>([
    ['of helm test', hook(HELM('test')), UPGRADE],
    ['of a deletion or a rollback', hook(HELM('pre-delete,post-delete,pre-rollback')), UPGRADE],
    [
      'of another kind',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: shop, annotations: { helm.sh/hook: pre-install } }\n',
      UPGRADE,
    ],
    ['that is turned off', hook(HELM('pre-install')), step('helm upgrade --install shop ./shop -n shop --no-hooks')],
    ['that kubectl applies', hook(HELM('pre-install')), step('helm template shop ./shop -n shop | kubectl apply -n shop -f -')],
    [
      'of a HelmRelease without hooks',
      hook(HELM('pre-install')),
      flux({ install: { disableHooks: true }, upgrade: { disableHooks: true } }),
    ],
    [
      'in place of which Argo CD takes its own',
      `${hook(HELM('pre-install'))}---\n${hook({ 'argocd.argoproj.io/hook': 'Skip' }).replace('name: migrate', 'name: own')}`,
      ARGO,
    ],
    ['in a namespace of the hub', hook(HELM('pre-install'), 'Job', 'fleet-jobs'), UPGRADE],
  ])('%s is not reported', async (_, template, more) => {
    expect(await found(template, more)).toEqual([]);
  });
});

describe.skipIf(helm === undefined)('a placement that is a hook of a chart', () => {
  const EACH = 'ClusterResourcePlacement/shop at each upgrade and creates it again: KubeFleet removes what it places from the clusters.';
  const AFTER = 'ClusterResourcePlacement/shop as soon as it has created it: KubeFleet removes what it places from the clusters.';
  const deleted = (annotations: object, more: object): Promise<readonly string[]> =>
    found(
      '',
      more,
      placementYaml('shop').replace('name: shop', `name: shop\n  annotations: ${JSON.stringify(annotations)}`),
      'deleted-by-each-deploy',
    );
  const policy = (text: string): object => ({ 'helm.sh/hook-delete-policy': text });

  it.each<[string, object, object, string]>([
    ['at upgrades', HELM('pre-install,pre-upgrade'), UPGRADE, `warning: helm deletes ${EACH}`],
    ['of a HelmRelease', HELM('post-upgrade'), flux({}), `warning: helm deletes ${EACH}`],
    ['of an unknown deployer', HELM('post-upgrade'), {}, `notice: helm deletes ${EACH}`],
    ['of an Application', HELM('post-install'), ARGO, `warning: Argo CD deletes ${EACH.replace('upgrade', 'sync')}`],
    ['that is deleted again', { ...HELM('post-install'), ...policy('hook-succeeded') }, UPGRADE, `warning: helm deletes ${AFTER}`],
    [
      'that stays',
      { ...HELM('post-upgrade'), ...policy('hook-failed') },
      UPGRADE,
      'error: helm creates ClusterResourcePlacement/shop at each upgrade and does not delete it first: the second upgrade fails, because it is there.',
    ],
  ])('%s is reported', async (_, annotations, more, message) => {
    expect(await deleted(annotations, more)).toEqual([message]);
  });

  it.each<[string, object, object]>([
    ['of installations', HELM('post-install'), UPGRADE],
    ['of deletions', { ...HELM('pre-delete'), ...policy('hook-succeeded') }, UPGRADE],
    ['that kubectl applies', HELM('post-upgrade'), step('helm template shop ./shop -n shop | kubectl apply -n shop -f -')],
    ['of Argo CD that helm does not know', { 'argocd.argoproj.io/hook': 'PostSync' }, UPGRADE],
  ])('%s is not reported', async (_, annotations, more) => {
    expect(await deleted(annotations, more)).toEqual([]);
  });
});
