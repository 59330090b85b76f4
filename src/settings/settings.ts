import type { Command } from './commands.ts';
import { HOW_LONG } from './how-long.ts';
import { HUB_AND_MEMBERS } from './hub-and-members.ts';
import type { ValueOf } from './kind.ts';
import { ON_GITHUB } from './on-github.ts';
import { OUTPUT } from './output.ts';
import type { Setting, SettingGroup } from './setting.ts';
import { WATCHING } from './watching.ts';
import { WHAT_FAILS } from './what-fails.ts';
import { WHAT_TO_APPROVE } from './what-to-approve.ts';
import { WHAT_TO_CHECK } from './what-to-check.ts';

/** All settings, in the order of help, `action.yml` and the documentation. */
const TABLE = {
  ...WHAT_TO_CHECK.settings,
  ...WHAT_TO_APPROVE.settings,
  ...WHAT_FAILS.settings,
  ...HOW_LONG.settings,
  ...WATCHING.settings,
  ...HUB_AND_MEMBERS.settings,
  ...OUTPUT.settings,
  ...ON_GITHUB.settings,
} as const;
type Table = typeof TABLE;

/** The flag is `--NAME` and the input is `NAME`. A key of the configuration file has its own name. */
export type SettingName = keyof Table;
export type FlagName = { [Name in SettingName]: Table[Name]['flag'] extends undefined ? never : Name }[SettingName];
export type InputName = { [Name in SettingName]: Table[Name]['input'] extends undefined ? never : Name }[SettingName];
/** Flags whose default is a value, not a sentence. */
export type NameWithDefault = { [Name in FlagName]: Table[Name]['default'] extends string ? Name : never }[FlagName];
type KeyName = { [Name in SettingName]: Table[Name]['key'] extends undefined ? never : Name }[SettingName];

/** The value of a setting as the program uses it. */
export type SettingValue<Name extends SettingName> = ValueOf<Table[Name]['value']>;

/** The values of `.fleet-gate.yaml`; all are optional. */
export type Config = {
  readonly [Name in KeyName as Table[Name]['key'] extends `${string}.${string}` ? never : Table[Name]['key'] & string]?: SettingValue<Name>;
} & { readonly gate?: GateConfig };

/** The settings of a gate by the last part of their keys: `timeout` for `gate.timeout`. */
export type GateConfig = {
  readonly [Name in KeyName as Table[Name]['key'] extends `gate.${infer Key}` ? Key : never]?: SettingValue<Name>;
};

export const SETTINGS: Readonly<Record<SettingName, Setting>> = TABLE;

export const SETTING_GROUPS: readonly SettingGroup[] = [
  WHAT_TO_CHECK,
  WHAT_TO_APPROVE,
  WHAT_FAILS,
  HOW_LONG,
  WATCHING,
  HUB_AND_MEMBERS,
  OUTPUT,
  ON_GITHUB,
];

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** The flags of a gate, with the last part of their keys. */
export const GATE_FLAGS = SETTING_NAMES.flatMap((name) => {
  const { flag, key } = SETTINGS[name];
  if (flag === undefined || key?.startsWith('gate.') !== true) return [];
  return [{ name: name as FlagName, key: key.slice('gate.'.length) as keyof GateConfig }];
});

export function isForCommand({ flag }: Setting, command: Command): boolean {
  return flag !== undefined && (flag.commands === 'all' || flag.commands.includes(command));
}
