import { withOwnPath } from './script/own-path.ts';
import { join, posix } from 'node:path';
import type { OutsideCommand } from '../../../static/read/deployers/deployed-from-outside.ts';
import type { OwnRepository } from '../../../static/read/deployers/source-urls.ts';
import { roomForValues } from '../../../fleet/text/room-for-values.ts';
import { leadsOut } from '../../git/repository.ts';
import { commandsFromOutside } from './outside/commands-from-outside.ts';
import { folderFromTop } from './shell/script-paths.ts';
import { deployedBySkaffold, releasesOfSkaffold } from './deployed-by-skaffold.ts';
import type { DeployerFiles } from './deployer-files.ts';
import { isAddress } from './outside/fetched-files.ts';
import { filesOfSkaffold, kustomizationsOfSkaffold } from './files-of-skaffold.ts';
import { FoundDeployers } from './found-deployers.ts';
import type { RepositoryDeployers } from './repository-deployers.ts';
import { jobsOfJenkinsfile } from './pipelines/jobs-of-jenkinsfile.ts';
import { scriptsOfPackage } from './pipelines/jobs-of-package.ts';
import { addHelmfiles } from './add-helmfiles.ts';
import { appliedByCallers } from './make-callers.ts';
import { withMakeVariables } from './make-variables.ts';
import {
  firstTarget,
  isMakefile,
  makefileTargets,
  namesOfTarget,
  needsOf,
  recipesNeeded,
  withAutomaticVariables,
} from './makefile-targets.ts';
import { APPLIES, appliesByName, mayDeploy, namesTool } from './may-deploy.ts';
import { hasOneKubeconfig } from './one-kubeconfig.ts';
import { mayDeployOtherwise } from './other-ways-to-deploy.ts';
import { hasOnlySteps } from './pipelines/called-steps.ts';
import { mayCallFiles, openInputs } from './pipelines/pipeline-calls.ts';
import { jobsOfPipeline } from './pipelines/pipeline-jobs.ts';
import type { PipelineJob } from './pipelines/pipeline-step.ts';
import { pipelineRuns } from './pipelines/pipeline-runs.ts';
import { chartOfRancherFleet, releasesOfTerraform } from './releases-from-outside.ts';
import { deployedByInfrastructure } from './worlds-of-infrastructure.ts';
import { agentPodsIn } from './pipelines/agent-pods.ts';
import { inItsFolder, jobsInFolder, worldsOfJob } from './pipelines/worlds-of-pipeline.ts';
import { nameOfPackageScript, nameOfTarget } from './script/started-by-command.ts';
import { TestClusters } from './script/test-clusters.ts';
import type { AppliedTogether, StartedUnit } from './script/applied-together.ts';
import { appliedTogether } from './script/worlds-of-script.ts';

/**
 * What files of a repository deploy.
 * @param of its top, the folder that names are relative to, its own addresses, and the texts of its files
 */
export async function deployersOfFiles(
  files: DeployerFiles,
  of: {
    readonly root: string;
    readonly cwd: string;
    readonly own: OwnRepository;
    readonly read: (file: string) => Promise<string>;
  },
): Promise<RepositoryDeployers> {
  const { read, root } = of;
  const found = new FoundDeployers(of);
  const readWithin = async (file: string): Promise<string> => (leadsOut(join(root, file), root) ? '' : read(file));
  const pipelines = await pipelineRuns(files.pipelines, readWithin);
  const texts = new Map(await Promise.all([...pipelines.keys()].map(async (file) => [file, await readWithin(file)] as const)));
  const hasRoom = roomForValues(MOST_CALLED);
  const textOf = (file: string): string => {
    const text = texts.get(file) ?? '';
    return hasRoom(text) ? text : '';
  };
  for (const [file, runs] of pipelines) {
    const text = texts.get(file) ?? '';
    const jobs = runs.flatMap(({ inputs }) => jobsOfPipeline(text, inputs));
    const isOfOthers = hasOnlySteps(text) && !runs.some(({ isFromOutside }) => isFromOutside);
    const started = isOfOthers ? [] : runs.flatMap(({ inputs }) => jobsOfPipeline(text, inputs, { file, textOf }));
    addJobs(found, { file, text, jobs: () => jobs, started });
    if (namesTool(text) && runs.some(({ isFromOutside }) => isFromOutside)) found.isOpen ||= mayInputsChangePaths(text);
  }
  for (const file of files.packages) {
    const folder = folderFromTop(file);
    const text = await read(file);
    const scripts = scriptsOfPackage(text, folder);
    const names = scripts.map(({ name }) => nameOfPackageScript(folder, name));
    addJobs(found, { file, text, jobs: () => scripts.map(({ job }) => job), names });
  }
  for (const file of files.scripts) addScript(found, file, await read(file));
  for (const file of files.tools) addTool(found, file, await read(file));
  found.addPossible(await appliedByCallers(files, readWithin));
  for (const file of files.infrastructure) {
    const text = await read(file);
    const { together, hasUnread } = deployedByInfrastructure(file, text, of.own.isOwn);
    found.addApplied(file, together, text);
    if (hasUnread) found.addUnread(file);
    found.outside.push(...releasesOfTerraform(text, found.nameOf(file)));
  }
  found.isOpen ||= files.helmfiles.length + files.rancherFleets.length > 0;
  await addHelmfiles(found, files.helmfiles, of);
  for (const file of files.rancherFleets) found.outside.push(...chartOfRancherFleet(await read(file), found.nameOf(file)));
  found.joinStarted();
  return found;
}

/** Whether a pipeline may apply other files if a person or another repository starts it with other inputs than its defaults. */
function mayInputsChangePaths(text: string): boolean {
  const inputs = openInputs(text);
  return (
    inputs.size > 0 &&
    jobsOfPipeline(text, inputs)
      .flatMap(worldsOfJob)
      .some(({ isOpen }) => isOpen === true)
  );
}

interface FileOfJobs {
  readonly file: string;
  readonly text: string;
  readonly jobs: (text: string) => readonly PipelineJob[];
  /** The same with the steps of other files that run in its jobs, and without what runs in jobs of others. */
  readonly started?: readonly PipelineJob[];
  /** What starts each job; absent if no command does. */
  readonly names?: readonly string[];
  /** What a file that brings nothing must say to be one that is not read. */
  readonly unreadIf?: (text: string) => boolean;
}

function addJobs(found: FoundDeployers, { file, text, jobs: jobsOf, started, names, unreadIf = appliesByName }: FileOfJobs): void {
  found.isOpen ||= mayDeployOtherwise(text);
  if (!namesTool(text) && !STARTS_OR_LOGS_IN.test(text) && !mayCallFiles(text)) return;
  const jobs = jobsOf(text);
  for (const job of jobs) {
    const tests = new TestClusters();
    for (const step of job) found.addHelm(inItsFolder(step), file, tests);
  }
  found.outside.push(...outsideOfJobs(jobs, text, found.nameOf(file), found.own.isOwn, names === undefined));
  const togetherIn = (all: readonly PipelineJob[]): readonly AppliedTogether[] =>
    all.flatMap((job, index) => {
      const name = names?.[index];
      return inUnit(worldsOfJob(job), {
        id: `${file} ${String(index + 1)}`,
        names: name === undefined ? [] : [name],
        isOfPipeline: names === undefined,
      });
    });
  const together = togetherIn(jobs);
  addTogether(found, { file, text }, together, unreadIf(text), started === undefined ? together : togetherIn(started));
}

function addScript(found: FoundDeployers, file: string, written: string): void {
  const text = scriptOf(found, file, withOwnPath(written, file));
  // A script is started at the top of the repository or in its own folder.
  const fromTop = appliedTogether(text);
  const together = file.includes('/') ? [...fromTop.map(withoutTop), ...appliedTogether(text, posix.dirname(file))] : fromTop;
  addTogether(found, { file, text }, inUnit(together, { id: file, names: [file], isOfPipeline: false }), APPLIES.test(text));
}

function addTool(found: FoundDeployers, file: string, written: string): void {
  if (file === JENKINSFILE) found.agentPods.push(...agentPodsIn(written).map((each) => found.nameOf(each)));
  if (file === JENKINSFILE) return addJobs(found, { file, text: written, jobs: jobsOfJenkinsfile, unreadIf: mayDeploy });
  const text = scriptOf(found, file, written);
  const folder = folderFromTop(file);
  if (isMakefile(file)) {
    const targets = appliedByTargets(file, makefileTargets(text, folder));
    const together = hasOneKubeconfig(written) ? [...targets, startingAll(file, targets)] : targets;
    addTogether(found, { file, text }, together, mayDeploy(text));
    return;
  }
  if (mayDeploy(text)) found.addUnread(file);
  const together = JUSTFILE.test(posix.basename(file))
    ? makefileTargets(text, folder).flatMap((target) => appliedTogether(target, folder))
    : jobsInFolder(jobsOfPipeline(text), folder).flatMap(worldsOfJob);
  found.addForAnyHub(together.flatMap(({ places, looped = [] }) => [...places, ...looped]));
  found.addBuilt(together);
  found.addDeleted(file, together);
  found.addEdits(file, together);
  found.addNamespaces(together.flatMap(({ namespaces = [] }) => namespaces));
  if (!file.startsWith('skaffold')) return;
  found.isOpen = true;
  const isHere = (path: string): boolean => !isAddress(path);
  found.addForAnyHub(kustomizationsOfSkaffold(written).filter(isHere));
  found.files.push(
    ...filesOfSkaffold(written)
      .filter(isHere)
      .map((each) => found.nameOf(each)),
  );
  found.addReleases(releasesOfSkaffold(written), file);
  found.outside.push(...deployedBySkaffold(written, found.nameOf(file), found.own.isOwn));
}

/** What each target of a Makefile applies, which also starts those that it needs. It may apply what these write. */
function appliedByTargets(file: string, written: readonly string[]): readonly AppliedTogether[] {
  const folder = folderFromTop(file);
  const nameOf = (target?: string): string => nameOfTarget(folder, target);
  const targets = written.map(withAutomaticVariables);
  const needs = needsOf(targets);
  const first = firstTarget(needs);
  const recipes = recipesNeeded(targets);
  return targets.flatMap((target) => {
    const names = namesOfTarget(target);
    const needed = [...new Set(names.flatMap((name) => needs.get(name) ?? []))].map(nameOf);
    const startedAs = [...names.map(nameOf), ...(first !== undefined && names.includes(first) ? [nameOf()] : [])];
    const together = appliedTogether(
      [...recipes(target).map(withoutApplying), target].map((text) => ({ text })),
      folder,
    );
    const all = together.some(({ login }) => login === undefined) ? together : [...together, { places: [] }];
    const withNeeded = all.map((each) => (each.login === undefined ? { ...each, starts: [...needed, ...(each.starts ?? [])] } : each));
    return inUnit(withNeeded, { id: `${file} ${names.join(' ')}`, names: startedAs, isOfPipeline: false });
  });
}

/** What starts all targets for the same hub. A login of one of them is for the others. */
function startingAll(file: string, targets: readonly AppliedTogether[]): AppliedTogether {
  const [first, rest] = [true, false].map((isFirst) => targets.filter(({ logsIn }) => (logsIn === true) === isFirst));
  const starts = [...(first ?? []), ...(rest ?? [])].flatMap(({ unit }) => unit?.names.slice(0, 1) ?? []);
  return { places: [], starts: [...new Set(starts)], unit: { id: `${file} KUBECONFIG`, names: [], isOfPipeline: false } };
}

function withoutApplying(recipe: string): string {
  const lines = recipe.split('\n');
  return lines.filter((line) => !APPLIES.test(line) && !/\bhelm\b/.test(line)).join('\n');
}

function inUnit(together: readonly AppliedTogether[], unit: StartedUnit): readonly AppliedTogether[] {
  const login = together.some(({ logsIn }) => logsIn) ? [{ places: [], logsIn: true }] : [];
  return [...together, ...login].map((each) => ({ ...each, unit }));
}

function addTogether(
  found: FoundDeployers,
  { file, text }: { readonly file: string; readonly text: string },
  together: readonly AppliedTogether[],
  isUnreadIfNothing: boolean,
  ofHubs = together,
): void {
  found.addApplied(file, together, text, ofHubs);
  // Each command that was understood says by itself what it may apply.
  if (isUnreadIfNothing && bringsNothing(together))
    found.addUnread(
      file,
      together.every(({ applied }) => applied === undefined),
    );
}

/** The text of a script; empty if it can have no part in what is deployed. What its helm commands and addresses bring is added. */
function scriptOf(found: FoundDeployers, file: string, written: string): string {
  const text = isMakefile(file) ? withMakeVariables(written) : written;
  found.isOpen ||= mayDeployOtherwise(text);
  found.addHelm(text, file);
  found.outside.push(...commandsFromOutside([text], found.nameOf(file), found.own.isOwn));
  return namesTool(text) || STARTS_OR_LOGS_IN.test(text) ? text : '';
}

/**
 * What the jobs of a pipeline deploy from addresses. The line is that of the command's longest word behind the commands before it. A context
 * with a namespace is for the later steps of its job.
 */
function outsideOfJobs(
  jobs: readonly PipelineJob[],
  text: string,
  file: string,
  isOwn: OwnRepository['isOwn'],
  isPipeline: boolean,
): readonly OutsideCommand[] {
  const isOnHost = WORKFLOWS.test(file) && !/^ {0,99}container:/m.test(text);
  const host = isPipeline ? { isOnHost, isWhole: !/\buses: {0,9}["']?\.\//.test(text) } : undefined;
  const lines = text.split('\n');
  let from = 0;
  return jobs.flatMap((job) => {
    const written = job.flatMap((step) => [...(step.folder === undefined ? [] : ['']), ...step.written.split('\n')]);
    return commandsFromOutside(job.map(inItsFolder), file, isOwn, host).map((command) => {
      const [word = ''] = (written[command.line - 1] ?? '').split(/[\s"']+/).toSorted((one, other) => other.length - one.length);
      const at = lines.findIndex((line, index) => index >= from && line.includes(word));
      from = Math.max(from, at);
      return { ...command, line: from + 1 };
    });
  });
}

function bringsNothing(together: readonly AppliedTogether[]): boolean {
  return together.every(
    ({ places, oneByOne = [], looped = [], isWhole }) => places.length + oneByOne.length + looped.length === 0 && isWhole !== true,
  );
}

/** The folder that such a script applies as a whole is more likely its own. */
function withoutTop(each: AppliedTogether): AppliedTogether {
  const isBelow = ({ place }: { readonly place: string }): boolean => place !== '';
  return {
    ...each,
    isWhole: false,
    namespaces: (each.namespaces ?? []).filter(isBelow),
    applied: (each.applied ?? []).filter(isBelow),
    deleted: (each.deleted ?? []).filter(isBelow),
  };
}

/** Characters of files whose steps run in jobs of others, for each time. */
const MOST_CALLED = 5_000_000;
const WORKFLOWS = /(?:^|\/)\.(?:github|gitea|forgejo)\/workflows\//;
const JENKINSFILE = 'Jenkinsfile';
const JUSTFILE = /^[Jj]ustfile$/;
/** Scripts, make, scripts of packages, and logins. */
const STARTS_OR_LOGS_IN =
  /\.\/\w|\.sh\b|\b(?:make|MAKE)\b|\b(?:npm|pnpm|yarn|bun|composer|deno)\s|\bkubectx\b|get-credentials|update-kubeconfig|\bKUBECONFIG\b/;
