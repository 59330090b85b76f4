/** The health checks for Argo CD, in the test form of argo-cd's own repository (util/lua/health_test.go), and what its sandbox asks of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

import { FLEET_KINDS } from '../../src/fleet/kinds.ts';
import type { KubeObject } from '../../src/fleet/object.ts';
import { CHECKED_KINDS, CUSTOMIZATIONS, healthScript } from '../support/gitops/health-checks.ts';
import { type Health, luaHealth } from '../support/gitops/lua-health.ts';

interface HealthTests {
  readonly tests: readonly { readonly healthStatus: Health; readonly inputPath: string }[];
}

test('every kind of KubeFleet has a health check', () => {
  expect(CHECKED_KINDS).toEqual(FLEET_KINDS.map(({ group, kind }) => `${group}/${kind}`).toSorted());
});

test.each(CHECKED_KINDS)('%s: every object of testdata is tested, and gets the status and message that are expected', (kind) => {
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

test.each(CHECKED_KINDS.filter((kind) => /\/Cluster[A-Z]/.test(kind)))('%s is judged as its twin of one namespace', (kind) => {
  const twin = kind.replace('/Cluster', '/');
  if (CHECKED_KINDS.includes(twin)) expect(healthScript(twin)).toBe(healthScript(kind));
  else
    expect([
      'placement.kubernetes-fleet.io/ClusterResourcePlacementDisruptionBudget',
      'placement.kubernetes-fleet.io/ClusterResourcePlacementEviction',
      'placement.kubernetes-fleet.io/ClusterResourcePlacementStatus',
    ]).toContain(kind);
});

describe('an object without anything in it', () => {
  // What KubeFleet has not answered yet; kinds that never get an answer are stored, and that is all.
  test.each(CHECKED_KINDS)('%s is healthy only where the kind has no status', (kind) => {
    const name = kind.split('/')[1] ?? '';
    const health = luaHealth(healthScript(kind), { apiVersion: 'v1', kind: name, metadata: { name: 'empty', generation: 1 } });
    const isStored = healthScript(kind).includes('KubeFleet writes no status for this kind');
    expect(health.status).toBe(isStored ? 'Healthy' : name.endsWith('ApprovalRequest') ? 'Suspended' : 'Progressing');
  });
});

test('what is being removed is in progress, whatever its conditions say', () => {
  for (const kind of CHECKED_KINDS) {
    const metadata = { name: 'leaving', deletionTimestamp: '2026-01-01T00:00:00Z' };
    expect(luaHealth(healthScript(kind), { apiVersion: 'v1', kind: 'Any', metadata }).status).toBe('Progressing');
  }
});
