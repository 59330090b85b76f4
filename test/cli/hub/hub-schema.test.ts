/** `lint --hub-schema`: the embedded hub has CustomResourceDefinitions that no version of KubeFleet has. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { run } from '../../../src/cli/commands/run.ts';
import { startEmbeddedHub, type EmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { LintReport } from '../../../src/report.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const GROUP = 'placement.kubernetes-fleet.io';

let dir = '';
let hub: EmbeddedHub;
beforeEach(async () => {
  dir = temporaryFolder();
  hub = await startEmbeddedHub();
  writeFileSync(join(dir, 'config'), hub.kubeconfig());
});
afterEach(() => hub.close());

describe('lint --hub-schema', () => {
  it("checks with the hub's schema and rules, and names what it cannot check", async () => {
    hub.store.put(
      crd('ResourceEnvelope', 'resourceenvelopes', ['v1beta1'], {
        data: { type: 'object', maxProperties: 1, additionalProperties: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        owner: { type: 'string', format: 'email' },
        size: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self % 2 == 0', message: 'must be even' }] },
        weight: { type: 'string', 'x-kubernetes-validations': [{ rule: 'quantity(self).isInteger()' }] },
      }),
    );
    const { findings, notEvaluated } = await lint(envelope({ data: { a: {}, b: {} }, size: 3, owner: 'me', weight: '1', colour: 1 }));
    expect(findings.map(({ rule, pointer, line }) => [rule, pointer, line])).toEqual([
      ['schema', '/data', 6],
      ['refused-content', '/size', 7],
      ['schema', '/colour', 10],
    ]);
    expect(findings.map(({ later }) => later)).toEqual([true, true, undefined]);
    expect(notEvaluated.map(({ line }) => line)).toEqual([8, 9]);

    const known = await lint(envelope({ data: { a: {}, b: {} }, size: 3, owner: 'me', weight: '1' }));
    expect(known.findings.map(({ rule, pointer }) => [rule, pointer])).toEqual([
      ['schema', '/data'],
      ['refused-content', '/size'],
    ]);
    expect(known.notEvaluated[0]).toMatchObject({ file: 'a.yaml', line: 8, reason: expect.stringContaining('`format: email` on `owner`') });

    const sized = await lint(envelope({ data: { a: {} }, size: 3, owner: 'me', weight: '1' }));
    expect(sized.findings.map(({ serverMessage }) => serverMessage)).toEqual(['Invalid value: "integer": must be even']);
    expect(sized.notEvaluated.map(({ line, reason }) => [line, reason])).toEqual([
      [8, expect.stringContaining('`format: email`')],
      [9, expect.stringContaining('`quantity(self).isInteger()` cannot be evaluated here')],
    ]);
  });

  it('is named in the report', async () => {
    hub.store.put(crd('ResourceEnvelope', 'resourceenvelopes', ['v1beta1'], { data: { type: 'object' } }));
    writeFileSync(join(dir, 'a.yaml'), envelope({ data: {} }));
    const io = fakeIo({ cwd: dir });
    const { report } = await run(['lint', '--hub-schema', '--kubeconfig', 'config', '--target', 'aks', 'a.yaml'], io);
    expect(report?.lint).toMatchObject({ target: 'aks', schemas: 'hub' });
    expect(io.out()).toContain('hub aks, by its own schemas');
  });

  it('reports that the hub does not have the kind, or the version', async () => {
    expect((await lint(envelope({ data: {} }))).findings).toMatchObject([
      { rule: 'api-version-not-served', remedy: expect.stringContaining('This hub does not have the kind') },
    ]);
    hub.store.put(crd('ResourceEnvelope', 'resourceenvelopes', ['v2'], { data: { type: 'object' } }));
    expect((await lint(envelope({ data: {} }))).findings).toMatchObject([
      { rule: 'api-version-not-served', remedy: `Write apiVersion: ${GROUP}/v2.` },
    ]);
  });

  it("uses the hub's defaults, also if ResourcePlacements are not checked", async () => {
    const policy = (placementType: string): object => ({
      type: 'object',
      properties: { placementType: { type: 'string', default: placementType }, numberOfClusters: { type: 'integer' } },
    });
    const manifest = `apiVersion: ${GROUP}/v1beta1
kind: ResourcePlacement
metadata: {name: app, namespace: shop}
spec:
  resourceSelectors: [{group: "", version: v1, kind: ConfigMap, name: app}]
  policy: {numberOfClusters: 2}
`;
    const found = async (placementType: string): Promise<readonly string[]> => {
      const spec = { resourceSelectors: { type: 'array', items: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } };
      const properties = { ...spec, policy: policy(placementType) };
      hub.store.put(crd('ResourcePlacement', 'resourceplacements', ['v1beta1'], { spec: { type: 'object', properties } }));
      return (await lint(manifest)).findings.map(({ rule }) => rule);
    };
    expect(await found('PickAll')).toContain('rp-not-checked');
    expect(await found('PickN')).not.toContain('rp-not-checked');
  });

  it('leaves a kind open that the manifests define', async () => {
    const definition = crd('ResourceEnvelope', 'resourceenvelopes', ['v1beta1'], { data: { type: 'object' } });
    const { findings, notEvaluated } = await lint(`${envelope({ data: {} })}---\n${JSON.stringify(definition)}\n`);
    expect(findings).toEqual([]);
    expect(notEvaluated).toMatchObject([{ file: 'a.yaml', line: 1, reason: expect.stringContaining('not checked') }]);
  });

  it('ends with exit code 5 if the definitions may not be read, and 2 without a hub', async () => {
    hub.faults.denies = ({ resource }) => resource === 'customresourcedefinitions';
    writeFileSync(join(dir, 'a.yaml'), envelope({ data: {} }));
    const io = fakeIo({ cwd: dir });
    const { exitCode } = await run(['lint', '--hub-schema', '--kubeconfig', 'config', '--format', 'json', 'a.yaml'], io);
    expect(exitCode).toBe(5);
    expect(JSON.parse(io.out())).toMatchObject({
      outcome: 'notAllowed',
      message: expect.stringContaining('allow list on customresourcedefinitions'),
    });
    await expect(run(['lint', '--hub-schema', 'a.yaml'], fakeIo({ cwd: dir }))).rejects.toThrow(
      /--hub-schema reads the schemas of the hub: give/,
    );
  });
});

it('plan --hub-schema fails on edits that the rules of the hub refuse', async () => {
  const spec = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const rule = { rule: 'self.policy.numberOfClusters >= oldSelf.policy.numberOfClusters', message: 'may only grow' };
  const policy = { type: 'object', properties: { placementType: { type: 'string' }, numberOfClusters: { type: 'integer' } } };
  const ruled = { ...spec, properties: { policy }, 'x-kubernetes-validations': [rule] };
  hub.store.put(crd('ClusterResourcePlacement', 'clusterresourceplacements', ['v1'], { spec: ruled }));
  hub.store.put({ apiVersion: 'cluster.kubernetes-fleet.io/v1', kind: 'MemberCluster', metadata: { name: 'one' } });
  hub.store.put(placement(2));
  mkdirSync(join(dir, 'base'));
  writeFileSync(join(dir, 'base/a.yaml'), JSON.stringify(placement(2)));
  writeFileSync(join(dir, 'a.yaml'), JSON.stringify(placement(1)));
  const { report } = await run(['plan', '--hub-schema', '--kubeconfig', 'config', '--base-dir', 'base', 'a.yaml'], fakeIo({ cwd: dir }));
  expect(report?.plan?.placements.flatMap(({ refused = [] }) => refused)).toContainEqual(expect.stringContaining('may only grow'));
  expect(report?.exitCode).toBe(1);
});

function placement(numberOfClusters: number): KubeObject {
  return {
    apiVersion: `${GROUP}/v1`,
    kind: 'ClusterResourcePlacement',
    metadata: { name: 'shop' },
    spec: { resourceSelectors: [], policy: { placementType: 'PickN', numberOfClusters } },
  };
}

const ABOUT_ADMISSION = new Set(['api-version-not-served', 'schema', 'refused-content', 'refused-change', 'rp-not-checked']);

/** Only findings about what the hub refuses. */
async function lint(text: string): Promise<Pick<LintReport, 'findings' | 'notEvaluated'>> {
  writeFileSync(join(dir, 'a.yaml'), text);
  const { report } = await run(['lint', '--hub-schema', '--kubeconfig', 'config', 'a.yaml'], fakeIo({ cwd: dir }));
  if (report?.lint === undefined) throw new Error('no lint report');
  const { findings, notEvaluated } = report.lint;
  return { findings: findings.filter(({ rule }) => ABOUT_ADMISSION.has(rule)), notEvaluated };
}

/** One field a line. */
function envelope(fields: object): string {
  const head = [`apiVersion: ${GROUP}/v1beta1`, 'kind: ResourceEnvelope', 'metadata:', '  name: a', '  namespace: team'];
  const body = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `${[...head, ...body].join('\n')}\n`;
}

function crd(kind: string, plural: string, versions: readonly string[], properties: object): KubeObject {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${GROUP}` },
    spec: {
      group: GROUP,
      names: { kind, plural },
      scope: 'Namespaced',
      versions: versions.map((name) => ({
        name,
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties } },
      })),
    },
  };
}
