/** Code that an attacker with access to a registry, an action or a pull request could add to the program. */
import { execFile, execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { isObject, listAt, objectAt, stringAt, type JsonObject } from '../../src/fleet/json/json.ts';
import { reliability } from '../support/reliability.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';
import { workflowFaults, WORKFLOW_AUDITS } from '../support/github/workflow-faults.ts';

const suite = reliability('supply-chain', {
  title: 'Supply chain',
  proves:
    'The package and the Action have no unpinned, unsigned or unlisted part. `npm run reproduce` builds dist/ twice from clean clones; zizmor, Scorecard, CodeQL and the dependency review run on GitHub.',
});

const ROOT = path.resolve(import.meta.dirname, '../..');
const WORKFLOWS = path.join(ROOT, '.github/workflows');
/** The lock files, and their packages except our own folder to which `package-lock.json` links. */
const LOCKS = ['package-lock.json', 'scripts/node22/package-lock.json', 'scripts/site/package-lock.json'];
const OWN = new Set(['', 'scripts/node24', 'node_modules/fleet-gate-node24']);
const packages = LOCKS.flatMap((file) => Object.entries(objectAt(json(file), 'packages') ?? {})).filter(([key]) => !OWN.has(key));
const sbom = json('dist/sbom.cdx.json');
const bundled = listAt(sbom, 'components').filter(isObject);
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0').slice(0, -1);

/** Licences whose terms the list in dist/ meets. */
const LICENCES = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Unlicense'];

describe('workflows', () => {
  const files = readdirSync(WORKFLOWS);

  test.each(files)('%s gives no one else rights or access', (name) => {
    const text = readFileSync(path.join(WORKFLOWS, name), 'utf8');
    expect(workflowFaults(yaml(text), text)).toEqual([]);
  });

  test('the example of the README that people copy is as careful, except for tags instead of digests', () => {
    const [text = ''] = readFileSync(path.join(ROOT, 'README.md'), 'utf8').match(/(?<=```yaml\n)name: fleet\n[^`]*/) ?? [];
    const audits = new Set(workflowFaults(yaml(text), text).map(({ audit }) => audit));
    expect([...audits].toSorted()).toEqual(['artipacked', 'concurrency-limits', 'unlimited-time', 'unpinned-uses']);
  });

  test('the example of the notification is as careful, and its step sends only the text of the file', async () => {
    const [text = ''] = readFileSync(path.join(ROOT, 'docs/notify.md'), 'utf8').match(/(?<=```yaml\n)name: deploy\n[^`]*/) ?? [];
    const workflow = yaml(text);
    expect([...new Set(workflowFaults(workflow, text).map(({ audit }) => audit))]).toEqual(['unpinned-uses']);
    const script =
      listAt(workflow, 'jobs', 'deploy', 'steps')
        .map((step) => stringAt(step, 'run') ?? '')
        .at(-1) ?? '';
    expect(script).toContain('curl');
    const bodies: string[] = [];
    const server = createServer((request, response) => {
      void textOf(request).then((body) => response.end(`request ${bodies.push(body)}`));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const file = path.join(temporaryFolder(), '$(touch gone) notify.json');
    const told = { text: 'fleet-gate: FAILED: $(touch gone) `touch gone` " ‹!channel›', cause: '"; touch gone; "' };
    writeFileSync(file, JSON.stringify(told));
    const port = typeof address === 'object' ? address?.port : undefined;
    const env = { PATH: process.env['PATH'], NOTIFY_FILE: file, CHAT_WEBHOOK: `http://127.0.0.1:${port}/hook` };
    await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd: path.dirname(file), env });
    server.close();
    expect(bodies.map((body) => JSON.parse(body) as unknown)).toEqual([{ text: told.text }]);
    expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)]);
  });

  test('each audit finds its fault in a workflow that has them all', () => {
    const found = new Set(workflowFaults(yaml(CARELESS), CARELESS).map(({ audit }) => audit));
    expect([...found].toSorted()).toEqual([...WORKFLOW_AUDITS]);
    suite.tell({
      tried: 'Audits of our workflows, named as zizmor names them',
      times: files.length * WORKFLOW_AUDITS.length,
      outcome: `no finding in ${files.length} workflows; each audit finds its fault in a careless one`,
    });
  });

  test('every ecosystem is updated, after a waiting time', () => {
    const updates = listAt(yaml(readFileSync(path.join(ROOT, '.github/dependabot.yml'), 'utf8')), 'updates').filter(isObject);
    expect(updates.map((update) => [update['package-ecosystem'], update['directory']])).toEqual([
      ['npm', '/'],
      ['npm', '/scripts/site'],
      ['github-actions', '/'],
      ['docker', '/'],
      ['gomod', '/test/hub'],
      ['gomod', '/test/integrations/gopher-lua'],
    ]);
    // The Node of scripts/node22 is the oldest that the package promises to run on: a newer one would prove less.
    expect(tracked.filter((file) => /(^|\/)(package-lock\.json|go\.mod)$/.test(file))).toEqual([
      ...LOCKS,
      'test/hub/go.mod',
      'test/integrations/gopher-lua/go.mod',
    ]);
    for (const update of updates) expect(objectAt(update, 'cooldown')?.['default-days']).toBeGreaterThanOrEqual(7);
  });
});

describe('packages', () => {
  test('each comes from the registry with a digest, and none in the bundle runs a script when installed', () => {
    for (const [key, entry] of packages) {
      expect(stringAt(entry, 'integrity'), key).toMatch(/^sha512-/);
      // The lock file has no addresses of the registry, so an address would be a git repository, a file or another server.
      expect(stringAt(entry, 'resolved'), key).toBeUndefined();
    }
    const bundledNames = new Set(bundled.map(fullName));
    const scripted = packages.filter(([, entry]) => isObject(entry) && entry['hasInstallScript'] === true);
    expect(scripted.map(([key]) => key.replace(/^.*node_modules\//, '')).filter((name) => bundledNames.has(name))).toEqual([]);
    suite.tell({
      tried: 'Packages of the lock files',
      times: packages.length,
      outcome: 'all from the registry, with a SHA-512 digest each',
    });
  });

  // SECURITY.md: `dist/sbom.cdx.json` lists every package inside
  test('each in the bundle is listed with a licence that we may ship, and with the digest of the lock file', () => {
    const bom = execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    const byPurl = new Map(listAt(JSON.parse(bom), 'components').map((component) => [stringAt(component, 'purl'), component]));
    for (const component of bundled) {
      const own = byPurl.get(stringAt(component, 'purl'));
      expect(own, fullName(component)).toBeDefined();
      expect(listAt(component, 'hashes')).toEqual(listAt(own, 'hashes'));
      expect(LICENCES).toContain(stringAt(component, 'licenses', 0, 'license', 'id'));
    }
    const titles = readFileSync(path.join(ROOT, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8').match(/^\S+ \d\S* \(\S+\)$/gm) ?? [];
    expect(titles).toEqual(
      bundled.map(
        (component) => `${fullName(component)} ${stringAt(component, 'version')} (${stringAt(component, 'licenses', 0, 'license', 'id')})`,
      ),
    );
    expect(listAt(sbom, 'dependencies', 0, 'dependsOn')).toEqual(bundled.map((component) => component['bom-ref']));
    suite.tell({
      tried: 'Packages in dist/',
      times: bundled.length,
      outcome: 'in sbom.cdx.json as npm lists them, with a licence that may be shipped',
    });
  });

  test('the package on npm is what is built: nothing runs and nothing is fetched at install', () => {
    const manifest = json('package.json');
    expect(
      Object.keys(objectAt(manifest, 'scripts') ?? {}).filter((name) => /^(pre|post)?(install|prepare|pack|publish)/.test(name)),
    ).toEqual([]);
    for (const kind of ['dependencies', 'optionalDependencies', 'peerDependencies', 'bundleDependencies'])
      expect(manifest).not.toHaveProperty(kind);
  });
});

test('no program is committed, only its source', () => {
  const programs = tracked.filter((file) => MAGIC.test(firstBytes(path.join(ROOT, file))));
  expect(programs).toEqual([]);
  suite.tell({ tried: 'Committed files', times: tracked.length, outcome: 'none is a program in machine code, an archive or WebAssembly' });
});

test('SECURITY.md says how to report, who is trusted with what, and what a release carries', () => {
  const headings = readFileSync(path.join(ROOT, 'SECURITY.md'), 'utf8').match(/(?<=^## ).*/gm);
  expect(headings).toEqual([
    'Report a vulnerability',
    'Who may write what',
    'What the Action trusts',
    'What is promised',
    'What is not',
    'Releases',
  ]);
});

/** ELF, PE, Mach-O, zip, gzip, WebAssembly, Java classes. */
// eslint-disable-next-line no-control-regex -- the first bytes of programs
const MAGIC = /^(\x7fELF|MZ|\xcf\xfa\xed\xfe|\xca\xfe\xba\xbe|PK\x03\x04|\x1f\x8b|\0asm)/;

function firstBytes(file: string): string {
  const handle = openSync(file, 'r');
  const bytes = Buffer.alloc(4);
  const length = readSync(handle, bytes, 0, 4, 0);
  closeSync(handle);
  return bytes.toString('latin1', 0, length);
}

function fullName(component: JsonObject): string {
  return [stringAt(component, 'group'), stringAt(component, 'name')].filter((part) => part !== undefined).join('/');
}

function json(file: string): unknown {
  return JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
}

function yaml(text: string): JsonObject {
  const value = load(text);
  if (!isObject(value)) throw new Error('not a workflow');
  return value;
}

const CARELESS = `
on: pull_request_target
jobs:
  a:
    runs-on: self-hosted
    secrets: inherit
    container: node:24
    permissions:
      contents: write
    steps:
      - uses: actions/checkout@v6
      - uses: actions/setup-node@v5
      - run: npm install left-pad && echo "\${{ github.event.pull_request.title }}" && npm publish
        env:
          NODE_AUTH_TOKEN: \${{ secrets.NPM_TOKEN }}
          ACTIONS_ALLOW_UNSECURE_COMMANDS: true
`;
