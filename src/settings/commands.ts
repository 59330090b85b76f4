/** The commands, in the order of the help. */
export const COMMANDS = [
  'lint',
  'plan',
  'ready',
  'wait',
  'diagnose',
  'approve',
  'watch',
  'status',
  'snapshot',
  'clusters',
  'doctor',
  'explain',
  'owns',
  'init',
  'mcp',
  'demo',
  'completion',
] as const;
export type Command = (typeof COMMANDS)[number];

/** The modes of the Action and the command for each; `comment` shows a report and does not run a command. */
export const MODES = ['lint', 'ready', 'gate', 'approve', 'watch', 'comment'] as const;
export type Mode = (typeof MODES)[number];
export const COMMAND_OF_MODE = {
  lint: 'lint',
  ready: 'ready',
  gate: 'wait',
  approve: 'approve',
  watch: 'watch',
} as const satisfies Partial<Record<Mode, Command>>;
