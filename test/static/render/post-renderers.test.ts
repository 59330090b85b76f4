import { expect, test } from 'vitest';
import { postRendered } from '../../../src/static/read/render/charts/post-renderers.ts';
import type { HelmCommand } from '../../../src/static/read/render/charts/helm-command.ts';
import type { RenderedJob } from '../../../src/static/read/render/render-overlays.ts';
import { NOTHING_READ } from '../../../src/static/read/read-result.ts';

const COMMAND: HelmCommand = { file: 'deploy.sh', charts: ['shop'], values: [], postRenderer: './patch.sh' };
const CHANGED =
  'It gives the objects of the chart shop to the post-renderer ./patch.sh, which may change them: the result was not checked.';

function rendered(directory: string, isOfFleet: boolean): RenderedJob {
  const template = { file: `${directory}/templates/p.yaml`, chart: directory, command: '', made: 1, parts: [] };
  return {
    overlay: { tool: 'helm', name: directory, directory, file: `${directory}/Chart.yaml`, values: [], args: [] },
    rendering: { kind: 'rendered', read: NOTHING_READ, files: new Set(), forFleet: new Set(), fleetTemplates: isOfFleet ? [template] : [] },
    fleetFiles: [],
  };
}

test.each<[string, Readonly<Record<string, string>>, readonly HelmCommand[], readonly string[]]>([
  ['a command', {}, [COMMAND], ['deploy.sh']],
  ['two commands of one file', {}, [COMMAND, { ...COMMAND, values: ['a.yaml'] }], ['deploy.sh']],
  ['a command without one', {}, [{ file: 'deploy.sh', charts: ['shop'], values: ['a.yaml'] }], []],
  ['a command for another chart', {}, [{ ...COMMAND, charts: ['mail'] }], []],
  ['a Helmfile', { 'helmfile.yaml': 'releases: [{name: a, chart: ./shop, postRenderer: ./patch.sh}]\n' }, [], ['helmfile.yaml']],
  ['a Helmfile without one', { 'helmfile.yaml': 'releases: [{name: a, chart: ./shop}]\n# postRenderer: x\n' }, [], []],
])('the objects of a chart that a post-renderer changes are not checked: %s', (_, texts, commands, files) => {
  for (const isOfFleet of [true, false]) {
    const entry = { line: 1, reason: CHANGED, ...(isOfFleet ? { fleetObject: true } : {}) };
    const found = postRendered([rendered('shop', isOfFleet)], new Map(Object.entries(texts)), commands);
    expect(found).toEqual(files.map((file) => ({ file, ...entry })));
  }
});
