/** kustomize on a hostile tree: it cannot reach a server, and its errors do not show a value of a Secret. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { reliability } from '../support/reliability.ts';
import { runCli } from '../support/process/run-cli.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';
import { writeProgram } from '../support/process/write-program.ts';
import { writeTree } from '../support/trees/write-files.ts';

const suite = reliability('tools', {
  title: 'Tools that render',
  proves:
    'Kustomizations name a server on the loopback, with a file of the same path beside them, and make the tool quote values of Secrets. The server counts its requests. The control is the tool alone, which has the values in its errors. Needs kubectl.',
});

const hasKubectl = spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore' }).status === 0;

/** Fields that make kustomize read something, with an address in them. */
const FIELDS: Readonly<Record<string, (url: string) => unknown>> = {
  resources: (url) => ({ resources: [url] }),
  bases: (url) => ({ bases: [url] }),
  components: (url) => ({ components: [url] }),
  crds: (url) => ({ crds: [url] }),
  configurations: (url) => ({ configurations: [url] }),
  openapi: (url) => ({ openapi: { path: url } }),
  patches: (url) => ({ patches: [{ path: url }] }),
  patchesJson6902: (url) => ({ patchesJson6902: [{ path: url, target: { version: 'v1', kind: 'Namespace', name: 'shop' } }] }),
  patchesStrategicMerge: (url) => ({ patchesStrategicMerge: [url] }),
  replacements: (url) => ({ replacements: [{ path: url }] }),
  'files of a generator': (url) => ({ configMapGenerator: [{ name: 'c', files: [`k=${url}`] }] }),
  'files without a key': (url) => ({ configMapGenerator: [{ name: 'c', files: [url] }] }),
  'envs of a generator': (url) => ({ secretGenerator: [{ name: 'c', envs: [url] }] }),
  'env of a generator': (url) => ({ secretGenerator: [{ name: 'c', env: url }] }),
};
const PATHS = ['x', 'x?a=b', 'x.yaml?ref=main', 'a//b.git?ref=v1'];

// SECURITY.md: It talks to the hub, the members you name
// SECURITY.md: They get no plugins and no credentials of the hub
test.skipIf(!hasKubectl)('rendering contacts no server, for any file with the name of its address', async () => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.end('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: reached}\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    let times = 0;
    for (const [field, of] of Object.entries(FIELDS))
      for (const scheme of suite.whole ? ['http', 'HTTP', ' http'] : ['http'])
        for (const below of suite.whole ? PATHS : PATHS.slice(0, 2)) {
          const url = `${scheme}://127.0.0.1:${port}/${below}`;
          const cwd = temporaryFolder();
          writeTree(cwd, {
            'kustomization.yaml': JSON.stringify({ ...(of(url) as object), namespace: 'shop' }),
            'ns.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n',
            [`${scheme}:/127.0.0.1:${port}/${below}`]: 'a: b\n',
          });
          await runCli(cwd, ['lint', '--render-with', 'kustomize']);
          expect(asked, `${field}: ${url}`).toBe(0);
          times += 1;
        }
    suite.tell({
      tried: 'fields of a kustomization with an address on the loopback, and a file of that path beside them',
      times,
      outcome: 'no request came',
    });
    const cwd = temporaryFolder();
    writeTree(cwd, { 'kustomization.yaml': JSON.stringify({ resources: [`http://127.0.0.1:${port}/x`] }) });
    // The tool by itself does ask. It must not keep this thread, which is to answer.
    await new Promise<void>((resolve) => void execFile('kubectl', ['kustomize', cwd], () => resolve()));
    expect(asked).toBeGreaterThan(0);
  } finally {
    server.close();
  }
});

/** The content of the configuration of git in a checkout: `actions/checkout` writes a token there. */
const OF_GIT = 'Canary4GitConfig';

const PLUGIN = 'apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: {name: x}\n';

/** A patch that writes a file into the configuration of a generator. */
function patchOf(file: string): object {
  return { target: { kind: 'ConfigMapGenerator' }, patch: JSON.stringify([{ op: 'replace', path: '/files/0', value: `k=${file}` }]) };
}

/** As `\u….`: the text of a configuration has no sign of an address then. */
function escaped(text: string): string {
  return text.replaceAll(/./g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Kustomizations that make kustomize read a file or an address in a way that is not plain in them. `link` in their folder leads to the
 * configuration of git, and so does a file with a line feed in its name.
 */
const HIDDEN: Readonly<Record<string, (file: string) => Readonly<Record<string, string>>>> = {
  'a key with a long s': (file) => ({
    'kustomization.yaml': JSON.stringify({ configMapGenerator: [{ name: 'x', ['file\u017F']: [`k=${file}`] }] }),
  }),
  'a generator in one line, with escapes': (file) => ({
    'kustomization.yaml': JSON.stringify({
      generators: [`{"apiVersion":"builtin","kind":"ConfigMapGenerator","metadata":{"name":"x"},"files":["k=${escaped(file)}"]}`],
    }),
  }),
  'a generator that a patch completes': (file) => ({
    'kustomization.yaml': 'generators: [g]\n',
    'g/kustomization.yaml': JSON.stringify({ resources: ['g.yaml'], patches: [patchOf(file)] }),
    'g/g.yaml': `${PLUGIN}files: [k=kustomization.yaml]\n`,
  }),
  'a generator that a patch below completes': (file) => ({
    'kustomization.yaml': 'generators: [g]\n',
    'g/kustomization.yaml': 'resources: [h]\n',
    'g/h/kustomization.yaml': JSON.stringify({ resources: ['g.yaml'], patches: [patchOf(file)] }),
    'g/h/g.yaml': `${PLUGIN}files: [k=kustomization.yaml]\n`,
  }),
  'a generator with a replacement': (file) => ({
    'kustomization.yaml': 'generators: [g]\n',
    'g/kustomization.yaml': JSON.stringify({
      resources: ['g.yaml', 'c.yaml'],
      replacements: [
        {
          source: { kind: 'ConfigMapGenerator', name: 'y', fieldPath: 'literals.0' },
          targets: [{ select: { kind: 'ConfigMapGenerator', name: 'x' }, fieldPaths: ['files.0'] }],
        },
      ],
    }),
    'g/g.yaml': `${PLUGIN}files: [k=kustomization.yaml]\n`,
    'g/c.yaml': `apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: {name: y}\nliterals: ["k=${file}"]\n`,
  }),
};

/** A file to which a kustomization links. */
const ELSEWHERE = 'elsewhere/list';

/** The same, only for files. */
const LINKED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a link in a generator': { 'kustomization.yaml': 'generators: [g.yaml]\n', 'g.yaml': `${PLUGIN}files: [k=link]\n` },
  'a link in the variables of a generator': {
    'kustomization.yaml': 'generators: [g.yaml]\n',
    'g.yaml': `${PLUGIN}envs: [link]\n`,
  },
  'a link in a generator of another folder': {
    'kustomization.yaml': 'generators: [g]\n',
    'g/kustomization.yaml': 'resources: [g.yaml]\n',
    'g/g.yaml': `${PLUGIN}files: [k=link]\n`,
  },
  'a file with a line feed in its name': {
    'kustomization.yaml': JSON.stringify({ configMapGenerator: [{ name: 'x', files: ['k=a\nb'] }] }),
  },
  'a link': { 'kustomization.yaml': 'configMapGenerator: [{name: x, files: [k=link]}]\n' },
  // Its paths are relative to the folder of the link.
  'a kustomization that is a link': { [ELSEWHERE]: 'configMapGenerator: [{name: x, files: [k=link]}]\n' },
};

/** A repository with a token in the configuration of git. */
function repositoryOf(tree: Readonly<Record<string, string>>): string {
  const cwd = temporaryFolder();
  spawnSync('git', ['init', '-q', cwd]);
  spawnSync('git', ['-C', cwd, 'config', 'fleet.token', OF_GIT]);
  writeTree(cwd, { ...tree, 'ns.yaml': namespaceYaml('shop') });
  for (const name of ['link', 'a\nb']) symlinkSync('.git/config', path.join(cwd, name));
  if (ELSEWHERE in tree) symlinkSync(ELSEWHERE, path.join(cwd, 'kustomization.yaml'));
  return cwd;
}

// SECURITY.md: Nothing of the judged tree is run
test.skipIf(!hasKubectl)('a generator reads no address and none of git’s own files, whichever way they are hidden', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('reached');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const trees = [
    ...Object.entries(HIDDEN).flatMap(([what, of]) =>
      [`http://127.0.0.1:${port}/x`, '.git/config'].map((file) => ({ what: `${what}: ${file}`, tree: of(file) })),
    ),
    ...Object.entries(LINKED).map(([what, tree]) => ({ what, tree })),
  ];
  let shown = 0;
  try {
    for (const { what, tree } of trees) {
      const cwd = repositoryOf(tree);
      asked.length = 0;
      const { report, out } = await runCli(cwd, ['lint', '--render-with', 'kustomize', '--format', 'json']);
      expect(asked, what).toEqual([]);
      expect(out, what).not.toContain(OF_GIT);
      const [entry] = report?.lint?.notEvaluated.filter(({ reason }) => reason.includes('was not rendered')) ?? [];
      expect(entry?.reason, `${what}: ${out}`).toMatch(/fetched from the network|git's own files|plugin/);
      // The tool by itself reads it.
      const { stdout } = await promisify(execFile)('kubectl', ['kustomize', cwd]).catch(() => ({ stdout: '' }));
      if (asked.length > 0 || stdout.includes(OF_GIT) || stdout.includes(Buffer.from(OF_GIT).toString('base64').slice(0, 8))) shown += 1;
    }
  } finally {
    server.close();
  }
  expect(shown).toBeGreaterThan(trees.length - 4);
  suite.tell({
    tried: 'addresses and git’s own files in generators: by links, escapes, patches, replacements and letters that Go takes for others',
    times: trees.length,
    outcome: 'none was rendered, and no request came',
  });
});

/** Addresses for which kustomize starts git. */
const REPOSITORIES = [
  'https://127.0.0.1:1/owner/name',
  'ssh://git@127.0.0.1/owner/name',
  'git@127.0.0.1:owner/name',
  'git@127.0.0.1/owner/name',
  'git@github.com/owner/name',
  'GitHub.com/owner/name',
  'github.com:owner/name',
  'git::https://127.0.0.1:1/owner/name',
  'git@127.0.0.1\t:owner/name',
  'https://127.0.0.1:1/owner/name\n',
  'file:///owner/name',
];

// SECURITY.md: They get no plugins and no credentials of the hub; addresses are refused
test.skipIf(!hasKubectl)('no tool starts git for an address', async () => {
  const [bin, trace] = [temporaryFolder(), path.join(temporaryFolder(), 'trace')];
  // Git itself would ask a server.
  writeProgram(path.join(bin, 'git'), `case "$*" in *fetch*) echo "$*" >> ${trace}; exit 1;; *) exec /usr/bin/git "$@";; esac`);
  const searched = `${bin}:${process.env['PATH'] ?? ''}`;
  let times = 0;
  for (const address of REPOSITORIES)
    for (const field of ['resources', 'bases', 'components'].slice(0, suite.size(3, 1))) {
      const cwd = temporaryFolder();
      writeTree(cwd, { 'kustomization.yaml': JSON.stringify({ [field]: [address] }), 'ns.yaml': namespaceYaml('shop') });
      const { report } = await runCli(cwd, ['lint', '--render-with', 'kustomize', '.'], { env: { PATH: searched } });
      const what = `${field}: ${JSON.stringify(address)}`;
      expect(report?.lint?.notEvaluated.map(({ reason }) => reason).join('\n'), what).toContain('fetched from the network');
      expect(existsSync(trace), what).toBe(false);
      // The tool by itself does.
      await promisify(execFile)('kubectl', ['kustomize', cwd], { env: { PATH: searched } }).catch(() => undefined);
      expect(existsSync(trace), what).toBe(true);
      rmSync(trace);
      times += 1;
    }
  suite.tell({ tried: 'addresses of repositories in a kustomization, for which it starts git', times, outcome: 'git was not started' });
});

/** Schemas of values, and whether helm reads nothing else with them. */
const SCHEMAS: readonly (readonly [schema: unknown, isOwn: boolean])[] = [
  [{ type: 'object' }, true],
  [{ $schema: 'http://json-schema.org/draft-07/schema#', properties: { a: { $ref: '#/definitions/a' } } }, true],
  [{ $schema: 'https://json-schema.org/draft/2020-12/schema', $defs: { a: {} }, $ref: '#/$defs/a' }, true],
  // A property of the values.
  [{ properties: { $ref: { type: 'string' } } }, true],
  [{ $ref: 'http://127.0.0.1:1/x' }, false],
  [{ $ref: 'file:///etc/passwd' }, false],
  [{ $ref: 'FILE:/etc/passwd#/a' }, false],
  [{ $ref: '../../secret.json' }, false],
  [{ $id: 'http://127.0.0.1:1/', properties: { a: { $ref: 'x' } } }, false],
  [{ $schema: 'http://127.0.0.1:1/schema' }, false],
  [{ $schema: 'file:///etc/passwd' }, false],
  [{ allOf: [{ if: { $dynamicRef: 'http://127.0.0.1:1/x#a' } }] }, false],
  [{ items: [[{ $recursiveRef: 'file:///etc/passwd' }]] }, false],
];

/** Where a chart may hold its schema. */
const SCHEMA_PLACES = ['values.schema.json', 'charts/inner/values.schema.json', 'charts/inner/charts/deep/values.schema.json'];

// SECURITY.md: The tree cannot make the Action read outside the repository
test('helm gets no schema of values that leads elsewhere', async () => {
  let times = 0;
  const CHART = {
    'Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
    'templates/placement.yaml': placementYaml('{{ .Values.name }}'),
  };
  const tried = async (files: Readonly<Record<string, string | Buffer>>, isOwn: boolean, what: string): Promise<void> => {
    const [cwd, bin] = [temporaryFolder(), temporaryFolder()];
    writeTree(cwd, { ...CHART, ...(files as Readonly<Record<string, string>>) });
    writeProgram(path.join(bin, 'helm'), `for each in "$@"; do echo "$each" >> ${path.join(bin, 'args')}; done; exit 1`);
    const { report } = await runCli(cwd, ['lint', '--render-with', 'helm'], { env: { PATH: bin } });
    const { status } = spawnSync('grep', ['-qx', '--', '--skip-schema-validation', path.join(bin, 'args')]);
    expect(status, what).toBe(isOwn ? 1 : 0);
    expect(report?.exitCode, what).toBe(6);
    times += 1;
  };
  for (const [schema, isOwn] of SCHEMAS)
    for (const place of SCHEMA_PLACES) await tried({ [place]: JSON.stringify(schema) }, isOwn, `${place}: ${JSON.stringify(schema)}`);
  await tried({ 'values.schema.json': '{"$ref":' }, false, 'broken');
  await tried({ 'values.schema.json': `${'['.repeat(200_000)}${']'.repeat(200_000)}` }, true, 'deep');
  await tried({ 'values.schema.json': `${'{"a":'.repeat(50_000)}{"$ref":"file:///x"}${'}'.repeat(50_000)}` }, false, 'deep, and away');
  for (const [text, isOwn] of [
    ['inner/Chart.yaml', true],
    ['inner/values.schema.json', false],
    ['inner/charts/deep.tgz', false],
  ] as const)
    await tried({ 'charts/inner.tgz': gzipSync(text) }, isOwn, `an archive with ${text}`);
  await tried({ 'charts/inner.tgz': 'no archive' }, false, 'an archive that cannot be read');
  suite.tell({
    tried: 'schemas of values that lead to an address or a file of the machine, in a chart, a subchart and an archive',
    times,
    outcome: 'helm was started without schemas for those, and with them for the others',
  });
});

const VALUE = 'Canary7Zq9xWcv';
const SECRET = `apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {k: ${VALUE}, z: a}\n`;

/** Trees of which the tool says what is wrong, with the value of a Secret in it. */
const QUOTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a part of a value that is not there': {
    'kustomization.yaml':
      'resources: [s.yaml]\nreplacements:\n- source: {kind: Secret, fieldPath: stringData.k, options: {delimiter: "/", index: 5}}\n  targets: [{select: {kind: Secret}, fieldPaths: [stringData.z]}]\n',
    's.yaml': SECRET,
  },
  'a literal without a key': { 'kustomization.yaml': `secretGenerator: [{name: s, literals: [${VALUE}]}]\n` },
  'a value in place of a file': { 'kustomization.yaml': `secretGenerator: [{name: s, files: [${VALUE}]}]\n` },
  'a value with a key in place of a file': { 'kustomization.yaml': `secretGenerator: [{name: s, files: [k=${VALUE}]}]\n` },
  'a value with two signs in place of a file': { 'kustomization.yaml': `secretGenerator: [{name: s, files: ["k=${VALUE}=="]}]\n` },
  'a variable of a wrong name': { 'kustomization.yaml': 'secretGenerator: [{name: s, envs: [e]}]\n', e: `${VALUE} x: y\n` },
  'data of another type': {
    'kustomization.yaml': 'resources: [s.yaml]\n',
    's.yaml': `apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ndata: ${VALUE}\n`,
  },
  'a name of another type': {
    'kustomization.yaml': 'resources: [s.yaml]\n',
    's.yaml': `apiVersion: v1\nkind: Secret\nmetadata: [${VALUE}]\nstringData: {k: ${VALUE}}\n`,
  },
  'a patch that does not parse': {
    'kustomization.yaml': `resources: [s.yaml]\npatches: [{target: {kind: Secret}, patch: "${VALUE}"}]\n`,
    's.yaml': SECRET,
  },
  'a patch whose test fails': {
    'kustomization.yaml': `resources: [s.yaml]\npatches: [{target: {kind: Secret}, patch: '[{op: test, path: /stringData/z, value: ${VALUE}}]'}]\n`,
    's.yaml': SECRET,
  },
  'two Secrets of one name': { 'kustomization.yaml': 'resources: [s.yaml, t.yaml]\n', 's.yaml': SECRET, 't.yaml': SECRET },
  'a Secret that does not parse': { 'kustomization.yaml': 'resources: [s.yaml]\n', 's.yaml': `${SECRET}  x: ${VALUE}: y\n` },
};

// SECURITY.md: No credential and no Secret's data in any output
test.skipIf(!hasKubectl)('the output of a tool shows no value of a Secret', async () => {
  let shown = 0;
  for (const [what, tree] of Object.entries(QUOTED)) {
    const cwd = temporaryFolder();
    writeTree(path.join(cwd, 'k'), tree);
    writeTree(cwd, { 'ns.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n' });
    const alone = spawnSync('kubectl', ['kustomize', path.join(cwd, 'k')], { encoding: 'utf8' });
    if (alone.stderr.includes(VALUE.slice(0, 7))) shown += 1;
    for (const format of ['text', 'json', 'markdown']) {
      const { out, err } = await runCli(cwd, ['lint', '--format', format]);
      const excerpts = format === 'text' ? out.replaceAll(/^ +\| .*$/gm, '') : out;
      expect(`${excerpts}${err}`, `${what} as ${format}`).not.toContain(VALUE.slice(0, 7));
    }
  }
  // Otherwise the search would prove nothing.
  expect(shown).toBeGreaterThan(2);
  suite.tell({
    tried: 'errors of kustomize that quote a value of a Secret',
    times: Object.keys(QUOTED).length,
    outcome: 'no part of the value was shown',
  });
});

/** Ways in which Go and the tools quote a value. */
const FORMATS: Readonly<Record<string, (value: string) => string>> = {
  plain: (value) => value,
  'in quotes of Go': (value) => JSON.stringify(value),
  'in quotes within quotes': (value) => JSON.stringify(JSON.stringify({ password: value })),
  base64: (value) => Buffer.from(value).toString('base64'),
  'a map of Go': (value) => `map[password:${value} user:x]`,
  'a YAML line': (value) => `    4 |   password: ${value}`,
  'a query': (value) => `https://x/?p=${encodeURIComponent(value)}`,
  'cut off': (value) => `${value.slice(0, 20)}...`,
  'in capitals': (value) => value.toUpperCase(),
  'base64 of small letters': (value) => Buffer.from(value.toLowerCase()).toString('base64'),
};
const LONG = 'Canary7Zq9xWcv/8=Lm2 Rt5';

/** Places of a tree in which a value is a secret, for each tool. */
const HOLDING: Readonly<Record<string, { readonly tool: 'kustomize' | 'helm'; readonly tree: Readonly<Record<string, string>> }>> = {
  'a Secret that kustomize reads': {
    tool: 'kustomize',
    tree: {
      'kustomization.yaml': 'resources: [s.yaml]\n',
      's.yaml': `apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {k: "${LONG}"}\n`,
    },
  },
  'a JSON patch in a file': {
    tool: 'kustomize',
    tree: {
      'kustomization.yaml': 'resources: [s.yaml]\npatches: [{path: p.yaml, target: {kind: Secret}}]\n',
      's.yaml': SECRET,
      'p.yaml': `- {op: test, path: /stringData/z, value: "${LONG}"}\n`,
    },
  },
  'the file of a generated Secret': {
    tool: 'kustomize',
    tree: { 'kustomization.yaml': 'secretGenerator: [{name: s, files: [k=e]}]\n', e: `${LONG}\n` },
  },
  'the values of a chart': {
    tool: 'helm',
    tree: {
      'Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
      'values.yaml': `db: {password: "${LONG}"}\n`,
      'templates/ns.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: {{ .Values.db.password }}}\n',
    },
  },
  'a Secret in a template': {
    tool: 'helm',
    tree: {
      'Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
      'templates/s.yaml': `apiVersion: v1\nkind: Secret\nmetadata: {name: s-{{ .Release.Name }}}\nstringData:\n  k: "${LONG}"\n`,
    },
  },
};

test('an error of kustomize or helm shows no value, in any format in which it quotes it', async () => {
  let times = 0;
  for (const [what, { tool, tree }] of Object.entries(HOLDING))
    for (const [format, quoted] of Object.entries(FORMATS)) {
      const [cwd, bin] = [temporaryFolder(), temporaryFolder()];
      writeTree(path.join(cwd, 'k'), tree);
      writeTree(cwd, { 'ns.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n' });
      writeTree(bin, { said: `Error: it failed: ${quoted(LONG)}\n` });
      writeProgram(path.join(bin, tool), `/bin/cat ${path.join(bin, 'said')} >&2; exit 1`);
      const { out } = await runCli(cwd, ['lint', '--render-with', tool, '--format', 'json'], { env: { PATH: bin } });
      const { notEvaluated = [] } = (JSON.parse(out) as { lint: { notEvaluated?: readonly { reason: string }[] } }).lint;
      const said = notEvaluated.map(({ reason }) => reason).find((reason) => reason.includes(`${tool} says: Error: it failed`));
      expect(said, `${what}, ${format}`).toBeDefined();
      for (const written of [LONG, LONG.toUpperCase(), LONG.toLowerCase()])
        for (const form of [written.slice(0, 16), Buffer.from(written).toString('base64').slice(0, 16)])
          expect(said, `${what}, ${format}`).not.toContain(form);
      times += 1;
    }
  suite.tell({
    tried: 'values of Secrets and charts, quoted by kustomize and helm in ten formats',
    times,
    outcome: 'no part of a value was shown',
  });
});

/** Arguments of containers with a secret, and the same without one. */
const ARGUMENTS: readonly (readonly [args: readonly string[], isSecret: boolean])[] = [
  [['--password', VALUE], true],
  [['--db-password', VALUE, '--verbose'], true],
  [['-p', VALUE], true],
  [['--token', VALUE], true],
  [['--api-key', VALUE], true],
  [['-u', `admin:${VALUE}`], true],
  [[`--password ${VALUE}`], true],
  [['sh', '-c', `login --token ${VALUE} --host x`], true],
  [['sh', '-c', `login -p '${VALUE}'`], true],
  [['sh', '-c', `login --password \\\n  ${VALUE}`], true],
  [['sh', '-c', `htpasswd -b file me ${VALUE}`], true],
  [['keytool', '-storepass', VALUE], true],
  [[`--password=${VALUE}`], true],
  [['--name', VALUE], false],
  [['-p', '8080', VALUE], false],
  [['--token', `$(${VALUE})`], false],
  [['-u', VALUE], false],
];

test('a diff and a rendering show no secret among the arguments of a container', async () => {
  for (const [args, isSecret] of ARGUMENTS) {
    const cwd = temporaryFolder();
    const deployment = (list: readonly string[]): string =>
      JSON.stringify({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'web', namespace: 'shop' },
        spec: {
          selector: { matchLabels: { a: 'b' } },
          template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'x:1', args: list }] } },
        },
      });
    const rest = `${placementYaml('shop')}---\n${namespaceYaml('shop')}`;
    writeTree(cwd, { 'new/all.yaml': `${rest}---\n${deployment(args)}\n`, 'old/all.yaml': `${rest}---\n${deployment(['x'])}\n` });
    writeTree(cwd, { 'clusters.yaml': 'apiVersion: cluster.kubernetes-fleet.io/v1\nkind: MemberCluster\nmetadata: {name: m1}\n' });
    for (const more of [
      ['--base-dir', 'old', '--diff', 'm1'],
      ['--render', 'm1'],
    ]) {
      const { out, err } = await runCli(cwd, ['plan', 'new', '--clusters', 'clusters.yaml', ...more]);
      const shown = `${args.join(' ')} with ${more[0]}: ${out} ${err}`;
      expect(out, shown).toContain('Deployment');
      expect(out.includes(VALUE.slice(0, 7)), shown).toBe(!isSecret);
    }
  }
  suite.tell({
    tried: 'secrets among the arguments of containers, in a diff and in a rendering',
    times: 2 * ARGUMENTS.length,
    outcome: 'none was shown; arguments that are no secret were',
  });
});
