import { expect, test } from 'vitest';

import { silentTemplates, undecidedTemplates } from '../../../src/static/read/render/helm-remarks.ts';
import type { Overlay } from '../../../src/static/read/render/overlay.ts';
import type { RepositoryFiles } from '../../../src/static/read/render/repository-files.ts';
import { Sources } from '../../../src/static/read/render/sources.ts';
import { placementYaml } from '../../support/fleets/fleet-yaml.ts';

const CHART: Overlay = { tool: 'helm', name: 'shop', directory: 'shop', file: 'shop/Chart.yaml', values: [], args: [] };

const HELPERS = [
  '{{ define "is-value" }}{{ .Values.on }}{{ end }}',
  '{{- define "is-on" -}}{{ include "is-upgrade" . }}{{ end }}',
  '{{ define "is-upgrade" }}{{ .Release.IsUpgrade }}{{ end }}',
].join('\n');

async function sourcesOf(files: Readonly<Record<string, string>>): Promise<readonly [ReadonlySet<string>, Sources]> {
  const names = new Set(Object.keys(files));
  return [names, await Sources.of(names, { text: (name: string) => Promise.resolve(files[name]) } as unknown as RepositoryFiles)];
}

test.each([
  ['{{ if .Release.IsUpgrade }}', '.Release.IsUpgrade'],
  ['{{- if not .Release.IsInstall -}}', '.Release.IsInstall'],
  ['{{ if gt .Release.Revision 1 }}', '.Release.Revision'],
  ['{{ if lookup "v1" "Namespace" "" "shop" }}', 'lookup'],
  ['{{ if (semverCompare ">=1.30" .Capabilities.KubeVersion.Version) }}', '.Capabilities.KubeVersion'],
  ['{{ range .Files.Lines "clusters.txt" }}', '.Files'],
  ['# {{ if .Release.IsUpgrade }}', '.Release.IsUpgrade'],
  ['{{ if eq .Release.Namespace "fleet" }}', '.Release.Namespace'],
  ['{{ else if .Capabilities.APIVersions.Has "x/v1" }}', '.Capabilities.APIVersions'],
  ['{{ if eq (now | date "2006") "2099" }}', 'now'],
  ['{{- with (include "is-on" .) }}', 'the template "is-on"'],
])('a KubeFleet object behind %s is reported as not checked, in the chart and in its subchart', async (guard, named) => {
  const text = `a: b\n${guard}\n${placementYaml('shop')}{{ end }}\n`;
  for (const file of ['shop/templates/p.yaml', 'shop/charts/fleet/templates/p.yaml', 'shop/templates/_p.tpl']) {
    const [names, sources] = await sourcesOf({ [file]: text, 'shop/templates/_h.tpl': HELPERS });
    const [entry, ...others] = undecidedTemplates(names, sources, CHART, 'helm template shop', false);
    expect([entry, ...others]).toMatchObject([{ file, line: 2, fleetObject: true }]);
    expect(entry?.reason).toContain(`depends on ${named},`);
  }
});

test.each([
  ['a value', `{{ if .Values.on }}\n${placementYaml('shop')}{{ end }}\n`],
  [
    'an API version of KubeFleet, which helm is given',
    `{{ if .Capabilities.APIVersions.Has "placement.kubernetes-fleet.io/v1" }}\n${placementYaml('shop')}{{ end }}\n`,
  ],
  ['the name of its release, which is given', `{{ if eq .Release.Name "a" }}\n${placementYaml('shop')}{{ end }}\n`],
  ['a template that depends on a value', `{{ if include "is-value" . }}\n${placementYaml('shop')}{{ end }}\n`],
  ['the same word in a text', placementYaml('lookup')],
  ['no KubeFleet object', '{{ if .Release.IsUpgrade }}\nkind: ConfigMap\n{{ end }}\n'],
])('a template that depends on %s is checked', async (_, text) => {
  const [names, sources] = await sourcesOf({ 'shop/templates/p.yaml': text, 'shop/templates/_h.tpl': HELPERS });
  expect(undecidedTemplates(names, sources, CHART, 'helm template shop', true)).toEqual([]);
});

test('a chart that a condition of its parent disables is named', async () => {
  const [names, sources] = await sourcesOf({
    'shop/charts/fleet/templates/p.yaml': placementYaml('shop'),
    'shop/files/p.yaml': placementYaml('shop'),
  });
  expect(silentTemplates(names, new Set(), sources, CHART, 'helm template shop').map(({ file }) => file)).toEqual([
    'shop/charts/fleet/templates/p.yaml',
  ]);
});
