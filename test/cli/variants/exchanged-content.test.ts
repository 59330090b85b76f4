/** A change that makes a step deploy to its hub something else that the tree has, with the same objects. */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

type Files = Readonly<Record<string, string>>;

const fixed = (cluster: string, name = 'shop'): string =>
  placementYaml(name, { policy: `{ placementType: PickFixed, clusterNames: [${cluster}] }` });
const ENVIRONMENTS: Files = {
  'env/dev/all.yaml': `${fixed('d1')}---\n${namespaceYaml('shop')}`,
  'env/prod/all.yaml': `${fixed('p1')}---\n${namespaceYaml('shop')}`,
};
const apply = (env: string, hub?: string): string =>
  `kubectl ${hub === undefined ? '' : `--context hub-${hub} `}apply -f ${env.includes('/') ? env : `env/${env}`}`;
const [DEV, PROD] = [apply('dev', 'dev'), apply('prod', 'prod')];
const make = (...steps: readonly string[]): Files => ({ Makefile: steps.map((step, at) => `t${String(at)}:\n\t${step}\n`).join('') });
const jobs = (...steps: readonly string[]): Files => jobsIn('deploy', ...steps);
const jobsIn = (file: string, ...steps: readonly string[]): Files => ({
  [`.github/workflows/${file}.yaml`]: `on: push\njobs:\n${steps.map((step, at) => `  j${String(at)}: { runs-on: x, steps: [{ run: "${step}" }] }\n`).join('')}`,
});
const gitlab = (...steps: readonly string[]): Files => ({
  '.gitlab-ci.yml': steps.map((step, at) => `j${String(at)}: { script: ["${step}"] }\n`).join(''),
});
const script = (...steps: readonly string[]): Files => ({ 'deploy.sh': steps.join('\n') });
const login = (hub: string, env: string): string => `az fleet get-credentials -g ${hub} -n hub && ${apply(env)}`;

/** The exit codes of lint and plan, the placements of the plan that change, and the reasons for KubeFleet objects that are not evaluated. */
async function told(base: Files, head: Files, gone: readonly string[] = []): Promise<readonly unknown[]> {
  const { dir, write, remove } = gitRepository({ 'clusters.yaml': joinedMembers('d1', 'p1', 'n1'), ...base });
  for (const file of gone) remove(file);
  for (const [file, text] of Object.entries(head)) write(file, text);
  const run = async (command: string): ReturnType<typeof runCli> =>
    runCli(dir, [command, '.', '--base', 'HEAD', '--clusters', 'clusters.yaml', '--format', 'json']);
  const [linted, planned] = [await run('lint'), await run('plan')];
  const { plan } = planned.report ?? {};
  const placements = plan?.placements ?? [];
  return [
    [linted.exitCode, planned.exitCode],
    placements.filter(({ change }) => !isDeepStrictEqual(change?.added, change?.removed)).length + (plan?.deleted ?? []).length,
    [...new Set((plan?.notEvaluated ?? []).filter(({ fleetObject }) => fleetObject === true).map(({ reason }) => reason))],
  ];
}

const DEV_FOR_PROD = (to: string): string =>
  `This change deploys env/dev in place of env/prod ${to}. What that changes there was not checked.`;

describe('the objects that differ are not evaluated', () => {
  const TO_PROD = DEV_FOR_PROD('to hub-prod');
  it.each<[what: string, base: Files, head: Files, reason: string]>([
    ['a target of make', make(DEV, PROD), make(DEV, apply('dev', 'prod')), TO_PROD],
    ['a job of GitHub', jobs(DEV, PROD), jobs(DEV, apply('dev', 'prod')), TO_PROD],
    ['a job of GitLab', gitlab(DEV, PROD), gitlab(DEV, apply('dev', 'prod')), TO_PROD],
    ['a script', script(DEV, PROD), script(DEV, apply('dev', 'prod')), TO_PROD],
    ['a step in another file', make(DEV, PROD), { ...make(DEV), ...jobs(apply('dev', 'prod')) }, TO_PROD],
    [
      'a job behind a login',
      jobs(login('rg-dev', 'dev'), login('rg-prod', 'prod')),
      jobs(login('rg-dev', 'dev'), login('rg-prod', 'dev')),
      DEV_FOR_PROD('to hub rg-prod'),
    ],
    [
      'a job that names no hub',
      jobs(apply('dev'), apply('prod')),
      jobs(apply('dev'), apply('dev')),
      DEV_FOR_PROD('by .github/workflows/deploy.yaml'),
    ],
    [
      'a job that names no hub, beside one that does',
      jobs(DEV, apply('prod')),
      jobs(DEV, apply('dev')),
      DEV_FOR_PROD('by .github/workflows/deploy.yaml'),
    ],
    [
      'a job that names no hub and had the same as one that does',
      jobs(PROD, apply('prod')),
      jobs(PROD, apply('dev')),
      DEV_FOR_PROD('by .github/workflows/deploy.yaml'),
    ],
    [
      'a job that names no hub, beside one whose hub is renamed',
      jobs(DEV, apply('prod')),
      jobs(apply('dev', 'development'), apply('dev')),
      DEV_FOR_PROD('by .github/workflows/deploy.yaml'),
    ],
    [
      'a script, beside a job that names its hub',
      { ...jobs(DEV), ...script(apply('prod')) },
      script(apply('dev')),
      DEV_FOR_PROD('by deploy.sh'),
    ],
    ['the only step', make(apply('prod')), make(apply('dev')), DEV_FOR_PROD('by Makefile')],
  ])('%s', async (_, base, head, reason) => {
    expect(await told({ ...ENVIRONMENTS, ...base }, head)).toEqual([[6, 6], 0, [reason]]);
  });

  it('of both hubs', async () => {
    const [codes, changes] = await told({ ...ENVIRONMENTS, ...make(DEV, PROD) }, make(apply('prod', 'dev'), apply('dev', 'prod')));
    expect([codes, changes]).toEqual([[6, 6], 0]);
  });

  it('of one hub that gets both', async () => {
    expect(await told({ ...ENVIRONMENTS, ...make(DEV, PROD) }, make(DEV, apply('prod', 'dev')))).toEqual([
      [6, 6],
      0,
      [
        'This change also deploys env/prod to hub-dev, which has objects of the same names from other folders. What that changes there was not checked.',
      ],
    ]);
  });

  it('of a folder that the base had and did not deploy', async () => {
    const next = { 'env/next/all.yaml': `${fixed('n1')}---\n${namespaceYaml('shop')}` };
    const [codes] = await told({ ...ENVIRONMENTS, ...next, ...make(DEV, PROD) }, make(DEV, apply('next', 'prod')));
    expect(codes).toEqual([6, 6]);
  });

  it('an override that only one of them has', async () => {
    const override = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourceOverride
metadata: { name: shop }
spec:
  placement: { name: shop }
  clusterResourceSelectors: [{ group: '', version: v1, kind: Namespace, name: shop }]
  policy: { overrideRules: [{ clusterSelector: { clusterSelectorTerms: [] }, jsonPatchOverrides: [{ op: add, path: /metadata/labels/x, value: y }] }] }
`;
    const [codes] = await told(
      { ...ENVIRONMENTS, 'env/prod/override.yaml': override, ...make(DEV, PROD) },
      make(DEV, apply('dev', 'prod')),
    );
    expect(codes).toEqual([6, 6]);
  });
});

describe('what stays on its hub is compared', () => {
  const BOTH = { ...ENVIRONMENTS, ...make(DEV, PROD) };
  const UNKNOWN = { ...ENVIRONMENTS, ...jobs(apply('dev'), apply('prod')) };
  const prod = ENVIRONMENTS['env/prod/all.yaml'] ?? '';
  it.each<[what: string, base: Files, head: Files, gone?: readonly string[]]>([
    ['steps in another order', BOTH, make(PROD, DEV)],
    ['jobs in another order', UNKNOWN, jobs(apply('prod'), apply('dev'))],
    ['a step in another file', BOTH, { ...make(DEV), ...jobs(PROD) }],
    [
      'jobs that two files exchange',
      { ...UNKNOWN, ...jobsIn('b', apply('env/none')) },
      { ...jobs(apply('prod')), ...jobsIn('b', apply('dev')) },
    ],
    ['another name of a hub', BOTH, make(DEV, apply('prod', 'production'))],
    ['a name for the hub of one of two jobs', UNKNOWN, jobs(DEV, apply('prod'))],
    [
      'a hub of one of two jobs that is no longer named',
      { ...ENVIRONMENTS, ...jobs(DEV, apply('prod')) },
      jobs(apply('dev'), apply('prod')),
    ],
    ['a job that is deleted', { ...ENVIRONMENTS, ...jobs(DEV, apply('prod')) }, jobs(DEV)],
    ['a folder that is renamed', BOTH, { ...make(DEV, apply('live', 'prod')), 'env/live/all.yaml': prod }, ['env/prod/all.yaml']],
    [
      'a folder that is divided',
      BOTH,
      {
        ...make(DEV, `${apply('prod/a', 'prod').replace('prod/a', 'env/prod/a')} -f env/prod/b`),
        'env/prod/a/crp.yaml': fixed('p1'),
        'env/prod/b/ns.yaml': namespaceYaml('shop'),
      },
      ['env/prod/all.yaml'],
    ],
    ['files instead of their folder', BOTH, make(DEV, apply('env/prod/all.yaml', 'prod'))],
    ['one more hub', BOTH, make(DEV, PROD, apply('dev', 'qa'))],
    ['a step that is removed', BOTH, make(DEV)],
    ['a folder with the same content', { ...BOTH, 'env/copy/all.yaml': prod }, make(DEV, apply('copy', 'prod'))],
  ])('%s', async (_, base, head, gone = []) => {
    expect(await told(base, head, gone)).toEqual([[0, 0], 0, []]);
  });

  it('one more folder, which the base had and did not deploy', async () => {
    const base = { ...BOTH, 'env/more/x.yaml': fixed('p1', 'more') };
    expect(await told(base, make(DEV, `${PROD} -f env/more`))).toEqual([[0, 0], 1, []]);
  });

  it('what a job deploys to a cluster that it creates for a test is on no hub', async () => {
    const test = 'kind create cluster && kubectl apply -f env/';
    const [codes, , reasons] = await told({ ...BOTH, ...jobs(`${test}dev`) }, jobs(`${test}prod`));
    expect([codes, reasons]).toEqual([[0, 0], []]);
  });
});

describe('the note about overlays that are checked together', () => {
  const overlay = (app: string, env: string): Files => ({
    [`${app}/${env}/all.yaml`]: `${fixed(env === 'dev' ? 'd1' : 'p1', app)}---\n${namespaceYaml(app)}`,
    [`${app}/${env}/kustomization.yaml`]: 'resources: [all.yaml]\n',
  });
  const build = (env: string, ...apps: readonly string[]): string =>
    apps.map((app) => `kubectl --context hub-${env} apply -k ${app}/${env}`).join(' && ');
  const base = { ...overlay('shop', 'dev'), ...overlay('shop', 'prod'), ...overlay('cart', 'dev'), ...overlay('cart', 'prod') };
  const notes = async (head: Files): Promise<readonly string[]> => {
    const { dir, write } = gitRepository({ ...base, ...make(build('dev', 'shop', 'cart'), build('prod', 'shop', 'cart')) });
    for (const [file, text] of Object.entries(head)) write(file, text);
    const { report } = await runCli(dir, ['lint', '.', '--base', 'HEAD', '--format', 'json']);
    return (report?.notes ?? []).filter((note) => note.startsWith('Checked together'));
  };
  const DEV_NOTE = 'Checked together, as folders for one hub (Makefile (1)): cart/dev, shop/dev.';

  it('says that only the base deploys them to one hub', async () => {
    expect(await notes(make(build('dev', 'shop', 'cart'), build('prod', 'shop')))).toEqual([
      DEV_NOTE,
      'Checked together, as folders for one hub of the base (Makefile (2)): cart/prod, shop/prod.',
    ]);
  });

  it('does not say so of steps in another order or file', async () => {
    const all = [DEV_NOTE, 'Checked together, as folders for one hub (Makefile (2)): cart/prod, shop/prod.'];
    expect(await notes({ ...make(build('dev', 'cart', 'shop')), ...jobs(build('prod', 'shop', 'cart')) })).toEqual(all);
    expect(await notes(make(build('prod', 'shop', 'cart'), build('dev', 'shop', 'cart')))).toEqual(all);
  });
});
