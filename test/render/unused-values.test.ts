/** Keys of values files that no template of a chart uses, in a chart that helm renders. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { placementYaml } from '../support/fleets/fleet-yaml.ts';
import { runCli } from '../support/process/run-cli.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import { toolFolder } from './tools.ts';

const helm = toolFolder('helm');

it.skipIf(helm === undefined)('a misspelt key is named in a chart with helpers and notes, whose files are no YAML', async () => {
  const { dir } = gitRepository({
    'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
    'c/templates/_helpers.tpl': '{{- define "labels" -}}\nregion: {{ .Values.region }}\n{{- end -}}\n',
    'c/templates/NOTES.txt': 'Released.\n',
    'c/templates/shop.yaml': placementYaml('shop').replace('name: shop', 'name: shop\n  labels: { {{ include "labels" . }} }'),
    'c/values.yaml': 'region: eu\nenvironment: dev\n',
    'c/prod.yaml': 'enviroment: prod\nregion: us\n',
    '.fleet-gate.yaml': 'render: [{ path: c, values: [c/prod.yaml], args: [--name-template=c, --namespace=shop] }]\n',
  });
  const PATH = [helm ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
  const { report } = await runCli(dir, ['lint', '.', '--format', 'json'], { env: { PATH } });
  expect(report?.notes).toContain('c/prod.yaml: no template of c uses enviroment. Did you mean environment?');
});
