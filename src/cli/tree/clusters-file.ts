import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../../errors.ts';
import { isMemberCluster } from '../../fleet/kubefleet/kinds.ts';
import { readText } from '../settings/config-file.ts';
import type { DecidingConfig } from '../settings/deciding-config.ts';
import { checkConfigured } from '../settings/inside-repository.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { readsHub } from '../command-line/reads-hub.ts';
import type { Io } from '../process/io.ts';
import { relativePath } from '../git/repository.ts';
import type { Manifest } from '../../static/world/manifest.ts';

/** The file with the member clusters. */
export interface ClustersFile {
  readonly text: string;
  /** Its text in the base, if that has another one, and the name of the base. */
  readonly before?: { readonly text: string; readonly base: string };
  /** The base does not have it. */
  readonly isNew?: true;
  /** Its name in messages. */
  readonly file: string;
  /** The flag or key that names the file. */
  readonly namedBy: string;
  /** Notes about it, in whole sentences. */
  readonly notes: readonly string[];
}

/**
 * The file of `--clusters`, else the file of the configuration. As with MemberClusters among the manifests, the file of the judged tree
 * applies to that tree, and the file of the base to the base. If the change deletes the file, that of the base applies to both. A note says
 * so. @throws {ConfigError}
 */
export async function clustersFile(invocation: Invocation, deciding: DecidingConfig, io: Io): Promise<ClustersFile | undefined> {
  const { config, base } = deciding;
  const flag = invocation.value('clusters');
  if (flag === undefined && config.config.clusters === undefined) return undefined;
  const path = resolve(...(flag === undefined ? [config.folder, config.config.clusters ?? ''] : [io.cwd, flag]));
  const file = flag ?? relativePath(io.cwd, path);
  const namedBy = flag === undefined ? `clusters in ${config.file}:` : invocation.named('clusters');
  if (flag === undefined) checkConfigured(path, `${namedBy} ${file}`, config.path, io);
  const before = base === undefined || file === '-' ? undefined : await textOfBase(base, path, `${namedBy} ${file}`);
  if (base === undefined || before === undefined) {
    const isNew = base !== undefined && file !== '-' ? { isNew: true as const } : {};
    return { text: await readText(file, io, namedBy), file, namedBy, notes: [], ...isNew };
  }
  const now = await readText(file, io, namedBy).catch((error: unknown) => {
    if (flag === undefined && config.tree !== undefined && error instanceof ConfigError) return undefined;
    throw error;
  });
  if (now === before) return { text: now, file, namedBy, notes: [] };
  if (now === undefined)
    return {
      text: before,
      file,
      namedBy,
      notes: [`This change deletes ${file}, the file of clusters; the file of ${base.name} is used.`],
    };
  return { text: now, before: { text: before, base: base.name }, file, namedBy, notes: [] };
}

/**
 * Whether a manifest only lists a cluster that the hub has: it is in the file that the clusters are read from, or in that of the configuration,
 * which the change deletes. If the clusters are read from elsewhere, the latter may be applied while it is there.
 */
export function listsCluster(invocation: Invocation, { config }: DecidingConfig, io: Io): (manifest: Manifest) => boolean {
  const flag = invocation.value('clusters');
  const configured = config.config.clusters === undefined ? undefined : resolve(config.folder, config.config.clusters);
  const ofFile = flag === undefined ? configured : resolve(io.cwd, flag);
  const deleted = configured === undefined || existsSync(configured) ? undefined : configured;
  const lists = new Set([readsHub(invocation) ? undefined : ofFile, deleted]);
  return ({ object, file, overlay }) => isMemberCluster(object) && overlay === undefined && lists.has(resolve(io.cwd, file));
}

async function textOfBase(base: NonNullable<DecidingConfig['base']>, path: string, what: string): Promise<string | undefined> {
  try {
    return await base.read(path);
  } catch (error) {
    throw new ConfigError(`${what}: cannot be read from ${base.name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
