import { SHORT_NAMES } from '../../fleet/kubefleet/short-names.ts';
import { FAILURES } from '../../gates/catalogue/index.gen.ts';
import { REPORT_FORMATS } from '../../report/render.ts';
import { type Command, COMMANDS } from '../../settings/commands.ts';
import { describedFor } from '../../settings/describe.ts';
import { type FlagName, SETTINGS } from '../../settings/settings.ts';
import { listRules } from '../../static/judge/explain.ts';
import { flagTerms, inTerms } from '../../terms.ts';
import { flagsOf } from '../command-line/flags.ts';
import { SUMMARIES } from '../command-line/summaries.ts';
import { PAGE_FORMATS } from '../output/page-formats.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The possible completions at a position: one of these words, a file name, a folder name, or a text that a shell cannot complete. */
export type Place = { readonly kind: 'words'; readonly words: readonly string[] } | { readonly kind: 'file' | 'folder' | 'text' };

/** A flag with the description that shells show beside it. */
export interface CompletedFlag {
  readonly name: string;
  readonly short: string | undefined;
  readonly about: string;
  readonly many: boolean;
  /** `undefined` for switches. */
  readonly value: Place | undefined;
}

export interface CompletedCommand {
  readonly name: Command;
  readonly about: string;
  readonly flags: readonly CompletedFlag[];
  /** The possible arguments after the command, any number of them. */
  readonly words: Place;
}

/** Everything that a shell can complete, from the table of settings. */
export function completedCommands(): readonly CompletedCommand[] {
  return COMMANDS.map((name) => ({
    name,
    about: SUMMARIES[name].does,
    flags: flagsOf(name).flatMap(({ name: flag, short, many, negatable }) => {
      const about = inTerms(describedFor(flag, name), flagTerms);
      const value = placeOf(flag, name);
      const off = { name: `no-${flag}`, short: undefined, about: `turns --${flag} off`, many: false, value: undefined };
      return [{ name: flag, short, about, many, value }, ...(negatable ? [off] : [])];
    }),
    words: WORDS[name](),
  }));
}

const FILES: Place = { kind: 'file' };
const TEXT: Place = { kind: 'text' };
const targets = (): Place => ({ kind: 'words', words: Object.keys(SHORT_NAMES).map((kind) => `${kind}/`) });

const WORDS: Readonly<Record<Command, () => Place>> = {
  init: () => TEXT,
  lint: () => FILES,
  plan: () => FILES,
  ready: () => FILES,
  wait: targets,
  diagnose: targets,
  approve: () => ({ kind: 'words', words: ['csur/', 'sur/'] }),
  watch: targets,
  status: targets,
  snapshot: targets,
  clusters: () => TEXT,
  doctor: targets,
  explain: () => ({ kind: 'words', words: [...new Set([...listRules(), ...FAILURES].map(({ id }) => id))].toSorted() }),
  owns: () => TEXT,
  mcp: () => TEXT,
  demo: () => TEXT,
  completion: () => ({ kind: 'words', words: SHELLS }),
};

/** The completions for the value of a flag; formats depend on the command. */
function placeOf(flag: FlagName, command: Command): Place | undefined {
  const { value } = SETTINGS[flag];
  if (flag === 'format') return { kind: 'words', words: PAGE_COMMANDS.has(command) ? PAGE_FORMATS : REPORT_FORMATS };
  if (value.kind === 'switch') return undefined;
  if (value.kind === 'choice') return { kind: 'words', words: value.of };
  if (value.kind === 'folder') return { kind: 'folder' };
  return value.kind === 'file' || value.kind === 'files' ? FILES : TEXT;
}

const PAGE_COMMANDS: ReadonlySet<Command> = new Set(['doctor', 'explain', 'owns']);
