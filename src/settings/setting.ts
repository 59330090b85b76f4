import type { Command, Mode } from './commands.ts';
import type { FlagKind, Kind } from './kind.ts';

/**
 * A setting, as a flag, an input of the Action and a key of the configuration file. The parsers, `--help`, `action.yml`, `config.schema.json`,
 * `docs/configuration.md` and shell completion are made from its entry. `undefined` says that there is none of the kind; no field can be left out.
 */
export type Setting =
  | (SettingText & { readonly value: FlagKind; readonly flag: FlagForm; readonly input: 'as the flag' | InputForm | undefined })
  | (SettingText & { readonly value: Kind; readonly flag: undefined; readonly input: InputForm | undefined });

interface SettingText {
  /** What it does, without a capital and a full stop. `{--base}` stands for another setting, in the words of the reader. */
  readonly about: string;
  /** The same for a command, as an input or as a key, if it is something else there. */
  readonly aboutFor?: Partial<Readonly<Record<Command | 'input' | 'key', string>>>;
  /** The value if it is not given, or a sentence if that is not a value; `undefined` if it then has no effect. */
  readonly default: string | { readonly says: string } | undefined;
  /** A value, as the configuration file or a command line has it; for a switch what it is set to. */
  readonly example: string;
  /** `clusters`, `gate.timeout`. */
  readonly key: string | undefined;
}

interface FlagForm {
  readonly commands: readonly Command[] | 'all';
  /** The commands whose `--help` shows it; `--help all` shows every flag. */
  readonly shortHelp: readonly Command[] | 'all';
  readonly short?: string;
  /** A switch that is on in some cases by itself: `--no-NAME` turns it off. */
  readonly negatable?: true;
}

/** An input that the Action reads itself, and not as a flag of the command that it runs. */
interface InputForm {
  readonly modes: readonly Mode[];
  /** The default that GitHub fills in. */
  readonly filled?: string;
}

/** Settings that belong together, in help, in `action.yml` and in the documentation. */
export interface SettingGroup {
  readonly title: string;
  readonly settings: Readonly<Record<string, Setting>>;
}
