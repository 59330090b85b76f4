import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';

import { shellWord } from '../../src/fleet/text/shell-word.ts';
import { HOSTILE_STRINGS } from '../support/texts/hostile-strings.ts';

/** What a shell makes of the words: its own arguments, a line each. */
function heard(...words: readonly string[]): readonly string[] {
  const script = `printf '%s\\n' ${words.map((word) => `/${shellWord(word)}`).join(' ')}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\n').slice(0, -1);
}

describe('a name as a word of a command line', () => {
  test('is not changed if every shell reads it unchanged', () => {
    for (const name of ['web', 'deployment.apps/web', 'fleet-member-m1', '10.0.0.1:6443']) expect(shellWord(name)).toBe(name);
  });

  test.each(['a; rm -rf $HOME', 'a$(id)', "it's", 'a b', '-rf', '', '~', 'a>b', '*', '!x', '#x', 'a"b', 'a\\', '{a,b}'])(
    'is one word: %s',
    (name) => {
      expect(heard(name)).toEqual([`/${name}`]);
    },
  );

  test('is one word and no command, for any text that is used as a name', () => {
    const words = HOSTILE_STRINGS.map((text) => text.slice(0, 200));
    const lines = heard(...words);
    expect(lines).toHaveLength(words.length);
    for (const line of lines) expect(line).not.toMatch(/[`\p{Cc}]/u);
  });

  test('loses characters that would end a command in a text', () => {
    expect(shellWord('a`b\nc')).toBe("'a?b?c'");
  });
});
