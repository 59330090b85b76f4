import { parseArgs } from 'node:util';
import { ConfigError } from '../../errors.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { nearest } from '../../fleet/text/nearest.ts';
import { flagTerms, type Terms } from '../../terms.ts';
import { FLAGS, flagsOf } from './flags.ts';
import { commandHint, flagHint } from './hints.ts';
import { type Command, COMMANDS } from '../../settings/commands.ts';
import type { FlagName } from '../../settings/settings.ts';
import { isFileContent, MUST_BE_PATH } from '../../files/is-file-content.ts';

/** The parsed argv, checked against the table of flags. */
export interface Invocation {
  readonly command: Command | undefined;
  readonly positionals: readonly string[];
  switch(name: FlagName): boolean;
  value(name: FlagName): string | undefined;
  values(name: FlagName): readonly string[];
  /** How messages name a flag: users of the Action know inputs. */
  readonly named: Terms;
}

/** @throws {ConfigError} an unknown command or flag (with the nearest one), a missing or unexpected value, or a flag given twice */
export function parseArgv(argv: readonly string[], named: Terms = flagTerms): Invocation {
  const tokens = tokensOf(argv);
  const said = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  // `fleet-gate help lint` is `fleet-gate lint --help`.
  const asksForHelp = said[0] === 'help';
  const words = asksForHelp ? said.slice(1) : said;
  const [first, ...following] = words;
  const isOfAll = first === ALL_HELP && (asksForHelp || tokens.some((token) => token.kind === 'option' && token.name === 'help'));
  const command = first === undefined || isOfAll ? undefined : commandOf(first, following);
  const positionals = command === undefined ? words : words.slice(1);
  const known = command === undefined ? FLAGS : flagsOf(command);
  const given = new Map<string, string[]>();

  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const negated = known.find(({ name, negatable }) => negatable && token.name === `no-${name}`);
    const flag = negated ?? known.find(({ name, short }) => name === token.name || token.rawName === `-${short}`);
    if (flag === undefined)
      throw unknownFlag(
        token.rawName,
        valueAfter(token, tokens),
        command,
        known.flatMap(({ name, negatable }) => (negatable ? [`--${name}`, `--no-${name}`] : [`--${name}`])),
      );
    if (flag.value === undefined && token.value !== undefined)
      throw new ConfigError(`${token.rawName} does not take a value; remove "=${token.value}"`);
    if (flag.value !== undefined && (token.value === undefined || token.value === '')) {
      throw new ConfigError(`${token.rawName} needs a value: ${token.rawName} ${flag.value}`);
    }
    if (flag.isPath && isFileContent(token.value ?? '')) throw new ConfigError(`${named(flag.name)} ${MUST_BE_PATH}`);
    const before = given.get(flag.name) ?? [];
    if (before.length > 0 && flag.value !== undefined && !flag.many) throw new ConfigError(`${token.rawName} is given twice; give it once`);
    const value = token.value ?? (negated === undefined ? 'true' : 'false');
    if (flag.negatable && before.length > 0 && before[0] !== value)
      throw new ConfigError(`--${flag.name} and --no-${flag.name} exclude each other; give one`);
    given.set(flag.name, [...before, value]);
  }

  return {
    command,
    positionals,
    switch: (name) => given.get(name)?.at(-1) === 'true' || (asksForHelp && name === 'help'),
    value: (name) => given.get(name)?.[0],
    values: (name) => given.get(name) ?? [],
    named,
  };
}

/** `--help all` shows every flag; without a command, those of every command. */
export const ALL_HELP = 'all';

type Token = ReturnType<typeof tokensOf>[number];

/** The parts of argv, not checked. */
export const tokensOf = oncePer((argv: readonly string[]) => parseTokens(argv).tokens);

/** The value of a flag in argv, even if the rest is not valid. If there are several values, the last one. */
export function valueIn(argv: readonly string[], name: FlagName): { readonly value?: string; readonly command: string } {
  const tokens = tokensOf(argv);
  const given = tokens.flatMap((token) => (token.kind === 'option' && token.name === name ? [token.value ?? ''] : [])).at(-1) ?? '';
  const [command = ''] = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  return given === '' ? { command } : { value: given, command };
}

/** The members that are not `undefined`, for merging flags, file and defaults. */
export function defined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

// eslint-disable-next-line @typescript-eslint/explicit-function-return-type -- the library's type of tokens has no name
function parseTokens(argv: readonly string[]) {
  return parseArgs({ args: [...argv], options: parserOptions(), allowPositionals: true, strict: false, tokens: true });
}

function parserOptions(): Record<string, { type: 'string' | 'boolean'; short?: string; multiple: boolean }> {
  return Object.fromEntries(
    FLAGS.map((flag) => [
      flag.name,
      { type: flag.value === undefined ? 'boolean' : 'string', multiple: true, ...(flag.short === undefined ? {} : { short: flag.short }) },
    ]),
  );
}

/** @param next the words after it */
function commandOf(word: string, next: readonly string[]): Command {
  const command = COMMANDS.find((candidate) => candidate === word);
  if (command !== undefined) return command;
  const meant = nearest(word, COMMANDS);
  const hint = commandHint(word, next) ?? (meant === undefined ? undefined : `did you mean "${meant}"?`);
  throw new ConfigError(`unknown command "${word}"${hint === undefined ? '' : `; ${hint}`} (commands: ${COMMANDS.join(', ')})`);
}

/** The value after an unknown flag: `--flag=value`, or the next word. */
function valueAfter(token: Token & { kind: 'option' }, tokens: readonly Token[]): string | undefined {
  const next = tokens.find(({ index }) => index > token.index);
  return token.value ?? (next?.kind === 'positional' ? next.value : undefined);
}

function unknownFlag(raw: string, value: string | undefined, command: Command | undefined, known: readonly string[]): ConfigError {
  const elsewhere = FLAGS.filter(({ name, short }) => raw === `--${name}` || raw === `-${short}`).flatMap(({ commands }) => commands);
  const nearby = nearest(raw, known);
  const meant = nearby === undefined ? undefined : `did you mean ${nearby}?`;
  const others = elsewhere.length === 0 ? undefined : `it goes with ${elsewhere.join(', ')}`;
  // `--cluster` and `--clusters` are easily confused; other flags of a similar name are not meant if this one exists elsewhere.
  const isPlural = nearby === `${raw}s` || raw === `${nearby ?? ''}s`;
  const hint = flagHint(raw, value, command) ?? (isPlural ? meant : (others ?? meant));
  const where = command === undefined ? '' : ` for ${command}`;
  const see = `(see: fleet-gate ${command === undefined ? '' : `${command} `}--help)`;
  return new ConfigError(`unknown flag ${raw}${where}${hint === undefined ? '' : `; ${hint}`} ${see}`);
}
