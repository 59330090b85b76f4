/** The commands of the command line, in the order of the help. */
export const COMMANDS = ['lint', 'plan', 'wait', 'diagnose', 'snapshot', 'doctor', 'explain', 'owns', 'mcp', 'demo', 'completion'] as const;
export type Command = (typeof COMMANDS)[number];

/** What the Action can be asked for, and the command that does it; `comment` shows a report and runs none. */
export const MODES = ['lint', 'gate', 'comment'] as const;
export type Mode = (typeof MODES)[number];
export const COMMAND_OF_MODE = { lint: 'lint', gate: 'wait' } as const satisfies Partial<Record<Mode, Command>>;
