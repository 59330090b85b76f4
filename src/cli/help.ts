import { wrap } from '../report/text/terminal.ts';
import { COMMANDS, flagsOf, type Command, type Flag } from './flags.ts';

const SUMMARIES: Readonly<Record<Command, { readonly usage: string; readonly does: string }>> = {
  lint: { usage: 'lint [PATH…]', does: 'say what the hub would reject and what will go wrong (default path: `.`; `-` reads stdin)' },
  plan: { usage: 'plan [PATH…]', does: 'say which clusters each placement would pick, why not the others, and what it selects' },
  wait: {
    usage: 'wait [KIND/[NS/]NAME…]',
    does: 'follow placements and update runs on the hub until they are decided (crp/shop, rp/orders/api)',
  },
  diagnose: { usage: 'diagnose [KIND/[NS/]NAME…]', does: 'the same judgement once, now, from a hub or from files' },
  snapshot: { usage: 'snapshot [KIND/[NS/]NAME…]', does: 'write what the judgement reads to a file, secrets removed' },
  explain: { usage: 'explain [ID]', does: 'a rule or a failure in full; without an id, the list' },
  demo: { usage: 'demo', does: 'the whole tour on built-in data; no cluster, no network' },
};

const EXIT_CODES = [
  '  0  passed',
  '  1  findings, or a placement failed',
  '  2  wrong usage or configuration',
  '  3  nothing to lint or to wait for',
  '  4  hub unreachable',
  '  5  not allowed to look',
  '  6  an object was not evaluated',
  ' 10  waiting for a person',
  ' 11  superseded',
  ' 12  stuck',
  ' 70  timed out or not decided',
  ' 99  a fault of fleet-gate itself',
  '130  cancelled',
];

/** Column of the explanations. */
const COLUMN = 30;

/** Help text, at most `columns` wide where words allow it. */
export function helpText(command: Command | undefined, columns: number): string {
  const width = Math.max(40, Math.min(columns, 110));
  const body = command === undefined ? overview(width) : details(command, width);
  return [...body, '', 'Exit codes:', ...EXIT_CODES.map((line) => `  ${line}`), ''].join('\n');
}

function overview(width: number): string[] {
  return [
    wrap('fleet-gate: the gate for KubeFleet and Azure Kubernetes Fleet Manager', width, 0),
    '',
    'Usage: fleet-gate COMMAND [FLAGS]',
    '',
    ...COMMANDS.map((name) => row(SUMMARIES[name].usage, SUMMARIES[name].does, width)),
    '',
    wrap('`fleet-gate COMMAND --help` lists the flags of a command.', width, 0),
  ];
}

function details(command: Command, width: number): string[] {
  const { usage, does } = SUMMARIES[command];
  return [
    `fleet-gate ${usage}`,
    '',
    `  ${wrap(does, width, 2)}`,
    '',
    'Flags:',
    ...flagsOf(command).map((flag) => row(nameOf(flag), helpOf(flag, command), width)),
  ];
}

function nameOf({ name, short, value }: Flag): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}

function helpOf({ name, help, helpFor, many, negatable }: Flag, command: Command): string {
  return `${helpFor?.[command] ?? help}${many === true ? '; repeatable' : ''}${negatable === true ? `; off: --no-${name}` : ''}`;
}

function row(left: string, right: string, width: number): string {
  const indent = width < 70 ? 6 : COLUMN;
  const text = wrap(right, width, indent);
  return left.length + 4 > indent ? `  ${left}\n${' '.repeat(indent)}${text}` : `  ${left.padEnd(indent - 2)}${text}`;
}
