/**
 * The health checks for Argo CD, in the test form of argo-cd's own repository (util/lua/health_test.go), and what its sandbox requires of
 * them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

import { FLEET_KINDS } from '../../src/fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { CHECKED_KINDS, CUSTOMIZATIONS, healthScript } from '../support/gitops/health-checks.ts';
import { fluxHealth } from '../support/gitops/flux-health.ts';
import { type Health, luaHealth } from '../support/gitops/lua-health.ts';

interface HealthTests {
  readonly tests: readonly { readonly healthStatus: Health; readonly inputPath: string }[];
}

test('every kind of KubeFleet has a health check', () => {
  expect(CHECKED_KINDS).toEqual(FLEET_KINDS.map(({ group, kind }) => `${group}/${kind}`).toSorted());
});

test.each(CHECKED_KINDS)('%s: every object of testdata is tested, and has the expected status and message', (kind) => {
  const folder = join(CUSTOMIZATIONS, kind);
  const { tests } = parse(readFileSync(join(folder, 'health_test.yaml'), 'utf8')) as HealthTests;
  expect(tests.map(({ inputPath }) => inputPath).toSorted()).toEqual(
    readdirSync(join(folder, 'testdata'))
      .map((name) => `testdata/${name}`)
      .toSorted(),
  );
  for (const { inputPath, healthStatus } of tests) {
    const object = parse(readFileSync(join(folder, inputPath), 'utf8')) as KubeObject;
    expect(`${object.apiVersion.split('/')[0] ?? ''}/${object.kind}`, inputPath).toBe(kind);
    expect(luaHealth(healthScript(kind), object), inputPath).toEqual(healthStatus);
    expect(inputPath.split('/')[1]?.startsWith(healthStatus.status.toLowerCase()), inputPath).toBe(true);
  }
});

test.each(CHECKED_KINDS)('%s: Flux agrees for every object of testdata', (kind) => {
  for (const [file, text] of testdata(kind)) {
    const object = parse(text) as KubeObject;
    const { status } = luaHealth(healthScript(kind), object);
    const expected = status === 'Healthy' ? 'Current' : status === 'Degraded' ? 'Failed' : 'InProgress';
    // Flux asks nothing of kinds without a status, and an object without an answer gives an error, on which it waits.
    expect([undefined, expected, ...(expected === 'InProgress' ? ['Unknown'] : [])], file).toContain(fluxHealth(object));
  }
});

test.each(CHECKED_KINDS)('%s: the script answers if a field is missing, and Flux succeeds only if the script reports Healthy', (kind) => {
  for (const [file, text] of testdata(kind)) {
    for (const path of pathsIn(parse(text)).filter((field) => !REQUIRED.has(field))) {
      const object = parse(text) as KubeObject;
      remove(object, path.split('.'));
      const { status, message } = luaHealth(healthScript(kind), object);
      expect(message, `${file} without ${path}`).not.toBe('');
      if (fluxHealth(object) === 'Current') expect(status, `${file} without ${path}`).toBe('Healthy');
    }
  }
});

/** Without these no hub stores an object. */
const REQUIRED: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'metadata.name', 'metadata.generation', 'spec']);

/** Name and text of each file. */
function testdata(kind: string): readonly (readonly [string, string])[] {
  const folder = join(CUSTOMIZATIONS, kind, 'testdata');
  return readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]);
}

/** Each field once, with all entries of a list as one: `status.conditions.status`. */
function pathsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap(pathsIn))];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) => [name, ...pathsIn(entry).map((path) => `${name}.${path}`)]);
}

function remove(value: unknown, path: readonly string[]): void {
  const [name = '', ...rest] = path;
  if (Array.isArray(value)) for (const entry of value) remove(entry, path);
  else if (typeof value === 'object' && value !== null) {
    if (rest.length === 0) Reflect.deleteProperty(value, name);
    else remove(Reflect.get(value, name), rest);
  }
}

test.each(CHECKED_KINDS.filter((kind) => /\/Cluster[A-Z]/.test(kind)))('%s has the same result as its namespaced counterpart', (kind) => {
  const twin = kind.replace('/Cluster', '/');
  if (CHECKED_KINDS.includes(twin)) expect(healthScript(twin)).toBe(healthScript(kind));
  else
    expect([
      'placement.kubernetes-fleet.io/ClusterResourcePlacementDisruptionBudget',
      'placement.kubernetes-fleet.io/ClusterResourcePlacementEviction',
      'placement.kubernetes-fleet.io/ClusterResourcePlacementStatus',
    ]).toContain(kind);
});

describe('an empty object', () => {
  // What KubeFleet has not answered yet; kinds that never get an answer are stored, and that is all.
  test.each(CHECKED_KINDS)('%s is healthy only if the kind has no status', (kind) => {
    const name = kind.split('/')[1] ?? '';
    const health = luaHealth(healthScript(kind), { apiVersion: 'v1', kind: name, metadata: { name: 'empty', generation: 1 } });
    const isStored = healthScript(kind).includes('KubeFleet writes no status for this kind');
    expect(health.status).toBe(isStored ? 'Healthy' : name.endsWith('ApprovalRequest') ? 'Suspended' : 'Progressing');
  });
});

test('an object that is being deleted is in progress, for any conditions', () => {
  for (const kind of CHECKED_KINDS) {
    const metadata = { name: 'leaving', deletionTimestamp: '2026-01-01T00:00:00Z' };
    expect(luaHealth(healthScript(kind), { apiVersion: 'v1', kind: 'Any', metadata }).status).toBe('Progressing');
  }
});
