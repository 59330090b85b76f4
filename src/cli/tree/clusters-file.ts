import { resolve } from 'node:path';
import { ConfigError } from '../../errors.ts';
import { readText } from '../settings/config-file.ts';
import type { DecidingConfig } from '../settings/deciding-config.ts';
import { checkConfigured } from '../settings/inside-repository.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';
import { wayTo } from '../git/repository.ts';

/** The file with the member clusters. */
export interface ClustersFile {
  readonly text: string;
  /** Its name in messages. */
  readonly file: string;
  /** The flag or key that names the file. */
  readonly namedBy: string;
  /** Notes about it, in whole sentences. */
  readonly notes: readonly string[];
}

/**
 * The file of `--clusters`, as it is in the working tree. Otherwise the file of the configuration, from the same tree as the
 * configuration: a change must not select the clusters that it is judged by. If a change edits either file, a note says so. @throws
 * {ConfigError}
 */
export async function clustersFile(invocation: Invocation, deciding: DecidingConfig, io: Io): Promise<ClustersFile | undefined> {
  const { config, base } = deciding;
  const flag = invocation.value('clusters');
  if (flag === undefined && config.config.clusters === undefined) return undefined;
  const path = resolve(...(flag === undefined ? [config.folder, config.config.clusters ?? ''] : [io.cwd, flag]));
  const file = flag ?? wayTo(io.cwd, path);
  const namedBy = flag === undefined ? `clusters in ${config.file}:` : invocation.named('clusters');
  if (flag === undefined) checkConfigured(path, `${namedBy} ${file}`, config.path, io);
  const before = base === undefined || file === '-' ? undefined : await textOfBase(base, path, `${namedBy} ${file}`);
  const isOfBase = flag === undefined && config.tree !== undefined && before !== undefined;
  if (base === undefined || before === undefined) return { text: await readText(file, io, namedBy), file, namedBy, notes: [] };
  const now = await readText(file, io, namedBy).catch((error: unknown) => {
    if (isOfBase && error instanceof ConfigError) return undefined;
    throw error;
  });
  const what = now === undefined ? 'deletes' : 'edits';
  const by = isOfBase ? `as ${base.name} has them` : 'as it has them';
  const notes = now === before ? [] : [`This change ${what} ${file}, the clusters it is checked against; they count ${by}.`];
  return { text: isOfBase ? before : (now ?? before), file, namedBy, notes };
}

async function textOfBase(base: NonNullable<DecidingConfig['base']>, path: string, what: string): Promise<string | undefined> {
  try {
    return await base.read(path);
  } catch (error) {
    throw new ConfigError(`${what}: cannot be read of ${base.name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
