import { expect, it } from 'vitest';
import { appliedTogether } from '../../../src/cli/tree/worlds/script/worlds-of-script.ts';
import { commandLines } from '../../../src/cli/tree/worlds/shell/command-lines.ts';

it.each<[string, string]>([
  ['substitutions', '$('.repeat(50_000)],
  ['substitutions in quotes', '"$('.repeat(50_000)],
  ['files of commands', '<('.repeat(50_000)],
  ['backticks', '`'.repeat(100_001)],
  ['functions that call themselves', `${'f() { f; f; f; f; };'.repeat(200)}f`],
  [
    'functions that call the next one twice',
    `${Array.from({ length: 60 }, (_, index) => `f${index}() { f${index + 1}; f${index + 1}; }`).join('\n')}\nf0`,
  ],
  ['values of values', `${'A="$A$A"\n'.repeat(1000)}kubectl $A`],
  ['scripts in scripts', 'sh -c "'.repeat(1000)],
  ['loops in loops', `${'for a in x y; do '.repeat(200)}kubectl apply -f $a${'; done'.repeat(200)}`],
  ['texts in texts', 'cat <<A\n$(cat <<B\n'.repeat(3000)],
  ['commands', 'kubectl apply -f a;'.repeat(25_000)],
  ['folders', 'cd a-folder-with-a-name\n'.repeat(20_000)],
  ['subshells that stay open', '(cd a\n'.repeat(20_000)],
  ['here-documents of one line', `kubectl apply -f a ${'<<E '.repeat(90_000)}`],
  ['here-documents in functions', `f() { cat ${'<<E '.repeat(4000)}\n}\n${'f\n'.repeat(50_000)}`],
  ['calls of a function with many words', `f() { echo ${'a '.repeat(50_000)}; }\n${'f\n'.repeat(50_000)}`],
  ['calls of a function with many substitutions', `f() { echo ${'$() '.repeat(50_000)}; }\n${'f\n'.repeat(50_000)}`],
  ['calls of a function with many assignments', `f() { ${'a=1 '.repeat(50_000)}; }\n${'f\n'.repeat(50_000)}`],
  ['calls of a function with many conditions', `f() { ${'if a=1; then b=2; fi\n'.repeat(10_000)}; }\n${'f\n'.repeat(50_000)}`],
  ['long variables in a command', `A=${'x'.repeat(9000)}\nkubectl ${'$A'.repeat(60_000)}\nkubectl ${'$A '.repeat(60_000)}`],
  ['long variables in a condition', `A=${'x'.repeat(9000)}\nif [ -d ${'$A'.repeat(60_000)} ]; then kubectl apply -f a; fi`],
  ['variables and subshells', `${Array.from({ length: 20_000 }, (_, index) => `v${index}=1\n`).join('')}${'(a)\n'.repeat(20_000)}`],
  ['groups', `${'{ a; b; } | '.repeat(2000)}c`],
])('very many %s are read in part, in a short time', (_, script) => {
  expect(commandLines([script]).length).toBeLessThanOrEqual(20_001);
});

const MANY = 20_000;
const numbered = (write: (index: number) => string, count = MANY): string =>
  Array.from({ length: count }, (_, index) => write(index)).join('');

it.each<[string, string]>([
  ['equal paths in a command', 'kubectl apply -f '.repeat(MANY)],
  ['paths in a command', `kubectl apply ${numbered((index) => `-f x${index} `)}`],
  ['kustomizations in a command', `kubectl apply ${numbered((index) => `-k x${index} `)}`],
  ['paths of a flag', `kubectl apply -f ${numbered((index) => `x${index},`)}y`],
  ['paths that a command deletes', `kubectl delete ${numbered((index) => `-f x${index} `)}`],
  ['paths that are printed', `cat ${numbered((index) => `x${index} `)} | kubectl apply ${numbered((index) => `-f x${index} `)} -f -`],
  [
    'files of values',
    `helm template a ${numbered((index) => `-f v${index} `)} | kubectl apply -n b ${numbered((index) => `-f x${index} `)}`,
  ],
  ['clusters', numbered((index) => `kubectl apply --context c${index} -f x\n`)],
  [
    'built files',
    `${numbered((index) => `kustomize build a${index} > b${index}.yaml\n`, MANY / 2)}${numbered((index) => `kubectl apply -f b${index}.yaml\n`, MANY / 2)}`,
  ],
])('what scripts with very many %s apply is known in a short time', { timeout: 15_000 }, (_, script) => {
  expect(appliedTogether(script).length).toBeGreaterThan(0);
});
