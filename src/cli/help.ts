import { COMMANDS, flagsOf, type Command, type Flag } from './flags.ts';

const SUMMARIES: Readonly<Record<Command, { readonly usage: string; readonly does: string }>> = {
  lint: { usage: 'lint [PATH…]', does: 'say what the hub would reject and what will go wrong (default path: `.`; `-` reads stdin)' },
  plan: { usage: 'plan [PATH…]', does: 'say which clusters each placement would pick, why not the others, and what it selects' },
  wait: { usage: 'wait [KIND/[NS/]NAME…]', does: 'follow placements and update runs on the hub until they are decided' },
  diagnose: { usage: 'diagnose [KIND/[NS/]NAME…]', does: 'the same judgement once, now, from a hub or from files' },
  snapshot: { usage: 'snapshot', does: 'write what the judgement reads to a file, secrets removed' },
  explain: { usage: 'explain [ID]', does: 'a rule or a failure in full; without an id, the list' },
  demo: { usage: 'demo', does: 'the whole tour on built-in data; no cluster, no network' },
};

const EXIT_CODES = `Exit codes:
  0 passed · 1 findings, or placement failed · 2 wrong usage · 3 nothing to lint or to wait for · 4 hub unreachable
  5 not allowed to look · 10 waiting for a person · 11 superseded · 12 stuck · 70 timed out or not decided · 130 cancelled`;

/** Help text, at most `columns` wide where words allow it. */
export function helpText(command: Command | undefined, columns: number): string {
  const width = Math.max(40, Math.min(columns, 110));
  if (command !== undefined) {
    const { usage, does } = SUMMARIES[command];
    return [
      `fleet-gate ${usage}`,
      '',
      ...wrap(does, '  ', width),
      '',
      'Flags:',
      ...flagsOf(command).flatMap((flag) => flagLines(flag, width)),
      '',
      EXIT_CODES,
      '',
    ].join('\n');
  }
  const commands = COMMANDS.flatMap((name) => entry(SUMMARIES[name].usage, SUMMARIES[name].does, 28, width));
  return [
    'fleet-gate: the gate for KubeFleet and Azure Kubernetes Fleet Manager',
    '',
    'Usage: fleet-gate COMMAND [FLAGS]',
    '',
    ...commands,
    '',
    '`fleet-gate COMMAND --help` lists the flags of a command.',
    '',
    EXIT_CODES,
    '',
  ].join('\n');
}

function flagLines(flag: Flag, width: number): string[] {
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  return entry(`${short}--${flag.name}${flag.value === undefined ? '' : ` ${flag.value}`}`, flag.help, 28, width);
}

function entry(left: string, right: string, gap: number, width: number): string[] {
  const indent = ' '.repeat(gap + 4);
  const lines = wrap(right, indent, width);
  const head = `  ${left}`;
  return head.length < gap + 3 ? [head.padEnd(gap + 4) + (lines[0] ?? '').trimStart(), ...lines.slice(1)] : [head, ...lines];
}

function wrap(text: string, indent: string, width: number): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    if (line.length > indent.length && line.length + word.length + 1 > width) {
      lines.push(line);
      line = indent;
    }
    line += line.length === indent.length ? word : ` ${word}`;
  }
  return [...lines, line];
}
