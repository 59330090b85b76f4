import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isScriptWithoutEnding } from '../../../files/is-script-without-ending.ts';
import { isInfrastructureCode } from '../../../static/read/placeholders/source-of-manifests.ts';
import { isPipelineFolder } from '../../../static/read/files/searched-names.ts';
import { leadsOut } from '../../git/repository.ts';

/** The files of a repository that may deploy something, by path from its top. */
export interface DeployerFiles {
  /** Pipelines of CI systems, and the composite actions of the repository. */
  readonly pipelines: readonly string[];
  /** Shell scripts at the top and in the folders directly below. */
  readonly scripts: readonly string[];
  /** Files with scripts of npm, composer and deno, at the top and in the folders directly below. */
  readonly packages: readonly string[];
  /** Files of tools such as make, at the top; those of make, Task and just also in the folders directly below. */
  readonly tools: readonly string[];
  /** Code of Terraform, Bicep and ARM, down to three folders below the top. */
  readonly infrastructure: readonly string[];
  /** Helmfiles, down to three folders below the top. */
  readonly helmfiles: readonly string[];
  /** The files `fleet.yaml` of Rancher Fleet, at the top and in the folders directly below. */
  readonly rancherFleets: readonly string[];
}

/** Bytes of a file that is read for this; larger ones are left out. */
export const MAX_BYTES = 512 * 1024;
/** Of each kind. */
export const MOST_FILES = 300;

export function deployerFilesIn(root: string): DeployerFiles {
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
    ...files.filter((name) => PIPELINE.test(name) || PIPELINE_BELOW.test(name)),
    ...ACTIONS.flatMap((all) =>
      inside(all, 'folder').flatMap((folder) =>
        inside(`${all}/${folder}`, 'file')
          .filter(isYaml)
          .map((name) => `${all}/${folder}/${name}`),
      ),
    ),
  ];
  const near = filesNear(root, (file) => isInfrastructure(file) || isHelmfile(file));
  const below = folders.flatMap((folder) => entriesIn(join(root, folder), 'file').map((name) => ({ path: `${folder}/${name}`, name })));
  const toolsBelow = below.flatMap(({ path, name }) => (TOOL_BELOW.test(name) ? [path] : []));
  const tools = [...files.filter((name) => OTHER_TOOLS.test(name)), ...toolsBelow.slice(0, MOST_FILES)];
  const scripts = [...files, ...below.map(({ path }) => path)].filter(
    (file) => /\.(?:sh|bash|ps1)$/.test(file) || (!tools.includes(file) && isScriptWithoutEnding(join(root, file))),
  );
  return {
    pipelines: [...new Set([...pipelines, ...below.flatMap(({ path, name }) => (PIPELINE_BELOW.test(name) ? [path] : []))])].slice(
      0,
      MOST_FILES,
    ),
    scripts: scripts.slice(0, MOST_FILES),
    packages: [...files, ...below.map(({ path }) => path)].filter((file) => PACKAGE.test(file)).slice(0, MOST_FILES),
    tools,
    infrastructure: near.filter(isInfrastructure).slice(0, MOST_FILES),
    helmfiles: near.filter(isHelmfile).slice(0, MOST_FILES),
    rancherFleets: [...files, ...below.map(({ path }) => path)].filter((file) => /(?:^|\/)fleet\.ya?ml$/.test(file)).slice(0, MOST_FILES),
  };
}

/** Folders of composite actions, as teams name them. */
const ACTIONS = ['.github/actions', 'actions'];
/** At the top of the repository. */
const PIPELINE =
  /^[\w.-]{0,100}\.?gitlab-ci\.ya?ml$|pipelines?\b[\w.-]{0,100}\.ya?ml$|^\.(?:drone|woodpecker|travis|cirrus|appveyor)\.ya?ml$|^(?:codefresh|appveyor|semaphore)\b[\w.-]{0,100}\.ya?ml$/i;
/** Also in the folders directly below. */
const PIPELINE_BELOW = /^(?:(?:azure-pipelines?|bitbucket-pipelines|cloudbuild|buildspec)\b[\w.-]{0,100}|action)\.ya?ml$/i;
/** Folders of pipelines, also those whose objects of Kubernetes are not read. */
const PIPELINES = /^(?:(?:azure-?)?pipelines?|ci|\.(?:ci|tekton|drone|semaphore|codefresh|harness))$/i;
const HELMFILE = /^helmfile(?:\.[\w-]{1,100})?\.ya?ml(?:\.gotmpl)?$/;
const PACKAGE = /(?:^|\/)(?:package|composer|deno)\.json$/;
/** Its files are taken together. */
const HELMFILES = 'helmfile.d';
const HELMFILE_IN_FOLDER = /\.ya?ml(?:\.gotmpl)?$/;
/** At the top of the repository. Of Tilt, nothing is read, and of Skaffold, the files that it names. */
const OTHER_TOOLS = /^(?:(?:GNU)?[Mm]akefile|Taskfile\.ya?ml|[Jj]ustfile|skaffold\.ya?ml|Tiltfile|Jenkinsfile)$/;

/** Also in the folders directly below. */
const TOOL_BELOW = /^(?:(?:GNU)?[Mm]akefile|Taskfile\.ya?ml|[Jj]ustfile)$/;

/** The files with these names, down to three folders below the top. Folders near the top are searched first. */
function filesNear(root: string, isAsked: (file: string) => boolean): readonly string[] {
  const found: string[] = [];
  const folders = [{ folder: '', depth: 0 }];
  for (const { folder, depth } of folders) {
    found.push(
      ...entriesIn(join(root, folder), 'file')
        .map((name) => posix.join(folder, name))
        .filter(isAsked),
    );
    if (depth === MOST_DEPTH) continue;
    for (const name of entriesIn(join(root, folder), 'folder'))
      if (!name.startsWith('.') && name !== 'node_modules' && folders.length < MOST_FOLDERS)
        folders.push({ folder: posix.join(folder, name), depth: depth + 1 });
  }
  return found;
}

/** Code of Terraform and Bicep, and ARM templates with their usual names. */
function isInfrastructure(file: string): boolean {
  const name = posix.basename(file);
  return isInfrastructureCode(name) || ARM_TEMPLATE.test(name);
}

function isHelmfile(file: string): boolean {
  const isInFolder = posix.basename(posix.dirname(file)) === HELMFILES && HELMFILE_IN_FOLDER.test(file);
  return isInFolder || HELMFILE.test(posix.basename(file));
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
