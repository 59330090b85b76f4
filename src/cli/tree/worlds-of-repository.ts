import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { objectKey } from '../../fleet/kubernetes/object.ts';
import { textOfFile } from '../../static/read/files/text-of-file.ts';
import { worldsOfDeployers } from '../../static/read/kustomize/worlds-of-deployers.ts';
import type { ReadResult } from '../../static/read/read-result.ts';
import { manifestRef } from '../../static/world/identity.ts';
import { type HubWorld, inWorlds } from '../../static/world/hub-world.ts';
import type { Manifest } from '../../static/world/manifest.ts';
import { repositoryRoot, wayTo } from '../git/repository.ts';
import type { Io } from '../process/io.ts';
import type { FoundConfig } from '../settings/config-file.ts';
import { worldsOfPipeline } from './worlds-of-pipeline.ts';
import { appliedTogether, type AppliedTogether } from './worlds-of-script.ts';

/** What one pipeline or script of the repository brings to one hub, named by its file. */
export type ScriptWorld = HubWorld;

/**
 * The manifests that were read, each with its hub as far as the repository shows it: by `worlds` of the configuration, else by Flux and
 * Argo CD among the manifests, and by pipelines and scripts.
 */
export function withWorlds(read: ReadResult, { config, folder }: FoundConfig, scripts: readonly ScriptWorld[], io: Io): ReadResult {
  const named = Object.entries(config.worlds ?? {}).map(([name, paths]): HubWorld => {
    return { name, folders: paths.map((path) => wayTo(io.cwd, join(folder, path)).replace(/\/$/, '')) };
  });
  const byHand = inWorlds(read.manifests, named);
  const rest = byHand.filter(({ world }) => world === undefined);
  const top = wayTo(repositoryRoot(io) ?? io.cwd, io.cwd);
  const found = [...worldsOfDeployers(rest, top), ...scripts.filter((world) => isOneHub(world, rest))];
  const placed = inWorlds(rest, found);
  const known = new Map(rest.map((manifest, index) => [manifest, placed[index] ?? manifest]));
  return { ...read, manifests: byHand.map((manifest) => known.get(manifest) ?? manifest) };
}

/** A script may choose the hub by means that are not known here. Then the same object is in several of its folders. */
function isOneHub({ folders }: HubWorld, manifests: readonly Manifest[]): boolean {
  const holders = folders.flatMap((folder) =>
    inWorlds(manifests, [{ name: folder, folders: [folder] }])
      .filter(({ world, object }) => world !== undefined && isFleetObject(object))
      .map((manifest) => ({ folder, key: objectKey(manifestRef(manifest)) })),
  );
  return Map.groupBy(holders, ({ key }) => key)
    .values()
    .every((all) => new Set(all.map(({ folder }) => folder)).size < 2);
}

/** Files that are read for this; larger ones are left out. */
const MAX_BYTES = 512 * 1024;
const MOST_FILES = 300;
const WORKFLOWS = '.github/workflows';
const PIPELINES = new Set(['.gitlab-ci.yml', 'azure-pipelines.yml', 'azure-pipelines.yaml']);

/**
 * The pipelines of the repository, and the shell scripts at its top and in the folders directly below. Unreadable files are left out, so
 * the hubs of their content stay unknown.
 */
export async function scriptWorlds(io: Io): Promise<readonly ScriptWorld[]> {
  const root = repositoryRoot(io);
  if (root === undefined) return [];
  const [files, folders] = [
    entriesIn(root, 'file'),
    entriesIn(root, 'folder').filter((name) => !name.startsWith('.') && name !== 'node_modules'),
  ];
  const pipelines = [
    ...entriesIn(join(root, WORKFLOWS), 'file')
      .filter(isYaml)
      .map((name) => `${WORKFLOWS}/${name}`),
    ...files.filter((name) => PIPELINES.has(name)),
  ];
  const scripts = [
    ...files,
    ...folders.flatMap((folder) => entriesIn(join(root, folder), 'file').map((name) => `${folder}/${name}`)),
  ].filter((file) => file.endsWith('.sh'));
  const read = async (file: string): Promise<string> => {
    const text = await textOfFile(join(root, file), MAX_BYTES).catch(() => '');
    return /kubectl|azure\/k8s-deploy|KubernetesManifest@|\bflux\b|argocd/i.test(text) ? text : '';
  };
  const worlds: ScriptWorld[] = [];
  const add = (file: string, together: readonly AppliedTogether[]): void => {
    for (const [index, places] of together.entries()) {
      const name = together.length > 1 ? `${file} (${index + 1})` : file;
      worlds.push({ name, folders: places.map((place) => wayTo(io.cwd, join(root, place))) });
    }
  };
  for (const file of pipelines.slice(0, MOST_FILES)) add(file, worldsOfPipeline(await read(file)));
  for (const file of scripts.slice(0, MOST_FILES)) {
    const text = await read(file);
    // A script is started at the top of the repository or in its own folder.
    add(file, [...appliedTogether(text), ...(file.includes('/') ? appliedTogether(text, posix.dirname(file)) : [])]);
  }
  return worlds;
}

function isYaml(name: string): boolean {
  return /\.ya?ml$/.test(name);
}

function entriesIn(folder: string, kind: 'file' | 'folder'): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .flatMap((entry) => ((kind === 'file' ? entry.isFile() : entry.isDirectory()) ? [entry.name] : []))
      .toSorted();
  } catch {
    return [];
  }
}
