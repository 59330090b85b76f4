/** What kustomize is started with by a hostile tree: it reaches no server, and its errors show no value of a Secret. */
import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { reliability } from '../support/reliability.ts';
import { runCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { writeTree } from '../support/written.ts';

const suite = reliability('tools', {
  title: 'Tools that render',
  proves:
    'Kustomizations name a server on the loopback, with a file of the same path beside them, and have the tool quote values of Secrets. The server counts what reaches it; the tool alone shows that the values are in its errors. Needs kubectl.',
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

test.skipIf(!hasKubectl)('rendering reaches no server, whatever file has the name of its address', async () => {
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
          await runCli(cwd, ['lint']);
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

test.skipIf(!hasKubectl)('what a tool says shows no value of a Secret', async () => {
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
  // Else the search would prove nothing.
  expect(shown).toBeGreaterThan(2);
  suite.tell({
    tried: 'errors of kustomize that quote a value of a Secret',
    times: Object.keys(QUOTED).length,
    outcome: 'no part of the value was shown',
  });
});
