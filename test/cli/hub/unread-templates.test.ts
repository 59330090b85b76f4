import { expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { unreadTemplates } from '../../../src/cli/hub/unread-templates.ts';
import { run } from '../../../src/cli/commands/run.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeTree } from '../../support/trees/write-files.ts';

const WEB = 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  labels: {app: web}\n  name: NAME\nspec:\n  replicas: ${N}\n';
const web = (name: string): string => WEB.replace('NAME', name);
const READ: readonly KubeObject[] = [{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web-prod', namespace: 'shop' } }];

test.each<readonly [string, Readonly<Record<string, string>>, readonly string[]]>([
  ['with an object is named', { 'deploy/web.yaml.tmpl': web('web') }, ['deploy/web.yaml.tmpl']],
  ['in a folder below is named', { 'deploy/app/web.j2': web('web') }, ['deploy/app/web.j2']],
  [
    'of each tool is named',
    Object.fromEntries(
      ['a.tpl', 'b.jinja2', 'c.gotmpl', 'd.yaml.envsubst', 'e.in', 'f.template', 'g.erb', 'h.jsonnet', 'i.cue'].map((name) => [
        `deploy/${name}`,
        web('web'),
      ]),
    ),
    ['a.tpl', 'b.jinja2', 'c.gotmpl', 'd.yaml.envsubst', 'e.in', 'f.template', 'g.erb', 'h.jsonnet', 'i.cue'].map(
      (name) => `deploy/${name}`,
    ),
  ],
  ['whose object was read is not named', { 'deploy/web.yaml.tmpl': web('web-prod') }, []],
  ['whose object was read with its name filled in is not named', { 'deploy/web.yaml.tmpl': web('web-${ENV}') }, []],
  ['with another name filled in is named', { 'deploy/web.yaml.tmpl': web('api-${ENV}') }, ['deploy/web.yaml.tmpl']],
  ['with a name that is only a placeholder is named', { 'deploy/web.yaml.tmpl': web('${NAME}') }, ['deploy/web.yaml.tmpl']],
  ['with one more object is named', { 'deploy/web.yaml.tmpl': `${web('web-prod')}---\n${web('api')}` }, ['deploy/web.yaml.tmpl']],
  ['without an object is not named', { 'deploy/web.yaml.tmpl': 'apiVersion: v1\nname: web\n' }, []],
  ['of a chart is not named', { 'deploy/Chart.yaml': '', 'deploy/templates/web.tpl': web('web') }, []],
  ['beside a kustomization is not named', { 'deploy/kustomization.yaml': '', 'deploy/web.tpl': web('web') }, []],
  ['in a hidden folder is not named', { 'deploy/.old/web.tpl': web('web') }, []],
  ['is not named for its text alone', { 'deploy/web.txt': web('web'), 'deploy/apply.sh': web('web') }, []],
])('a template %s', (_what, files, named) => {
  const cwd = temporaryFolder();
  writeTree(cwd, files);
  expect(unreadTemplates(['deploy'], cwd, READ)).toEqual(named);
});

test('standard input is no folder of templates', () => {
  expect(unreadTemplates(['-'], temporaryFolder(), READ)).toEqual([]);
});

test('a template in the folder of the deploy is named in a note', async () => {
  const cwd = temporaryFolder();
  const placement = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: shop}
spec: {resourceSelectors: [{group: "", version: v1, kind: Namespace, name: shop}]}
`;
  writeTree(cwd, { 'hub.yaml': placement, 'deploy/a.yaml': placement, 'deploy/web.yaml.tmpl': web('web') });
  const io = fakeIo({ cwd });
  await run(['diagnose', '--from', 'hub.yaml', '--now', '2026-11-01T12:00:00Z', '--manifests', 'deploy'], io);
  expect(io.out()).toContain(
    'Not compared with the hub, because templates are not read: deploy/web.yaml.tmpl; give the manifests as they were applied.',
  );
});
