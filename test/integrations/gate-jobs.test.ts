/**
 * The Jobs that run the gate under Argo CD, Flux and Kargo: their command lines are valid, and they run against a hub.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

import { gateOptions } from '../../src/cli/settings/gate-options.ts';
import { parseArgv } from '../../src/cli/command-line/invocation.ts';
import { startEmbeddedHub } from '../../src/demo/hub/embedded-hub.ts';
import { deployedManifests, shopStory } from '../../src/demo/story/shop-story.ts';
import { field, listAt, numberAt, stringAt } from '../../src/fleet/json/json.ts';
import { fleetKind } from '../../src/fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { systemClock } from '../../src/gates/clock.ts';
import { expectationOf } from '../../src/gates/deploy/expectation.ts';
import { parseTarget } from '../../src/gates/deploy/target.ts';
import { connectHub } from '../../src/gates/hub/connect-hub.ts';
import { interestsOf } from '../../src/gates/loop/needed-types.ts';
import { wait } from '../../src/gates/loop/wait.ts';
import type { Report } from '../../src/report.ts';
import { runCli } from '../support/process/run-cli.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';

const CLI = resolve(import.meta.dirname, '../../src/cli.ts');
const INTEGRATIONS = resolve(import.meta.dirname, '../../integrations');

/** Where the Job is in each file. */
const JOBS: Readonly<Record<string, readonly (string | number)[]>> = {
  'argo-cd/post-sync-job.yaml': ['spec'],
  'flux/post-deployment-job.yaml': ['spec'],
  'kargo/analysis-template.yaml': ['spec', 'metrics', 0, 'provider', 'job', 'spec'],
};

function documents(path: string): readonly KubeObject[] {
  return parseAllDocuments(readFileSync(join(INTEGRATIONS, path), 'utf8')).map((document) => document.toJS() as KubeObject);
}

function jobOf(path: string): unknown {
  return field(documents(path)[0], ...(JOBS[path] ?? []));
}

/** The arguments of the gate's container, with the paths and arguments of the run filled in. */
function argsOf(path: string, manifests: string): readonly string[] {
  const gate = listAt(jobOf(path), 'template', 'spec', 'containers').find((container) => stringAt(container, 'name') === 'fleet-gate');
  expect(stringAt(gate, 'image')).toBe('ghcr.io/fleet-gate/fleet-gate:v1');
  return listAt(gate, 'args').map((arg) => String(arg).replace('/{{args.path}}', '').replace('/manifests', manifests));
}

describe.each(Object.keys(JOBS))('%s', (path) => {
  test('calls the gate with the right command line', () => {
    const invocation = parseArgv([...argsOf(path, '/manifests')]);
    expect(invocation.command).toBe('wait');
    expect(invocation.values('manifests')).toEqual(['/manifests']);
    const { timeout } = gateOptions(invocation, {});
    expect(numberAt(jobOf(path), 'activeDeadlineSeconds')).toBeGreaterThan(timeout / 1000);
    expect(numberAt(jobOf(path), 'backoffLimit')).toBe(0);
  });

  test('mounts only volumes that it defines, and all of them', () => {
    const pod = field(jobOf(path), 'template', 'spec');
    const containers = [...listAt(pod, 'initContainers'), ...listAt(pod, 'containers')];
    const mounted = containers.flatMap((container) => listAt(container, 'volumeMounts').map((mount) => stringAt(mount, 'name')));
    expect(new Set(mounted)).toEqual(new Set(listAt(pod, 'volumes').map((volume) => stringAt(volume, 'name'))));
  });
});

test.each([
  ['storefront', 0, 'passed proven'],
  ['billing', 1, 'failed proven'],
])('the command line that all of them have gates the deploy of %s on a hub: exit code %i', async (name, code, verdict) => {
  const [path = '', ...others] = Object.keys(JOBS);
  for (const other of others) expect(argsOf(other, '/m')).toEqual(argsOf(path, '/m'));
  const hub = await startEmbeddedHub();
  try {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'config'), hub.kubeconfig(), { mode: 0o600 });
    hub.play(shopStory());
    const env = { KUBECONFIG: join(folder, 'config'), HOME: folder };
    const ended = await start([...argsOf(path, mountedConfigMap(of(name))), '--format', 'json'], folder, env);
    expect(ended.code, ended.err).toBe(code);
    const { gate } = JSON.parse(ended.out) as Report;
    expect(gate?.placements.map((placement) => `${placement.verdict} ${placement.freshness}`)).toEqual([verdict]);
  } finally {
    await hub.close();
  }
});

/** Starts the program as a container would, with nothing of this process's environment but what is given. */
function start(
  argv: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const child = spawn(process.execPath, [CLI, ...argv], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => (err += String(chunk)));
  return new Promise((end, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      end({ code, out, err });
    });
  });
}

/** What one of the deploys of the demo applies. */
function of(name: string): readonly KubeObject[] {
  return deployedManifests().filter(({ metadata }) => metadata.name === name || metadata.namespace === name);
}

/** The manifests as the kubelet mounts a ConfigMap: the file is a link into a hidden folder, which is a link as well. */
function mountedConfigMap(objects: readonly KubeObject[]): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, '..2026_01_01'));
  writeFileSync(join(folder, '..2026_01_01/all.yaml'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
  symlinkSync('..2026_01_01', join(folder, '..data'));
  symlinkSync('..data/all.yaml', join(folder, 'all.yaml'));
  return folder;
}

test('a service account of the hub passes the same deploy', async () => {
  const hub = await startEmbeddedHub();
  const serviceAccountFolder = temporaryFolder();
  writeFileSync(join(serviceAccountFolder, 'token'), hub.token);
  writeFileSync(join(serviceAccountFolder, 'ca.crt'), hub.certificate);
  writeFileSync(join(serviceAccountFolder, 'namespace'), 'fleet-gate');
  const { hostname, port } = new URL(hub.url);
  const reader = await connectHub({
    env: { HOME: serviceAccountFolder, KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port },
    serviceAccountFolder,
    wallClock: () => Date.now(),
  });
  try {
    hub.play(shopStory());
    const expectation = expectationOf({ targets: [parseTarget('crp/storefront')], manifests: of('storefront') });
    const report = await wait({ reader, clock: systemClock, expectation });
    expect(report.outcome).toBe('passed');
  } finally {
    await reader.close();
    await hub.close();
  }
});

describe('in-cluster.yaml', () => {
  const [account, role, binding] = documents('in-cluster.yaml');
  const granted = listAt(role, 'rules').flatMap((rule) =>
    listAt(rule, 'apiGroups').flatMap((group) => listAt(rule, 'resources').map((plural) => `${String(group)}/${String(plural)}`)),
  );

  test('grants list and watch on exactly what the gate reads for every kind of target', () => {
    const targets = ['crp/shop', 'csur/shop', 'rp/shop/web', 'sur/shop/web'].map((text) => parseTarget(text));
    const needed = targets.flatMap((target) => interestsOf(expectationOf({ targets: [target], manifests: deployedManifests() })));
    const builtIn: Readonly<Record<string, string>> = { Namespace: 'namespaces', ConfigMap: 'configmaps', Deployment: 'deployments' };
    const plurals = needed.map(({ group, kind }) => `${group}/${fleetKind(kind)?.plural ?? builtIn[kind] ?? kind}`);
    expect(granted.toSorted()).toEqual([...new Set(plurals)].toSorted());
    expect(new Set(listAt(role, 'rules').flatMap((rule) => listAt(rule, 'verbs')))).toEqual(new Set(['list', 'watch']));
  });

  test('binds the role to the service account', () => {
    const { name, namespace } = account?.metadata ?? { name: '' };
    expect(listAt(binding, 'subjects')).toEqual([{ kind: 'ServiceAccount', name, namespace }]);
    expect(stringAt(binding, 'roleRef', 'name')).toBe(role?.metadata.name);
  });
});

describe.each(['argo-cd', 'flux'])('%s/kustomization.yaml', (tool) => {
  const kustomization = parse(readFileSync(join(INTEGRATIONS, tool, 'kustomization.yaml'), 'utf8')) as unknown;

  test('puts the deployed manifests at the path that the Job mounts', () => {
    const [job = ''] = listAt(kustomization, 'resources').map(String);
    const volumes = listAt(jobOf(`${tool}/${job}`), 'template', 'spec', 'volumes');
    const [generator] = listAt(kustomization, 'configMapGenerator');
    expect(volumes.map((volume) => stringAt(volume, 'configMap', 'name'))).toContain(stringAt(generator, 'name'));
    for (const file of listAt(generator, 'files')) expect(documents(join(tool, String(file))).length).toBeGreaterThan(0);
  });

  test('is an example without findings of our own lint', async () => {
    const { exitCode, report, out } = await runCli(join(INTEGRATIONS, tool), ['lint', 'deploy', '--format', 'json']);
    expect(exitCode, out).toBe(0);
    expect(report?.lint?.findings ?? []).toEqual([]);
  });
});
