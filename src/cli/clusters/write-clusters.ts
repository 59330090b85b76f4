import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError } from '../../errors.ts';
import { isMemberCluster } from '../../fleet/kubefleet/kinds.ts';
import { listed } from '../../fleet/text/listed.ts';
import { counted } from '../../report/facts/words/words.ts';
import { terminalLine } from '../../report/text/terminal.ts';
import { withAssumedStatus } from '../../static/world/clusters-of-manifests.ts';
import { parseObjects } from '../../yaml/objects.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { relativePath } from '../git/repository.ts';
import { logSafeYaml } from '../output/log-safe-yaml.ts';
import { save } from '../output/requested-output-file.ts';
import type { Io } from '../process/io.ts';
import { loadConfig, readText } from '../settings/config-file.ts';
import { checkConfigured } from '../settings/inside-repository.ts';
import { clusterChanges, type ClustersAt } from './cluster-changes.ts';
import { clustersList, clustersText, hiddenInYaml } from './clusters-text.ts';
import { CLUSTERS_FILE, clustersOfHub } from './hub-clusters.ts';
import { readAt } from './read-at.ts';

/**
 * Writes the member clusters of the hub to `--out`, else to the file of the configuration, else to `clusters.yaml`.
 * @throws {ConfigError} the file cannot be written, or has other objects @throws {HubError} @throws {NothingToDo} the hub has none
 */
export async function writtenClusters(invocation: Invocation, io: Io): Promise<{ readonly said: string }> {
  const { path, file, unnamedBy } = await destination(invocation, io);
  // Checked before the hub is asked, which may need a login.
  const before = path === undefined ? undefined : await clustersBefore(path, file, io);
  const after = await clustersOfHub(invocation, io);
  const count = counted(after.members.length, 'member cluster');
  if (path === undefined) {
    io.stdout.write(hiddenInYaml(logSafeYaml(clustersList(after)), io.secrets));
    return { said: count };
  }
  save(path, hiddenInYaml(clustersText(after, file.endsWith('.json') ? 'json' : 'yaml'), io.secrets), invocation.named('out', file));
  const hint = unnamedBy === undefined ? '' : `; to use it, write clusters: ${CLUSTERS_FILE} into ${unnamedBy}`;
  return { said: terminalLine(`wrote ${file}: ${count}${changesSince(before, after)}${hint}`) };
}

interface Destination {
  /** Absolute; `undefined` for standard output. */
  readonly path: string | undefined;
  readonly file: string;
  /** The configuration file, if it does not name the file that is written. */
  readonly unnamedBy?: string;
}

async function destination(invocation: Invocation, io: Io): Promise<Destination> {
  const asked = invocation.value('out');
  if (asked !== undefined) return { path: asked === '-' ? undefined : resolve(io.cwd, asked), file: asked };
  const { config, folder, path: configPath, file: configFile } = await loadConfig(invocation, io);
  const path = join(folder, config.clusters ?? CLUSTERS_FILE);
  const file = relativePath(io.cwd, path);
  if (config.clusters !== undefined) checkConfigured(path, `clusters in ${configFile}: ${file}`, configPath, io);
  return config.clusters === undefined && configPath !== undefined ? { path, file, unnamedBy: configFile } : { path, file };
}

/** The clusters in the file now; `undefined` if there is no file. @throws {ConfigError} it has something else, which would be lost */
async function clustersBefore(path: string, file: string, io: Io): Promise<ClustersAt | undefined> {
  if (!existsSync(path)) return undefined;
  const { objects, problems } = parseObjects(await readText(path, io, 'the file'), file);
  const others = [...new Set(objects.filter((object) => !isMemberCluster(object)).map(({ kind }) => kind))];
  if (others.length > 0 || problems.length > 0 || objects.length === 0)
    throw new ConfigError(
      `${file} exists and contains ${others.length > 0 ? listed(others, 3) : 'no MemberCluster'}, which would be lost; choose another file`,
    );
  const at = readAt(objects) ?? io.now();
  return { members: withAssumedStatus(objects, at).members, at };
}

function changesSince(before: ClustersAt | undefined, after: ClustersAt): string {
  if (before === undefined) return '';
  const changes = clusterChanges(before, after);
  return changes.length === 0 ? '; no cluster, label, taint or connection changed' : `; changed: ${changes.join('; ')}`;
}
