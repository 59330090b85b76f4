/** The npm package as users get it: packed, installed in an empty folder and started there. `.ci/run` does the same on Node 22. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../src/report.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Programs are found as a user of this very Node finds them; without what `npm test` puts in front. */
const PATH = [
  path.dirname(process.execPath),
  ...(process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => !folder.includes('node_modules')),
].join(path.delimiter);

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

let folder = '';
let packed: Packed = { filename: '', size: Number.NaN, files: [] };

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'fleet-gate-package-'));
  const { out } = await run('npm', ['pack', '--json', '--pack-destination', folder], ROOT);
  [packed = packed] = JSON.parse(out) as Packed[];
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed.filename}`]);
  mkdirSync(path.join(folder, 'deploy'));
  writeFileSync(path.join(folder, 'deploy/shop.yaml'), SHOP);
  writeFileSync(path.join(folder, 'deploy/clusters.yaml'), CLUSTERS);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the installed package', () => {
  test('is packed into 1.3 MB, and contains what the README and the Action need', () => {
    expect(packed.size).toBeLessThan(1_300_000);
    const files = packed.files.map((file) => file.path);
    expect(files.filter((file) => !file.startsWith('dist/')).toSorted()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'action.yml',
      'config.schema.json',
      'package.json',
    ]);
    expect(files).toContain('dist/cli.js');
    expect(files).toContain('dist/THIRD-PARTY-LICENSES.txt');
  });

  // SECURITY.md: The package has no dependencies and runs nothing when it is installed
  test('brings no other package, and no program that hides one of the user', () => {
    const modules = path.join(folder, 'node_modules');
    expect(readdirSync(modules).filter((name) => !name.startsWith('.'))).toEqual(['fleet-gate']);
    const programs = readdirSync(path.join(modules, '.bin')).map((name) => path.parse(name).name);
    expect([...new Set(programs)]).toEqual(['fleet-gate']);
  });

  test('makes npm warn users of an older Node, for the versions that the program itself refuses', async () => {
    const { engines } = JSON.parse(readFileSync(path.join(folder, 'node_modules/fleet-gate/package.json'), 'utf8')) as Manifest;
    expect(engines.node).toBe('^22.21.0 || >=24.5.0');
    // The Node of this process, which says that it is another one.
    for (const [version, fits] of VERSIONS) {
      const told = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;
      const cli = path.join(folder, 'node_modules/fleet-gate/dist/cli.js');
      const { code, err } = await run(process.execPath, ['--import', told, cli, 'explain', 'overlapping-placements']);
      expect([version, code]).toEqual([version, fits ? 0 : 2]);
      expect(err).toBe(
        fits
          ? ''
          : `fleet-gate needs Node 22.21 or newer, or 24.5 or newer, this is Node ${version}; install it, or run: npx -p node@22 -p fleet-gate fleet-gate\n`,
      );
    }
  });
});

describe(`started by npx on Node ${process.versions.node}`, () => {
  test('uses the Node that npx finds', async () => {
    expect((await run('node', ['--version'])).out.trim()).toBe(process.version);
  });

  test('finds the fault with lint', async () => {
    const { code, out, err } = await run('npx', ['--no-install', 'fleet-gate', 'lint', 'deploy', '--format', 'json']);
    expect(code, err).toBe(1);
    expect((JSON.parse(out) as Report).lint?.findings.map(({ rule, line }) => `${rule} ${line}`)).toEqual(['refused-content 13']);
  });

  test('shows the picked clusters with plan', async () => {
    const { out, err } = await run('npx', ['--no-install', 'fleet-gate', 'plan', 'deploy', '--format', 'json']);
    const picked = (JSON.parse(out) as Report).plan?.placements.map((placement) => placement.picked);
    expect(picked, err).toEqual([['east']]);
  });

  test('finds all planted faults with demo', async () => {
    const { code, out, err } = await run('npx', ['--no-install', 'fleet-gate', 'demo', '--out', 'demo.md']);
    expect(code, out + err).toBe(0);
    expect(readFileSync(path.join(folder, 'demo.md'), 'utf8')).toContain('apply-owned-by-other-controller');
  });
});

/** Versions of Node, and whether fleet-gate runs on them: the agents of `node:http` know proxies since 22.21 and 24.5. */
const VERSIONS = [
  ['18.20.8', false],
  ['20.20.2', false],
  ['22.20.0', false],
  ['22.21.0', true],
  ['23.11.1', false],
  ['24.4.1', false],
  ['24.5.0', true],
  ['25.0.0', true],
  ['26.10.0', true],
] as const;

const SHOP = `apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: shop}
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
  policy:
    placementType: PickAll
    numberOfClusters: 3
`;

const CLUSTERS = `apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata: {name: east}
spec: {identity: {kind: User, name: east}}
`;

interface Manifest {
  readonly engines: { readonly node: string };
}

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function run(command: string, argv: readonly string[], cwd = folder): Promise<Ended> {
  // `npm test` hands its own settings on, among them the package it runs in.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD|PATH$)/i.test(name)));
  return new Promise((resolve) => {
    const shell = process.platform === 'win32';
    execFile(command, [...argv], { cwd, shell, env: { ...env, PATH, NO_COLOR: '1' }, maxBuffer: 1 << 26 }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), out, err });
    });
  });
}
