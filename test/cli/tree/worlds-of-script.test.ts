import { describe, expect, it } from 'vitest';
import { withMakeVariables } from '../../../src/cli/tree/worlds/make-variables.ts';
import { appliedTogether } from '../../../src/cli/tree/worlds/script/worlds-of-script.ts';
import { areOfDifferentHubs } from '../../../src/static/world/hub-world.ts';

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

it.each<[string, string, readonly string[]]>([
  ['a copy', 'cp a.txt out/b.yaml\nkubectl apply -f out/b.yaml', ['out/b.yaml', 'a.txt']],
  ['a copy with flags', 'cp -f -v a.txt /tmp/b.yaml && kubectl apply -f /tmp/b.yaml', ['a.txt']],
  ['a copy of the same name', 'cp a.txt b.txt out\nkubectl apply -f out/b.txt', ['out/b.txt', 'b.txt']],
  ['a copy in a folder', 'cp a.txt out/b.yaml\nkubectl apply -f out/', ['out', 'a.txt']],
  ['a copy below a folder', 'cp a.txt out/c/b.yaml\nkubectl apply -R -f out', ['out', 'a.txt']],
  ['a file that is renamed', 'cd x\nmv a.txt b.yaml\nkubectl apply -f .', ['x', 'x/a.txt']],
  ['a link', 'ln -s a.txt out/b.yaml\nkubectl apply -f out', ['out', 'out/a.txt']],
  ['the first lines', 'head -n 100 a.txt | kubectl apply -f -', ['a.txt']],
  ['not a copy below a folder that is not searched', 'cp a.txt out/c/b.yaml\nkubectl apply -f out', ['out']],
  ['not a copy elsewhere', 'cp a.txt b/b.yaml\nkubectl apply -f out', ['out']],
  ['not a copy that kubectl ignores', 'cp a.txt out/b.env\nkubectl apply -f out', ['out']],
  ['not a copy for kustomize', 'cp a.txt out/b.yaml\nkubectl apply -k out', ['out']],
  ['not a folder', 'cp -r a out\nkubectl apply -f out', ['out']],
  ['not a copy that comes later', 'kubectl apply -f out\ncp a.txt out/b.yaml', ['out']],
])('a file is applied under another name: %s', (_, script, expected) => {
  expect(places(script)).toEqual([expected]);
});

it.each([
  '< deploy/a.tmpl kubectl apply -f -',
  '< deploy/a.tmpl envsubst | kubectl apply -f -',
  '<deploy/a.tmpl FOO=1 envsubst | kubectl apply -f -',
  '0< deploy/a.tmpl envsubst | kubectl apply -f -',
  'envsubst > out.yaml < deploy/a.tmpl; kubectl apply -f out.yaml',
  '>out.yaml envsubst < deploy/a.tmpl\nkubectl apply -f out.yaml',
  'cat > out.yaml deploy/a.tmpl && kubectl apply -f out.yaml',
  '2>/dev/null kubectl apply -f deploy/a.tmpl',
  '>log 2>&1 kubectl apply -f deploy/a.tmpl',
  'kubectl apply < deploy/a.tmpl -f -',
  '<(envsubst < deploy/a.tmpl) cat | true; <<< "$(cat deploy/a.tmpl)" kubectl apply -f -',
  '{ kubectl apply -f -; } < deploy/a.tmpl',
  '(cd x; envsubst | kubectl apply -f -) < deploy/a.tmpl',
  'apply() { kubectl apply -f -; }\napply < deploy/a.tmpl',
  '{ envsubst < deploy/a.tmpl; } > out.yaml; kubectl apply -f out.yaml',
  'kubectl apply -f - <<< "$(<deploy/a.tmpl)"',
])('files of input and output are read wherever they are in the command: %s', (script) => {
  const found = appliedTogether(script);
  expect(found.flatMap((each) => each.applied ?? []).map(({ place }) => place)).toEqual(['deploy/a.tmpl']);
  expect(found.some((each) => each.isOpen)).toBe(false);
});

it.each(['<<EOF kubectl apply -f -\nkind: Namespace\nEOF', '{ kubectl apply -f -; } <<EOF\nkind: Namespace\nEOF'])(
  'a text of the script is no file: %j',
  (script) => {
    expect(appliedTogether(script)).toMatchObject([{ places: [], isOpen: false }]);
  },
);

it.each([
  '(cd deploy && envsubst < a.tmpl) | kubectl apply -f -',
  '(cd deploy && < a.tmpl envsubst) | kubectl apply -f -',
  '{ cd deploy; cat a.tmpl; } | kubectl apply -f -',
  '(pushd deploy >/dev/null; sed s/a/b/ a.tmpl; popd) | kubectl apply -f -',
  '(cd x && (cd ../deploy && cat ./a.tmpl)) | kubectl apply -f -',
  'cd x; (cd ../deploy; cat a.tmpl) | kubectl apply -f -',
  'cd x; { cd ../deploy; cat a.tmpl; } | (cd y; kubectl apply -f -)',
  'kubectl apply -f <(cd deploy && envsubst < a.tmpl)',
  'kubectl apply -f - <<< "$(cd deploy && envsubst < a.tmpl)"',
  'kubectl apply -f - < <(cd deploy && envsubst < a.tmpl)',
  "sh -c 'cd deploy && cat a.tmpl' | kubectl apply -f -",
  'bash -ec "cd deploy; envsubst < a.tmpl" | kubectl apply -f -',
  'eval "cat deploy/a.tmpl" | kubectl apply -f -',
  'cat deploy/a.tmpl | (cd x && kubectl apply -f -)',
  'cat deploy/a.tmpl | sh -c "cd x; envsubst | kubectl apply -f -"',
  'render() { envsubst < "deploy/$1"; }\nrender a.tmpl | kubectl apply -f -',
  'render() { cd deploy; envsubst < "$1"; }\nrender a.tmpl | kubectl apply -f -',
  'render() (cd deploy && envsubst < "$1")\ncd x; cd ..; kubectl apply -f <(render a.tmpl)',
  'render() { local f; f=$(basename "$1"); envsubst < "deploy/a.tmpl"; }\nrender a.tmpl | kubectl apply -f -',
  'render() { envsubst < "deploy/$1"; }\nkubectl apply -f <(true | render a.tmpl)',
  "kubectl apply -f <(sh -c 'cd deploy; envsubst < a.tmpl')",
  'one() { cat deploy/a.tmpl; }\nall() { one; }\nall | envsubst | kubectl apply -f -',
  'filter() { envsubst; }\ncat deploy/a.tmpl | filter | kubectl apply -f -',
  'render() { envsubst < deploy/a.tmpl; }\nrender > out.yaml\nkubectl apply -f out.yaml',
  '(cd deploy && envsubst < a.tmpl) > out.yaml\nkubectl apply -f out.yaml',
  '(cd deploy && envsubst < a.tmpl > ../out.yaml); kubectl apply -f "$PWD/out.yaml"',
  '(cd deploy && kubectl apply -f a.tmpl) | tee log',
  '{ cd deploy; kubectl apply --filename=a.tmpl; } 2>&1 | grep -v unchanged',
  '(cd deploy; cat log) | cat; kubectl apply -f deploy/a.tmpl',
  '{ cd deploy; cat log; } | cat; kubectl apply -f deploy/a.tmpl',
])('the files of a command are those of its folder: %s', (script) => {
  const found = appliedTogether(script);
  expect([...new Set(found.flatMap((each) => each.applied ?? []).map(({ place }) => place))]).toEqual(['deploy/a.tmpl']);
  expect(found.some((each) => each.isOpen)).toBe(false);
});

it('the values of a chart are those of its folder', () => {
  expect(appliedTogether('(cd deploy && helm template web ./chart -f a.yaml,b.yaml) | kubectl apply -f -')[0]?.charts).toEqual([
    { chart: 'deploy/chart', values: ['deploy/a.yaml', 'deploy/b.yaml'] },
  ]);
});

it.each([
  'echo "$(envsubst < deploy/a.tmpl)" | kubectl apply -f -',
  'echo $(cat deploy/a.tmpl) | kubectl apply -f -',
  'printf \'%s\\n\' "$(cd deploy; cat a.tmpl)" | kubectl apply -f -',
  'echo "$(<deploy/a.tmpl)" | kubectl apply -f -',
  'kubectl apply -f - <<EOF\n$(cat deploy/a.tmpl)\nEOF',
  'cat <<EOF | kubectl apply -f -\n---\n$(envsubst < deploy/a.tmpl)\n---\nEOF',
  'cat <<-EOF > out.yaml\n$(cat deploy/a.tmpl)\nEOF\nkubectl apply -f out.yaml',
  'git show HEAD:deploy/a.tmpl | kubectl apply -f -',
  'cd x; git show @:deploy/a.tmpl > out.yaml; kubectl apply -f out.yaml',
  'parallel kubectl apply -f ::: deploy/a.tmpl',
  "parallel -j 4 --halt now,fail=1 'kubectl apply -f {}' ::: deploy/a.tmpl",
  'ls deploy/a.tmpl | parallel kubectl apply -f {}',
])('a file that is printed is applied: %s', (script) => {
  const found = appliedTogether(script);
  expect([...new Set(found.flatMap((each) => each.applied ?? []).map(({ place }) => place))]).toEqual(['deploy/a.tmpl']);
  expect(found.some((each) => each.isOpen)).toBe(false);
});

it.each<[string, boolean]>([
  ['kubectl apply -f - <<EOF\ndata: |\n  $(cat deploy/a.tmpl)\nEOF', false],
  ["kubectl apply -f - <<'EOF'\n$(cat deploy/a.tmpl)\nEOF", false],
  ['echo "tag: $(cat deploy/a.tmpl)" | kubectl apply -f -', true],
  ['git show v1:deploy/a.tmpl | kubectl apply -f -', true],
  ['cat list | parallel kubectl apply -f', true],
])('a file is not applied if it is a part of a text, of another commit or not known: %j', (script, isOpen) => {
  const found = appliedTogether(script);
  expect(found.flatMap((each) => each.applied ?? [])).toEqual([]);
  expect(found.some((each) => each.isOpen)).toBe(isOpen);
});

it('each file behind `:::` is applied', () => {
  expect(appliedTogether('parallel kubectl apply -f ::: deploy/*.tmpl b.yaml').map(({ places: all, looped }) => [all, looped])).toEqual([
    [['deploy/*.tmpl', 'b.yaml'], undefined],
  ]);
});

it('a script that copies very many files may apply anything', () => {
  const copies = (times: number): string => Array.from({ length: times }, (_, at) => `cp a${at}.txt out/b${at}.yaml\n`).join('');
  const applied = (times: number): unknown => appliedTogether(`${copies(times)}kubectl apply -f out`).map(({ isOpen }) => isOpen);
  expect([applied(30), applied(31)]).toEqual([[false], [true]]);
});

it('a release of a chart is named by its files of values', () => {
  const script =
    'helm upgrade a charts/a -f a/x.yaml --values=a/y.yaml,a/z.yaml\ncd charts/b\nhelm template . -f x.yaml | kubectl apply -f -';
  expect(appliedTogether(script)[0]?.charts).toEqual([
    { chart: 'charts/a', values: ['a/x.yaml', 'a/y.yaml', 'a/z.yaml'] },
    { chart: 'charts/b', values: ['charts/b/x.yaml'] },
  ]);
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

describe('a script that xargs and find start for each file', () => {
  const read = (script: string): readonly unknown[] =>
    appliedTogether(script).map(({ applied = [], isOpen, named }) => ({ applied: applied.map(({ place }) => place), isOpen, named }));

  it.each([
    "ls x/*.txt | xargs -I{} sh -c 'kubectl apply -f {}'",
    "ls x/*.txt | xargs -I % bash -ec 'echo %; kubectl apply -f %'",
    'ls x/*.txt | xargs -n1 bash -c \'kubectl apply -f "$0"\'',
    "ls x/*.txt | xargs -n1 sh -c 'kubectl apply -f $1' _",
    "find x -maxdepth 1 -name '*.txt' -exec sh -c 'kubectl apply -f {}' \\;",
    "find x -maxdepth 1 -name '*.txt' -exec sh -c 'kubectl apply -f \"$1\"' _ {} \\;",
    'find x -maxdepth 1 -name \'*.txt\' -exec sh -c \'for f in "$@"; do kubectl apply -f "$f"; done\' _ {} +',
  ])('applies these: %s', (script) => {
    expect(read(script)).toEqual(read('ls x/*.txt | xargs -I{} kubectl apply -f {}'));
  });

  it.each([
    "cat list | xargs -I{} sh -c 'kubectl apply -f {}'",
    'cat list | xargs -I{} kubectl apply -f {}',
    "cat list | xargs -n1 sh -c 'kubectl apply -f $1' _",
    'cat list | xargs sh -c \'for f in "$@"; do kubectl apply -f $f; done\' _',
    "find x -name 'a b' -o -name c -exec sh -c 'kubectl apply -f {}' \\;",
  ])('applies what is not known: %s', (script) => {
    expect(read(script)).toEqual([{ applied: [], isOpen: true, named: [] }]);
  });

  it('is given its own arguments, which nothing behind it has', () => {
    expect(read('sh -c \'kubectl apply -f "$1"\' _ a.yaml')).toMatchObject([{ applied: ['a.yaml'], isOpen: false }]);
    expect(read("sh -c 'echo $1' _ a.yaml\nkubectl apply -f $1")).toMatchObject([{ applied: [], isOpen: true }]);
  });
});

describe('dry runs', () => {
  const applied = (script: string): readonly string[] =>
    appliedTogether(script).flatMap((found) => [
      ...(found.applied ?? []).map(({ place }) => place),
      ...(found.isOpen === true ? ['?'] : []),
    ]);

  it.each([
    "kubectl apply --dry-run=${{ github.event_name == 'pull_request' && 'server' || 'none' }} -f more/a.txt",
    'if [ "$E" = pr ]; then D=server; else D=none; fi\nkubectl apply --dry-run=$D -f more/a.txt',
    'kubectl replace --dry-run="${DRY:-client}" -f more/a.txt',
    'kubectl create -f more/a.txt --dry-run $D --dry-run=$(mode)',
    'for mode in server none; do kubectl apply --dry-run=$mode -f more/a.txt; done',
    'try() { kubectl apply --dry-run=$1 -f more/a.txt; }\ntry server; try none',
    'kubectl apply --dry-run=none -f more/a.txt',
    'kubectl apply --dry-run=False -f more/a.txt',
    'kubectl apply --dry-run --dry-run=none -f more/a.txt',
    'kubectl create -f more/a.txt --dry-run=$D -o yaml | kubectl apply -f -',
    'helm upgrade web more/a.txt --dry-run=$D',
    'helm install web more/a.txt --dry-run=false',
    'helm upgrade --install web more/a.txt --dry-run=none',
  ])('are not known to be these, which may apply: %s', (script) => {
    expect(new Set(applied(script))).toEqual(new Set(['more/a.txt']));
  });

  it.each([
    'kubectl apply --dry-run=client -f more/a.txt',
    'kubectl replace --dry-run="server" -f more/a.txt',
    'kubectl create --dry-run=true -f more/a.txt',
    'kubectl apply --dry-run -f more/a.txt',
    'D=server\nkubectl apply --dry-run=$D -f more/a.txt',
    'for mode in client server; do kubectl apply --dry-run=$mode -f more/a.txt; done',
    'try() { kubectl apply --dry-run=$1 -f more/a.txt; }\ntry client; try server',
    'helm upgrade web more/a.txt --dry-run=server',
    'kubectl create secret generic s --from-literal=a=b --dry-run=$D -o yaml | kubectl apply -f -',
  ])('apply nothing: %s', (script) => {
    expect(applied(script)).toEqual([]);
  });

  it.each([
    ['$D', true],
    ['client', false],
  ])('may delete with the value %s: %s', (value, isDeleted) => {
    expect(appliedTogether(`kubectl delete --dry-run=${value} -f more`).some(({ deleted = [] }) => deleted.length > 0)).toBe(isDeleted);
  });
});

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

describe('commands of the shell that list files are read', () => {
  it.each<[string, string]>([
    ['a loop over a pattern', 'for f in deploy/*.yaml; do kubectl apply -f "$f"; done'],
    ['a loop over several lines', 'for f in deploy/*.yaml\ndo\n  kubectl apply -f ${f}\ndone'],
    ['a loop in a loop', 'for d in deploy; do for f in $d/*.yml; do kubectl apply -f $f; done; done'],
    ['a loop over find', "for f in $(find deploy -name '*.yaml' | sort); do kubectl apply -f $f; done"],
    ['a loop that reads', "find deploy -name '*.yaml' | while IFS= read -r f; do kubectl apply -f $f; done"],
    ['a loop that reads a substitution', 'while read -r f; do\n  kubectl apply -f $f\ndone < <(find deploy)'],
    ['a pattern', 'kubectl apply -f deploy/*.yaml'],
    ['a pattern that is printed', 'cat deploy/*.yaml | kubectl apply -f -'],
    ['a variable with a pattern', 'FILES="deploy/*.yaml"\nkubectl apply -f $FILES'],
    ['ls', 'ls deploy/*.yaml | xargs -n1 kubectl apply -f'],
    ['find', "find ./deploy -type f -name '*.yaml' -print0 | xargs -0 -I% kubectl apply -f %"],
    ['find -exec', "find deploy -name '*.yaml' -exec kubectl apply -f {} \\;"],
    ['find -exec cat', 'find deploy -type f -exec cat {} + | kubectl apply -f -'],
    ['git ls-files', "git ls-files 'deploy/*.yaml' | xargs kubectl apply -f"],
    ['git ls-files of a folder', 'git ls-files -- deploy | xargs kubectl apply -f'],
    ['git diff', "git diff --name-only HEAD~1 -- deploy | grep '\\.yaml$' | xargs kubectl apply -f"],
    ['wildcard of make', 'kubectl apply -f $(wildcard deploy/*.yaml)'],
    ['PowerShell', 'Get-ChildItem deploy -Filter *.yaml | ForEach-Object { kubectl apply -f $_.FullName }'],
    ['foreach of PowerShell', 'foreach ($f in Get-ChildItem -Path deploy -Recurse) {\n  kubectl apply -f $f.FullName\n}'],
    ['flags in one word', 'kubectl apply -Rf deploy'],
    ['oc', 'oc apply -f deploy'],
    ['kubectl with a path', '/usr/local/bin/kubectl create -f deploy'],
    ['kapp', 'kapp deploy -a web -f deploy'],
    ['a keyword before cd', 'if true; then cd deploy && kubectl apply -f *.yaml; fi'],
  ])('%s', (_, script) => {
    const [found, ...others] = appliedTogether(script);
    expect([found, others]).toMatchObject([{ places: ['deploy'], isWhole: false }, []]);
    expect(found?.namespaces?.every(({ place, namespace }) => place === 'deploy' && namespace === '')).toBe(true);
  });

  it.each<[string, string, readonly string[]]>([
    ['several values', 'for f in a b; do kubectl apply -f deploy/$f.yaml; done', ['deploy/a.yaml', 'deploy/b.yaml']],
    ['braces', 'kubectl apply -f deploy/{a,b}.yaml', ['deploy/a.yaml', 'deploy/b.yaml']],
    ['names with a pattern', 'kubectl apply -f deploy/prod-*.yaml', ['deploy/prod-*.yaml']],
    ['an edited file', "yq '.a = 1' deploy/a.yaml | kubectl apply -f -", ['deploy/a.yaml']],
    ['a file that kubectl edits', 'kubectl set image --local -f a.yaml w=x -o yaml | kubectl apply -f -', ['a.yaml']],
    ['standard input', 'kubectl apply -f /dev/stdin < a.yaml', ['a.yaml']],
    ['the output of a command', 'kubectl apply -f <(sed s/a/b/ a.yaml)', ['a.yaml']],
    ['a file of PowerShell', 'Get-Content -Raw deploy\\a.yaml | kubectl apply -f -', ['deploy/a.yaml']],
    ['a pipe over two lines', 'kustomize build prod |\n  kubectl apply -f -', ['prod']],
  ])('%s', (_, script, files) => {
    expect(places(script)).toEqual([files]);
  });

  it.each<[string, string, readonly string[]]>([
    ['a loop over words', 'for d in a b; do kubectl apply -k overlays/$d; done', ['overlays/a', 'overlays/b']],
    ['a loop over a pattern', 'for d in apps/*/; do (cd $d && kubectl apply -k .); done', ['apps/*/']],
    ['a loop with a known context', 'for d in a b; do kubectl --context hub apply -k $d; done', ['a', 'b']],
    ['a login before the loop', 'az aks get-credentials -n "$1"\nfor d in a b; do echo $d; kubectl apply -k $d; done', ['a', 'b']],
    ['a loop with a pipe', 'for d in a b; do kustomize build $d | envsubst | kubectl apply -f -; done', ['a', 'b']],
    ['a loop that calls a function', 'deploy() { kubectl apply -k $1; }\nfor d in a b; do deploy $d; done', ['a', 'b']],
    ['a loop that reads', 'ls -d apps/* | while read -r d; do kubectl apply -k $d; done', ['apps/*/']],
    ['xargs', 'ls -d apps/* | xargs -n1 kubectl apply -k', ['apps/*/']],
  ])('the folders of a loop are for one hub: %s', (_, script, folders) => {
    expect(appliedTogether(script).map(({ places: all, oneByOne, looped }) => [all, oneByOne, looped])).toEqual([[[], undefined, folders]]);
  });

  it.each<[string, string, readonly string[]]>([
    ['a context', 'for c in a b; do kubectl apply --context $c -f $c/app.yaml; done', ['a/app.yaml', 'b/app.yaml']],
    ['a context that is not known', 'for c in a b; do kubectl apply --context $(cat $c/ctx) -k $c; done', ['a', 'b']],
    ['a login', 'for c in a b; do kubectl config use-context $c; kubectl apply -f x; done', ['x']],
    ['a login by variables', 'for c in a b; do az aks get-credentials -n "$NAME"; kubectl apply -k $c; done', ['a', 'b']],
    ['a login in one case', 'for c in a b; do case $c in b) kubectx p;; esac; kubectl apply -k $c; done', ['a', 'b']],
    [
      'a login in the loop around it',
      'for e in a b; do ./login.sh $e; for c in x y; do kubectl apply -k $c/$e; done; done',
      ['x/a', 'x/b', 'y/a', 'y/b'],
    ],
    ['a login in a function', 'login() { kubectx $1; }\nfor c in a b; do login $c; kubectl apply -k $c; done', ['a', 'b']],
    ['a login in sh -c', "for c in a b; do sh -c './login; kubectl apply -k '$c; done", ['a', 'b']],
    ['a kubeconfig', 'export KUBECONFIG\nfor c in a b; do KUBECONFIG=$c.yaml; kubectl apply -k $c; done', ['a', 'b']],
    ['a kubeconfig of the command', 'for c in a b; do KUBECONFIG=$(mk $c) kubectl apply -k $c; done', ['a', 'b']],
    ['a server', 'for c in a b; do kubectl -s https://$c apply -k $c; done', ['a', 'b']],
    ['a program that is not known', 'for c in a b; do make login ENV=$c; kubectl apply -k $c; done', ['a', 'b']],
    ['folders of PowerShell', 'foreach ($c in Get-ChildItem hubs -Directory) {\n  kubectl apply -f $c.FullName\n}', ['hubs/*/']],
    ['PowerShell', 'foreach ($c in Get-ChildItem hubs) {\n  ./login.ps1 $c\n  kubectl apply -k $c.FullName\n}', ['hubs/*/']],
  ])('each folder of a loop may be for another hub: %s', (_, script, folders) => {
    const found = appliedTogether(script);
    expect([found.flatMap(({ places: all, looped = [] }) => [...all, ...looped]), found.flatMap(({ oneByOne = [] }) => oneByOne)]).toEqual([
      [],
      folders,
    ]);
  });

  it.each<[string, string, readonly string[]]>([
    ['a slash', 'for d in */; do kubectl apply -R -f "$d"; done', ['*/']],
    ['a slash behind a name', 'for d in apps/*/; do kubectl apply -f "$d"manifests/; done', ['apps/*/manifests/']],
    ['ls', 'for d in $(ls -d */ | grep -v hack); do kubectl apply -R -f $d; done', ['*/']],
    ['find', 'find . -maxdepth 1 -mindepth 1 -type d -not -name ".*" | while read -r d; do kubectl apply -R -f $d; done', ['*/']],
    ['a kustomization', 'for d in *; do kubectl apply -k $d; done', ['*/']],
    ['dirname', 'for d in $(ls */k.yaml | xargs -n1 dirname | sort -u); do kubectl apply -f $d; done', ['*/']],
    ['a condition', 'for d in *; do [ -d "$d" ] && kubectl apply -R -f "$d"; done', ['*/']],
    ['test', 'for d in *; do test -d "$d" && echo $d && kubectl apply -R -f "$d"; done', ['*/']],
    ['a condition of bash', 'for d in *; do if [[ -n $d && -d $d ]]; then kubectl apply -R -f $d; fi; done', ['*/']],
    ['two conditions', 'for d in *; do if [ -n "$1" ] && [ -d $d ]; then kubectl apply -R -f $d; fi; done', ['*/']],
    ['a condition for its file', 'for d in *; do [ -f "$d/crp.yaml" ] && kubectl apply -f "$d"; done', ['*/']],
    ['a condition that leaves others out', 'for d in *; do [ -d "$d" ] || continue; kubectl apply -f $d; done', ['*/']],
    ['a group that does', 'for d in *; do [[ -d $d ]] || { echo no; continue; }; kubectl apply -f $d; done', ['*/']],
    ['a negated condition', 'for d in *; do [ ! -d "$d" ] && continue; kubectl apply -f $d; done', ['*/']],
    ['if with a negated condition', 'for d in *; do if ! [ -d "$d" ]; then continue; fi; kubectl apply -f $d; done', ['*/']],
    [
      'find for files, and dirname',
      "for d in $(find . -name '*.yaml' | xargs -n1 dirname | sort -u); do kubectl apply -f $d; done",
      ['*.{yaml,yml,json}', '**/'],
    ],
    ['the top folder and all below', 'for d in . deploy; do kubectl apply -R -f $d; done', ['*.{yaml,yml,json}', '*/', 'deploy']],
    ['find below a folder', "for d in $(find a -name '*.yaml' | xargs -n1 dirname); do kubectl apply -f $d; done", ['a', 'a/**/']],
    [
      'git diff',
      'for d in $(git diff --name-only HEAD~1 | grep ^deploy/ | xargs -n1 dirname | sort -u); do kubectl apply -f "$d"; done',
      ['*.{yaml,yml,json}', '**/'],
    ],
  ])('only folders are applied: %s', (_, script, folders) => {
    expect(appliedTogether(script)).toMatchObject([{ places: [], looped: folders, isWhole: false, isOpen: false }]);
  });

  it.each<[string, string]>([
    ['without a condition', 'for d in *; do kubectl apply -f $d; done'],
    ['behind the condition', 'for d in *; do [ -d "$d" ] && echo $d; kubectl apply -f $d; done'],
    ['another branch', 'for d in *; do if [ -d "$d" ]; then echo; else kubectl apply -f $d; fi; done'],
    ['one of two conditions', 'for d in *; do if [ -d "$d" ] || [ -f "$d" ]; then kubectl apply -f $d; fi; done'],
    ['a condition with -o', 'for d in *; do [ -d "$d" -o -f "$d" ] && kubectl apply -f $d; done'],
    ['a negated condition', 'for d in *; do if [ ! -d "$d" ]; then kubectl apply -f $d; fi; done'],
    ['a loop behind it', 'for d in *; do [ -d "$d" ] || continue; done\nfor d in *; do kubectl apply -f $d; done'],
    ['xargs', 'ls -1 | xargs -I{} kubectl apply -R -f {}'],
  ])('files are applied, too: %s', (_, script) => {
    expect(appliedTogether(script)).toMatchObject([{ places: [], looped: ['*'] }]);
  });

  it('a loop over all folders with files applies each folder without those below', () => {
    const [found] = appliedTogether("for d in $(find . -name '*.yaml' | xargs -n1 dirname); do kubectl apply -f $d; done");
    expect(found?.applied).toEqual([
      { place: '', isFlat: true },
      { place: '**/', isFlat: true },
    ]);
  });

  it('all files of the repository are deployed to one hub', () => {
    expect(appliedTogether("find . -name '*.yaml' | xargs kubectl apply -f")).toMatchObject([{ isWhole: true }]);
  });

  it.each<[string, string, readonly string[]]>([
    ['one folder in each pass', 'for n in shop mail; do kubectl apply -n $n -f web; done', ['web shop', 'web mail']],
    ['a file of each pass', 'for n in shop mail; do kubectl apply -n $n -f $n.yaml; done', ['shop.yaml shop', 'mail.yaml mail']],
    [
      'a folder of each pass',
      'for n in shop mail; do (cd apps/$n && kubectl apply -n $n -f .); done',
      ['apps/shop shop', 'apps/mail mail'],
    ],
    [
      'a loop in a loop',
      'for n in shop mail; do for d in a b; do kubectl apply -n $n -f $d; done; done',
      ['a shop', 'a mail', 'b shop', 'b mail'],
    ],
    ['a part of the name', 'for n in a b; do kubectl apply -n team-$n -f web; done', ['web team-a', 'web team-b']],
    ['a context', 'for n in a b; do kubectl config set-context --current --namespace=$n; kubectl apply -f web; done', ['web a', 'web b']],
    ['a chart', 'for n in a b; do helm upgrade web ./chart -n $n; done', ['chart a', 'chart b']],
    ['grouped flags', 'for n in a b; do kubectl apply -Rn $n -f web; done', ['web a', 'web b']],
    ['grouped flags with a sign', 'for n in a b; do kubectl apply -Rn=$n -f web; done', ['web a', 'web b']],
    ['grouped flags of helm', 'for n in a b; do helm upgrade -in $n web ./chart; done', ['chart a', 'chart b']],
    ['a list of files', 'for n in teams/*; do kubectl apply -n $n -f web; done', ['web $']],
    ['more passes than are followed', `for n in ${[...Array(400).keys()].join(' ')}; do kubectl apply -n $n -f web; done`, ['web $']],
    ['a loop that ended', 'for n in a b; do x; done; kubectl apply -n $n -f web', ['web $n']],
  ])('a loop gives the namespace of each pass: %s', (_, script, given) => {
    const [found] = appliedTogether(script);
    expect(found?.namespaces?.map(({ place, namespace }) => `${place} ${namespace}`)).toEqual(given);
  });

  it.each([
    ['for f in $FILES; do kubectl apply -f $f; done', true],
    ['cat list.txt | xargs kubectl apply -f', true],
    ['find deploy | sed s/a/b/ | xargs kubectl apply -f', true],
    ['xargs kubectl apply -f < list.txt', true],
    ['echo kubectl apply -f deploy', false],
    ['for f in a.yaml; do kubectl apply --dry-run=client -f $f; done', false],
  ])('a list that is not known deploys nothing that is known: %s', (script, isOpen) => {
    const found = appliedTogether(script);
    expect(found.flatMap(({ places: all, applied = [] }) => [...all, ...applied])).toEqual([]);
    expect(found.some((each) => each.isOpen)).toBe(isOpen);
  });

  it.each([5000, 500])('what is behind %i here-documents of one line may be any file, if these are too many to be read', (times) => {
    const found = appliedTogether(`kubectl apply -f shop\ncat ${'<<E '.repeat(times)}`);
    expect(found).toMatchObject([times === 5000 ? { places: [], isOpen: true } : { places: ['shop'], isOpen: false }]);
  });

  it.each<[string, readonly string[], boolean?]>([
    ['kubectl apply -f deploy -f a.yaml', ['deploy flat', 'a.yaml flat']],
    ['kubectl apply -R -f deploy', ['deploy']],
    ['kubectl apply -Rf deploy', ['deploy']],
    ['kubectl create -Rf=deploy', ['deploy']],
    ['kubectl replace -Rfdeploy', ['deploy']],
    ['kubectl apply -R=true -f deploy', ['deploy']],
    ['kubectl apply -Rn shop -f deploy', ['deploy']],
    ['ls -d deploy | xargs kubectl apply -Rf', ['deploy']],
    ['minikube kubectl -- apply -Rf deploy', ['deploy']],
    ['kubectl apply -R=false -f deploy', ['deploy flat']],
    ['kubectl apply -R --recursive=false -f deploy', ['deploy flat']],
    ['kubectl apply -nR -f deploy', ['deploy flat']],
    ['kubectl apply -fRf', ['Rf flat']],
    ['kubectl exec -it web -- grep -Rf x && kubectl apply -f deploy', ['deploy flat']],
    ['kubectl apply -f .', [' flat']],
    ['kubectl apply -k .', ['']],
    ['kubectl apply -k deploy && kapp deploy -f more', ['deploy', 'more']],
    ['kubectl apply -f "deploy/*.yaml"', ['deploy flat']],
    ['kustomize build prod > out.yaml\nkubectl apply -f out.yaml', ['prod']],
    ['kubectl create ns a --dry-run=client -o yaml | kubectl apply -f -', []],
    ['kubectl apply -f - <<EOF\nkind: Namespace\nEOF', []],
    ['kubectl apply -f https://example.com/a.yaml', []],
    ['kubectl create secret generic a --from-literal=b=c', []],
    ['kind create cluster\nkubectl apply -f deploy -f $F', []],
    ['kind create cluster\nkubectl apply --context hub -f deploy', ['deploy flat']],
    ['./make.sh | kubectl apply -f -', [], true],
    ['kubectl apply -f deploy -f "$MORE"', ['deploy flat'], true],
    ['cd "$D"\nkubectl apply -f deploy', [], true],
    ['cp -r deploy /tmp/d\nkubectl apply -f /tmp/d', [], true],
    ['helm upgrade web "$CHART"', [], true],
  ])('of each place it is known what is applied: %j', (script, applied, isOpen = false) => {
    const found = appliedTogether(script);
    expect(found.flatMap((each) => each.applied ?? []).map(({ place, isFlat }) => `${place}${isFlat ? ' flat' : ''}`)).toEqual(applied);
    expect(found.some((each) => each.isOpen)).toBe(isOpen);
  });

  it.each(['cd a\n', 'pushd a\n'])('folders in folders do not grow without end: %j', (command) => {
    const [found] = appliedTogether(`${command.repeat(3000)}kubectl apply -f x`);
    expect(found?.places ?? []).toEqual([]);
  });

  it('loops in loops do not grow without end', () => {
    expect(appliedTogether(`kubectl apply -f ${'{a,b}'.repeat(10_000)}`).flatMap((each) => each.places)).toEqual([]);
    const loops = Array.from({ length: 40 }, (_, index) => `for v${index} in "$v${index - 1}x" "$v${index - 1}y"; do`).join('\n');
    expect(appliedTogether(`${loops}\nkubectl apply -f $v39`).flatMap((each) => each.places).length).toBeLessThan(1000);
    const values = Array.from({ length: 40 }, (_, index) => `for v${index + 1} in $v${index}{a,b}; do`).join('\n');
    expect(appliedTogether(`for v0 in a b; do\n${values}\nkubectl apply -f $v40`).flatMap((each) => each.places).length).toBeLessThan(1000);
  });
});

/** The namespace that is known for `$NS` behind these lines. */
const namespaceBehind = (script: string): string | undefined =>
  appliedTogether(`NS=mail\n${script}\nkubectl apply -n $NS -f deploy`).flatMap(({ namespaces = [] }) => namespaces)[0]?.namespace;

describe('the value of a variable', () => {
  it.each([
    'NS=shop',
    'export NS=shop',
    'export A=b NS=shop',
    'declare -x NS=shop',
    'eval NS=shop',
    'set_ns() { NS=$1; }\nset_ns shop',
    'set_ns() { local NS=dev; A=b; }\nNS=shop\nset_ns',
    'NS=shop; (NS=dev)',
    'NS=shop; sh -c "NS=dev"',
  ])('is the last one that was set: %s', (script) => {
    expect(namespaceBehind(script)).toBe('shop');
  });

  it.each([
    'case "$1" in prod) NS=shop;; esac',
    '[ -z "$1" ] || NS=shop',
    'test -n "$X" && NS=shop',
    'if x; then NS=shop; fi',
    'while read -r x; do NS=$x; done',
    'export $(cat .env | xargs)',
    'read -r -p "Namespace? " NS',
    'select NS in a b; do break; done',
    'eval "$(cat .env)"',
    'source .env',
    'set_ns() { NS=shop; }\n"$@"',
    'unset NS',
  ])('is not known if it may be another one: %s', (script) => {
    expect(namespaceBehind(script)).toBe('$NS');
  });

  it.each<[string, string, string | undefined]>([
    ['one assignment', 'NS := shop\n', 'shop'],
    ['a default, which docs/limits.md names', 'NS ?= shop\n', 'shop'],
    ['another one for a target', 'NS := shop\nprod: NS := mail\n', '$(NS)'],
    ['a file that is included behind it', 'NS = shop\n-include prod.mk\n', '$(NS)'],
    ['a file that is included before it', 'include prod.mk\nNS = shop\n', 'shop'],
    ['a default behind an included file', 'include prod.mk\nNS ?= shop\n', '$(NS)'],
    ['a command', 'NS != cat ns\n', '$(NS)'],
  ])('of make: %s', (_, text, namespace) => {
    expect(/-n (\S+)/.exec(withMakeVariables(`${text}deploy:\n\tkubectl apply -n $(NS) -f deploy\n`))?.[1]).toBe(namespace);
  });
});

describe('the cluster of a command', () => {
  const clusters = (...lines: readonly string[]): unknown =>
    appliedTogether(lines.join('\n')).map(({ places: all, cluster }) => [all, cluster?.name]);
  const [P, K] = ['kubectl apply -f p', 'kubectl apply -f k'];

  it.each<[string, string, string]>([
    ['a namespace', 'kubectl config use-context hub', 'kubectl config set-context --current --namespace=shop'],
    ['where the output goes', 'kubectl config use-context hub', 'kubectl config use-context hub > /dev/null'],
    ['another program', 'kubectl config use-context hub', 'kubectx hub'],
    ['the login of an administrator', 'kubectl config use-context hub', 'kubectl config use-context hub-admin'],
    [
      'the order of flags',
      'az fleet get-credentials -g rg -n hub',
      'az fleet get-credentials --name hub --resource-group=rg --overwrite-existing',
    ],
    [
      'the form of a flag',
      'gcloud container clusters get-credentials hub --zone z --project p',
      'gcloud container clusters get-credentials hub --project=p --location=z',
    ],
    ['the path of a file', 'export KUBECONFIG=hub.yaml', 'export KUBECONFIG=./a/../hub.yaml'],
  ])('is the same with %s', (_, one, other) => {
    expect(clusters(one, P, other, K)).toEqual([[['p', 'k'], expect.anything()]]);
  });

  it('is the same for a flag, a variable and a login', () => {
    expect(clusters('kubectl config use-context hub', P, 'kubectl --context=hub apply -f k')).toEqual([[['p', 'k'], 'hub']]);
    expect(clusters('KUBECONFIG=hub.yaml kubectl apply -f p', 'cd k', 'kubectl --kubeconfig ../hub.yaml apply -f x')).toEqual([
      [['p', 'k/x'], 'hub.yaml'],
    ]);
  });

  it.each<[string, string, string]>([
    ['a context', 'kubectl config use-context hub', 'kubectl config use-context dev'],
    ['a resource group', 'az fleet get-credentials -g rg -n hub', 'az fleet get-credentials -g other -n hub'],
    ['a project', 'gcloud container clusters get-credentials hub --project p', 'gcloud container clusters get-credentials hub --project q'],
    ['a kubeconfig', 'export KUBECONFIG=hub.yaml', 'export KUBECONFIG=dev.yaml'],
    ['a Fleet and an AKS cluster', 'az fleet get-credentials -g rg -n prod', 'az aks get-credentials -g rg -n prod'],
    ['two clouds', 'az aks get-credentials -g rg -n prod', 'gcloud container clusters get-credentials prod'],
    ['a cloud and the machine', 'aws eks update-kubeconfig --name prod', 'kind export kubeconfig --name prod'],
  ])('is another one with another name of %s', (_, one, other) => {
    const [first, second, ...more] = appliedTogether([one, P, other, K].join('\n'));
    expect(more).toEqual([]);
    expect(areOfDifferentHubs({ name: '', folders: [], ...first }, { name: '', folders: [], ...second })).toBe(true);
  });

  it('is not known by a context that the script makes itself', () => {
    const made = 'kubectl config set-cluster c --server=$URL\nkubectl config set-context main --cluster=c\nkubectl config use-context main';
    expect(clusters('kubectl config set-cluster c --server=https://hub.example.net', P)).toEqual([[['p'], 'https://hub.example.net']]);
    expect(clusters('kubectl config set-cluster c --server=https://hub.example.net', made, P)).toEqual([[['p'], undefined]]);
  });

  it('is another one for another variable KUBECONFIG', () => {
    expect(clusters('export KUBECONFIG', 'KUBECONFIG=a.yaml', P, 'KUBECONFIG=b.yaml', K)).toEqual([
      [['p'], 'a.yaml'],
      [['k'], 'b.yaml'],
    ]);
  });

  it.each([
    'if prod; then kubectl config use-context hub; else kubectl config use-context dev; fi',
    'case "$1" in prod) kubectl config use-context hub;; *) kubectl config use-context dev;; esac',
    '[ -n "$1" ] && kubectl config use-context hub || kubectl config use-context dev',
    'kubectl config use-context hub\nif x; then az fleet get-credentials -n dev -g rg; fi',
  ])('is not known behind a condition that chooses it: %s', (script) => {
    expect(clusters(script, P)).toEqual([[['p'], undefined]]);
  });

  it('is known within the condition', () => {
    const script = `if prod; then\n kubectl config use-context hub\n ${P}\nelse\n kubectl config use-context dev\n ${K}\nfi`;
    expect(clusters(script)).toEqual([
      [['p'], 'hub'],
      [['k'], 'dev'],
    ]);
  });

  it('and the namespace of a context are not known behind it', () => {
    expect(appliedTogether(`if x; then kubectl config set-context --current --namespace=shop; fi\n${P}`)[0]?.namespaces).toMatchObject([
      { namespace: '' },
    ]);
    expect(appliedTogether(`kubectl config set-context --current --namespace=shop\n${P}`)[0]?.namespaces).toMatchObject([
      { namespace: 'shop' },
    ]);
  });

  it.each<[string, string, string]>([
    ['a variable', 'kubectl config use-context hub', 'kubectl config use-context $CTX'],
    [
      'a flag that only one has',
      'gcloud container clusters get-credentials hub',
      'gcloud container clusters get-credentials dev --project p',
    ],
    ['another kind of login', 'kubectl config use-context hub', 'az fleet get-credentials -g rg -n dev'],
    ['a connected cluster', 'az aks get-credentials -g rg -n hub', 'az connectedk8s proxy -g rg -n dev'],
    [
      'one of several values',
      'CTX=dev\ncase $1 in prod) CTX=hub;; esac\nkubectl config use-context $CTX',
      'kubectl config use-context hub',
    ],
  ])('may be another one with %s', (_, one, other) => {
    const [first, second, ...more] = appliedTogether([one, P, other, K].join('\n'));
    expect([second === undefined, more]).toEqual([false, []]);
    expect(areOfDifferentHubs({ name: '', folders: [], ...first }, { name: '', folders: [], ...second })).toBe(false);
  });
});

describe('the kustomizations that commands build', () => {
  it.each([
    ['a subshell', '(cd deploy; kustomize build prod) | kubectl apply -f -', ['deploy/prod']],
    ['a variable', 'OUT=$(kustomize build deploy/prod); echo "$OUT" | kubectl apply -f -', ['deploy/prod']],
    ['a folder for the output', 'kustomize build deploy/prod --output out && kubectl apply -f out/', ['deploy/prod']],
    ['nothing that applies them', 'kubectl kustomize ./deploy/prod/ > out.yaml', ['deploy/prod']],
    ['the command of Flux', 'flux build kustomization a --path deploy/prod', ['deploy/prod']],
    ['a container', 'docker run a/kustomize:v5.4.3 build /w/deploy/prod', ['/w/deploy/prod']],
    ['a variable at the start', 'kustomize build "$A/deploy/prod"', ['/deploy/prod']],
    ['a folder of a variable', 'cd "$A" && kustomize build prod', ['/prod']],
    ['a variable at the end', 'kustomize build "deploy/$A"', undefined],
    ['an address', 'kustomize build https://example.com/a', undefined],
    ['a loop that deploys', 'for a in deploy/*/; do kustomize build $a; done | kubectl apply -f -', ['deploy/*/']],
    ['a loop that deploys nothing', 'for a in deploy/*/; do kustomize build $a | kubeconform; done', undefined],
  ])('are known: %s', (_, script, built) => {
    expect(appliedTogether(script)[0]?.built).toEqual(built);
  });
});
