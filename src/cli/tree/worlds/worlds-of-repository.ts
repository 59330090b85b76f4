import { trimEndSigns } from '../../../fleet/text/trim-signs.ts';
import { readdirSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { objectKey } from '../../../fleet/kubernetes/object.ts';
import { isScriptWithoutEnding } from '../../../files/is-script-without-ending.ts';
import { textOfFile } from '../../../files/text-of-file.ts';
import { once } from '../../../fleet/memo/once.ts';
import { foldersOfManifests } from '../../../static/read/deployers/folders-of-manifests.ts';
import { filePatternsOf } from '../../../static/read/deployers/application-sets.ts';
import { deployerKind } from '../../../static/read/deployers/deployer-kind.ts';
import { worldsOfDeployers } from '../../../static/read/deployers/worlds-of-deployers.ts';
import { isInfrastructureCode } from '../../../static/read/placeholders/source-of-manifests.ts';
import { type HelmCommand, helmCommandsIn } from '../../../static/read/render/charts/helm-commands.ts';
import type { OutsideCommand } from '../../../static/read/deployers/deployed-from-outside.ts';
import type { GivenNamespace } from '../../../static/read/render/namespaces-of-overlays.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { withOutsideJudged } from '../../../static/compare/outside-judged.ts';
import { manifestRef } from '../../../static/world/identity.ts';
import { type HubWorld, inWorlds, SHARED_WORLD } from '../../../static/world/hub-world.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { gitIn } from '../../git/git.ts';
import { leadsOut, repositoryRoot, relativePath } from '../../git/repository.ts';
import type { Io } from '../../process/io.ts';
import type { FoundConfig } from '../../settings/config-file.ts';
import { isPipelineFolder } from '../../../static/read/files/searched-names.ts';
import { commandsFromOutside } from './commands-from-outside.ts';
import { commandsOfTasks } from './commands-of-tasks.ts';
import { withGivenNamespaces } from './given-namespaces.ts';
import { filesOfSkaffold } from './files-of-skaffold.ts';
import { deployedByInfrastructure } from './worlds-of-infrastructure.ts';
import { releasesOfHelmfile, releasesOfTerraform } from './releases-from-outside.ts';
import { worldsOfPipeline } from './worlds-of-pipeline.ts';
import { appliedTogether, type AppliedTogether } from './worlds-of-script.ts';

/** What the pipelines, the scripts and the code of infrastructure of the repository deploy. */
export interface RepositoryDeployers {
  /** What each brings to one hub, named by its file. */
  readonly worlds: readonly HubWorld[];
  /** The files that deploy something in a way that is not read. */
  readonly unread: readonly string[];
  /** Files that they name, whichever hub they are for. */
  readonly files: readonly string[];
  /** Their commands that give values to a chart. */
  readonly helmCommands: readonly HelmCommand[];
  /** The namespaces that they give to objects without one. Places are as file names are. */
  readonly namespaces: readonly GivenNamespace[];
  /** One of them applies the whole repository to one hub. */
  readonly isWhole: boolean;
  /** What they deploy from addresses. */
  readonly outside: readonly OutsideCommand[];
  /** Whether a URL is the one of this repository; `undefined` if that is not known. */
  readonly isOwn: (url: string) => boolean | undefined;
}

/** The files and folders that they name. */
export function appliedBy({ worlds, files }: RepositoryDeployers): readonly string[] {
  return [...worlds.flatMap(({ folders }) => folders), ...files];
}

/**
 * The manifests that were read, each with its hub as far as the repository shows it: by `worlds` of the configuration, else by Flux and
 * Argo CD among the manifests, and by pipelines and scripts.
 * @param scripts those of the working tree, also for a base, so that both trees are divided in the same way @param own those of this tree
 */
export async function withWorlds(
  read: ReadResult,
  { config, folder }: FoundConfig,
  scripts: RepositoryDeployers,
  io: Io,
  { worlds: own }: Pick<RepositoryDeployers, 'worlds'> = scripts,
): Promise<ReadResult> {
  const given = withGivenNamespaces(read.manifests, scripts.namespaces);
  const named = Object.entries(config.worlds ?? {}).map(([name, paths]): HubWorld => {
    const folders = paths.map((path) => relativePath(io.cwd, join(folder, path)).replace(/\/$/, ''));
    return { name, folders, cluster: { by: 'configuration', name } };
  });
  const byHand = inWorlds(given.manifests, named);
  const rest = byHand.filter(({ world }) => world === undefined);
  const top = relativePath(repositoryRoot(io) ?? io.cwd, io.cwd);
  const files = await filesOfGenerators(rest, io);
  const deployers = worldsOfDeployers(rest, top, {
    folders: once(() => foldersOfManifests(rest, top)),
    files: () => files,
    isOwn: scripts.isOwn,
  });
  const found = [...deployers.worlds, ...scripts.worlds.filter((world) => isOneHub(world, rest))];
  const placed = scripts.isWhole ? ofOneHub(inWorlds(rest, found)) : inWorlds(rest, found);
  const known = new Map(rest.map((manifest, index) => [manifest, placed[index] ?? manifest]));
  return withOutsideJudged({
    ...read,
    notes: [...(read.notes ?? []), ...given.notes],
    manifests: byHand.map((manifest) => known.get(manifest) ?? manifest),
    worlds: [...named, ...found],
    deployers: [...deployers.worlds, ...own],
    unreadDeployers: [...new Set([...deployers.unread, ...scripts.unread])].toSorted(),
  });
}

/**
 * A script applies all files to one hub, also those that deployers bring to several. It does not if two of these have the same object: then
 * it is for a part of the tree, which it chooses by means that are not known here.
 */
function ofOneHub(manifests: readonly Manifest[]): readonly Manifest[] {
  const plain = manifests.filter(
    ({ world, overlay, object }) => world !== undefined && overlay === undefined && object.kind !== 'Namespace',
  );
  const worldsOf = Map.groupBy(plain, (manifest) => objectKey(manifestRef(manifest))).values();
  if (worldsOf.some((all) => new Set(all.map(({ world }) => world)).size > 1)) return manifests;
  return manifests.map((manifest) =>
    manifest.world === undefined || manifest.overlay !== undefined ? manifest : { ...manifest, world: SHARED_WORLD },
  );
}

/**
 * Whether a URL is the one of this repository: a remote has its last name, as a fork or a mirror does. Without a remote it is if the folder
 * has that name, and otherwise that is not known.
 */
async function ownRepository(root: string, io: Io): Promise<RepositoryDeployers['isOwn']> {
  const nameOf = (url: string): string => {
    const [last = ''] = trimEndSigns(url, '/').split(/[/:]/).slice(-1);
    return last.replace(/(.)\.git$/, '$1').toLowerCase();
  };
  const listed = await gitIn(io)('config', '--get-regexp', String.raw`^remote\..*\.url$`).catch(() => '');
  const names = new Set(listed.split('\n').flatMap((line) => (line === '' ? [] : nameOf(line))));
  return (url) => {
    if (!URL_OF_REPOSITORY.test(url)) return undefined;
    if (names.size > 0) return names.has(nameOf(url));
    return nameOf(url) === basename(root).toLowerCase() ? true : undefined;
  };
}

/** Other texts are placeholders of examples, or expressions. */
const URL_OF_REPOSITORY = /^(?:\w+:\/\/|[\w.-]+@)[^{}$]+$/;

/**
 * The files of the working tree that ApplicationSets read, by path from the top of the repository. Those that cannot be read are left
 * out.
 */
async function filesOfGenerators(manifests: readonly Manifest[], io: Io): Promise<ReadonlyMap<string, string>> {
  const root = repositoryRoot(io);
  const patterns = manifests.flatMap(({ object }) => (deployerKind(object) === 'ApplicationSet' ? filePatternsOf(object) : []));
  if (root === undefined || patterns.length === 0) return new Map();
  // `:(top)` keeps a pattern from having a magic word of its own.
  const asked = [...new Set(patterns)].map((pattern) => `:(top)${pattern}`);
  const listed = await gitIn(io)('ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...asked).catch(() => '');
  const isInside = (file: string): boolean => file !== '' && !leadsOut(join(root, file), root);
  const files = [...new Set(listed.split('\0'))].filter(isInside).slice(0, MOST_FILES);
  const texts = await Promise.all(files.map((file) => textOfFile(join(root, file), MAX_BYTES).catch(() => undefined)));
  return new Map(files.flatMap((file, index) => (texts[index] === undefined ? [] : [[file, texts[index]] as const])));
}

/**
 * A script may choose the hub by means that are not known here. Then the same object is in several of its folders. A Namespace may be in
 * each folder that needs it.
 */
function isOneHub({ folders }: HubWorld, manifests: readonly Manifest[]): boolean {
  const holders = folders.flatMap((folder) =>
    inWorlds(manifests, [{ name: folder, folders: [folder] }])
      .filter(({ world, object }) => world !== undefined && object.kind !== 'Namespace')
      .map((manifest) => ({ folder, key: objectKey(manifestRef(manifest)) })),
  );
  return Map.groupBy(holders, ({ key }) => key)
    .values()
    .every((all) => new Set(all.map(({ folder }) => folder)).size < 2);
}

/** Files that are read for this; larger ones are left out. */
const MAX_BYTES = 512 * 1024;
const MOST_FILES = 300;
/** The composite actions of the repository. */
const ACTIONS = '.github/actions';
/** At the top of the repository. */
const PIPELINE = /^\.gitlab-ci\.ya?ml$|pipelines?\b[\w.-]{0,100}\.ya?ml$/i;
const PIPELINES = /^(?:azure-?)?pipelines?$/i;

/**
 * The pipelines of the repository, the shell scripts at its top and in the folders directly below, and the code of Terraform, Bicep and ARM
 * down to three folders below. Unreadable files are left out, so the hubs of their content stay unknown.
 * @param of the tree, the folder that names are relative to, and texts in place of those of its files; default: the working tree
 */
export async function repositoryDeployers(
  io: Io,
  of: { readonly root: string | undefined; readonly cwd: string; readonly textOf?: (file: string) => Promise<string> } = {
    root: repositoryRoot(io),
    cwd: io.cwd,
  },
): Promise<RepositoryDeployers> {
  const { root, cwd } = of;
  if (root === undefined)
    return { worlds: [], unread: [], files: [], helmCommands: [], namespaces: [], isWhole: false, outside: [], isOwn: () => undefined };
  // A change can make a link of the folder.
  const inside = (folder: string, kind: 'file' | 'folder'): readonly string[] =>
    leadsOut(join(root, folder), root) ? [] : entriesIn(join(root, folder), kind);
  const [files, folders] = [
    entriesIn(root, 'file'),
    entriesIn(root, 'folder').filter((name) => !name.startsWith('.') && name !== 'node_modules'),
  ];
  const pipelines = [
    ...entriesIn(root, 'folder').flatMap((name) => {
      if (!isPipelineFolder(name) && !PIPELINES.test(name)) return [];
      const all = [name, ...inside(name, 'folder').map((inner) => `${name}/${inner}`)];
      return all.flatMap((folder) => inside(folder, 'file').flatMap((file) => (isYaml(file) ? [`${folder}/${file}`] : [])));
    }),
    ...files.filter((name) => PIPELINE.test(name)),
    ...inside(ACTIONS, 'folder').flatMap((folder) =>
      inside(`${ACTIONS}/${folder}`, 'file')
        .filter(isYaml)
        .map((name) => `${ACTIONS}/${folder}/${name}`),
    ),
  ];
  const others = files.filter((name) => OTHER_TOOLS.test(name));
  const scripts = [
    ...files,
    ...folders.flatMap((folder) => entriesIn(join(root, folder), 'file').map((name) => `${folder}/${name}`)),
  ].filter((file) => /\.(?:sh|bash|ps1)$/.test(file) || (!others.includes(file) && isScriptWithoutEnding(join(root, file))));
  const read = of.textOf ?? (async (file: string): Promise<string> => textOfFile(join(root, file), MAX_BYTES).catch(() => ''));
  const helmCommands: HelmCommand[] = [];
  const namespaces: GivenNamespace[] = [];
  const outside: OutsideCommand[] = [];
  const here = (name: string): string => relativePath(cwd, join(root, name)).replace(/^\.$/, '');
  const deploys = async (file: string): Promise<string> => {
    const text = await read(file);
    const tasks = commandsOfTasks(text);
    const helm = [...helmCommandsIn(text, file), ...tasks.flatMap(({ command }) => helmCommandsIn(command, ''))];
    for (const { charts, values, namespace } of helm) {
      helmCommands.push({ file: here(file), charts: charts.map(here), values });
      if (namespace !== undefined) namespaces.push(...charts.map((chart) => ({ place: here(chart), ofChart: true as const, namespace })));
    }
    outside.push(...commandsFromOutside(text, here(file)));
    for (const { line, command } of tasks) outside.push(...commandsFromOutside(command, here(file)).map((each) => ({ ...each, line })));
    return /kubectl|kustomize|azure\/k8s-deploy|Kubernetes(?:Manifest)?@|\bflux\b|argocd/i.test(text) ? text : '';
  };
  const isOwn = await ownRepository(root, io);
  const worlds: HubWorld[] = [];
  const unread: string[] = [];
  const named: string[] = [];
  let isWhole = false;
  const add = (file: string, together: readonly AppliedTogether[], hasUnread: boolean): void => {
    for (const { namespaces: given = [], isWhole: isAll } of together) {
      // The working directory may be a folder below.
      namespaces.push(...given.map(({ place, namespace }) => ({ place: here(place).replace(/^[./]+$/, ''), namespace })));
      isWhole ||= isAll === true;
    }
    const bringing = together.filter(({ places }) => places.length > 0);
    for (const [index, { places, cluster }] of bringing.entries()) {
      const name = bringing.length > 1 ? `${file} (${index + 1})` : file;
      const brought = places.map((place) => relativePath(cwd, join(root, place)));
      worlds.push({ name, folders: brought, ...(cluster === undefined ? {} : { cluster }) });
    }
    if (hasUnread) unread.push(relativePath(cwd, join(root, file)));
  };
  for (const file of pipelines.slice(0, MOST_FILES)) {
    const text = await deploys(file);
    const together = worldsOfPipeline(text);
    add(file, together, bringsNothing(together) && APPLIES.test(text));
  }
  for (const file of scripts.slice(0, MOST_FILES)) {
    const text = await deploys(file);
    // A script is started at the top of the repository or in its own folder.
    const fromTop = appliedTogether(text);
    const together = file.includes('/') ? [...fromTop.map(withoutTop), ...appliedTogether(text, posix.dirname(file))] : fromTop;
    add(file, together, bringsNothing(together) && APPLIES.test(text));
  }
  for (const file of others) {
    const text = await deploys(file);
    const together = MAKEFILE.test(file) ? targetsOf(text).flatMap((target) => appliedTogether(target)) : [];
    add(file, together, bringsNothing(together) && text !== '');
    const byName = file.startsWith('skaffold') ? filesOfSkaffold(await read(file)) : [];
    named.push(...byName.map((each) => relativePath(cwd, join(root, each))));
  }
  for (const file of infrastructureIn(root).slice(0, MOST_FILES)) {
    const text = await read(file);
    const { together, hasUnread } = deployedByInfrastructure(file, text, isOwn);
    add(file, together, hasUnread);
    outside.push(...releasesOfTerraform(text, here(file)));
  }
  for (const file of files.filter((name) => HELMFILE.test(name))) outside.push(...releasesOfHelmfile(await read(file), here(file)));
  return { worlds, unread, files: named, helmCommands, namespaces, isWhole, outside, isOwn };
}

function bringsNothing(together: readonly AppliedTogether[]): boolean {
  return together.every(({ places, isWhole }) => places.length === 0 && isWhole !== true);
}

/** The folder that such a script applies as a whole is more likely its own. */
function withoutTop(each: AppliedTogether): AppliedTogether {
  return { ...each, isWhole: false, namespaces: (each.namespaces ?? []).filter(({ place }) => place !== '') };
}

const HELMFILE = /^helmfile\.ya?ml$/;
const MAKEFILE = /^(?:GNU)?[Mm]akefile$/;
/** At the top of the repository. Only a Makefile is read. */
const OTHER_TOOLS = /^(?:(?:GNU)?[Mm]akefile|Taskfile\.ya?ml|[Jj]ustfile|skaffold\.ya?ml|Tiltfile|Jenkinsfile)$/;

/** The recipes of a Makefile, one for each target: another target may be for another hub. Each line starts in the folder of the file. */
function targetsOf(text: string): readonly string[] {
  // linear: it looks along one line, from its start.
  return text.split(/^(?=[^\s#].*:)/m).map((target) => target.replaceAll(/^\t[@+-]*/gm, 'cd /\n'));
}

// linear: at most 500 characters of a line are tried after each word `kubectl`.
const APPLIES = /\bkubectl\b[^\n]{0,500}\b(?:apply|create|replace)\b/;

/** Code of Terraform and Bicep, and ARM templates with their usual names. Folders near the top are searched first. */
function infrastructureIn(root: string): readonly string[] {
  const found: string[] = [];
  const folders = [{ folder: '', depth: 0 }];
  for (const { folder, depth } of folders) {
    const names = entriesIn(join(root, folder), 'file').filter((name) => isInfrastructureCode(name) || ARM_TEMPLATE.test(name));
    found.push(...names.map((name) => posix.join(folder, name)));
    if (depth === MOST_DEPTH) continue;
    for (const name of entriesIn(join(root, folder), 'folder'))
      if (!name.startsWith('.') && name !== 'node_modules' && folders.length < MOST_FOLDERS)
        folders.push({ folder: posix.join(folder, name), depth: depth + 1 });
  }
  return found;
}

const MOST_DEPTH = 3;
const MOST_FOLDERS = 1000;
const ARM_TEMPLATE = /^(?:azuredeploy|main|mainTemplate)\.json$/;

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
