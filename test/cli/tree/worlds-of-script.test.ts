import { expect, it } from 'vitest';
import { appliedTogether } from '../../../src/cli/tree/worlds/worlds-of-script.ts';

const places = (...commands: readonly string[]): unknown => appliedTogether(commands.join('\n')).map((each) => each.places);
const OBJECTS = 'kubectl apply -f deploy/';

it.each<[string, string]>([
  ['an upgrade', 'helm upgrade --install web ./chart -n shop'],
  ['flags before the chart', 'helm upgrade -i web --wait --timeout 5m --set a=b --version=1.2.3 -f values.yaml chart'],
  ['flags behind the chart', 'helm install web chart --namespace=shop --create-namespace --atomic'],
  ['a name that helm makes', 'helm install --generate-name chart'],
  ['a command of several lines', 'helm upgrade web \\\n  chart \\\n  --set image.tag=1'],
  ['a rendered chart', 'helm template web chart --set a=b | kubectl apply -n shop -f -'],
  ['a folder that the script changes to', 'cd chart\nhelm upgrade web .'],
])('helm deploys the chart to the hub of kubectl: %s', (_, command) => {
  expect(places(OBJECTS, command)).toEqual([['deploy', 'chart']]);
});

it('flags of kubectl and helm name the same context', () => {
  const onHub = `${OBJECTS} --context hub`;
  expect(places(onHub, 'helm upgrade web chart --kube-context=hub')).toEqual([['deploy', 'chart']]);
  expect(places(onHub, 'helm upgrade web chart --kube-context member')).toEqual([['deploy'], ['chart']]);
});

it.each(['helm upgrade web chart --dry-run', 'helm template web chart', 'helm lint chart', 'helm upgrade web "$CHART"'])(
  'helm deploys nothing that is known: %s',
  (command) => {
    expect(places(OBJECTS, command)).toEqual([['deploy']]);
  },
);

it.each<[string, string]>([
  ['of the working directory', 'cd prod\nkustomize build | kubectl apply -f -'],
  ['with flags', 'kustomize build --enable-helm --load-restrictor LoadRestrictionsNone prod | kubectl apply -f -'],
  ['into a file', 'kustomize build prod -o out.yaml\nkubectl apply -f out.yaml'],
  ['into a file of another folder', 'cd prod\nkustomize build . -o ../out.yaml\ncd ..\nkubectl apply -f out.yaml'],
  ['into a temporary file', 'kustomize build prod > "$RUNNER_TEMP/out.yaml"\ncd x\nkubectl apply -f $RUNNER_TEMP/out.yaml'],
  ['with redirected output', 'kubectl kustomize prod > out.yaml\nkubectl apply -f out.yaml'],
  ['with redirected output in one word', 'kustomize build prod >out.yaml && kubectl apply -f out.yaml'],
  ['beside a file', 'kustomize build prod | tee out.yaml\nkubectl apply -f out.yaml'],
  ['in a subshell', '(cd prod && kubectl apply -k .)'],
  ['between pushd and popd', 'pushd prod\nkubectl apply -k .\npopd'],
])('a kustomization is deployed: %s', (_, command) => {
  expect((places(command) as readonly (readonly string[])[]).flat()).toContain('prod');
});

it.each([
  '(cd a && ls)\nkubectl apply -k prod',
  'pushd a\npopd\nkubectl apply -k prod',
  'pushd a\nx=$(cat b)\npopd\nkubectl apply -k prod',
  'kubectl get pods -o yaml\nkubectl apply -k prod',
  'helm template chart > yaml\nkubectl apply -k prod',
])('only what is deployed is: %j', (script) => {
  expect(places(script)).toEqual([['prod']]);
});
