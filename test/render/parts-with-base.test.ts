/** An overlay, a chart or a file that was checked by itself stays so, whatever the change makes it a part of. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { gitRepository, type GitRepository } from '../support/trees/git-repository.ts';
import { runCli } from '../support/process/run-cli.ts';
import { toolFolder } from './tools.ts';

const tools = { kustomize: toolFolder('kustomize'), helm: toolFolder('helm') };

const placed = (type: string): string => placementYaml('shop', { policy: `placementType: ${type}` });
const WORKFLOW = (command: string): string => `on: push\njobs: { deploy: { steps: [{ run: ${command} }] } }\n`;

function lint(repository: GitRepository, ...flags: readonly string[]): ReturnType<typeof runCli> {
  const PATH = [tools.kustomize ?? '', tools.helm ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
  return runCli(repository.dir, ['lint', '.', '--format', 'json', ...flags], { env: { PATH } });
}

/** The rule, the place and the overlay of each error. */
async function errorsIn(repository: GitRepository, ...flags: readonly string[]): Promise<readonly unknown[]> {
  const { report } = await lint(repository, ...flags);
  const errors = report?.lint?.findings.filter(({ severity }) => severity === 'error') ?? [];
  return [...new Set(errors.map(({ rule, rendered }) => `${rule} ${rendered?.overlays.join() ?? ''}`))];
}

describe.skipIf(tools.kustomize === undefined)('an overlay that becomes a component', () => {
  const BASE = { 'prod/kustomization.yaml': 'resources: [shop.yaml]\n', 'prod/shop.yaml': placed('PickAll') };
  const COMPONENT = 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [shop.yaml]\n';
  const MENDED =
    'components: [../prod]\npatches: [{ target: { kind: ClusterResourcePlacement }, patch: "[{op: replace, path: /spec/policy/placementType, value: PickAll}]" }]\n';

  it('is checked by itself if it was at the base', async () => {
    const repository = gitRepository(BASE);
    repository.write('prod/kustomization.yaml', COMPONENT);
    repository.write('prod/shop.yaml', placed('PickSome'));
    repository.write('fixed/kustomization.yaml', MENDED);
    expect(await errorsIn(repository, '--base', 'HEAD')).toEqual(['schema prod']);
  });

  it('is checked by itself if a workflow deploys it', async () => {
    const tree = { 'prod/kustomization.yaml': COMPONENT, 'prod/shop.yaml': placed('PickSome'), 'fixed/kustomization.yaml': MENDED };
    expect(await errorsIn(gitRepository(tree))).toEqual([]);
    const deployed = { ...tree, '.github/workflows/deploy.yaml': WORKFLOW('kubectl apply -k prod') };
    expect(await errorsIn(gitRepository(deployed))).toEqual(['schema prod']);
  });
});

describe.skipIf(tools.helm === undefined)('a chart that becomes a subchart', () => {
  const CHART = {
    'charts/shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
    'charts/shop/values.yaml': 'type: PickAll\n',
    'charts/shop/templates/shop.yaml': placed('{{ .Values.type }}'),
  };
  const PARENT = { 'Chart.yaml': 'apiVersion: v2\nname: all\nversion: 1.0.0\n', 'values.yaml': 'shop: { type: PickAll }\n' };

  it('is checked by itself if it was at the base', async () => {
    const repository = gitRepository(CHART);
    for (const [file, text] of Object.entries(PARENT)) repository.write(file, text);
    expect(await errorsIn(repository, '--base', 'HEAD')).toEqual([]);
    repository.write('charts/shop/values.yaml', 'type: PickSome\n');
    expect(await errorsIn(repository, '--base', 'HEAD')).toEqual(['schema charts/shop']);
  });

  it.each(['helm upgrade --install shop charts/shop', 'helm template charts/shop | kubectl apply -f -'])(
    'is checked by itself if a workflow deploys it: %s',
    async (command) => {
      const tree = { ...CHART, ...PARENT, 'charts/shop/values.yaml': 'type: PickSome\n' };
      expect(await errorsIn(gitRepository(tree))).toEqual([]);
      const deployed = { ...tree, '.github/workflows/deploy.yaml': WORKFLOW(JSON.stringify(command)) };
      expect(await errorsIn(gitRepository(deployed))).toEqual(['schema charts/shop']);
    },
  );
});

describe.skipIf(tools.helm === undefined)(
  'a file that was checked as it is, with what only a comment of YAML hides from a new chart',
  () => {
    const CHART = 'apiVersion: v2\nname: shop\nversion: 1.0.0\n';
    const hidden = (text: string): string => `# {{/*\n${text}# */}}\n`;
    const FLUX = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: shop, namespace: flux-system}
spec: {path: ./templates, prune: true, interval: 1h, sourceRef: {kind: GitRepository, name: flux-system}}
`;

    it.each([
      ['kubectl apply -R', {}],
      ['Flux', { 'flux.yaml': FLUX }],
    ])('is still checked as it is: %s', async (_, deployer) => {
      const repository = gitRepository({ 'templates/shop.yaml': placed('PickAll'), ...deployer });
      repository.write('Chart.yaml', CHART);
      repository.write('templates/shop.yaml', hidden(placed('PickSome')));
      expect(await errorsIn(repository, '--base', 'HEAD')).toEqual(['schema ']);
    });

    it('is not evaluated if it is new', async () => {
      const repository = gitRepository({ 'templates/shop.yaml': placed('PickAll') });
      repository.write('Chart.yaml', CHART);
      repository.write('templates/more.yaml', hidden(placementYaml('more')));
      const { exitCode, out } = await lint(repository, '--base', 'HEAD');
      expect(exitCode).toBe(6);
      expect(out).toContain('templates/more.yaml');
    });

    it('is still checked as it is if it also has an expression in a text', async () => {
      const repository = gitRepository({
        'zone.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n',
        'templates/shop.yaml': placed('PickAll'),
      });
      repository.write('Chart.yaml', CHART);
      repository.write(
        'templates/shop.yaml',
        hidden(placed('PickSome').replace('spec:', '  annotations: { note: "{{ .Values.note }}" }\nspec:')),
      );
      expect(await errorsIn(repository, '--base', 'HEAD')).toEqual(['schema ']);
    });

    it.each(['{{ .Values.type }}', '"{{ .Values.type }}"'])(
      'is checked with the chart alone if its templates have expressions: %s',
      async (type) => {
        const repository = gitRepository({ 'templates/shop.yaml': placed('PickAll') });
        repository.write('Chart.yaml', CHART);
        repository.write('values.yaml', 'type: PickAll\n');
        repository.write('templates/shop.yaml', placed(type));
        expect((await lint(repository, '--base', 'HEAD')).exitCode).toBe(0);
      },
    );
  },
);

describe.skipIf(tools.helm === undefined)(
  'a chart in a folder with a new name, which the configuration of the base does not render',
  () => {
    const chart = (folder: string): Readonly<Record<string, string>> => ({
      [`${folder}/Chart.yaml`]: 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
      [`${folder}/templates/shop.yaml`]: placed('PickAll').replace('PickAll', '{{ .Values.type }}'),
      [`${folder}/values.yaml`]: 'type: PickAll\n',
    });
    const configuration = (folder: string, setting = ''): string => `render: [{ path: ${folder}${setting} }]\n`;

    /** The exit code and the number of removals, after a move of the chart. */
    async function movedTo(
      folder: string | undefined,
      more: Readonly<Record<string, string>> = {},
      setting?: string,
    ): Promise<readonly unknown[]> {
      const repository = gitRepository({
        ...chart('charts/shop'),
        'ns.yaml': namespaceYaml('shop'),
        '.fleet-gate.yaml': configuration('charts/shop'),
      });
      repository.remove('charts/shop');
      const head: Readonly<Record<string, string>> =
        folder === undefined ? {} : { ...chart(folder), '.fleet-gate.yaml': configuration(folder, setting) };
      for (const [file, text] of Object.entries({ ...head, ...more })) repository.write(file, text);
      const { exitCode, report } = await lint(repository, '--base', 'HEAD');
      return [exitCode, report?.removals?.length ?? 0];
    }

    it.each(['helm/shop', 'charts/store', 'shop'])('has no removal, and is not evaluated: %s', async (folder) => {
      expect(await movedTo(folder, {}, ', values: [values.yaml]')).toEqual([6, 0]);
    });

    it('has no removal, and is rendered if the change only renames it in the configuration', async () => {
      expect(await movedTo('helm/shop')).toEqual([0, 0]);
    });

    it('has a removal if it is deleted, also beside a new chart of something else', async () => {
      expect(await movedTo(undefined)).toEqual([0, 1]);
      const other = Object.entries(chart('charts/other')).map(([file, text]) => [file.replace('shop.yaml', 'other.yaml'), text] as const);
      expect(await movedTo(undefined, Object.fromEntries(other))).toEqual([6, 1]);
    });
  },
);
