import type { Command, Mode } from './commands.ts';
import type { FlagKind, Kind } from './kind.ts';

/**
 * A setting: its flag, its Action input and its key in the configuration file. The parsers, `--help`, `action.yml`, `config.schema.json`,
 * `docs/configuration.md` and shell completion are generated from its entry. `undefined` means that this form does not exist; every field
 * is required.
 */
export type Setting =
  | (SettingText & { readonly value: FlagKind; readonly flag: FlagForm; readonly input: 'as the flag' | InputForm | undefined })
  | (SettingText & { readonly value: Kind; readonly flag: undefined; readonly input: InputForm | undefined });

interface SettingText {
  /** The effect, without a capital and a full stop. `{--base}` refers to another setting, which is shown in the reader's terms. */
  readonly about: string;
  /** Replaces `about` for a command, for the input or for the key. */
  readonly aboutFor?: Partial<Readonly<Record<Command | 'input' | 'key', string>>>;
  /** The default value, or a sentence if it is not a value. `undefined` if the setting then has no effect. */
  readonly default: string | { readonly says: string } | undefined;
  /** A value as in the configuration file or on a command line; for a switch the value it is set to. */
  readonly example: string;
  /** `clusters`, `gate.timeout`. */
  readonly key: string | undefined;
}

interface FlagForm {
  readonly commands: readonly Command[] | 'all';
  /** The commands whose `--help` shows it; `--help all` shows every flag. */
  readonly shortHelp: readonly Command[] | 'all';
  readonly short?: string;
}

/** An input that the Action reads itself and does not pass on as a flag. */
interface InputForm {
  readonly modes: readonly Mode[];
  /** The default that GitHub fills in. */
  readonly filled?: string;
}

/** Related settings, in help, in `action.yml` and in the documentation. */
export interface SettingGroup {
  readonly title: string;
  readonly settings: Readonly<Record<string, Setting>>;
}
