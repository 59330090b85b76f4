import { expect, it } from 'vitest';
import { commandLines } from '../../../src/cli/tree/worlds/command-lines.ts';

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
  ['groups', `${'{ a; b; } | '.repeat(2000)}c`],
])('very many %s are read in part, in a short time', (_, script) => {
  expect(commandLines([script]).length).toBeLessThanOrEqual(20_000);
});
