import { expect, test } from 'vitest';

import { run } from '../../src/cli/commands/run.ts';
import { fakeIo } from '../support/fake-io.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { writeTree } from '../support/written.ts';

const PLACEMENT = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  NAME
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
`;

/** What a gate says before it looks at anything else. */
async function refusalOf(args: readonly string[], files: Readonly<Record<string, string>>): Promise<string> {
  const cwd = temporaryFolder();
  writeTree(cwd, { 'hub.yaml': PLACEMENT.replace('NAME', 'name: shop'), ...files });
  return run(['diagnose', '--from', 'hub.yaml', '--now', '2026-11-01T12:00:00Z', ...args], fakeIo({ cwd })).then(
    () => 'nothing',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  );
}

test('an object of the deploy whose name only the hub knows is told, since nothing says which one it became', async () => {
  const files = { 'deploy/a.yaml': PLACEMENT.replace('NAME', 'generateName: shop-') };
  await expect(refusalOf(['--manifests', 'deploy'], files)).resolves.toBe(
    '--manifests deploy/a.yaml:1: a ClusterResourcePlacement without metadata.name cannot be found on the hub; give it the name that it has there',
  );
});

test('what is not known of the deploy is told in one sentence', async () => {
  const files = { 'deploy/a.yaml': PLACEMENT.replace('NAME', 'name: ${NAME}') };
  await expect(refusalOf(['--manifests', 'deploy'], files)).resolves.toMatch(/was checked; give the rendered manifests/);
});

test('a second path behind --manifests is no target, and told where it belongs', async () => {
  const files = { 'a.yaml': PLACEMENT.replace('NAME', 'name: shop'), 'b.yaml': PLACEMENT.replace('NAME', 'name: shop2') };
  await expect(refusalOf(['--manifests', 'a.yaml', 'b.yaml'], files)).resolves.toBe(
    "'b.yaml' is a path and no target: paths of what was deployed go to --manifests, one each",
  );
});

test('a target is a target though a folder is called like it', async () => {
  await expect(refusalOf(['crp/shop'], { 'crp/shop/a.yaml': PLACEMENT.replace('NAME', 'name: shop') })).resolves.toBe('nothing');
});
