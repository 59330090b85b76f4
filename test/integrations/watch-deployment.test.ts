/** `watch` as a Deployment, its PodMonitor, and the queries for Azure Monitor: they agree with the command line, its rights and its memory. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { rightsByPurpose } from '../../scripts/gen/sources/rights-by-purpose.ts';
import { parseArgv } from '../../src/cli/command-line/invocation.ts';
import { watchSettings } from '../../src/cli/watch/watch-settings.ts';
import { field, listAt, numberAt, stringAt } from '../../src/fleet/json/json.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const objects = parseAllDocuments(read('integrations/kubernetes/watch.yaml')).map((document) => document.toJS() as KubeObject);
const ofKind = (kind: string): unknown => objects.find((object) => object.kind === kind);
const pod = field(ofKind('Deployment'), 'spec', 'template', 'spec');
const [container] = listAt(pod, 'containers');
const resourcesOf = (role: unknown): readonly string[] =>
  listAt(role, 'rules').flatMap((rule) =>
    listAt(rule, 'resources').map((resource) => `${String(listAt(rule, 'apiGroups')[0])}/${String(resource)}`),
  );

test('its arguments are those of a watch', () => {
  const invocation = parseArgv(listAt(container, 'args').map(String));
  expect(invocation.command).toBe('watch');
  expect(watchSettings(invocation)).toMatchObject({ once: false, every: 60_000 });
  expect(invocation.value('state')).toBe('/state/watch.json');
});

test('it runs as another user than root, on a read-only file system, without capabilities', () => {
  expect(field(pod, 'securityContext')).toMatchObject({ runAsNonRoot: true, runAsUser: 65532 });
  expect(field(container, 'securityContext')).toMatchObject({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
});

test('its role has what watch needs of KubeFleet, and only reads', () => {
  const role = ofKind('ClusterRole');
  for (const rule of listAt(role, 'rules')) expect(listAt(rule, 'verbs')).toEqual(['list', 'watch']);
  const needed = resourcesOf(parse(rightsByPurpose().find(({ id }) => id === 'watch')?.role ?? ''));
  expect(needed.length).toBeGreaterThan(15);
  expect(resourcesOf(role).filter((each) => each.includes('kubernetes-fleet.io'))).toEqual(
    needed.filter((each) => each.includes('kubernetes-fleet.io')),
  );
});

test('its probes ask pages that the metrics server has, at its port', () => {
  const asked = ['livenessProbe', 'readinessProbe', 'startupProbe'].map((probe) => stringAt(container, probe, 'httpGet', 'path'));
  expect(asked).toEqual(['/healthz', '/readyz', '/healthz']);
  const [port] = listAt(container, 'ports');
  expect(listAt(container, 'args')).toContain(`--metrics=:${String(numberAt(port, 'containerPort'))}`);
});

test('its memory limit is the one of the page, above each figure that was measured', () => {
  const limit = Number(/^(\d+)Mi$/.exec(stringAt(container, 'resources', 'limits', 'memory') ?? '')?.[1]);
  const { lines } = JSON.parse(read('docs/speed.json')) as { readonly lines: readonly Figure[] };
  const measured = lines.filter(({ group }) => group === 'watch').map(({ ours }) => Math.round(ours.high));
  expect(measured).toHaveLength(2);
  const page = read('docs/watch.md');
  for (const figure of measured) {
    expect(figure).toBeLessThanOrEqual(200);
    expect(page).toContain(`${figure} MiB`);
  }
  expect(limit).toBeGreaterThan(Math.max(...measured));
  expect(page).toContain(`memory limit of ${limit} MiB`);
});

interface Figure {
  readonly group: string;
  readonly ours: { readonly high: number };
}

test('the PodMonitor selects its Pods and its port', () => {
  const [monitor] = parseAllDocuments(read('integrations/prometheus/podmonitor.yaml')).map((document) => document.toJS() as KubeObject);
  const labels = field(ofKind('Deployment'), 'spec', 'template', 'metadata', 'labels');
  expect(labels).toMatchObject(field(monitor, 'spec', 'selector', 'matchLabels') as object);
  expect(stringAt(listAt(monitor, 'spec', 'podMetricsEndpoints')[0], 'port')).toBe(stringAt(listAt(container, 'ports')[0], 'name'));
  expect(monitor?.metadata.namespace).toBe((ofKind('Deployment') as KubeObject).metadata.namespace);
});

test('the queries for Azure Monitor are all listed, and marked as not run', () => {
  const page = read('integrations/azure-monitor/README.md');
  const queries = readdirSync(join(ROOT, 'integrations/azure-monitor')).filter((name) => name.endsWith('.kql'));
  expect(queries.length).toBeGreaterThan(0);
  for (const name of queries) expect(page).toContain(`\`${name}\``);
  expect(page).toContain('**Not run here.**');
});
