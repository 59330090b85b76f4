import { expect, test } from 'vitest';
import { helmCommandsIn } from '../../../src/cli/tree/worlds/script/helm-commands.ts';
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
  ['a file behind another flag', 'helm upgrade -if env/prod.yaml a shop', '["env/prod.yaml",[]]'],
  ['a file that is not known', 'helm upgrade a shop/ --values=env/$ENV.yaml', '["env/$ENV.yaml",[]]'],
  [
    'files in one flag',
    'helm upgrade a shop --set-file a=x.txt,b=y',
    '[[{"name":"a"},{"name":"b"},{"name":"a","path":"x.txt"},{"name":"b","path":"y"}]]',
  ],
  ['JSON', `helm upgrade a shop --set-json 'a={"b":1}'`, '[[{"name":"a"},{"name":"a","value":"a={\\"b\\":1}"}]]'],
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

test.each([
  ['a loop over names', 'for app in a b; do helm upgrade $app shop -f v/$app.yaml; done', ['["v/a.yaml",[]]', '["v/b.yaml",[]]']],
  ['a loop over files', 'for f in v/a.yaml v/b.yaml; do helm upgrade x shop -f "$f"; done', ['["v/a.yaml",[]]', '["v/b.yaml",[]]']],
  ['a function', 'up() { helm upgrade $1 shop -f v/$1.yaml; }\nfor app in a b; do up $app; done', ['["v/a.yaml",[]]', '["v/b.yaml",[]]']],
  [
    'files in one flag',
    'for app in a b; do helm upgrade x shop -f c.yaml,v/$app.yaml; done',
    ['["c.yaml","v/a.yaml",[]]', '["c.yaml","v/b.yaml",[]]'],
  ],
  [
    'a name in two flags',
    'for app in a b; do helm upgrade x shop -f $app/$app.yaml --set app=$app; done',
    ['["a/a.yaml",[{"name":"app"}]]', '["b/b.yaml",[{"name":"app"}]]'],
  ],
  [
    'a loop in a loop',
    'for app in a b; do for env in x y; do helm upgrade x shop -f $app/$env.yaml; done; done',
    ['["a/x.yaml",[]]', '["a/y.yaml",[]]', '["b/x.yaml",[]]', '["b/y.yaml",[]]'],
  ],
  ['a list that is set', `helm upgrade x shop --set 'hosts={a,b}'`, ['[[{"name":"hosts"}]]', '[[{"name":"hosts"}]]']],
  ['a chart', 'for app in shop mail; do helm upgrade x $app -f v/$app.yaml; done', ['["v/shop.yaml",[]]']],
])('a command is read in each pass of loops: %s', (_, text, values) => {
  expect(given(text)).toEqual(values.map((each) => `shop ${each}`));
});

test('the passes of a loop have their own names and namespaces', () => {
  const found = helmCommandsIn('for app in a b; do helm upgrade $app shop -n $app -f v/$app.yaml; done', 'deploy.sh');
  expect(found.map(({ release }) => [release?.name, release?.namespace])).toEqual([
    ['a', 'a'],
    ['b', 'b'],
  ]);
  expect(found.flatMap(({ namespaces }) => namespaces).map(({ values, namespace }) => [values, namespace])).toEqual([
    [['v/a.yaml'], 'a'],
    [['v/b.yaml'], 'b'],
  ]);
});

test('a loop with very many passes stays one command', () => {
  const loops = ['a', 'b', 'c'].map(
    (name) => `for ${name} in ${Array.from({ length: 20 }, (_, index) => `${name}${index}`).join(' ')}; do `,
  );
  const found = helmCommandsIn(`${loops.join('')}helm upgrade x shop -f $a/$b/$c.yaml${'; done'.repeat(3)}`, 'deploy.sh');
  expect(found).toHaveLength(1);
});

test.each([
  ['a post-renderer', 'helm upgrade a ./shop --post-renderer ./patch.sh', './patch.sh'],
  ['one with a sign', 'helm upgrade --post-renderer=patch --post-renderer-args x --install a ./shop', 'patch'],
  ['one of a result that is applied', 'helm template a ./shop --post-renderer ./patch.sh | kubectl apply -f -', './patch.sh'],
  ['none', 'helm upgrade a ./shop --post-renderer-args x', undefined],
])('a command gives the objects of a chart to %s', (_, text, postRenderer) => {
  expect(helmCommandsIn(text, 'deploy.sh').map((command) => command.postRenderer)).toEqual([postRenderer]);
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
  ['a flag behind another one', 'helm upgrade -in prod a ./shop'],
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

test.each([
  ['helm upgrade a ./shop', [], true],
  ['helm upgrade a ./shop --reset-values', [], undefined],
  ['helm upgrade a ./shop --set a=1,b=$C', ['a=1', 'b=$C'], undefined],
  ['helm install a ./shop', [], undefined],
  ['helm template a ./shop | kubectl apply -f -', [], undefined],
])('what a command sets, and whether it keeps the values of the last release: %s', (text, set, keepsValues) => {
  const [command] = helmCommandsIn(text, 'deploy.sh');
  expect([command?.set ?? [], command?.keepsValues]).toEqual([set, keepsValues]);
});
