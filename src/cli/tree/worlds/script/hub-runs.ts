import type { CommandLine } from '../shell/command-line.ts';
import { KUBECTL } from '../shell/kubectl-commands.ts';
import { mayChooseCluster } from './loops-over-clusters.ts';

/**
 * Finds the commands that certainly apply to one hub, one after another: those of one script that are started together, between which
 * nothing may choose another cluster, wait, or take back what was applied.
 */
export class HubRuns {
  #run = 0;
  readonly #brokenLoops: ReadonlySet<string>;

  constructor(lines: readonly CommandLine[]) {
    this.#brokenLoops = new Set(lines.flatMap((line) => (line.loop !== undefined && breaks(line) ? [line.loop] : [])));
  }

  /** What only commands for one hub have in common; `undefined` for none. Each line is asked about, in their order. */
  of(line: CommandLine): string | undefined {
    const isBroken = breaks(line);
    if (isBroken) this.#run += 1;
    const run = `${String(line.script)} ${line.branch} ${String(this.#run)}`;
    if (isBroken) this.#run += 1;
    return line.isPerhaps !== true && line.piped.every(isPlain) ? run : undefined;
  }

  /** Whether the passes of the loop around a command are for one hub. */
  isOneInLoop({ loop }: CommandLine): boolean {
    return loop !== undefined && !this.#brokenLoops.has(loop);
  }
}

function breaks({ piped, folder, isCall, isPerhaps }: CommandLine): boolean {
  if (isCall === true) return false;
  return isPerhaps === true || piped.some((words) => mayChooseCluster(words, folder) || waits(words));
}

/** Whether a command of kubectl or kustomize applies, or passes on, all that it is given. */
export function isPlain(words: readonly string[]): boolean {
  const program = programOf(words);
  return (KUBECTL.test(program) || program === 'kustomize') && !words.some((word) => /^(?:-l|--selector(?:=|$))/.test(word));
}

function waits(words: readonly string[]): boolean {
  const program = programOf(words);
  return KUBECTL.test(program) ? !words.some((word) => KEEPS.has(word)) : WAITS.has(program);
}

function programOf(words: readonly string[]): string {
  return words.find((word) => !/^(?:\w+=|[<>]|sudo$)/.test(word)) ?? '';
}

/** Commands of kubectl between which nothing else happens. */
const KEEPS = new Set(['apply', 'create', 'replace', 'get', 'describe', 'diff', 'kustomize', 'version', 'cluster-info', 'api-resources']);
const WAITS = new Set(['wait', 'sleep', 'read', 'exit', 'return', 'break', 'continue', 'shift', 'helm']);
