/**
 * `PlacementPolicy` and `ClusterPlacementPolicy` of main on this server. Their CRDs are read from TRUTH_DIR/crds/main, or from
 * KUBEFLEET_CRDS, the folder `config/crd/bases` of a checkout. Skipped if neither has them.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { judgeCreate } from '../../src/admission/judge.ts';
import { loadEngines } from '../../src/admission/prepare.ts';
import { fleetKind, MAIN_KINDS } from '../../src/fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { truthPath } from '../support/truth.ts';
import { eventually } from './suite/eventually.ts';
import { withHub } from './suite/pool.ts';

await loadEngines();

const RULES = path.resolve(import.meta.dirname, '../../fixtures/rules');
const FIXTURES = ['schema/bad-policies', 'schema/good-policies', 'refused-content/bad-policies', 'policy-not-acted-on/bad'];
const definitions = MAIN_KINDS.map(({ plural, group }) =>
  [truthPath('crds/main', `${plural}.${group}.yaml`), path.join(process.env['KUBEFLEET_CRDS'] ?? '', `${group}_${plural}.yaml`)].find(
    (file) => existsSync(file),
  ),
);

describe.skipIf(definitions.includes(undefined)).concurrent('placement policies of main', () => {
  it('are refused and accepted as by the server, with the same causes', () =>
    withHub('main', async (hub) => {
      await hub.api.must('POST', '/api/v1/namespaces', { body: { metadata: { name: 'shop' } } });
      for (const file of definitions)
        await hub.api.must('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
          body: parse(readFileSync(file ?? '', 'utf8')),
        });
      for (const { group, versions, plural } of MAIN_KINDS)
        await eventually(async () => {
          const { code } = await hub.api.ask('GET', `/apis/${group}/${versions[0] ?? ''}/${plural}`);
          return code === 200 || `${plural} are not served yet`;
        });
      const disagreements: string[] = [];
      let refused = 0;
      const all = objects();
      for (const object of all) {
        const { plural, namespaced } = fleetKind(object.kind) ?? { plural: '', namespaced: false };
        const at = `/apis/${object.apiVersion}/${namespaced ? `namespaces/${object.metadata.namespace ?? ''}/` : ''}${plural}`;
        const { code, body } = await hub.api.ask('POST', `${at}?dryRun=All&fieldValidation=Strict`, { body: object });
        const here = judgeCreate(object, 'main');
        const causes: readonly string[] = (body.details?.causes ?? [])
          .map(({ field }: { field?: string }) => field ?? '')
          .filter((field: string) => field.startsWith('spec'));
        const fields = here.filter(({ code: answer }) => answer === 422).map(({ field }) => field);
        if (code >= 400) refused += 1;
        if (code >= 400 === here.length > 0 && JSON.stringify(causes.toSorted()) === JSON.stringify(fields.toSorted())) continue;
        disagreements.push(
          `${JSON.stringify(object['spec'])}: server ${String(code)} ${causes.join()}; here ${here.map(({ field }) => field).join()}`,
        );
      }
      expect(disagreements).toEqual([]);
      expect(refused).toBeGreaterThan(15);
      expect(all.length - refused).toBeGreaterThan(10);
    }));
});

function objects(): readonly KubeObject[] {
  const written = FIXTURES.flatMap((folder) =>
    parseAllDocuments(readFileSync(path.join(RULES, folder, 'policies.yaml'), 'utf8')).map((document) => document.toJS() as KubeObject),
  );
  const policy = (spec: object): KubeObject => ({
    apiVersion: 'placement.kubefleet.dev/v1alpha1',
    kind: 'ClusterPlacementPolicy',
    metadata: { name: 'made' },
    spec: { resourceSelectors: [{ apiVersion: 'v1', kind: 'Namespace', name: 'shop' }], ...spec },
  });
  const tolerations = [
    { key: 'a', operator: 'Exists' },
    { key: 'a', operator: 'Exists', value: '' },
    { key: 'a', operator: 'Exists', value: 'b' },
    { operator: 'Exists', value: '' },
    { operator: 'Exists' },
    { key: '', operator: 'Exists' },
    { key: 'a', value: 'b' },
    { key: 'a' },
    { value: 'b' },
    {},
    { key: 'a', effect: 'NoExecute' },
  ];
  return [
    ...written,
    ...tolerations.map((toleration) => policy({ tolerations: [toleration] })),
    ...[0, 1, 999, 1000, '1', '0', 'All', 'all'].map((count) => policy({ clusterSelectors: [{ count, minCount: 1 }] })),
    ...[0, 1, 2, 1000].map((minCount) => policy({ clusterSelectors: [{ minCount }] })),
    policy({ resourceSelectors: [] }),
    policy({ resourceRevisionHistoryLimit: 21 }),
    policy({ syncStrategy: { whenDrifted: 'Never' } }),
  ];
}
