/**
 * The images as users start them: as user nobody, with a read-only root and without network. If the registries of the base images cannot be
 * reached, other images replace them, with a message. If podman cannot run here, the tests are skipped, with a message.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { VERSION } from '../../src/version.ts';
import type { Report } from '../../src/report.ts';
import { basesOf } from '../support/dockerfile.ts';
import { debianFiles, kustomizeFiles, nodeFiles, openPodman, type Podman } from './podman.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PLAIN = 'localhost/fleet-gate';
const TOOLS = 'localhost/fleet-gate-tools';

let podman: Podman | undefined;
/** Why an image is not there. */
const missing = new Map<string, string>();
const tree = mkdtempSync(path.join(tmpdir(), 'fleet-gate-tree-'));

beforeAll(async () => {
  plantTree();
  podman = await openPodman();
  if (podman === undefined) return skipAll('podman is not installed');
  const { BASE, DEBIAN, KUSTOMIZE } = basesOf(ROOT);
  const base = (await reached(BASE)) ?? (await standIn('node', (folder) => nodeFiles(folder)));
  const noWay = await podman.findWay(base ?? BASE);
  if (noWay !== undefined) return skipAll(noWay);
  await build(PLAIN, 'fleet-gate', { BASE: base });
  const kustomize = (await reached(KUSTOMIZE)) ?? (await standIn('kustomize', kustomizeFiles));
  const debian = (await reached(DEBIAN)) ?? (await standIn('debian', debianFiles));
  if (kustomize === undefined || debian === undefined) missing.set(TOOLS, 'a base is not reached, and nothing stands in for it');
  else await build(TOOLS, 'tools', { BASE: base, DEBIAN: debian, KUSTOMIZE: kustomize });
});

afterAll(async () => {
  await podman?.close();
  rmSync(tree, { recursive: true, force: true });
});

describe.each([PLAIN, TOOLS])('%s', (image) => {
  beforeEach(({ skip }) => skip(missing.has(image), missing.get(image)));

  test('has its version and its vendor', async () => {
    expect(await run(image, ['--version'])).toEqual({ code: 0, out: `fleet-gate ${VERSION}\n`, err: '' });
    const [{ Config: config, Size: size }] = JSON.parse((await inspect(image)).out) as [Inspected];
    expect(config.User).toBe('65532:65532');
    expect(config.Labels['org.opencontainers.image.version']).toBe(VERSION);
    process.stdout.write(`${image}: ${Math.round(size / 1e6)} MB unpacked\n`);
  });

  test('finds the fault with lint in a read-only folder', async () => {
    const { code, out, err } = await run(image, ['lint', 'deploy', '--format', 'json'], ['--volume', `${tree}:/work:ro`]);
    expect(code, err).toBe(1);
    expect((JSON.parse(out) as Report).lint?.findings.map(({ rule }) => rule)).toEqual(['refused-content']);
  });

  test('finds all planted faults with demo, as its own user and as an unknown one', async () => {
    for (const user of [[], ['--user', '4711:4711']]) {
      const { code, out, err } = await run(image, ['demo', '--out', '/tmp/demo.md'], user);
      expect(code, out + err).toBe(0);
      expect(out + err).toContain('As planted: all');
    }
  });

  test('allows writes only to /tmp, and without it every command that only reads still works', async () => {
    const { code, err } = await run(image, ['demo', '--out', '/fleet-gate/demo.md']);
    expect([code, err]).toEqual([2, expect.stringContaining('cannot be written')]);
    const lint = await run(image, ['lint', 'deploy'], ['--read-only-tmpfs=false', '--volume', `${tree}:/work:ro`]);
    expect([lint.code, lint.err]).toEqual([1, '']);
  });
});

describe('the image with tools', () => {
  beforeEach(({ skip }) => skip(missing.has(TOOLS), missing.get(TOOLS)));

  test('compares with a commit, and renders an overlay', async () => {
    const owner = execFileSync('stat', ['-c', '%u:%g', tree], { encoding: 'utf8' }).trim();
    const mounted = ['--volume', `${tree}:/work:ro`, '--user', owner];
    const based = await run(TOOLS, ['lint', 'deploy', '--base', 'HEAD', '--format', 'json'], mounted);
    expect((JSON.parse(based.out) as Report).lint?.findings.map(({ state }) => state)).toEqual(['unchanged']);
    const rendered = await run(TOOLS, ['lint', 'overlay', '--format', 'json'], mounted);
    expect((JSON.parse(rendered.out) as Report).lint?.findings.map(({ rule }) => rule)).toEqual(['refused-content']);
  });

  test('is named by the other one, which lacks the tools and does not pass', async () => {
    const mounted = ['--volume', `${tree}:/work:ro`];
    expect((await run(PLAIN, ['lint', 'deploy', '--base', 'HEAD'], mounted)).code).toBe(2);
    const { code, out } = await run(PLAIN, ['lint', 'overlay'], mounted);
    expect([code, out]).toEqual([6, expect.stringContaining('kustomize')]);
  });
});

interface Inspected {
  readonly Config: { readonly User: string; readonly Labels: Readonly<Record<string, string>> };
  /** Bytes. */
  readonly Size: number;
}

function skipAll(why: string): void {
  for (const image of [PLAIN, TOOLS]) missing.set(image, why);
}

function run(image: string, argv: readonly string[], options: readonly string[] = []) {
  if (podman === undefined) throw new Error('podman is not installed');
  return podman.run(image, argv, options);
}

function inspect(image: string) {
  if (podman === undefined) throw new Error('podman is not installed');
  return podman.podman('image', 'inspect', image);
}

async function reached(image: string): Promise<string | undefined> {
  const { code, err } = (await podman?.podman('pull', '--quiet', image)) ?? { code: 1, err: '' };
  if (code !== 0) process.stdout.write(`${image} is not reached, something stands in for it: ${err.trim().split('\n').at(-1)}\n`);
  return code === 0 ? image : undefined;
}

/** @param fill writes the files; returns `false`, or the reason, if it could not */
async function standIn(name: string, fill: (folder: string) => void | boolean | Promise<string | undefined>): Promise<string | undefined> {
  if (podman === undefined) return undefined;
  const folder = podman.scratch();
  const filled = await fill(folder);
  if (filled === false || typeof filled === 'string') {
    process.stdout.write(`nothing stands in for ${name}${filled === false ? '' : `: ${filled}`}\n`);
    return undefined;
  }
  await podman.import(folder, `localhost/${name}`);
  return `localhost/${name}`;
}

async function build(image: string, target: string, bases: Readonly<Record<string, string | undefined>>): Promise<void> {
  const args = Object.entries({ ...bases, VERSION }).flatMap(([name, value]) =>
    value === undefined ? [] : ['--build-arg', `${name}=${value}`],
  );
  const built = await podman?.podman('build', '--isolation', 'chroot', '--target', target, ...args, '--tag', image, ROOT);
  if (built?.code !== 0) throw new Error(`${image} is not built: ${built?.err}`);
}

/** A repository, for anybody to read. */
function plantTree(): void {
  for (const folder of ['deploy', 'overlay']) mkdirSync(path.join(tree, folder));
  writeFileSync(path.join(tree, 'deploy/placement.yaml'), PLACEMENT);
  writeFileSync(path.join(tree, 'overlay/kustomization.yaml'), 'resources: [placement.yaml]\npatches: [path: patch.yaml]\n');
  writeFileSync(path.join(tree, 'overlay/placement.yaml'), PLACEMENT.replace('    numberOfClusters: 3\n', ''));
  writeFileSync(path.join(tree, 'overlay/patch.yaml'), PATCH);
  execFileSync('git', ['-C', tree, 'init', '-q']);
  execFileSync('git', ['-C', tree, 'add', '.']);
  execFileSync('git', ['-C', tree, '-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'a']);
  chmodSync(tree, 0o755);
}

const PLACEMENT = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: shop}
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
  policy:
    placementType: PickAll
    numberOfClusters: 3
`;

const PATCH = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: shop}
spec: {policy: {numberOfClusters: 3}}
`;
