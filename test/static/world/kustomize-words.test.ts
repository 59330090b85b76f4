/** Texts that kustomize reads in another way than kubectl. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { loadEngines } from '../../../src/admission/prepare.ts';
import { lint } from '../../../src/static/judge/lint.ts';
import { makeWorld } from '../../../src/static/world/make-world.ts';
import { readManifests } from '../../../src/static/read/read-manifests.ts';
import { objectMalformed } from '../../../src/static/rules/object-malformed.ts';
import { schema } from '../../../src/static/rules/schema.ts';
import { TODAY } from '../../support/trees/lint-texts.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

await loadEngines();

const PLACEMENT = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
  policy: { placementType: PickFixed, clusterNames: [no] }
`;
const SETTINGS = `apiVersion: v1
kind: ConfigMap
metadata: { name: settings, namespace: shop }
data:
  cache: on
  retries: Yes
  trace: true
`;

async function told(kustomization: string | undefined): Promise<readonly string[]> {
  const cwd = temporaryFolder();
  const files = { 'shop/placement.yaml': PLACEMENT, 'shop/settings.yaml': SETTINGS, 'shop/kustomization.yaml': kustomization };
  for (const [path, text] of Object.entries(files)) {
    if (text === undefined) continue;
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  const sources = await readManifests(['.'], { cwd });
  const world = makeWorld({ target: 'v0.3', now: TODAY, manifests: sources.manifests });
  return lint(world, sources, { rules: [objectMalformed, schema], today: TODAY }).findings.map(({ pointer }) => pointer);
}

test('words such as `on` are texts if a kustomization lists the file', async () => {
  expect(await told(undefined)).toEqual(['/spec/policy/clusterNames/0', '/data/cache', '/data/retries', '/data/trace']);
  expect(await told('resources: [placement.yaml, settings.yaml]\n')).toEqual(['/data/trace']);
  expect(await told('resources: [settings.yaml]\n')).toEqual(['/spec/policy/clusterNames/0', '/data/trace']);
});
