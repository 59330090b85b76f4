import { describe, expect, it } from 'vitest';
import { commandLines } from '../../../src/cli/tree/worlds/shell/command-lines.ts';

/** The words of all commands with kubectl or helm, one command in a text. */
function deploying(script: string): readonly string[] {
  const all = commandLines([script]).flatMap(({ piped }) => piped.map((words) => words.join(' ')));
  return [...new Set(all.filter((text) => /\b(?:kubectl|helm)\b/.test(text) && !/\b(?:sh|bash|invoke)\b/.test(text)))];
}
const APPLY = 'kubectl apply -n shop -f a';

describe('commands of a script', () => {
  it.each([
    ['a substitution', 'OUT=$(kubectl apply -n shop -f a)'],
    ['a substitution in quotes', 'export OUT="$(kubectl apply -n shop -f a 2>&1)"'],
    ['backticks', 'OUT=`kubectl apply -n shop -f a`'],
    ['a condition', 'if ! OUT=$(kubectl apply -n shop -f a); then exit 1; fi'],
    ['an extended test', '[[ -n "$(kubectl apply -n shop -f a)" ]]'],
    ['a substitution in a substitution', 'echo "$(cat "$(kubectl apply -n shop -f a)")"'],
    ['a default', ': "${OUT:=$(kubectl apply -n shop -f a)}"'],
    ['a default without quotes', 'echo ${OUT-`kubectl apply -n shop -f a`}'],
    ['a default of a variable that is empty', 'OUT=""; echo ${OUT:-x $(kubectl apply -n shop -f a)}'],
    ['a default of a default', 'OUT=${A:-${B:-$(kubectl apply -n shop -f a)}}'],
    ['a value for a variable that is set', 'A=x; echo "${A:+$(kubectl apply -n shop -f a)}"'],
    ['a pattern of an expansion', 'A=x; echo "${A#$(kubectl apply -n shop -f a)}"'],
    ['an expression of numbers', 'echo "$(( $(kubectl apply -n shop -f a | wc -l) + 1 ))"'],
    ['a condition of numbers', 'if (( $(kubectl apply -n shop -f a | wc -l) > 1 )); then exit 1; fi'],
    ['sh -c', "timeout 60 sh -ec 'kubectl apply -n shop -f a'"],
    ['eval', 'eval "kubectl apply -n shop -f a"'],
    ['az aks command invoke', 'az aks command invoke -g g -n c --command "kubectl apply -n shop -f a"'],
    ['az aks command invoke with a file', 'az aks command invoke -n c --file a --command "kubectl apply -n shop -f a"'],
    ['a program with a path', '/usr/local/bin/kubectl apply -n shop -f a'],
    ['a program in the folder', 'sudo ./kubectl apply -n shop -f a'],
    ['a program for Windows', 'tools/kubectl.exe apply -n shop -f a'],
    ['a recipe of make', '@kubectl apply -n shop -f a'],
    ['lines that go on', 'kubectl apply \\\n  -n shop \\\n  -f a'],
    ['lines that go on in PowerShell', 'kubectl apply `\r\n  -n shop `\r\n  -f a'],
    ['a variable', 'NS=shop\nkubectl apply -n "${NS}" -f a'],
    ['a variable with several words', 'ARGS="-n shop -f a"; kubectl apply $ARGS'],
    ['a list', 'args=(-n shop)\nargs+=(-f a)\nkubectl apply "${args[@]}"'],
    ['a variable of PowerShell', '$ns = "shop"\nkubectl apply -n $ns -f a'],
    ['a default of a variable that is set', 'NS=shop; kubectl apply -n ${NS:-dev} -f a'],
    ['a variable that a part sets', 'NS=shop; (NS=dev); kubectl apply -n $NS -f a'],
    ['a text for a shell', 'ssh host <<EOF\nkubectl apply -n shop -f a\nEOF'],
    ['a text of several lines', "docker exec x sh -l 'set -e\nkubectl apply -n shop -f a'"],
    ['behind an apostrophe of another language', "it's\nkubectl apply -n shop -f a\n"],
    ['in a part that cannot be parsed', 'fi )\nkubectl apply -n shop -f a\n"'],
    ['in a container', 'docker run -v "$PWD:/x" tools kubectl apply -n shop -f a'],
    ['a case', 'case $1 in prod) kubectl apply -n shop -f a;; esac'],
    ['the top of the repository', 'cd x; cd "$(git rev-parse --show-toplevel)"; kubectl apply -n shop -f a'],
  ])('%s', (_, script) => {
    expect(deploying(script)).toContainEqual(expect.stringContaining(APPLY));
  });

  it('a path of Windows has slashes', () => {
    expect(deploying('kubectl apply -n shop -f .\\deploy\\app.yaml')).toEqual(['kubectl apply -n shop -f ./deploy/app.yaml']);
    expect(deploying('kubectl apply -k "..\\deploy\\"')).toEqual(['kubectl apply -k ../deploy/']);
    expect(deploying('kubectl apply -f my\\ file.yaml')).toEqual(['kubectl apply -f my file.yaml']);
  });

  it.each([
    ['kubectl apply -f deploy\\d.yaml.tmpl', 'deploy/d.yaml.tmpl'],
    ['kubectl apply -f "deploy\\app\\d.yaml"', 'deploy/app/d.yaml'],
    ['kubectl apply --filename=deploy\\app; echo done', 'deploy/app'],
    ["kubectl apply -k 'overlays\\prod\\'", 'overlays/prod/'],
    ['kubectl apply -f deploy\\*.yaml', 'deploy/*.yaml'],
    ['kubectl apply -f $(Build.SourcesDirectory)\\deploy\\d.yaml', '//deploy/d.yaml'],
    ['kubectl apply -f ${{ github.workspace }}\\deploy\\d.yaml', '//deploy/d.yaml'],
    ['kubectl apply -f "$env:GITHUB_WORKSPACE\\deploy\\d.yaml"', '//deploy/d.yaml'],
    ['kubectl apply -f $env:BUILD_SOURCESDIRECTORY/deploy/d.yaml', '//deploy/d.yaml'],
    ['kubectl apply -f "$dir\\..\\d.yaml"', '$dir/../d.yaml'],
    ['kubectl apply -f a,b\\c.yaml', 'a,b/c.yaml'],
  ])('a path of Windows without a dot has slashes: %s', (script, path) => {
    expect(deploying(script)).toEqual([expect.stringMatching(new RegExp(`[ =]${path.replaceAll(/[$.*]/g, '\\$&')}$`))]);
  });

  it.each([
    ['find . -name prod\\*.yaml -exec kubectl apply -f {} +', 'kubectl apply -f **/prod*.yaml'],
    ['kubectl get pods -o custom-columns="a\\n"', 'kubectl get pods -o custom-columns=a\\n'],
    ["kubectl annotate ns a b='x\\.y'", 'kubectl annotate ns a b=x\\.y'],
    ['helm upgrade a b --set nodes.kubernetes\\.io=c', 'helm upgrade a b --set nodes.kubernetes.io=c'],
  ])('a backslash of another shell stays: %s', (script, read) => {
    expect(deploying(script)).toEqual([read]);
  });

  it('commands of PowerShell lead to folders', () => {
    const script =
      'Set-Location a\nx\nset-location -Path //\nPush-Location -LiteralPath deploy\\app\nx\nPop-Location\nx\nsl b | Out-Null\nx';
    expect(commandLines([script]).flatMap(({ text, folder }) => (text === 'x' ? [folder] : []))).toEqual(['a', 'deploy/app', '', 'b']);
  });

  it('a function is read where it is called, with its arguments', () => {
    expect(deploying('deploy() {\n  kubectl apply -n "$1" -f "$2"\n}\ndeploy shop a')).toContain(APPLY);
  });

  it.each([
    ['another script sets it', 'NS=dev; . ./env.sh; kubectl apply -n $NS -f a'],
    ['it is set in some cases', 'if x; then NS=shop; fi; kubectl apply -n $NS -f a'],
    ['cases differ', 'case $1 in a) NS=shop;; *) NS=dev;; esac; kubectl apply -n $NS -f a'],
    ['it is set after a test', '[ -n "$X" ] && NS=shop; kubectl apply -n $NS -f a'],
    ['printf sets it', 'NS=dev; printf -v NS %s shop; kubectl apply -n $NS -f a'],
    ['getopts sets it', 'NS=dev; while getopts n: NS; do :; done; kubectl apply -n $NS -f a'],
    ['a command prints it', 'NS=$(cat ns.txt); kubectl apply -n $NS -f a'],
    ['it was set by another step', 'kubectl apply -n $NS -f a'],
  ])('a variable is not known if %s', (_, script) => {
    expect(deploying(script)).toEqual(['kubectl apply -n $NS -f a']);
  });

  it('a script does not have the variables of another one', () => {
    expect(commandLines(['NS=shop', 'kubectl apply -n $NS -f a']).map(({ text, index }) => [text, index])).toEqual([
      ['kubectl apply -n $NS -f a', 1],
    ]);
  });

  it('the output of a group goes on, and so does what is piped into it', () => {
    const piped = (script: string): unknown =>
      commandLines([script])
        .at(-1)
        ?.piped.map((words) => words.join(' '));
    expect(piped('{ cat a; cat b; } | kubectl apply -f -')).toEqual(['cat a', 'cat b', 'kubectl apply -f -']);
    expect(piped('for d in a b; do cat $d; done | kubectl apply -f -')).toEqual(['cat {a,b}', 'kubectl apply -f -']);
    expect(piped('cat a | (kubectl apply -f -)')).toEqual(['cat a', 'kubectl apply -f -']);
    expect(piped('(cat a; cat b) > c')).toEqual(['cat b >c']);
    expect(piped('kubectl apply -f - <<< "$(cat a)"')).toEqual(['cat a', 'kubectl apply -f -']);
  });

  it('a text that is printed is not started', () => {
    expect(deploying('echo "usage:\nkubectl apply -n shop -f a"')).not.toContain(APPLY);
  });

  it('a default of a variable that is set is not started', () => {
    expect(deploying('OUT=x; echo "${OUT:-$(kubectl apply -n shop -f a)}"')).toEqual([]);
  });

  it('a default is started in some cases, and changes no variable', () => {
    const read = commandLines(['NS=shop; echo ${OUT:-$(NS=dev; kubectl apply -f a)}; kubectl apply -n $NS -f b']);
    expect(read.flatMap(({ text, branch }) => (text.startsWith('kubectl') ? [[text, branch]] : []))).toEqual([
      ['kubectl apply -f a', '/0/1/'],
      ['kubectl apply -n shop -f b', '/'],
    ]);
  });

  it('the folder of each command is known', () => {
    const folders = commandLines(['cd a; x; (cd b; x); x; pushd ../c; x; popd; x; cd //top; x'], 'from').flatMap(({ text, folder }) =>
      text === 'x' ? [folder] : [],
    );
    expect(folders).toEqual(['from/a', 'from/a/b', 'from/a', 'from/c', 'from/a', 'top']);
  });

  it.each([
    ['env -C b x; y', ['from/b env x', 'from y']],
    ['env -Cb x; y', ['from/b env x', 'from y']],
    ['env -i -u A B=c --chdir=b/d x', ['from/b/d env -i -u A B=c x']],
    ['A=b sudo env --chdir //top x', ['top A=b sudo env x']],
    ['env -C "$DIR" x', ['from/$DIR env x']],
    ['cd a; env -C ../b x | y', ['from/a env x | y']],
    ['kustomize build a | env -C b kubectl apply -f -', ['from/b kustomize build //from/a | env kubectl apply -f -']],
    ['env -C b kustomize build a | kubectl apply -f -', ['from env kustomize build //from/b/a | kubectl apply -f -']],
    ['env x -C b', ['from env x -C b']],
    ['make -C b x', ['from make -C b x']],
  ])('`env -C` leads to a folder for one command: %s', (script, lines) => {
    const read = commandLines([script], 'from').filter(({ text }) => !text.startsWith('cd '));
    expect(read.map(({ folder, text }) => `${folder} ${text}`)).toEqual(lines);
  });
});

describe('a script that takes too much', () => {
  const rest = (script: string): readonly string[] => commandLines([script]).flatMap(({ text }) => (text.includes('$REST') ? [text] : []));
  const APPLIED = 'kubectl apply -f a\n';

  it.each([
    ['here-documents of one line', `${APPLIED}cat ${'<<E '.repeat(5000)}`],
    ['commands', APPLIED.repeat(20_001)],
    ['calls of long functions', `f() { echo ${'a '.repeat(20_000)}; }\n${'f\n'.repeat(2000)}`],
    ['long values', `A=${'x'.repeat(9000)}\necho ${'$A '.repeat(2000)}`],
    ['groups in each other', inEachOther('{ ', '; }', 257)],
    ['subshells in each other', inEachOther('( ', ' )', 257)],
    ['conditions in each other', inEachOther('if a; then ', '; fi', 257)],
    ['cases in each other', inEachOther('case a in a) ', ';; esac', 257)],
    ['loops over words in each other', inEachOther('for i in a; do ', '; done', 257)],
    ['loops in each other', inEachOther('while a; do ', '; done', 257)],
    ['functions in each other', inEachOther('f() { ', '; }', 257)],
    ['groups in a substitution', `echo "$(${inEachOther('{ ', '; }', 257)})"`],
    ['groups in a process substitution', `cat <(${inEachOther('{ ', '; }', 257)})`],
    ['groups in backticks', `echo \`${inEachOther('{ ', '; }', 257)}\``],
    ['groups of `sh -c`', `sh -c '${inEachOther('{ ', '; }', 257)}'`],
    ['groups in a here-document', `bash <<E\n${inEachOther('{ ', '; }', 257)}\nE`],
  ])('may apply any file behind what is read of its %s', (_, script) => {
    expect(rest(script)).toEqual(['kubectl apply -f $REST']);
  });

  it.each([
    ['here-documents', 'kubectl apply -f - <<E\nkind: ConfigMap\nE\n'.repeat(2000)],
    ['here-documents of one line', `${APPLIED}cat ${'<<E '.repeat(2000)}`],
    ['commands', APPLIED.repeat(15_000)],
    ['calls of functions', `f() { echo ${'a '.repeat(50)}; }\n${'f\n'.repeat(1000)}`],
    ['groups in each other', inEachOther('{ ', '; }', 256)],
    ['groups in a substitution', `echo "$(${inEachOther('{ ', '; }', 256)})"`],
    ['variables and subshells', `${Array.from({ length: 100 }, (__, index) => `v${index}=1\n`).join('')}${'(echo $v1)\n'.repeat(2000)}`],
  ])('is read to its end if it has fewer %s', (_, script) => {
    expect(rest(script)).toEqual([]);
  });
});

function inEachOther(start: string, end: string, times: number, script = 'kubectl apply -f a'): string {
  return `${start.repeat(times)}${script}${end.repeat(times)}`;
}
