import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

import { readManifests } from '../../../src/static/read/read-manifests.ts';
import type { ReadResult } from '../../../src/static/read/read-result.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const PLACEMENT = 'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata:\n  name: ';

describe('the target of a patch', () => {
  it.each([
    ['(a+)+$', 'aaaa', true],
    ['(a+)+$', 'aaab', false],
    ['(?i)AAA', 'aaa', true],
    ['a|b', 'ab', false],
    ['a.b', 'a-b', true],
    [String.raw`a\.b`, 'a-b', false],
    ['(?=a)', 'never read by Go', true],
  ])('%s changes %s: %s', async (name, object, isChanged) => {
    const read = await readTree({
      'kustomization.yaml': JSON.stringify({ resources: ['a.yaml'], patches: [{ patch: '[]', target: { name } }] }),
      'a.yaml': `${PLACEMENT}${object}\n`,
    });
    expect(read.manifests.map(({ unresolved }) => unresolved.includes(''))).toEqual([isChanged]);
    expect(read.notEvaluated.some(({ fleetObject }) => fleetObject === true)).toBe(isChanged);
  });
});

describe('a namespace of a kustomization', () => {
  it.each([
    ['shop', ['/subjects']],
    [undefined, []],
  ])('may change the ServiceAccounts that a ClusterRoleBinding names: %s', async (namespace, unresolved) => {
    const binding = 'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata:\n  name: a\n';
    const read = await readTree({ 'a.yaml': binding, 'kustomization.yaml': JSON.stringify({ resources: ['a.yaml'], namespace }) });
    expect(read.manifests.map((manifest) => manifest.unresolved)).toEqual([unresolved]);
  });
});

describe('kustomizations that list one another', () => {
  it('are joined if their paths meet, and each namespace and each change is used', async () => {
    const read = await readTree({
      'a.yaml': `${PLACEMENT}a\n---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n`,
      'kustomization.yaml': JSON.stringify({ resources: ['one', 'two'] }),
      'one/kustomization.yaml': JSON.stringify({ resources: ['../base'], namespace: 'one' }),
      'two/kustomization.yaml': JSON.stringify({ resources: ['../base'], namespace: 'two', namePrefix: 'x-' }),
      'base/kustomization.yaml': JSON.stringify({ resources: ['../a.yaml'] }),
    });
    expect(read.manifests.map(({ unresolved }) => unresolved)).toEqual([['/metadata/name'], ['/metadata/namespace', '/metadata/name']]);
  });

  it('too often to be followed are not checked, and this is reported', async () => {
    const names = Array.from({ length: 150 }, (_, at) => `k${at}`);
    const all = Object.fromEntries(
      names.map((name) => [
        `${name}/kustomization.yaml`,
        JSON.stringify({ resources: ['../a.yaml', ...names.map((other) => `../${other}`)] }),
      ]),
    );
    const read = await readTree({ ...all, 'a.yaml': `${PLACEMENT}a\n`, 'b.yaml': `${PLACEMENT}b\n` });
    expect(read.manifests.map(({ file, unresolved }) => [file, unresolved.includes('')])).toEqual([
      ['a.yaml', true],
      ['b.yaml', false],
    ]);
    expect(read.notEvaluated.filter(({ fleetObject }) => fleetObject === true).map(({ file }) => file)).toEqual(
      expect.arrayContaining(['a.yaml', 'k0/kustomization.yaml']),
    );
  });
});

function readTree(files: Readonly<Record<string, string>>): Promise<ReadResult> {
  const cwd = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(cwd, name)), { recursive: true });
    writeFileSync(path.join(cwd, name), text);
  }
  return readManifests(['.'], { cwd });
}
