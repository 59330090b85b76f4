import { expect, test } from 'vitest';
import { helmCommandsIn } from '../../../src/cli/tree/worlds/helm-commands.ts';
import type { Overlay } from '../../../src/static/read/render/overlay.ts';
import { valuesGivenElsewhere } from '../../../src/static/read/render/charts/values-given-elsewhere.ts';

/** The charts, among these folders, to which a text gives values, with the values. */
function given(text: string, file = 'deploy.sh'): readonly string[] {
  const overlays = ['shop', 'hub/shop', ''].map((directory): Overlay => ({
    tool: 'helm',
    name: directory,
    directory,
    file: '',
    values: [],
    args: [],
  }));
  const found: string[] = [];
  const decides = (chart: string, values: readonly unknown[]): boolean => found.push(`${chart} ${JSON.stringify(values)}`) > 0;
  valuesGivenElsewhere(overlays, new Map(), { decides, commands: helmCommandsIn(text, file) });
  return found;
}

test.each([
  ['names that are set', 'helm upgrade --install a ./shop --set image.tag=1,count=2', '[[{"name":"image.tag"},{"name":"count"}]]'],
  ['a file', 'helm install a shop -f env/prod.yaml', '["env/prod.yaml",[]]'],
  ['a post-renderer', 'helm upgrade a ./shop --post-renderer ./patch.sh', '["./patch.sh",[]]'],
  ['a file that is not known', 'helm upgrade a shop/ --values=env/$ENV.yaml', '["env/$ENV.yaml",[]]'],
  ['quotes', `helm upgrade a "./shop" --set-string 'count=2'`, '[[{"name":"count"}]]'],
  ['lines that go on', 'helm upgrade a \\\n  ./shop \\\n  --set count=2', '[[{"name":"count"}]]'],
  ['lines that go on in PowerShell', 'helm upgrade a `\r\n  ./shop `\r\n  --set count=2', '[[{"name":"count"}]]'],
  ['a substitution', 'OUT=$(helm upgrade a ./shop --set count=2)', '[[{"name":"count"}]]'],
  ['a program with a path', './helm upgrade a ./shop --set count=2', '[[{"name":"count"}]]'],
  ['a result that is applied', 'helm template ./shop --set count=2 | kubectl apply -f -', '[[{"name":"count"}]]'],
])('a command gives values to a chart of the tree: %s', (_, text, values) => {
  expect(given(text)).toEqual([`shop ${values}`]);
});

test.each([
  ['a command without values', 'helm upgrade --install a ./shop'],
  ['a command with only a namespace', 'helm upgrade --install a ./shop -n shop'],
  ['a chart from elsewhere', 'helm upgrade --install a oci://registry/shop --set count=2'],
  ['a comment', '# helm upgrade a ./shop --set count=2'],
  ['a test', 'helm template ./shop --set count=2 | kubeconform'],
  ['a removal', 'helm uninstall shop --set count=2'],
  ['another program', 'install ./shop --set count=2'],
])('no values are given to a chart of the tree: %s', (_, text) => {
  expect(given(text)).toEqual([]);
});

test('a path starts at the top, at the file, or at a folder that the text changes to', () => {
  const command = 'helm upgrade a shop --set count=2';
  const charts = (text: string, file?: string): readonly string[] => given(text, file).map((each) => each.split(' ')[0] ?? '');
  expect(charts(command, 'hub/deploy.sh')).toEqual(['shop', 'hub/shop']);
  expect(charts(`cd hub && ${command}`)).toEqual(['shop', 'hub/shop']);
  expect(charts('helm upgrade a . --set count=2')).toEqual(['']);
});

test.each([
  ['a short flag', 'helm upgrade --install a ./shop -n prod'],
  ['a long flag', 'helm install a ./shop --namespace=prod --set count=2'],
  ['a release and a namespace with the names of charts', 'helm install mail ./shop -n prod'],
  ['kubectl behind it', 'helm template a ./shop -n templates | kubectl apply -n prod -f -'],
])('a command gives a namespace to a chart: %s', (_, text) => {
  const namespaces = helmCommandsIn(text, 'deploy.sh').flatMap((command) => command.namespaces);
  expect(namespaces.map(({ place, namespace }) => [place, namespace])).toEqual([['shop', 'prod']]);
});

test('many commands in a text with many folders are read in part', () => {
  const folders = Array.from({ length: 1000 }, (_, index) => `cd f${index}\n`).join('');
  const found = helmCommandsIn(`${folders}${'helm upgrade a ./shop -n prod\n'.repeat(1000)}`, 'deploy.sh');
  expect([found.length, found[0]?.charts.includes('shop')]).toEqual([200, true]);
});
