import { filesListedBy } from './listed-files.ts';
import { MOST_PIPED, plainWords } from './plain-words.ts';
import { filledIn } from './script-variables.ts';

/**
 * A script of PowerShell with one pattern of all files in place of the variable of a loop: `foreach ($f in LIST)` and
 * `LIST | ForEach-Object { $_ }`. A list that is not known leaves the variable. Lines stay lines.
 */
export function withPowerShellLoops(script: string): string {
  if (!/foreach/i.test(script)) return script;
  // Properties of a file.
  let text = script.replaceAll(/\$(\w+)\.(?:FullName|Name|Path)\b/g, '$$$1');
  let from = 0;
  for (let left = MOST_LOOPS; left > 0; left -= 1) {
    LOOP.lastIndex = from;
    const found = LOOP.exec(text);
    if (found === null) return text;
    from = found.index + found[0].length;
    const [, name = '_', list] = found;
    const values = filesIn(list?.replaceAll(/[()]/g, ' ') ?? commandBefore(text, found.index));
    if (values !== undefined) text = text.slice(0, from) + filledIn(text.slice(from), new Map([[name, values]]));
  }
  return text;
}

const MOST_LOOPS = 50;

// linear: it starts with a word, and every run is bounded or ends with its line.
const LOOP = /\bforeach[ \t]{0,9}\([ \t]{0,9}\$(\w+)[ \t]{1,9}in[ \t]{1,9}([^\n{]{1,500})|\bForEach-Object[ \t]{0,9}\{/gi;

function commandBefore(text: string, at: number): string {
  return text.slice(Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf(';', at - 1)) + 1, at);
}

function filesIn(commands: string): string | undefined {
  return filesListedBy(commands.trim().replace(/\|$/, '').split('|', MOST_PIPED).map(plainWords));
}
