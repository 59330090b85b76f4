import type { Command } from '../../settings/commands.ts';

/** The usage line of each command, and its effect. */
export const SUMMARIES: Readonly<Record<Command, { readonly usage: string; readonly does: string }>> = {
  init: { usage: 'init', does: 'write a configuration file and workflows for this repository; files that exist are kept' },
  lint: { usage: 'lint [PATH…]', does: 'show what the hub would refuse and what will go wrong (default path: `.`; `-` reads stdin)' },
  plan: { usage: 'plan [PATH…]', does: 'show which clusters each placement would pick, why not the others, and what it selects' },
  ready: { usage: 'ready [PATH…]', does: 'check against the hub whether a change may be rolled out now; it writes nothing' },
  wait: { usage: 'wait [TARGET…]', does: 'wait for placements and update runs on the hub until they passed or failed' },
  diagnose: {
    usage: 'diagnose [TARGET…]',
    does: 'check placements and update runs once, now, from a hub or from files (default: all)',
  },
  approve: {
    usage: 'approve RUN',
    does: 'approve the stages of an update run that are proven; the only command that writes to a hub',
  },
  watch: {
    usage: 'watch [TARGET…]',
    does: 'check again and again that placements, update runs and members are good, and report each change (default: all)',
  },
  status: {
    usage: 'status [TARGET…]',
    does: 'list placements and update runs with their state on the hub, the worst first (default: all)',
  },
  snapshot: {
    usage: 'snapshot [TARGET…]',
    does: 'write the objects that `diagnose` reads from a hub to a file, without secrets (default: for all placements and update runs)',
  },
  clusters: { usage: 'clusters', does: 'write the member clusters of the hub to the file that `lint` and `plan` read, or refresh it' },
  doctor: {
    usage: 'doctor [TARGET…]',
    does: 'check the way to the hub: login, network, kinds, rights, members; print missing roles',
  },
  explain: {
    usage: 'explain [ID]',
    does: 'explain a rule or a failure by its id, or by a reason, a condition or a line of a message; without one, list all',
  },
  owns: {
    usage: 'owns KIND/[NS/]NAME',
    does: 'show which placement, snapshot, override and Work put an object on which cluster',
  },
  mcp: {
    usage: 'mcp',
    does: 'serve lint, plan, diagnose, owns and explain to agents: Model Context Protocol on standard input and output',
  },
  demo: {
    usage: 'demo [COMMAND]',
    does: 'run lint, plan and gate, or ready, approve or watch, on built-in data, without a cluster or network',
  },
  completion: { usage: 'completion SHELL', does: 'print the script that makes bash, zsh or fish complete commands, flags and values' },
};
