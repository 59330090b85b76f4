import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseObjects } from '../../src/yaml/objects.ts';
import { namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { writeProgram } from '../support/process/write-program.ts';
import { lintRead, readRendered, repository, told } from './lint-rendered.ts';
import { toolFolder } from './tools.ts';

const BASE = {
  'base/kustomization.yaml': 'resources: [placement.yaml, namespace.yaml]\n',
  'base/placement.yaml': `# one\n---\n${placementYaml('shop', { policy: 'placementType: PickAll' })}`,
  'base/namespace.yaml': namespaceYaml('shop'),
};
const WRONG = { ...BASE, 'base/placement.yaml': BASE['base/placement.yaml'].replace('PickAll', 'PickSome') };
const UNTOUCHED = 'resources: [../../base]\n';

describe.each(['kustomize', 'kubectl'] as const)('%s', (tool) => {
  const folder = toolFolder(tool) ?? '';
  const command = tool === 'kubectl' ? 'kubectl kustomize' : 'kustomize build';
  const lint = async (tree: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const report = lintRead(await readRendered(repository(tree), folder));
    return [...told(report), ...report.notEvaluated.map(({ file, line, reason }) => `${file}:${line} not evaluated: ${reason}`)];
  };

  describe.skipIf(folder === '')('a finding', () => {
    test('of a base is at its line, once for all overlays', async () => {
      const tree = {
        ...WRONG,
        'overlays/dev/kustomization.yaml': UNTOUCHED,
        'overlays/prod/kustomization.yaml': `${UNTOUCHED}commonLabels: {env: prod}\n`,
      };
      expect(await lint(tree)).toEqual([
        'base/placement.yaml:14 | schema | ClusterResourcePlacement/shop | in overlays/dev and overlays/prod',
      ]);
    });

    test('does not exist in an object that kustomize leaves out', async () => {
      const placement = WRONG['base/placement.yaml'].replace(
        'name: shop\n',
        'name: shop\n  annotations: {config.kubernetes.io/local-config: ""}\n',
      );
      expect(await lint({ ...WRONG, 'base/placement.yaml': placement })).toEqual([
        'base/placement.yaml:3 not evaluated: kustomize leaves out this ClusterResourcePlacement (config.kubernetes.io/local-config), so it was not checked.',
      ]);
    });

    test.each([
      ['its own', 'base', undefined],
      ['another', 'overlays/prod', true],
    ])('does not exist in an object that a patch of %s kustomization removes', async (_, where, fleetObject) => {
      const patch =
        '{apiVersion: placement.kubernetes-fleet.io/v1, kind: ClusterResourcePlacement, metadata: {name: shop}, $patch: delete}';
      const list = where === 'base' ? BASE['base/kustomization.yaml'] : UNTOUCHED;
      const tree = { ...WRONG, [`${where}/kustomization.yaml`]: `${list}patches: [{patch: "${patch}"}]\n` };
      expect(await lint(tree)).toEqual([
        'base/placement.yaml:3 not evaluated: Each kustomization that lists this ClusterResourcePlacement removes it, so it was not checked.',
      ]);
      const { notEvaluated } = lintRead(await readRendered(repository(tree), folder));
      expect(notEvaluated.map((entry) => entry.fleetObject)).toEqual([fleetObject]);
    });

    test.each([
      ['a mark of the end', '...\n', 'The document continues after its end'],
      ['a separator behind a carriage return', '\r---\r', 'The document continues after its end'],
      ['a separator behind a line separator', '# \u2028---\n', 'The document holds the character U+2028'],
    ])('does not exist in an object behind %s, which is not evaluated', async (_, mark, reason) => {
      const placement = `${namespaceYaml('other').replace('---\n', '')}${mark}${placementYaml('shop').replace('---\n', '')}`;
      expect(await lint({ ...BASE, 'base/placement.yaml': placement })).toEqual([
        expect.stringContaining(`base/placement.yaml:1 not evaluated: ${reason}`),
      ]);
    });

    test('does not exist if a patch corrects the fault of the base', async () => {
      const patch =
        'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: {name: shop}\nspec: {policy: {placementType: PickAll}}\n';
      const tree = {
        ...WRONG,
        'overlays/prod/kustomization.yaml': `${UNTOUCHED}patches: [{path: patch.yaml}]\n`,
        'overlays/prod/patch.yaml': patch,
      };
      expect(await lint(tree)).toEqual([]);
    });

    test('of the result of a patch is in the patch', async () => {
      const patch =
        'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata:\n  name: shop\nspec:\n  policy:\n    placementType: PickSome\n';
      const tree = {
        ...BASE,
        'overlays/prod/kustomization.yaml': `${UNTOUCHED}patches: [{path: patch.yaml}]\n`,
        'overlays/prod/patch.yaml': patch,
      };
      expect(await lint(tree)).toEqual(['overlays/prod/patch.yaml:7 | schema | ClusterResourcePlacement/shop | in overlays/prod']);
    });

    const fixed = {
      ...BASE,
      'base/placement.yaml': placementYaml('shop', { policy: 'placementType: PickFixed\n    clusterNames: [east]' }),
    };
    const header =
      'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: {name: shop}\nspec:\n  policy:\n';
    const inFile = `${UNTOUCHED}patches: [{path: patch.yaml, target: {kind: ClusterResourcePlacement}}]\n`;
    const inline = (patch: string): string =>
      `${UNTOUCHED}patches:\n- target: {kind: ClusterResourcePlacement}\n  patch: |-\n    ${patch.trim().replaceAll('\n', '\n    ')}\n`;
    const PATCH = 'overlays/prod/patch.yaml';
    const OVERLAY = 'overlays/prod/kustomization.yaml';

    test.each<readonly [what: string, overlay: string, patch: string, places: readonly string[]]>([
      ['a merge patch', inFile, `${header}    placementType: PickN\n`, [`${PATCH}:6`, `${PATCH}:6`]],
      ['an inline merge patch', inline(`${header}    placementType: PickN\n`), '', [`${OVERLAY}:10`, `${OVERLAY}:10`]],
      ['a JSON patch', inFile, '- op: replace\n  path: /spec/policy/placementType\n  value: PickN\n', [`${PATCH}:3`, `${PATCH}:3`]],
      [
        'an inline JSON patch',
        inline('- {op: replace, path: /spec/policy/placementType, value: PickN}'),
        '',
        [`${OVERLAY}:5`, `${OVERLAY}:5`],
      ],
      ['a JSON patch of the whole policy', inFile, '- {op: replace, path: /spec/policy, value: {placementType: PickN}}\n', [`${PATCH}:1`]],
      ['a removal', inFile, '- op: remove\n  path: /spec/policy/clusterNames\n', [`${PATCH}:2`]],
      ['a null', inFile, `${header}    clusterNames: null\n`, [`${PATCH}:6`]],
      ['a field that the type cannot have', inFile, `${header}    numberOfClusters: 2\n`, [`${PATCH}:6`]],
    ])('of fields that contradict one another by %s is in the patch', async (_, overlay, patch, places) => {
      const tree = { ...fixed, [OVERLAY]: overlay, ...(patch === '' ? {} : { [PATCH]: patch }) };
      expect(await lint(tree)).toEqual(
        places.map((place) =>
          expect.stringMatching(`^${place} \\| refused-content \\| ClusterResourcePlacement/shop \\| in overlays/prod`),
        ),
      );
    });

    test.each([
      ['a removal', '- op: remove\n  path: /spec/resourceSelectors\n', 2],
      ['a null', `${header.replace('  policy:\n', '')}  resourceSelectors: null\n`, 5],
    ])('of a required field that %s takes away is in the patch', async (_, patch, line) => {
      const tree = { ...BASE, [OVERLAY]: inFile, [PATCH]: patch };
      expect(await lint(tree)).toEqual([
        expect.stringMatching(`^${PATCH}:${line} \\| schema \\| ClusterResourcePlacement/shop \\| in overlays/prod`),
      ]);
    });

    test('of fields that contradict one another in the base stays there if a patch sets another field', async () => {
      const wrong = placementYaml('shop', { policy: 'placementType: PickN' });
      const tree = {
        ...BASE,
        'base/placement.yaml': wrong,
        [OVERLAY]: inFile,
        [PATCH]: `${header}    tolerations: [{operator: Exists}]\n`,
      };
      expect(await lint(tree)).toEqual([
        expect.stringMatching(/^base\/placement\.yaml:\d+ \| refused-content \| ClusterResourcePlacement\/shop \| in overlays\/prod/),
      ]);
    });

    test('of an inline patch quotes the rendered text, at the patch', async () => {
      const operation = '[{"op": "replace", "path": "/spec/policy/placementType", "value": "PickSome"}]';
      const overlay = `${UNTOUCHED}patches:\n  - target: {kind: ClusterResourcePlacement}\n    patch: '${operation}'\n`;
      const tree = { ...BASE, 'overlays/prod/kustomization.yaml': overlay };
      expect(await lint(tree)).toEqual([
        'overlays/prod/kustomization.yaml:4 | schema | ClusterResourcePlacement/shop | in overlays/prod | spec.policy.placementType: "PickSome"',
      ]);
    });

    test('of a renamed object is at its source, and the command is shown', async () => {
      const tree = { ...WRONG, 'overlays/prod/kustomization.yaml': `${UNTOUCHED}namePrefix: p-\nnameSuffix: -s\n` };
      const [finding] = lintRead(await readRendered(repository(tree), folder)).findings;
      expect(finding).toMatchObject({
        file: 'base/placement.yaml',
        line: 14,
        object: { name: 'p-shop-s' },
        rendered: { command: `${command} overlays/prod` },
      });
    });

    test('is suppressed by a comment of the base, and the comment is used even if only one overlay needs it', async () => {
      const placement = WRONG['base/placement.yaml'].replace('PickSome', 'PickSome # fleet-gate-ignore schema: a trial');
      const mended = `${UNTOUCHED}patches:\n  - target: {kind: ClusterResourcePlacement}\n    patch: '[{"op": "remove", "path": "/spec/policy"}]'\n`;
      const tree = {
        ...WRONG,
        'base/placement.yaml': placement,
        'overlays/dev/kustomization.yaml': UNTOUCHED,
        'overlays/prod/kustomization.yaml': mended,
      };
      expect(await lint(tree)).toEqual(['base/placement.yaml:14 | schema (suppressed) | ClusterResourcePlacement/shop | in overlays/dev']);
    });

    test('is suppressed by an annotation of the base, in each overlay that needs it', async () => {
      const placement = WRONG['base/placement.yaml'].replace(
        '  name: shop\nspec',
        '  name: shop\n  annotations: {fleet-gate.dev/ignore-schema: a trial}\nspec',
      );
      const mended = `${UNTOUCHED}patches:\n  - target: {kind: ClusterResourcePlacement}\n    patch: '[{"op": "remove", "path": "/spec/policy"}]'\n`;
      const tree = {
        ...WRONG,
        'base/placement.yaml': placement,
        'overlays/dev/kustomization.yaml': UNTOUCHED,
        'overlays/prod/kustomization.yaml': mended,
      };
      expect(await lint(tree)).toEqual(['base/placement.yaml:15 | schema (suppressed) | ClusterResourcePlacement/shop | in overlays/dev']);
    });

    test('results from a namespace that renames what a placement selects', async () => {
      const overlay = (namespace: string): Readonly<Record<string, string>> => ({
        ...BASE,
        'overlays/prod/kustomization.yaml': `${UNTOUCHED}namespace: ${namespace}\n`,
      });
      expect(await lint(overlay('shop'))).toEqual([]);
      const { manifests } = await readRendered(repository(overlay('prod')), folder);
      expect(manifests.map((manifest) => [manifest.object.kind, manifest.object.metadata.name, manifest.locate('').file])).toEqual([
        ['Namespace', 'prod', 'base/namespace.yaml'],
        ['ClusterResourcePlacement', 'shop', 'base/placement.yaml'],
      ]);
    });
  });

  describe.skipIf(folder === '')('an overlay', () => {
    test('does not see objects of another one, and sees those outside of all overlays', async () => {
      const placement = (selected: string): string => `${placementYaml('shop', { namespace: selected })}---\n${namespaceYaml('shops')}`;
      const tree = {
        'dev/kustomization.yaml': 'resources: [all.yaml]\n',
        'dev/all.yaml': placement('shop'),
        'prod/kustomization.yaml': 'resources: [all.yaml, shop.yaml]\n',
        'prod/all.yaml': placement('shop'),
        'prod/shop.yaml': namespaceYaml('shop'),
      };
      expect(await lint(tree)).toEqual(['dev/all.yaml:10 | selects-nothing | ClusterResourcePlacement/shop | in dev']);
      expect(await lint({ ...tree, 'common/shop.yaml': namespaceYaml('shop') })).toEqual([]);
    });

    test('is rendered once, and its files and sources are not checked separately', async () => {
      const { manifests } = await readRendered(
        repository({ ...BASE, 'overlays/prod/kustomization.yaml': UNTOUCHED, 'loose.yaml': namespaceYaml('loose') }),
        folder,
      );
      expect(manifests.map(({ object, overlay, file }) => [object.kind, object.metadata.name, overlay, file])).toEqual([
        ['Namespace', 'loose', undefined, 'loose.yaml'],
        ['Namespace', 'shop', 'overlays/prod', 'base/namespace.yaml'],
        ['ClusterResourcePlacement', 'shop', 'overlays/prod', 'base/placement.yaml'],
      ]);
    });

    test('has the result of components, generators and replacements', async () => {
      const { manifests, notEvaluated } = await readRendered(
        repository({
          ...BASE,
          'component/kustomization.yaml':
            'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\npatches: [{target: {kind: Namespace}, patch: "- op: add\\n  path: /metadata/labels\\n  value: {team: a}\\n"}]\n',
          'overlays/prod/kustomization.yaml': `${UNTOUCHED}components: [../../component]\nconfigMapGenerator: [{name: settings, namespace: shop, files: [settings.yaml], envs: [settings.env]}]\n`,
          'overlays/prod/settings.yaml': placementYaml('data'),
          'overlays/prod/settings.env': 'SECRET\nPLAIN=a\n',
        }),
        folder,
      );
      expect(notEvaluated.map(({ file, reason }) => `${file} ${reason}`)).toEqual([
        'overlays/prod/kustomization.yaml It has KubeFleet objects in the text at data.settings.yaml, which was not checked.',
      ]);
      expect(manifests.map(({ object, file }) => [object.kind, file])).toEqual([
        ['Namespace', 'base/namespace.yaml'],
        ['ConfigMap', 'overlays/prod/kustomization.yaml'],
        ['ClusterResourcePlacement', 'base/placement.yaml'],
      ]);
      expect(manifests[0]?.object.metadata.labels).toEqual({ team: 'a' });
      expect(manifests[1]?.object['data']).toMatchObject({ SECRET: '', PLAIN: 'a' });
    });

    test.each([
      ['a file that is not there', 'resources: [../../base, gone.yaml]\n', /accumulating resources.*gone\.yaml/],
      [
        'a patch of nothing',
        `${UNTOUCHED}patches: [{patch: "apiVersion: v1\\nkind: X\\nmetadata: {name: y}\\n"}]\n`,
        /no resource matches strategic merge patch|failed to find unique target/,
      ],
      ['charts, and no helm', `${UNTOUCHED}helmCharts: [{name: x, repo: "https://example.com"}]\n`, /must specify --enable-helm/],
      [
        'a plugin that is a program',
        `${UNTOUCHED}transformers: [plugin.yaml]\n`,
        /unable to load external plugin 'Evil'|unable to find plugin root|Evil/,
      ],
    ])('with %s is not evaluated, with the message of kustomize', async (_, kustomization, words) => {
      const plugin =
        'apiVersion: example.com/v1\nkind: Evil\nmetadata:\n  name: evil\n  annotations: {config.kubernetes.io/function: "exec: {path: ./evil.sh}"}\n';
      const started = 'echo ran > "$(dirname "$0")/ran"';
      const cwd = repository({ ...BASE, 'overlays/prod/kustomization.yaml': kustomization, 'overlays/prod/plugin.yaml': plugin });
      writeProgram(path.join(cwd, 'overlays/prod/evil.sh'), started);
      const { notEvaluated } = await readRendered(cwd, folder);
      expect(existsSync(path.join(cwd, 'overlays/prod/ran'))).toBe(false);
      const entry = notEvaluated.find(({ file }) => file === 'overlays/prod/kustomization.yaml');
      expect(entry).toMatchObject({ line: 1, fleetObject: true });
      expect(entry?.reason).toMatch(
        new RegExp(
          `^overlays/prod was not rendered, so what it deploys was not checked: ${tool} says: .*; run: ${command} overlays/prod$`,
          'is',
        ),
      );
      expect(entry?.reason).toMatch(words);
    });
  });

  test.skipIf(folder === '').each([
    [
      'with everything',
      `${UNTOUCHED}namespace: prod\nnamePrefix: p-\nlabels: [{pairs: {env: prod}, includeSelectors: true}]\nconfigMapGenerator: [{name: c, literals: [a=b]}]\nsortOptions: {order: fifo}\n`,
    ],
    ['with nothing', UNTOUCHED],
  ])('our tracking of origins does not change an overlay %s', async (_, kustomization) => {
    const cwd = repository({ ...BASE, 'overlays/prod/kustomization.yaml': kustomization });
    const args = tool === 'kubectl' ? ['kustomize', 'overlays/prod'] : ['build', 'overlays/prod'];
    const plain = parseObjects(execFileSync(path.join(folder, tool), args, { cwd, encoding: 'utf8' }), '').objects;
    const { manifests } = await readRendered(cwd, folder);
    const sorted = (objects: readonly unknown[]): readonly string[] => objects.map((object) => JSON.stringify(object)).toSorted();
    expect(sorted(manifests.map(({ object }) => object))).toEqual(sorted(plain));
  });

  test.skipIf(folder === '')(
    'a kustomization that only lists files and sets a namespace has the same result with and without rendering',
    async () => {
      const cwd = repository({
        ...BASE,
        'base/service.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: s}\n',
        'base/kustomization.yaml': 'resources: [placement.yaml, namespace.yaml, service.yaml]\n',
        'overlays/prod/kustomization.yaml': `${UNTOUCHED}namespace: prod\n`,
      });
      const facts = async (tools: string): Promise<unknown> => {
        const { manifests, notEvaluated } = await readRendered(cwd, tools);
        expect(notEvaluated).toEqual([]);
        const lines = manifests.map((manifest) => {
          const { object, namespace, overlay, file } = manifest;
          return JSON.stringify([
            object.kind,
            object.metadata.name,
            object.kind === 'Service' ? namespace : '',
            overlay,
            file,
            manifest.locate('').line,
          ]);
        });
        return lines.toSorted();
      };
      expect(await facts('/nowhere')).toEqual(await facts(folder));
    },
  );
});
