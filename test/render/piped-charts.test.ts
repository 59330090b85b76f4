/** Charts that `helm template` prints and kubectl applies: the namespace of helm is only for templates. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { runCli } from '../support/process/run-cli.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import { toolFolder } from './tools.ts';

const helm = toolFolder('helm');
const PATH = [helm ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
const configMap = (namespace: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m${namespace}}\ndata: 3\n`;
const CHART = {
  'fleet/shop.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}`,
  'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
  'c/prod.yaml': 'a: 1\n',
};
const OPEN = configMap('');
const OF_RELEASE = configMap(', namespace: "{{ .Release.Namespace }}"');
const OF_SHOP = configMap(', namespace: shop').replace('data: 3', 'data: {a: b}');

/** The namespaces in which the hub refuses the object of a chart, and the start of each note about it. */
async function lint(template: string, step: string) {
  const files = { ...CHART, 'c/templates/m.yaml': template, 'deploy.sh': `kubectl apply -f fleet\n${step}\n` };
  const { report } = await runCli(gitRepository(files).dir, ['lint', '.'], { env: { PATH } });
  const refused = report?.lint?.findings.map(({ object }) => object?.namespace ?? '');
  return [refused, (report?.notes ?? []).flatMap((note) => /^ConfigMap\S+ in \S+ has no namespace|^.* kubectl refuses/.exec(note) ?? [])];
}

describe.skipIf(helm === undefined)('a chart that', () => {
  const NOTE = 'ConfigMap/m in c has no namespace';
  it.each<[string, string, string, readonly string[], readonly string[]]>([
    ['helm prints with a namespace', OPEN, 'helm template r c -n shop | kubectl apply -f -', [], [NOTE]],
    ['kubectl applies with a namespace', OPEN, 'helm template r c -n other | kubectl apply -n shop -f -', ['shop'], []],
    ['kubectl applies with another one', OPEN, 'helm template r c -n shop | kubectl apply -n other -f -', [], []],
    ['names that of the release', OF_RELEASE, 'helm template r c -n shop | kubectl apply -f -', ['shop'], []],
    ['helm installs', OPEN, 'helm upgrade -i r c -n shop', ['shop'], []],
  ])('%s', async (_, template, step, refused, notes) => {
    expect(await lint(template, step)).toEqual([refused, notes]);
  });

  it.each([
    ['helm template r c | kubectl apply -n other -f -', true],
    ['helm template r c -n shop | tee all.log | kubectl apply -n other -f -', true],
    ['helm template r c | kubectl apply -n shop -f -', false],
    ['helm template r c | kubectl apply -f -', false],
    ['helm template r c --set ns=other | kubectl apply -n other -f -', false],
    ['helm template r c -f "$VALUES" | kubectl apply -n other -f -', false],
    ['helm template r c -f c/prod.yaml | kubectl apply -n other -f -', false],
    ['helm template r c | sed s/shop/other/ | kubectl apply -n other -f -', false],
    ['helm upgrade -i r c -n other', false],
  ])('names another namespace than that of kubectl: %s', async (step, isNamed) => {
    const note = 'deploy.sh applies c with namespace other, and kubectl refuses';
    expect(await lint(OF_SHOP, step)).toEqual([[], isNamed ? [note] : []]);
  });
});
