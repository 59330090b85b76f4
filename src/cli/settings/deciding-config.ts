import { isDeepStrictEqual } from 'node:util';
import { ConfigError } from '../../errors.ts';
import { UnreadableFile } from '../../files/text-of-file.ts';
import { whereGiven } from '../../terms.ts';
import { hasBase } from '../git/base-commit.ts';
import type { BaseFiles, KnownBase } from '../git/base-files.ts';
import { GitFailed } from '../git/git.ts';
import { type ConfigChange, configChanges } from './config-changes.ts';
import { type FoundConfig, loadConfig, noConfig, parsedConfig } from './config-file.ts';
import { placesOfConfig } from './config-places.ts';
import { renamedEntries, withGoneEntries } from './renamed-entries.ts';
import { flagValue } from '../command-line/flag-value.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';

/** The configuration that a tree is judged by, and how it relates to the tree's own. */
export interface DecidingConfig {
  readonly config: FoundConfig;
  /** The change of the configuration, if there is one; one of the two is `config`. */
  readonly change?: { readonly before: FoundConfig; readonly now: FoundConfig };
  /** Files of the tree that the configuration is from, if that is not the judged one. */
  readonly base?: BaseFiles;
  /** Sentences about the change: first those about findings that it may hide, then the others. */
  readonly silenced: readonly string[];
  readonly notes: readonly string[];
}

/**
 * If there is a base, its configuration applies: a change must not select its own rules. If the base does not have a configuration, none
 * applies. The search for it is the same as in the base itself.
 * @throws {ConfigError} a configuration of the tree or of its base cannot be read
 */
export async function decidingConfig(invocation: Invocation, io: Io): Promise<DecidingConfig> {
  const own = await loadConfig(invocation, io);
  const known: KnownBase =
    hasBase(invocation) || io.mergesInto !== undefined
      ? await (await import('../git/base-files.ts')).knownBase(invocation, io)
      : { kind: 'none' };
  const asked = flagValue(invocation, 'config-from');
  const { named } = invocation;
  if (asked === 'base' && known.kind !== 'files')
    throw new ConfigError(
      known.kind === 'unread'
        ? `${named('config-from', 'base')}: the base cannot be read here: ${known.why}`
        : `${named('config-from', 'base')} needs a base: give ${named('base', 'REF')} or ${named('base-dir', 'DIR')}`,
    );
  // A change may have deleted the configuration of the base. If nothing names a base, most repositories have no configuration at all.
  if (known.kind === 'unread' && asked !== 'head' && (own.path !== undefined || known.isUnnamed !== true))
    throw unreadBase(known, own, invocation);
  if (known.kind !== 'files') return { config: own, silenced: [], notes: unreadNotes(known, own) };
  const { files } = known;
  const before = await configOfBase(files, own, invocation, io, asked === 'head');
  if (before.kind === 'noSay') return { config: own, base: files, silenced: [], notes: before.notes };
  const found = renamedEntries(before.config, own);
  const theirs = withGoneEntries(before.config, own, found);
  const renamed = asked === 'head' ? [] : found;
  const withRenamed =
    renamed.length === 0 ? theirs : { ...theirs, render: [...(theirs.render ?? []), ...renamed.map(({ entry }) => entry)] };
  const config = asked === 'head' ? own : withRenamed;
  if (theirs.path === own.path && isDeepStrictEqual(theirs.config, own.config)) return { config, base: files, silenced: [], notes: [] };
  const changes = configChanges(theirs, own);
  const sentence = changeSentence(changes, own.path === undefined ? theirs : own, {
    counts:
      asked === 'head'
        ? `applies immediately, because of ${named('config-from', 'head')}`
        : `does not apply yet, because the configuration of ${files.name} applies`,
  });
  const isReportedFirst = changes.some(({ isLenient }) => isLenient);
  const moves = new Set(
    renamed.map(({ to, from }) => `${to} is rendered as \`render\` in ${theirs.file} of ${files.name} says for ${from}.`),
  );
  return {
    config,
    change: { before: withRenamed, now: own },
    base: files,
    silenced: isReportedFirst ? [sentence] : [],
    notes: [...(isReportedFirst ? [] : [sentence]), ...moves],
  };
}

type OfBase =
  | { readonly kind: 'config'; readonly config: FoundConfig }
  /** The base says nothing about it, so the tree's own configuration applies. */
  | { readonly kind: 'noSay'; readonly notes: readonly string[] };

async function configOfBase(files: BaseFiles, own: FoundConfig, invocation: Invocation, io: Io, isForgiving: boolean): Promise<OfBase> {
  const { named } = invocation;
  try {
    for (const place of placesOfConfig(invocation, io)) {
      const text = await files.read(place.path);
      if (text !== undefined) return { kind: 'config', config: { ...parsedConfig(text, place), tree: files } };
    }
  } catch (error) {
    const isKnown = error instanceof ConfigError || error instanceof UnreadableFile || error instanceof GitFailed;
    if (!isKnown) throw error;
    const why = error instanceof GitFailed ? `git says: ${error.stderr.split('\n')[0] ?? ''}` : error.message.replaceAll('\n', '; ');
    const what = `the configuration of ${files.name} cannot be read: ${why}`;
    if (isForgiving) return { kind: 'noSay', notes: [`The effect of this change on the configuration is not known: ${what}.`] };
    throw new ConfigError(
      `${what}; correct it there${whereGiven(named, ['config-from', 'head'], (term) => `, or use the configuration of this tree: ${term}`)}`,
      { cause: error },
    );
  }
  if (own.path === undefined) return { kind: 'noSay', notes: [] };
  if (invocation.value('config') !== undefined && !(await files.holds(own.path))) return { kind: 'noSay', notes: [] };
  if (files.isWhole) return { kind: 'config', config: noConfig(io) };
  return {
    kind: 'noSay',
    notes: isForgiving ? [] : [`${files.name} does not have a configuration and is not a checkout: ${own.file} of this tree applies.`],
  };
}

function changeSentence(changes: readonly ConfigChange[], { file }: FoundConfig, { counts }: { readonly counts: string }): string {
  const what = changes.map(({ text }) => text).join(', ');
  return `This change of ${file} ${counts}: it ${what === '' ? 'is another file' : what}.`;
}

/** Otherwise the change could decide itself what applies to it. */
function unreadBase({ why }: { readonly why: string }, own: FoundConfig, { named }: Pick<Invocation, 'named'>): ConfigError {
  const [danger, may] =
    own.path === undefined
      ? ['the change may have deleted it', 'the change may be checked without a configuration']
      : ['that of the change must not apply without it', 'the configuration of the change may apply'];
  return new ConfigError(
    `the configuration of the base could not be read, and ${danger}: ${why}${whereGiven(named, ['config-from', 'head'], (term) => `; or add ${term} if ${may}`)}`,
  );
}

function unreadNotes(known: KnownBase, own: FoundConfig): readonly string[] {
  if (known.kind !== 'unread') return [];
  const whose = own.path === undefined ? 'no configuration applies' : `${own.file} of this change applies`;
  return [`The configuration of the base could not be read, so ${whose}: ${known.why}.`];
}
