/** The standalone program as users get it: built for this host, unpacked in an empty folder, and started if there is no Node. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../src/report.ts';
import { VERSION } from '../../src/version.ts';
import { archiveName, TAR } from '../../scripts/release/archives.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PROGRAM = process.platform === 'win32' ? 'fleet-gate.exe' : 'fleet-gate';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fleet-gate-standalone-'));
  const built = path.join(folder, 'built');
  execFileSync(process.execPath, [path.join(ROOT, 'scripts/standalone.ts'), built]);
  for (const name of ['program', 'tree', 'no-programs']) mkdirSync(path.join(folder, name));
  const archive = path.join(built, archiveName(VERSION, process.platform, process.arch));
  execFileSync(TAR, ['-xf', archive, '-C', path.join(folder, 'program')]);
  writeFileSync(path.join(folder, 'tree/shop.yaml'), SHOP);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the archive contains the program, and the licences of everything in it', () => {
  const files = readdirSync(path.join(folder, 'program')).toSorted();
  expect(files).toEqual(['LICENSE', 'LICENSE-node', 'THIRD-PARTY-LICENSES.txt', PROGRAM].toSorted());
  expect(readFileSync(path.join(folder, 'program/LICENSE-node'), 'utf8')).toContain('Node.js is licensed for use as follows');
});

describe('the program without an installed Node', () => {
  test('prints its version, and nothing else', async () => {
    expect(await run('--version')).toEqual({ code: 0, out: `fleet-gate ${VERSION}\n`, err: '' });
  });

  test('finds the fault with lint, in files and in standard input', async () => {
    const files = await run('lint', '.', '--format', 'json');
    expect([files.code, rulesOf(files.out)]).toEqual([1, ['refused-content']]);
    const piped = await runWith(SHOP, 'lint', '-', '--format', 'json');
    expect([piped.code, rulesOf(piped.out)]).toEqual([1, ['refused-content']]);
  });

  test('shows the picked clusters with plan', async () => {
    const { code, out, err } = await run('plan', '.', '--format', 'json');
    expect([code, err]).toEqual([1, '']);
    expect((JSON.parse(out) as Report).plan?.placements.map(({ picked }) => picked)).toEqual([['east']]);
  });

  test('gates against its hub with demo, and finds all planted faults', async () => {
    const { code, out, err } = await run('demo', '--out', path.join(folder, 'demo.md'));
    expect(code, out + err).toBe(0);
    expect(readFileSync(path.join(folder, 'demo.md'), 'utf8')).toContain('apply-owned-by-other-controller');
  });

  test('ends a check that takes too long, which does not pass', async () => {
    const { code, out, err } = await run('lint', '.', '--deadline', '1ms');
    expect([code, out + err]).toEqual([6, expect.stringContaining('nothing was checked')]);
  });

  test.each([
    [2, ['lint', '.', '--no-such-flag']],
    [3, ['lint', '../no-programs']],
  ])('ends with %i after %j', async (expected, argv) => {
    const { code, err } = await run(...argv);
    expect(code, err).toBe(expected);
    expect(err).not.toContain('    at ');
  });

  test('ends with 99 and its stack after an internal error, and nothing passes', async () => {
    const preload = path.join(folder, 'fault.cjs');
    writeFileSync(preload, "process.stdout.write = () => { throw new Error('planted'); };");
    const env = { NODE_OPTIONS: `--require="${preload}"` };
    const { code, out, err } = await start(path.join(folder, 'program', PROGRAM), ['lint', '.'], '', env);
    expect([code, out]).toEqual([99, '']);
    expect(err).toMatch(/Error: planted\n\s+at /);
  });

  test('is an MCP server for an agent', async () => {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } };
    const { out, err } = await runWith(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`, 'mcp');
    const [answer = ''] = out.split('\n');
    expect(JSON.parse(answer), err).toMatchObject({ id: 1, result: { serverInfo: { name: 'fleet-gate' } } });
  });

  test.skipIf(process.platform === 'win32')('is a plugin of kubectl under that name', async () => {
    const plugin = path.join(folder, 'kubectl-fleet_gate');
    symlinkSync(path.join(folder, 'program', PROGRAM), plugin);
    expect((await start(plugin, ['lint', '.'])).code).toBe(1);
  });
});

test.skipIf(process.platform !== 'linux' || process.arch !== 'x64')(
  'the libraries of Linux that it needs are those that docs/install.md names',
  () => {
    const program = readFileSync(path.join(folder, 'program', PROGRAM), 'latin1');
    const newest = (library: string): string | undefined =>
      [...new Set(program.match(new RegExp(String.raw`\b${library}_\d+(?:\.\d+)+(?=\0)`, 'g')))]
        .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
        .at(-1)
        ?.slice(library.length + 1);
    const docs = readFileSync(path.join(ROOT, 'docs/install.md'), 'utf8').replaceAll(/\s+/g, ' ');
    expect(docs).toContain(`glibc ${newest('GLIBC')} or newer and libstdc++ with GLIBCXX_${newest('GLIBCXX')}`);
    // The loader of glibc, which musl's systems such as Alpine do not have.
    expect(program).toMatch(/\/lib(?:64)?\/ld-linux-[\w-]+\.so\.\d\0/);
  },
);

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function run(...argv: readonly string[]): Promise<Ended> {
  return start(path.join(folder, 'program', PROGRAM), argv);
}

function runWith(input: string, ...argv: readonly string[]): Promise<Ended> {
  return start(path.join(folder, 'program', PROGRAM), argv, input);
}

function start(program: string, argv: readonly string[], input = '', more: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const env = { ...more, PATH: path.join(folder, 'no-programs'), HOME: folder, NO_COLOR: '1', SystemRoot: process.env['SystemRoot'] };
  return new Promise((resolve) => {
    const child = execFile(program, [...argv], { cwd: path.join(folder, 'tree'), env, maxBuffer: 1 << 26 }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), out, err });
    });
    child.stdin?.end(input);
  });
}

function rulesOf(report: string): string[] | undefined {
  return (JSON.parse(report) as Report).lint?.findings.map(({ rule }) => rule);
}

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
---
apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata: {name: east}
spec: {identity: {kind: User, name: east}}
`;
