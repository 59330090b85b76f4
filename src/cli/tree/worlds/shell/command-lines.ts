import type { CommandLine } from './command-line.ts';
import type { ListedCommand } from './listed-commands.ts';
import { withPowerShellLoops } from './powershell-loops.ts';
import { conditionsIn } from './script-place.ts';
import { ScriptReader } from './script-reader.ts';
import { ScriptWork } from './script-work.ts';
import { withSlashes } from './windows-paths.ts';

/** A script, which a shell of its own starts. */
export interface Script {
  readonly text: string;
  /** It is started only if this holds; absent if it is always started. Two scripts with the same condition are started both or neither. */
  readonly condition?: string;
  /** The one of GitHub that decides the values of secrets and variables; empty for none, absent if it is not known. */
  readonly environment?: string;
}

/**
 * The commands of scripts, one after another, also those in loops, conditions, functions, substitutions and `sh -c`. A variable that a
 * script sets has its value; a loop over files is one command with a pattern of them.
 * @param scripts lines are counted through all of them
 * @param from the folder in which each starts, relative to the top of the repository
 */
export function commandLines(scripts: readonly (Script | string)[], from = ''): readonly CommandLine[] {
  let before = 0;
  return scripts.flatMap((each, script) => {
    const { text, condition, environment }: Script = typeof each === 'string' ? { text: each } : each;
    const start = before;
    before += text.split('\n').length;
    const branch = condition === undefined ? '/' : `/if ${condition}/`;
    const within = (own: string): string => (own === '/' ? branch : `${branch}${String(script)}${own}`);
    return linesOfScript(text, from).map((line) => ({
      ...line,
      script,
      index: start + line.index,
      branch: within(line.branch),
      ...(conditionsIn(line.branch) === line.branch ? {} : { conditions: within(conditionsIn(line.branch)) }),
      ...(environment === undefined ? {} : { environment }),
      ...(line.loop === undefined ? {} : { loop: `${String(script)}${line.loop}` }),
    }));
  });
}

function linesOfScript(script: string, from: string): readonly ListedCommand[] {
  const plain = script.replaceAll('\r\n', '\n');
  const withLoops = withPowerShellLoops(plain);
  const text = withSlashes(withLoops.replaceAll(TOP, '/'))
    .replaceAll(EXPRESSION, (_, expression: string) => `$${expression.replaceAll(/\W+/g, '_')}`)
    .replaceAll(CONTINUED, '\\');
  const work = new ScriptWork();
  const parsed = work.parsed(text);
  const isParsed = parsed !== undefined && (parsed.errors ?? []).length === 0;
  const reader = new ScriptReader(text, from, !isParsed || withLoops !== plain, work);
  if (isParsed) reader.read(parsed);
  // Another language, or a part of a script: each line by itself.
  else for (const line of linesOf(text)) reader.readText(line.text, line.index);
  reader.readOtherFunctions();
  return work.isTooMuch ? [...reader.lines, { ...REST, index: reader.lines.at(-1)?.index ?? 0, folder: from }] : reader.lines;
}

/** What is not read of a script may apply any file. */
const REST = { text: 'kubectl apply -f $REST', piped: [['kubectl', 'apply', '-f', '$REST']], branch: '/' };

/** How pipelines name the top of the repository. */
const TOP =
  /\$\{\{ {0,9}github\.workspace {0,9}\}\}|\$\((?:Build\.SourcesDirectory|System\.DefaultWorkingDirectory)\)|\$\{?(?:env:)?(?:GITHUB_WORKSPACE|CI_PROJECT_DIR|BUILD_SOURCESDIRECTORY)\b\}?/g;

/** An expression of a pipeline is not known, as a variable. */
// linear: it starts with three signs, and at most 500 signs are tried.
const EXPRESSION = /\$\{\{([^}\n]{0,500})\}\}/g;

/** In PowerShell a line that ends with a backtick goes on in the next one. */
const CONTINUED = /(?<=\s)`$/gm;

/** Lines with the number of their last one, from 0. */
function* linesOf(text: string): Generator<{ readonly text: string; readonly index: number }, void> {
  let begun = '';
  for (const [index, line] of text.split('\n').entries()) {
    begun += line.replace(/\\$/, ' ');
    // The `|` of YAML is behind a colon or a dash.
    if (line.endsWith('\\') || /[^\s|:-]\s{0,3}\|\s{0,3}$/.test(begun.slice(-9))) continue;
    yield { text: begun, index };
    begun = '';
  }
}
