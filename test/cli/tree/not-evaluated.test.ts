/** Input that was not checked is counted, named in the first line, and fails the run unless it may pass. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { JOINED_STATUS, memberYaml } from '../../support/fleets/fleet-yaml.ts';
import { type CliRun, runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const SHOP = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
---
apiVersion: v1
kind: Namespace
metadata:
  name: shop
`;
const TEMPLATE = SHOP.replace('name: shop\nspec', 'name: {{ .Values.name }}\nspec');

let dir = '';
beforeEach(() => {
  dir = temporaryFolder();
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}

const cli = (...argv: string[]): Promise<CliRun> => runCli(dir, argv);

describe('an object of KubeFleet whose final content is unknown', () => {
  it.each([
    ['a chart template', { 'chart/Chart.yaml': 'name: x\n', 'chart/templates/a.yaml': TEMPLATE }, 'chart/templates/a.yaml:1', '1 object'],
    ['a template outside a chart', { 'a.yaml': TEMPLATE }, 'a.yaml:1', '1 object'],
    [
      'a variable',
      { 'a.yaml': SHOP.replace('name: shop\nspec', 'name: ${NAME}\nspec') },
      'a.yaml:4 ClusterResourcePlacement/${NAME}: "${NAME}"',
      '1 KubeFleet object',
    ],
    ['a fragment', { 'a.yaml': SHOP.replace('kind: ClusterResourcePlacement\n', '') }, 'a.yaml:1 A fragment', '1 object'],
    [
      'a ytt template',
      { 'a.yaml': `#@ load("@ytt:data", "data")\n---\n${SHOP.replace('name: shop\nspec', 'name: #@ data.values.name\nspec')}` },
      'a.yaml:3',
      '1 object',
    ],
  ])('fails with 6 and is named first: %s', async (_, files, named, sum) => {
    write('good.yaml', SHOP.replaceAll('shop', 'other'));
    for (const [path, text] of Object.entries(files)) write(path, text);
    const { exitCode, first, report } = await cli('lint');
    expect([exitCode, report?.outcome]).toEqual([6, 'notEvaluated']);
    expect(first).toMatch(/^NOT EVALUATED: /);
    expect(first).toContain(named);
    expect(first).toMatch(new RegExp(`; ${sum} not evaluated$`));
  });

  it('fails although the tree has nothing else', async () => {
    write('a.yaml', TEMPLATE.replace(/---[^]*/, ''));
    expect((await cli('lint')).exitCode).toBe(6);
    expect((await cli('lint', '--allow-nothing')).exitCode).toBe(6);
  });

  it('passes if that is requested, and is still counted and named', async () => {
    write('good.yaml', SHOP);
    write('a.yaml', TEMPLATE);
    const flag = await cli('lint', '--no-fail-on-not-evaluated');
    expect([flag.exitCode, flag.report?.outcome]).toEqual([0, 'clean']);
    expect(flag.first).toMatch(/^PASSED with 1 not evaluated: no findings in .*; 1 object not evaluated: a\.yaml:1$/);
    write('.fleet-gate.yaml', 'failOnNotEvaluated: false\n');
    expect((await cli('lint')).exitCode).toBe(0);
    expect((await cli('lint', '--fail-on-not-evaluated')).exitCode).toBe(6);
    await expect(cli('lint', '--fail-on-not-evaluated', '--no-fail-on-not-evaluated')).rejects.toThrow('exclude each other');
  });

  it('fails a plan as well', async () => {
    write('good.yaml', SHOP);
    write('a.yaml', TEMPLATE);
    write('fleet/clusters.yaml', CLUSTERS);
    const { exitCode, first } = await cli('plan', 'good.yaml', 'a.yaml', '--clusters', 'fleet/clusters.yaml');
    expect(exitCode).toBe(6);
    expect(first).toContain('a.yaml:1');
    expect((await cli('plan', 'good.yaml', '--clusters', 'fleet/clusters.yaml')).exitCode).toBe(0);
  });

  it('decides after findings, and does not decide with --fail-on none', async () => {
    write('bad.yaml', SHOP.replace('spec:\n', 'spec:\n  bogus: 1\n'));
    write('a.yaml', TEMPLATE);
    const { exitCode, first } = await cli('lint');
    expect(exitCode).toBe(1);
    expect(first).toContain('1 object not evaluated: a.yaml:1');
    expect((await cli('lint', '--fail-on', 'none')).exitCode).toBe(0);
    expect((await cli('lint', '--fail-on', 'none', '--fail-on-not-evaluated')).exitCode).toBe(6);
  });

  it('does not decide with --fail-on-new if the base has it too', async () => {
    write('head/good.yaml', SHOP);
    write('head/a.yaml', `# moved\n${TEMPLATE}`);
    write('base/good.yaml', SHOP);
    write('base/a.yaml', TEMPLATE);
    const lint = (): Promise<CliRun> => runCli(join(dir, 'head'), ['lint', '--base-dir', '../base', '--fail-on-new']);
    const known = await lint();
    expect([known.exitCode, known.report?.lint?.notEvaluated[0]?.state]).toEqual([0, 'unchanged']);
    write('head/b.yaml', TEMPLATE);
    expect((await lint()).exitCode).toBe(6);
  });

  it('is shown in every format', async () => {
    write('good.yaml', SHOP);
    write('a.yaml', TEMPLATE);
    const formats = ['json', 'sarif', 'junit', 'markdown', 'github'];
    for (const format of formats) {
      const { out } = await cli('lint', '--format', format);
      expect([format, out]).toEqual([format, expect.stringContaining('A template or script')]);
    }
    const { out } = await cli('lint', '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({
      outcome: 'notEvaluated',
      exitCode: 6,
      lint: { notEvaluated: [{ file: 'a.yaml', fleetObject: true }] },
    });
    expect((await cli('lint', '--format', 'github')).out).toMatch(/^::error file=a\.yaml,line=1,endLine=1,title=not evaluated::/m);
  });
});

describe('any other object that is not evaluated', () => {
  it.each([
    ['a workload with a variable', SHOP.replace('kind: Namespace\nmetadata:\n  name: shop', 'kind: Namespace\nmetadata:\n  name: ${NAME}')],
    ['a template of another kind', `${SHOP}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {{ .x }}\n`],
    ['a mention in a workflow', `on: push\njobs: {a: "kubectl get placement.kubernetes-fleet.io/v1"}\n---\n${SHOP}`],
  ])('passes and is counted, unless failing is requested: %s', async (_, text) => {
    write('a.yaml', text);
    const { exitCode, first } = await cli('lint');
    expect(exitCode).toBe(0);
    expect(first).toContain('1 input not evaluated');
    expect((await cli('lint', '--fail-on-not-evaluated')).exitCode).toBe(6);
  });
});

describe('an object of KubeFleet that no rule checks', () => {
  it.each([
    [
      'a kind that is not known',
      'apiVersion: placement.kubernetes-fleet.io/v1beta1\nkind: Quota\nmetadata: {name: q}\n',
      'Quota/q',
      'this program does not know this kind of KubeFleet',
    ],
    [
      'a dump of a kind that KubeFleet writes',
      'apiVersion: placement.kubernetes-fleet.io/v1beta1\nkind: Work\nmetadata: {name: w, namespace: fleet-member-a, uid: u, resourceVersion: "1"}\n',
      'Work/fleet-member-a/w',
      "a dump of an object that only KubeFleet's controllers write",
    ],
    [
      'a kind of KubeFleet alone in a group that nothing is known of',
      'apiVersion: placing.example.com/v1\nkind: ClusterResourcePlacement\nmetadata: {name: shop}\n',
      'ClusterResourcePlacement/shop',
      'KubeFleet has this kind, but not in group placing.example.com',
    ],
  ])('is named, and does not pass: %s', async (_, text, name, why) => {
    write('good.yaml', SHOP);
    write('a.yaml', text);
    const { exitCode, first, out } = await cli('lint');
    expect(exitCode).toBe(6);
    expect(first).toContain(`NOT EVALUATED: a.yaml:1 ${name}: `);
    expect(first).toContain('1 KubeFleet object not evaluated');
    expect(out).toContain(why);
    expect((await cli('lint', '--no-fail-on-not-evaluated')).exitCode).toBe(0);
  });

  it('is reported once for each file and kind, because dumps have many', async () => {
    const binding = (name: string): string =>
      `apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourceBinding\nmetadata: {name: ${name}, uid: ${name}, resourceVersion: "1"}\n`;
    write('dump.yaml', ['a', 'b', 'c'].map(binding).join('---\n'));
    const { report } = await cli('lint');
    expect(report?.lint?.notEvaluated.map(({ line, reason }) => [line, reason])).toEqual([
      [1, expect.stringContaining('(and 2 more in this file)')],
    ]);
  });
});

describe('content whose name the server makes', () => {
  const job = (metadata: string): string =>
    `apiVersion: batch/v1\nkind: Job\nmetadata: ${metadata}\nspec: { template: { spec: { restartPolicy: Never, containers: [{ name: a, image: 'a:1' }] } } }\n`;

  it('is named, because a placement would send it, and kubectl apply refuses it', async () => {
    write('good.yaml', SHOP);
    write('job.yaml', job('{ generateName: migrate-, namespace: shop }'));
    const { exitCode, first, out } = await cli('lint');
    expect(exitCode).toBe(0);
    expect(first).toContain('PASSED with 1 not evaluated');
    expect(out).toContain('job.yaml:1  Job/shop/(no name): it has only a `generateName`, which `kubectl apply` refuses');
  });

  it.each([
    ['in a namespace that no placement sends', '{ generateName: migrate-, namespace: other }'],
    ['if it has a name too', '{ generateName: migrate-, name: migrate, namespace: shop }'],
  ])('is not named %s', async (_, metadata) => {
    write('good.yaml', SHOP);
    write('job.yaml', job(metadata));
    expect((await cli('lint')).out).not.toContain('generateName');
  });
});

describe('objects of KubeFleet whose name the server makes', () => {
  const [RUN, EVICTION] = ['spec: { placementName: shop, state: Run }\n', 'spec: { placementName: shop, clusterName: a }\n'];
  const object = (kind: string, spec: string, metadata = '{ generateName: a- }'): string =>
    `apiVersion: placement.kubernetes-fleet.io/v1beta1\nkind: ${kind}\nmetadata: ${metadata}\n${spec}`;
  const [PLACEMENT = ''] = SHOP.replace('name: shop', 'generateName: a-').split('---\n');
  const inList = `apiVersion: v1\nkind: List\nitems:\n  - ${PLACEMENT.trimEnd().replaceAll('\n', '\n    ')}\n`;

  async function toldOf(text: string, script?: string): Promise<readonly [exitCode: number, reasons: number]> {
    write('deploy/a.yaml', text);
    if (script !== undefined) write('deploy.sh', `${script}\n`);
    const { exitCode, report } = await cli('lint', '.', '--render-with', 'off');
    return [exitCode, (report?.lint?.notEvaluated ?? []).filter(({ reason }) => reason.includes('has only a `generateName`')).length];
  }

  it.each([
    ['a placement', PLACEMENT, undefined],
    ['one that a step applies', PLACEMENT, 'kubectl apply -f deploy'],
    ['one that a step replaces', PLACEMENT, 'kubectl replace -f deploy/a.yaml'],
    ['one that a step only tries to create', PLACEMENT, 'kubectl create --dry-run=client -f deploy'],
    ['an item of a list', inList, 'kubectl apply -f deploy'],
    ['an envelope', object('ResourceEnvelope', 'data: {}\n', '{ generateName: a-, namespace: shop }'), undefined],
    ['a run that a step applies', object('ClusterStagedUpdateRun', RUN), 'kubectl apply -f deploy'],
    ['an eviction that a step applies', object('ClusterResourcePlacementEviction', EVICTION), 'kubectl apply -R -f .'],
  ])('are not evaluated: %s', async (_, text, script) => {
    expect((await toldOf(text, script))[1]).toBe(1);
  });

  it.each([
    ['a placement that a step creates', PLACEMENT, 'kubectl create -f deploy/a.yaml'],
    ['one that kapp creates', PLACEMENT, 'kapp deploy -a x -f deploy'],
    ['a run that a step creates', object('ClusterStagedUpdateRun', RUN), 'kubectl create -f deploy/a.yaml'],
    ['a run of which no step is known', object('StagedUpdateRun', RUN, '{ generateName: a-, namespace: shop }'), undefined],
    ['a run beside what a step applies', object('ClusterStagedUpdateRun', RUN), 'kubectl apply -f other'],
    ['an eviction of which no step is known', object('ClusterResourcePlacementEviction', EVICTION), undefined],
    ['a hook', PLACEMENT.replace('generateName: a-', 'generateName: a-\n  annotations: { argocd.argoproj.io/hook: PreSync }'), undefined],
    ['one with a name too', PLACEMENT.replace('generateName: a-', 'generateName: a-\n  name: a'), 'kubectl apply -f deploy'],
  ])('are judged as others: %s', async (_, text, script) => {
    expect((await toldOf(text, script))[1]).toBe(0);
  });

  it('end with 6, and not for a base that had them', async () => {
    expect(await toldOf(PLACEMENT, 'kubectl apply -f deploy')).toEqual([6, 1]);
    const { dir: repository, write: edit } = gitRepository({ 'deploy/a.yaml': PLACEMENT, 'deploy.sh': 'kubectl apply -f deploy\n' });
    edit('deploy/b.yaml', 'apiVersion: v1\nkind: Namespace\nmetadata: { name: other }\n');
    expect((await runCli(repository, ['lint', '.', '--base', 'HEAD', '--fail-on-new'])).exitCode).toBe(0);
  });
});

describe('files without Kubernetes objects', () => {
  it('end with 3, and with 0 for a hook that is given single files', async () => {
    write('values.yaml', 'replicas: 3\n');
    expect((await cli('lint', 'values.yaml')).exitCode).toBe(3);
    const { exitCode, report, err } = await cli('lint', '--allow-nothing', 'values.yaml');
    expect([exitCode, report?.outcome]).toEqual([0, 'nothingToDo']);
    expect(err).toContain('1 file read, no Kubernetes object found');
    expect((await cli('lint', '--allow-nothing', '--quiet', 'values.yaml')).err).toBe('');
    write('a.yaml', SHOP.replace('spec:\n', 'spec:\n  bogus: 1\n'));
    expect((await cli('lint', '--allow-nothing', 'values.yaml', 'a.yaml')).exitCode).toBe(1);
  });

  it('pass the hook that pre-commit runs', async () => {
    const [hook] = parse(readFileSync(join(import.meta.dirname, '../../../.pre-commit-hooks.yaml'), 'utf8')) as readonly {
      entry: string;
    }[];
    const [program, ...argv] = hook?.entry.split(' ') ?? [];
    write('values.yaml', 'replicas: 3\n');
    expect([program, (await cli(...argv, 'values.yaml')).exitCode]).toEqual(['fleet-gate', 0]);
  });
});

describe('a placement that the hub refuses', () => {
  it.each([
    ['by its schema', SHOP.replace('spec:\n', 'spec:\n  bogus: 1\n')],
    ['by its content', SHOP.replace('spec:\n', 'spec:\n  policy: {placementType: PickAll, clusterNames: [a]}\n')],
    ['as it serves no such kind', SHOP.replace('io/v1\n', 'io/v1alpha1\n')],
  ])('has no check mark in the plan beside its finding: %s', async (_, text) => {
    write('a.yaml', text);
    write('fleet/clusters.yaml', CLUSTERS);
    const { out, exitCode } = await cli('lint', 'a.yaml', '--plan', '--clusters', 'fleet/clusters.yaml', '--format', 'markdown');
    expect(exitCode).toBe(1);
    expect(out).toContain('❌ <code>');
    expect(out).not.toContain('✅');
  });

  it('does not take the check mark from another placement', async () => {
    write('a.yaml', SHOP);
    write('fleet/clusters.yaml', CLUSTERS);
    const { out } = await cli('lint', 'a.yaml', '--plan', '--clusters', 'fleet/clusters.yaml', '--format', 'markdown');
    expect(out).toContain('✅ <code>');
  });
});

const CLUSTERS = memberYaml('europe-1', { labels: '{ region: europe }' }) + JOINED_STATUS;

describe('an object of KubeFleet that a deployer renames or labels', () => {
  const MEMBER = memberYaml('e1', {});
  const application = (kustomize: object): object => ({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'apps', namespace: 'argocd' },
    spec: { source: { path: 'apps', kustomize } },
  });
  const flux = (spec: object): object => ({
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'apps', namespace: 'flux-system' },
    spec: { path: './apps', ...spec },
  });
  const deployed = async (deployer: object, text = SHOP): Promise<CliRun> => {
    write('.git/HEAD', '');
    write('hub/apps.json', JSON.stringify(deployer));
    write('apps/shop.yaml', text);
    return cli('lint');
  };

  it.each([
    ['of Argo CD', application({ namePrefix: 'Bad_' })],
    ['of Flux', flux({ namePrefix: 'Bad_' })],
    ['at its end', flux({ nameSuffix: '-' })],
    ['that is too long', application({ nameSuffix: 'x'.repeat(250) })],
  ])('fails for a name that the hub refuses, %s', async (_, deployer) => {
    const { exitCode, first } = await deployed(deployer);
    expect(first).toMatch(/^FAILED: apps\/shop\.yaml:4:9 .* in `metadata\.name`/);
    expect(exitCode).toBe(1);
  });

  it.each([
    ['a name to which the fields of other objects do not refer', application({ namePrefix: 'eu-' })],
    ['a label that the hub refuses', application({ commonLabels: { team: 'not a label' } })],
    ['a label that is not a text', application({ commonLabels: { team: 1 } })],
    ['the key of a label that the hub refuses', flux({ commonMetadata: { labels: { 'a/b/c': 'x' } } })],
    ['the key of an annotation that the hub refuses', flux({ commonMetadata: { annotations: { 'a b': 'x' } } })],
    [
      'a valid label beside one that the hub refuses',
      flux({ commonMetadata: { labels: { a: 'b' } } }),
      SHOP.replace('name: shop\nspec', 'name: shop\n  labels: {a.: b}\nspec'),
    ],
    ['a label of a cluster', flux({ commonMetadata: { labels: { region: 'eu' } } }), MEMBER],
  ])('does not pass: %s', async (_, deployer, text = SHOP) => {
    const { exitCode, first } = await deployed(deployer, text);
    expect(first).toMatch(/1 KubeFleet object not evaluated/);
    expect(exitCode).toBe(6);
  });

  it.each([
    ['a label', application({ commonLabels: { team: 'shop' } })],
    ['a label and an annotation', flux({ commonMetadata: { labels: { team: 'shop' }, annotations: { 'example.com/a': 'any text' } } })],
  ])('passes as input that was not checked, not as an unknown object: %s', async (_, deployer) => {
    const { exitCode, first } = await deployed(deployer);
    expect(first).toMatch(/; 2 inputs not evaluated$/);
    expect(exitCode).toBe(0);
  });

  const PLACEMENT = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata: { name: shop }
spec: { resourceSelectors: [{ group: "", version: v1, kind: ConfigMap, name: a }] }
`;

  it.each([
    ['without a namespace in its file', PLACEMENT],
    ['with another one in its file', PLACEMENT.replace('name: shop', 'name: shop, namespace: shop')],
  ])('is refused in a target namespace that the hub refuses, %s', async (_, text) => {
    const { exitCode, first } = await deployed(flux({ targetNamespace: 'Bad_' }), text);
    expect(first).toMatch(/^FAILED: .*Bad_/);
    expect(exitCode).toBe(1);
  });

  it.each([
    ['of Flux', flux({ targetNamespace: '${ns}' })],
    ['of Argo CD', application({ namespace: '{{ns}}' })],
  ])('does not pass in a target namespace that is not known, %s', async (_, deployer) => {
    const { exitCode, first } = await deployed(deployer, PLACEMENT);
    expect(first).toMatch(/1 KubeFleet object not evaluated/);
    expect(exitCode).toBe(6);
  });
});
