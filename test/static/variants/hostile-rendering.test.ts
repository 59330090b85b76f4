import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../../src/errors.ts';
import { readManifests } from '../../../src/static/read/read-manifests.ts';
import type { RenderEntry } from '../../../src/static/read/render/render-options.ts';
import { renderArguments } from '../../../src/static/read/render/render-arguments.ts';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeProgram } from '../../support/process/write-program.ts';
import { writeTree } from '../../support/trees/write-files.ts';

/** The result for a tree with untrusted content: whether a tool was started at all, and the messages. */
async function rendered(
  tree: Readonly<Record<string, string>>,
  { links = {}, entries }: { readonly links?: Readonly<Record<string, string>>; readonly entries?: readonly RenderEntry[] } = {},
): Promise<{ readonly started: boolean; readonly said: readonly string[] }> {
  const folder = temporaryFolder();
  const cwd = join(folder, 'repository');
  writeTree(folder, {
    'outside/kustomization.yaml': 'resources: []\n',
    'outside/secret.txt': 'hunter2\n',
    'outside/a.yaml': placementYaml('a'),
  });
  writeTree(cwd, { '.git/config': 'token: hunter2\n', 'a.yaml': placementYaml('a'), ...tree });
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(join(cwd, path, '..'), { recursive: true });
    symlinkSync(target, join(cwd, path));
  }
  for (const name of ['kustomize', 'helm']) writeProgram(join(folder, 'bin', name), `echo "$0 $*" >> ${folder}/started; exit 1`);
  const env = { PATH: join(folder, 'bin') };
  const { notEvaluated } = await readManifests(['.'], { cwd, render: { what: entries ?? 'auto', env } });
  return { started: existsSync(join(folder, 'started')), said: notEvaluated.map(({ file, line, reason }) => `${file}:${line} ${reason}`) };
}

describe('a kustomization that', () => {
  const refused: readonly (readonly [what: string, kustomization: string, why: string])[] = [
    [
      'fetches a base',
      'resources: [https://github.com/a/b//c?ref=main]',
      '"https://github.com/a/b//c?ref=main" is fetched from the network',
    ],
    ['fetches a base by its short name', 'resources: [github.com/a/b]', '"github.com/a/b" is fetched from the network'],
    ['fetches a base by ssh', 'bases: ["git@github.com:a/b"]', 'is fetched from the network'],
    ['clones a folder of the machine', 'resources: ["file:///srv/repository"]', 'is fetched from the network'],
    ['fetches a component', 'components: [https://example.com/c]', 'is fetched from the network'],
    ['fetches a patch', 'patches: [{path: "http://127.0.0.1:1/x"}]', 'is fetched from the network'],
    ['fetches a patch, with the key in capitals', 'patches: [{PATH: "http://127.0.0.1:1/x"}]', 'is fetched from the network'],
    ['fetches a patch that a merge key brings', 'patches:\n- <<: {path: "http://127.0.0.1:1/x"}', 'is fetched from the network'],
    ['fetches what becomes data', 'configMapGenerator: [{name: a, files: ["x=http://127.0.0.1:1/x"]}]', 'is fetched from the network'],
    ['fetches variables', 'secretGenerator: [{name: a, envs: ["http://127.0.0.1:1/x"]}]', 'is fetched from the network'],
    ['fetches a schema', 'openapi: {path: "https://example.com/schema.json"}', 'is fetched from the network'],
    ['fetches a replacement', 'replacements: [{path: "https://example.com/r.yaml"}]', 'is fetched from the network'],
    [
      'has a plugin that fetches',
      'generators: ["apiVersion: builtin\\nkind: ConfigMapGenerator\\nfiles: [\\"http://127.0.0.1:1/x\\"]\\n"]',
      'a plugin configuration in it names "http://127.0.0.1:1/x"',
    ],
    ['has a plugin file that fetches', 'transformers: [plugin.yaml]', 'a plugin configuration in it names "https://example.com/x"'],
    ['has a base outside', 'resources: [../outside]', '"../outside" leads out of the repository'],
    ['has a file outside', 'resources: [../outside/a.yaml]', '"../outside/a.yaml" leads out of the repository'],
    ['has a base outside that does not exist', 'resources: [../outside/missing]', '"../outside/missing" leads out of the repository'],
    [
      'has a file outside that does not exist',
      'patches: [{path: ../../missing/a.yaml}]',
      '"../../missing/a.yaml" leads out of the repository',
    ],
    ['has an absolute path', 'resources: [/etc]', '"/etc" leads out of the repository'],
    ['has a base outside by a link', 'resources: [link]', '"link" leads out of the repository'],
    ["reads git's own files", 'configMapGenerator: [{name: a, files: [.git/config]}]', `".git/config" is one of git's own files`],
    ["reads git's own files by a link", 'configMapGenerator: [{name: a, files: [token=gitlink]}]', `"gitlink" is one of git's own files`],
    [
      "has a plugin that reads git's own files",
      'generators: ["kind: ConfigMapGenerator\\nfiles: [.git/config]\\n"]',
      'a plugin configuration in it names ".git/config"',
    ],
    [
      'writes a field as Go reads it and we do not',
      'Resources: [../outside]',
      'it has a field "Resources", which may make kustomize read other files',
    ],
    [
      'may copy a variable of the environment into a placement',
      'configMapGenerator: [{name: a, ENVS: [taken.env]}]\nreplacements: []',
      '"taken.env" takes a variable from the environment of the deploy',
    ],
    [
      'has a plugin that takes a variable from the environment, and may copy it',
      'generators: ["kind: SecretGenerator\\nenvs: [taken.env]\\n"]\nvars: []',
      '"taken.env" takes a variable from the environment of the deploy',
    ],
    ['is two documents', 'resources: [a.yaml]\n---\nresources: [../outside]', 'it holds more than one document'],
    ['is not YAML', 'resources: [', 'it is not valid YAML'],
  ];
  // SECURITY.md: They get no plugins and no credentials of the hub
  test.each(refused)('%s is not built', async (_, kustomization, why) => {
    const { started, said } = await rendered(
      {
        'kustomization.yaml': `${kustomization}\n`,
        'plugin.yaml': 'kind: PatchTransformer\npath: https://example.com/x\n',
        'taken.env': '# comment\n\nA=1\n  B\n',
      },
      { links: { link: '../outside', gitlink: '.git/config' } },
    );
    expect(said.filter((text) => text.includes('was not rendered') || text.startsWith('kustomization.yaml')).join('\n')).toContain(why);
    expect(started).toBe(false);
  });

  test('leads outside through its base, its component or a directory of plugins is not built, and the line is named', async () => {
    for (const field of ['resources', 'components', 'transformers']) {
      const { started, said } = await rendered({
        'over/kustomization.yaml': `${field}: [../base]\n`,
        'base/kustomization.yaml': '# The base\nresources:\n  - a.yaml\n  - https://example.com/x.yaml\n',
      });
      expect(said.filter((text) => text.includes('over was not rendered'))).toEqual([
        expect.stringMatching(
          /^base\/kustomization\.yaml:4 over was not rendered, .*"https:\/\/example\.com\/x\.yaml" is fetched from the network/,
        ),
      ]);
      expect(started).toBe(false);
    }
  });

  test('has a directory of plugins that fetch something, or that is reached by a link, is not built', async () => {
    const plugin = 'apiVersion: builtin\nkind: PatchTransformer\nmetadata: {name: x}\npath: http://127.0.0.1:1/x\n';
    const tree = {
      'over/kustomization.yaml': 'resources: [../t]\ntransformers: [../t]\n',
      't/kustomization.yaml': 'resources: [p.yaml]\n',
      't/p.yaml': plugin,
    };
    const fetching = await rendered(tree);
    expect([fetching.started, fetching.said.join('\n').includes('a plugin configuration in it names "http://127.0.0.1:1/x"')]).toEqual([
      false,
      true,
    ]);
    // Relative to the target of the link, not to its own place.
    const linked = await rendered(
      {
        'a/b/over/kustomization.yaml': 'resources: [../link]\n',
        'top/kustomization.yaml': 'resources: [../../outside]\n',
      },
      { links: { 'a/b/link': '../../top' } },
    );
    expect([linked.started, linked.said.join('\n').includes('"../../outside" leads out of the repository')]).toEqual([false, true]);
  });

  const built: readonly (readonly [what: string, kustomization: string])[] = [
    ['names an address as data', 'resources: [a.yaml]\nconfigMapGenerator: [{name: a, literals: ["URL=https://example.com"]}]'],
    ['names an address in an annotation', 'resources: [a.yaml]\ncommonAnnotations: {see: "https://example.com"}'],
    [
      'holds an address in an inline patch',
      'resources: [a.yaml]\npatches: [{patch: "- {op: add, path: /x, value: https://example.com}\\n", target: {kind: X}}]',
    ],
    ['has a file with a dot in its folder', 'resources: [v1.2/sub/a.yaml]'],
    ['has each variable in a file', 'resources: [a.yaml]\nconfigMapGenerator: [{name: a, envs: [given.env]}]\nreplacements: []'],
    ['copies no variable of the environment', 'resources: [a.yaml]\nconfigMapGenerator: [{name: a, envs: [taken.env]}]'],
    ['has a base above it', 'resources: [a.yaml, sub]'],
    ['has a base in a folder with the name of an npm scope', 'resources: ["@contoso/shop/deploy"]'],
    ['has a file in a folder with a version', 'resources: ["manager@1.2/a.yaml"]'],
  ];
  test.each(built)('%s is built', async (_, kustomization) => {
    const tree = {
      'v1.2/sub/a.yaml': placementYaml('b'),
      'sub/kustomization.yaml': 'resources: [c.yaml]\n',
      'sub/c.yaml': placementYaml('c'),
      '@contoso/shop/deploy/kustomization.yaml': 'resources: [d.yaml]\n',
      '@contoso/shop/deploy/d.yaml': placementYaml('d'),
      'manager@1.2/a.yaml': placementYaml('e'),
      'given.env': '# comment\n\nA=1\n  B=\n',
      'taken.env': 'A=1\nB\n',
    };
    expect((await rendered({ 'kustomization.yaml': `${kustomization}\n`, ...tree })).started).toBe(true);
  });
});

describe('a chart that', () => {
  const chart = { 'chart/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n', 'chart/templates/a.yaml': placementYaml('a') };
  const refused: readonly (readonly [what: string, link: string, target: string, why: string])[] = [
    [
      'links a file outside',
      'chart/templates/b.yaml',
      '../../../outside/a.yaml',
      'the symbolic link "chart/templates/b.yaml" leads out of the repository',
    ],
    [
      'links a folder outside',
      'chart/templates/sub',
      '../../../outside',
      'the symbolic link "chart/templates/sub" leads out of the repository',
    ],
    ['links the system', 'chart/files', '/etc', 'the symbolic link "chart/files" leads out of the repository'],
    ["links git's own files", 'chart/config.txt', '../.git/config', `the symbolic link "chart/config.txt" leads to git's own files`],
    ['links nothing', 'chart/gone', './nowhere', 'the symbolic link "chart/gone" leads to a file that does not exist'],
    ['links itself', 'chart/sub', '.', '/sub/sub" leads to a file that does not exist'],
  ];
  test.each(refused)('%s is not rendered', async (_, link, target, why) => {
    const { started, said } = await rendered(chart, { links: { [link]: target } });
    expect(said).toContainEqual(expect.stringMatching(/^chart\/templates\/a\.yaml:1 chart was not rendered/));
    expect(said.join('\n')).toContain(why);
    expect(started).toBe(false);
  });

  test('links to a folder of the repository is rendered', async () => {
    expect(
      (await rendered({ ...chart, 'common/b.yaml': placementYaml('b') }, { links: { 'chart/templates/common': '../../common' } })).started,
    ).toBe(true);
  });
});

test('a chart at the top of a repository is rendered without pipes and sockets, which a program has left there', async () => {
  const [cwd, bin] = [temporaryFolder(), temporaryFolder()];
  writeTree(cwd, { 'Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n', 'templates/a.yaml': placementYaml('a'), '.git/config': '' });
  execFileSync('mkfifo', [join(cwd, 'pipe')]);
  writeProgram(join(bin, 'helm'), `ls -A "$3" > ${bin}/files; exit 1`);
  const { notEvaluated } = await readManifests(['.'], { cwd, render: { what: 'auto', env: { PATH: `${bin}:/usr/bin:/bin` } } });
  expect(readFileSync(join(bin, 'files'), 'utf8')).toBe('Chart.yaml\ntemplates\n');
  expect(notEvaluated.map(({ reason }) => reason).join()).toContain('helm says: it failed without a message');
});

test.each([
  ['node_modules/\n', true],
  ['# npm\n  node_modules \r\n', true],
  ['node_modules\n', true],
  // Only lines that are a name are known to be what helm ignores.
  ['', false],
  ['/node_modules\n', false],
  ['node_*/\n', false],
  ['\u00A0node_modules\u00A0x\n', false],
  ['node_modules\n!x\n', false],
])('a chart does not have the folders that helm ignores: %j', async (ignore, isIgnored) => {
  for (const top of ['.', 'chart']) {
    const tree = {
      [`${top}/Chart.yaml`]: 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
      [`${top}/templates/a.yaml`]: placementYaml('a'),
      [`${top}/.helmignore`]: ignore,
    };
    const { started } = await rendered(tree, { links: { [`${top}/node_modules/a`]: './nowhere' } });
    expect(started, top).toBe(isIgnored);
    const inTemplates = await rendered(tree, { links: { [`${top}/templates/node_modules/a`]: './nowhere' } });
    expect(inTemplates.started, top).toBe(false);
  }
});

test('a packaged chart that cannot be read may hold anything', async () => {
  const [cwd, bin] = [temporaryFolder(), temporaryFolder()];
  writeTree(cwd, {
    'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
    'c/templates/a.yaml': namespaceYaml('a'),
    'c/charts/.keep': '',
    '.git/config': '',
  });
  // A socket cannot be opened, not even by root.
  const server = createServer().listen(join(cwd, 'c/charts/x.tgz'));
  await once(server, 'listening');
  writeProgram(join(bin, 'helm'), 'exit 1');
  for (const what of ['auto', 'off'] as const) {
    const { notEvaluated } = await readManifests(['.'], { cwd, render: { what, env: { PATH: bin } } });
    expect(notEvaluated, what).toEqual([expect.objectContaining({ file: 'c/charts/x.tgz', fleetObject: true })]);
  }
  server.close();
});

describe('--enable-helm', () => {
  const CHART = { 'charts/c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n', 'charts/c/values.yaml': '{}\n' };
  const entries = [{ path: '.', tool: 'kustomize', args: ['--enable-helm'], place: '.fleet-gate.yaml:1' }] as const;
  const refused: readonly (readonly [what: string, kustomization: string, why: string])[] = [
    [
      'a release name that is an argument',
      'helmCharts: [{name: c, releaseName: "--post-renderer=./evil.sh"}]',
      'helmCharts.releaseName is "--post-renderer=./evil.sh"',
    ],
    ['a chart name that leads away', 'helmCharts: [{name: "../../outside"}]', 'helmCharts.name is "../../outside"'],
    ['a namespace that is an argument', 'helmCharts: [{name: c, namespace: "--kubeconfig=x"}]', 'helmCharts.namespace is'],
    ['a chart home outside', 'helmGlobals: {chartHome: ../outside}\nhelmCharts: [{name: c}]', '"../outside" leads out of the repository'],
    [
      'a configuration of helm',
      'helmGlobals: {configHome: ./evil}\nhelmCharts: [{name: c}]',
      'helmGlobals.configHome is not passed to helm',
    ],
    ['values outside', 'helmCharts: [{name: c, valuesFile: ../outside/a.yaml}]', '"../outside/a.yaml" leads out of the repository'],
    ['values from the network', 'helmCharts: [{name: c, additionalValuesFiles: ["https://example.com/v"]}]', 'is fetched from the network'],
    ['a field that is not known', 'helmCharts: [{name: c, extraArgs: [--x]}]', 'helmCharts.extraArgs is not passed to helm'],
    ['the old form', 'helmChartInflationGenerator: [{chartName: c}]', 'helmChartInflationGenerator is not supported'],
    ['generators', 'helmCharts: [{name: c}]\ngenerators: [a.yaml]', '--enable-helm is not passed for a kustomization with generators'],
    ['a chart that is not there', 'helmCharts: [{name: d, repo: "https://example.com"}]', 'the chart "charts/d" is not in the tree'],
  ];
  test.each(refused)('is not passed on with %s', async (_, kustomization, why) => {
    const { started, said } = await rendered({ 'kustomization.yaml': `${kustomization}\n`, ...CHART }, { entries });
    expect(said.filter((text) => text.startsWith('kustomization.yaml')).join('\n')).toContain(why);
    expect(started).toBe(false);
  });

  test('is passed on for a chart of the tree', async () => {
    const { started } = await rendered(
      { 'kustomization.yaml': 'helmCharts: [{name: c, releaseName: shop, namespace: shop}]\n', ...CHART },
      { entries },
    );
    expect(started).toBe(true);
  });
});

describe('an argument of the configuration', () => {
  test.each([
    ['kustomize', ['--enable-exec']],
    ['kustomize', ['--enable-alpha-plugins']],
    ['kustomize', ['--load-restrictor=LoadRestrictionsNone']],
    ['kustomize', ['--helm-command=./evil.sh']],
    ['kustomize', ['-e', 'SECRET']],
    ['kustomize', ['--network']],
    ['kustomize', ['../outside']],
    ['kustomize', ['--output=/tmp/x']],
    ['helm', ['--post-renderer=./evil.sh']],
    ['helm', ['--post-renderer', './evil.sh']],
    ['helm', ['--set-file=a=/etc/passwd']],
    ['helm', ['--values=https://example.com/v.yaml']],
    ['helm', ['-f', '/etc/passwd']],
    ['helm', ['--dependency-update']],
    ['helm', ['--validate']],
    ['helm', ['--dry-run=server']],
    ['helm', ['--output-dir=/tmp']],
    ['helm', ['--kube-apiserver=https://example.com']],
    ['helm', ['--repo=https://example.com']],
    ['helm', ['--name-template={{ env "SECRET" }}']],
    ['helm', ['--name-template', '--post-renderer=./evil.sh']],
    ['helm', ['--namespace']],
    ['helm', ['--no-hooks=true']],
    ['helm', ['--set=a=\0']],
    ['helm', ['--constructor=x']],
    ['helm', ['--toString']],
  ] as const)('%s %j is not passed on', (tool, args) => {
    expect(renderArguments(tool, args)).toHaveProperty('fault');
  });

  test('is passed on as one word', () => {
    expect(renderArguments('helm', ['--namespace', 'shop', '--set', 'a=--post-renderer=x', '--kube-version=v1.34', '--skip-crds'])).toEqual(
      {
        args: ['--namespace=shop', '--set=a=--post-renderer=x', '--kube-version=v1.34', '--skip-crds'],
      },
    );
  });

  const chart = { 'chart/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n', 'chart/templates/a.yaml': placementYaml('a') };
  test.each([
    [
      { path: 'chart', args: ['--post-renderer=x'] },
      '.fleet-gate.yaml:7: "--post-renderer=x" is not passed to helm; allowed are --api-versions',
    ],
    [{ path: 'nowhere' }, '.fleet-gate.yaml:7: nowhere has neither a kustomization nor a chart among the files that are read'],
    [{ path: 'chart', tool: 'kustomize' }, '.fleet-gate.yaml:7: chart has no kustomization among the files that are read'],
    [{ path: 'chart', values: ['../outside/a.yaml'] }, '.fleet-gate.yaml:7: ../outside/a.yaml leads out of the repository'],
    [{ path: 'chart', values: ['https://example.com/v.yaml'] }, '.fleet-gate.yaml:7: there is no file "https:/example.com/v.yaml"'],
    [{ path: 'chart', values: ['.git/config'] }, `.fleet-gate.yaml:7: .git/config is one of git's own files`],
    [
      { path: 'chart', values: ['a,b.yaml'] },
      '.fleet-gate.yaml:7: the path of "a,b.yaml" contains a comma or a quote, which helm would read as two files',
    ],
  ] as const)('%j is wrong', async (entry, message) => {
    const entries = [{ ...entry, place: '.fleet-gate.yaml:7' }];
    await expect(rendered({ ...chart, 'a,b.yaml': '{}' }, { entries })).rejects.toThrow(new ConfigError(message).message);
  });
});
