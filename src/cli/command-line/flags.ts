import type { Command } from '../../settings/commands.ts';
import { type FlagName, isForCommand, SETTING_NAMES, SETTINGS } from '../../settings/settings.ts';

/** A flag as the command line parser needs it. */
export interface Flag {
  readonly name: FlagName;
  readonly commands: readonly Command[] | 'all';
  /** The placeholder for the value in the help; `undefined` for switches. */
  readonly value: string | undefined;
  readonly many: boolean;
  readonly isPath: boolean;
  /** Whether `--no-NAME` turns it off: the configuration may turn it on. */
  readonly negatable: boolean;
  readonly short: string | undefined;
}

export const FLAGS: readonly Flag[] = SETTING_NAMES.flatMap((name) => {
  const { flag, value, key } = SETTINGS[name];
  if (flag === undefined) return [];
  return [
    {
      name: name as FlagName,
      commands: flag.commands,
      value: 'word' in value && typeof value.word === 'string' ? value.word : undefined,
      many: value.kind === 'texts' || value.kind === 'files',
      isPath: value.kind === 'file' || value.kind === 'files' || value.kind === 'folder',
      negatable: value.kind === 'switch' && key !== undefined,
      short: flag.short,
    },
  ];
});

export function flagsOf(command: Command): readonly Flag[] {
  return FLAGS.filter(({ name }) => isForCommand(SETTINGS[name], command));
}

/** The start flags of the MCP server. Calls cannot change them. */
export const MCP_FLAGS: readonly FlagName[] = FLAGS.flatMap(({ name, commands }) =>
  commands !== 'all' && commands.includes('mcp') ? [name] : [],
);
