import { join, posix } from 'node:path';
import type { HelmCommand } from '../../../static/read/render/charts/helm-command.ts';
import { helmCommandsIn } from './helm-commands.ts';
import type { OutsideCommand } from '../../../static/read/deployers/deployed-from-outside.ts';
import type { OwnRepository } from '../../../static/read/deployers/source-urls.ts';
import type { GivenNamespace } from '../../../static/read/render/namespaces-of-overlays.ts';
import type { HubWorld } from '../../../static/world/hub-world.ts';
import { leadsOut, relativePath } from '../../git/repository.ts';
import { commandsFromOutside } from './commands-from-outside.ts';
import { type DeployerFiles, MOST_FILES } from './deployer-files.ts';
import { filesOfSkaffold, kustomizationsOfSkaffold } from './files-of-skaffold.ts';
import { deployedByInfrastructure } from './worlds-of-infrastructure.ts';
import { chartOfRancherFleet, releasesOfHelmfile, releasesOfSkaffold, releasesOfTerraform } from './releases-from-outside.ts';
import { jobsOfPackage } from './jobs-of-package.ts';
import { jobsOfJenkinsfile } from './jobs-of-jenkinsfile.ts';
import { pathsMatching } from './matching-paths.ts';
import { jobsOfPipeline, type PipelineJob } from './pipeline-jobs.ts';
import { withVariables } from './script-variables.ts';
import { inItsFolder, worldsOfJob } from './worlds-of-pipeline.ts';
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
  readonly own: OwnRepository;
  /** Folders that Skaffold, Task and just deploy, whichever hub they are for. */
  readonly folders: readonly string[];
}

/**
 * What files of a repository deploy.
 * @param of its top, the folder that names are relative to, its own addresses, and the texts of its files
 */
export async function deployersOfFiles(
  { pipelines, scripts, packages, tools, infrastructure, helmfiles, rancherFleets }: DeployerFiles,
  of: {
    readonly root: string;
    readonly cwd: string;
    readonly own: OwnRepository;
    readonly read: (file: string) => Promise<string>;
  },
): Promise<RepositoryDeployers> {
  const { root, cwd, own, read } = of;
  const helmCommands: HelmCommand[] = [];
  const namespaces: GivenNamespace[] = [];
  const outside: OutsideCommand[] = [];
  const here = (name: string): string => relativePath(cwd, join(root, name)).replace(/^\.$/, '');
  const addHelm = (script: string, file: string): void => {
    for (const { charts, values, namespace } of helmCommandsIn(script, file)) {
      helmCommands.push({ file: here(file), charts: charts.map(here), values });
      if (namespace !== undefined) namespaces.push(...charts.map((chart) => ({ place: here(chart), ofChart: true as const, namespace })));
    }
  };
  const deploys = (text: string): boolean => /helm/i.test(text) || DEPLOYS.test(text);
  /** A script with the values of its variables; empty if it deploys nothing. */
  const scriptIn = async (file: string): Promise<string> => {
    const written = await read(file);
    // In a recipe, `$$` is the `$` of the shell.
    const text = withVariables(MAKEFILE.test(file) ? written.replaceAll('$$', '$') : written);
    addHelm(text, file);
    outside.push(...commandsFromOutside([text], here(file), own.isOwn));
    return deploys(text) ? text : '';
  };
  const worlds: HubWorld[] = [];
  const unread: string[] = [];
  const folders: string[] = [];
  const named: string[] = [];
  let isWhole = false;
  const all = (pattern: string): readonly string[] => pathsMatching(root, pattern);
  const add = (file: string, together: readonly AppliedTogether[], hasUnread: boolean): void => {
    for (const { namespaces: given = [], isWhole: isAll } of together) {
      // The working directory may be a folder below.
      for (const { place, namespace } of given)
        namespaces.push(...all(place).map((each) => ({ place: here(each).replace(/^[./]+$/, ''), namespace })));
      isWhole ||= isAll === true;
    }
    // Whichever hub each of them is for.
    for (const place of together.flatMap(({ oneByOne = [] }) => oneByOne).flatMap(all)) {
      folders.push(here(place));
      named.push(here(place));
    }
    const bringing = together.filter(({ places }) => places.length > 0);
    for (const [index, { places, cluster }] of bringing.entries()) {
      const name = bringing.length > 1 ? `${file} (${index + 1})` : file;
      const brought = places.flatMap(all).map((place) => relativePath(cwd, join(root, place)));
      worlds.push({ name, folders: brought, ...(cluster === undefined ? {} : { cluster }) });
    }
    if (hasUnread) unread.push(relativePath(cwd, join(root, file)));
  };
  const togetherIn = (jobs: readonly PipelineJob[], text: string, file: string): readonly AppliedTogether[] => {
    for (const step of jobs.flat()) addHelm(inItsFolder(step), file);
    outside.push(...outsideOfJobs(jobs, text, here(file), own.isOwn));
    return jobs.flatMap(worldsOfJob);
  };
  for (const file of pipelines) {
    const text = await read(file);
    if (!deploys(text)) continue;
    const together = togetherIn(jobsOfPipeline(text), text, file);
    add(file, together, bringsNothing(together) && APPLIES.test(text));
  }
  for (const file of packages) {
    const text = await read(file);
    const folder = posix.dirname(file).replace(/^\.$/, '');
    const together = deploys(text) ? togetherIn(jobsOfPackage(text, folder), text, file) : [];
    add(file, together, bringsNothing(together) && APPLIES.test(text));
  }
  for (const file of scripts) {
    const text = await scriptIn(file);
    // A script is started at the top of the repository or in its own folder.
    const fromTop = appliedTogether(text);
    const together = file.includes('/') ? [...fromTop.map(withoutTop), ...appliedTogether(text, posix.dirname(file))] : fromTop;
    add(file, together, bringsNothing(together) && APPLIES.test(text));
  }
  for (const file of tools) {
    if (file === JENKINSFILE) {
      const text = await read(file);
      const together = deploys(text) ? togetherIn(jobsOfJenkinsfile(text), text, file) : [];
      add(file, together, bringsNothing(together) && DEPLOYS.test(text));
      continue;
    }
    const text = await scriptIn(file);
    const together = MAKEFILE.test(file) ? targetsOf(text).flatMap((target) => appliedTogether(target)) : [];
    add(file, together, bringsNothing(together) && DEPLOYS.test(text));
    const ofTool = JUSTFILE.test(file)
      ? targetsOf(text).flatMap((target) => appliedTogether(target))
      : jobsOfPipeline(text).flatMap(worldsOfJob);
    if (!MAKEFILE.test(file)) {
      const places = ofTool.flatMap((each) => each.places).flatMap(all);
      folders.push(...places.map(here));
      named.push(...places.map(here));
    }
    if (!file.startsWith('skaffold')) continue;
    const skaffold = await read(file);
    folders.push(...kustomizationsOfSkaffold(skaffold).map((each) => relativePath(cwd, join(root, each))));
    outside.push(...releasesOfSkaffold(skaffold, here(file)));
    const byName = filesOfSkaffold(skaffold);
    named.push(...byName.map((each) => relativePath(cwd, join(root, each))));
  }
  for (const file of infrastructure) {
    const text = await read(file);
    const { together, hasUnread } = deployedByInfrastructure(file, text, own.isOwn);
    add(file, together, hasUnread);
    outside.push(...releasesOfTerraform(text, here(file)));
  }
  const allHelmfiles = new Set(helmfiles);
  // A file that is added here is read as well.
  for (const file of allHelmfiles) {
    const { outside: releases, files } = releasesOfHelmfile(await read(file), here(file));
    outside.push(...releases);
    const listed = files.map((each) => posix.join(posix.dirname(file), each));
    for (const each of listed) if (allHelmfiles.size < MOST_FILES && !leadsOut(join(root, each), root)) allHelmfiles.add(each);
  }
  for (const file of rancherFleets) outside.push(...chartOfRancherFleet(await read(file), here(file)));
  return { worlds, unread, files: named, helmCommands, namespaces, isWhole, outside, own, folders };
}

/**
 * What the jobs of a pipeline deploy from addresses. The line is that of the command's longest word behind the commands before it. A context
 * with a namespace is for the later steps of its job.
 */
function outsideOfJobs(jobs: readonly PipelineJob[], text: string, file: string, isOwn: OwnRepository['isOwn']): readonly OutsideCommand[] {
  const lines = text.split('\n');
  let from = 0;
  return jobs.flatMap((job) => {
    const written = job.flatMap((step) => step.written.split('\n'));
    return commandsFromOutside(
      job.map(({ script }) => script),
      file,
      isOwn,
    ).map((command) => {
      const [word = ''] = (written[command.line - 1] ?? '').split(/[\s"']+/).toSorted((one, other) => other.length - one.length);
      const at = lines.findIndex((line, index) => index >= from && line.includes(word));
      from = Math.max(from, at);
      return { ...command, line: from + 1 };
    });
  });
}

function bringsNothing(together: readonly AppliedTogether[]): boolean {
  return together.every(({ places, oneByOne = [], isWhole }) => places.length + oneByOne.length === 0 && isWhole !== true);
}

/** The folder that such a script applies as a whole is more likely its own. */
function withoutTop(each: AppliedTogether): AppliedTogether {
  return { ...each, isWhole: false, namespaces: (each.namespaces ?? []).filter(({ place }) => place !== '') };
}

const JENKINSFILE = 'Jenkinsfile';
const JUSTFILE = /^[Jj]ustfile$/;
const MAKEFILE = /^(?:GNU)?[Mm]akefile$/;

/** The recipes of a Makefile, one for each target: another target may be for another hub. Each line starts in the folder of the file. */
function targetsOf(text: string): readonly string[] {
  return (
    text
      .replaceAll(/\\\r?\n\s{0,99}/g, ' ')
      // linear: it looks along one line, from its start.
      .split(/^(?=[^\s#].*:)/m)
      .map((target) => target.replaceAll(/^\t[@+-]*/gm, 'cd /\n'))
  );
}

const DEPLOYS = /kubectl|kustomize|\boc\b|\bkapp\b|azure\/k8s-deploy|Kubernetes(?:Manifest)?@|\bflux\b|argocd/i;
// linear: at most 500 characters of a line are tried after each name of the program.
const APPLIES = /\b(?:kubectl|oc)\b[^\n]{0,500}\b(?:apply|create|replace)\b/;
