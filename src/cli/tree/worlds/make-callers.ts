import { isKnownText } from '../../../static/read/deployers/delivery.ts';
import { commandLines, type Script } from './shell/command-lines.ts';
import type { DeployerFiles } from './deployer-files.ts';
import { type MakeCall, makeCallOf } from './make-call.ts';
import { type MakeVariable, makeVariables, variablesIn, withMakeVariables } from './make-variables.ts';
import { buildsOf, isMakefile, makefileTargets, namesOfTarget } from './makefile-targets.ts';
import { jobsOfJenkinsfile } from './pipelines/jobs-of-jenkinsfile.ts';
import { jobsOfPackage } from './pipelines/jobs-of-package.ts';
import { jobsOfPipeline } from './pipelines/pipeline-jobs.ts';
import type { PipelineJob } from './pipelines/pipeline-step.ts';
import { pipelineRuns } from './pipelines/pipeline-runs.ts';
import { inItsFolder, jobsInFolder } from './pipelines/worlds-of-pipeline.ts';
import { folderFromTop } from './shell/script-paths.ts';
import type { AppliedTogether } from './script/applied-together.ts';
import { appliedTogether } from './script/worlds-of-script.ts';

type Read = (file: string) => Promise<string>;

/**
 * What the recipes of Makefiles apply if their callers set variables: with each value that a pipeline, a script or a Makefile gives,
 * and what is not known, also for a default of a target for which no caller is known. Only a command line of make gives a namespace: a
 * variable of an environment may be that of another job. Source: GNU make manual, "Overriding Variables"
 * and "Variables from the Environment".
 */
export async function appliedByCallers(files: DeployerFiles, read: Read): Promise<readonly AppliedTogether[]> {
  const makefiles = await Promise.all(files.tools.filter(isMakefile).map(async (file) => makefileOf(await read(file), file)));
  if (makefiles.every(({ choosing }) => choosing.length === 0)) return [];
  const started = await scriptsOf(files, read);
  const calls = started.flatMap(({ scripts }) => callsIn(scripts));
  const ofTargets = makefiles.flatMap(({ targets, variables }) => targets.flatMap((each) => callsIn(withMakeVariables(each, variables))));
  const environment = valuesIn(started.map(({ written }) => written));
  return makefiles.flatMap((makefile) => {
    const isOfIt = ({ folder }: MakeCall): boolean => folder === makefile.folder;
    return appliedByCallersOf(makefile, { calls: calls.filter(isOfIt), ofTargets: ofTargets.filter(isOfIt), environment });
  });
}

interface Makefile {
  readonly folder: string;
  readonly variables: ReadonlyMap<string, MakeVariable>;
  readonly targets: readonly string[];
  /** The targets in which a variable decides what is applied. */
  readonly choosing: readonly string[];
}

function makefileOf(text: string, file: string): Makefile {
  const folder = folderFromTop(file);
  const variables = makeVariables(text);
  const targets = makefileTargets(text, folder);
  const choosing = targets.filter((target) => appliedWith(target, variables, () => undefined).some(isChosen));
  return { folder, variables, targets, choosing };
}

interface Callers {
  /** The calls by pipelines, packages, scripts and other tools. */
  readonly calls: readonly MakeCall[];
  readonly ofTargets: readonly MakeCall[];
  /** The values that texts of the callers give to names. */
  readonly environment: ReadonlyMap<string, ReadonlySet<string>>;
}

function appliedByCallersOf(
  { variables, targets, choosing }: Makefile,
  { calls, ofTargets, environment }: Callers,
): readonly AppliedTogether[] {
  const all = [...calls, ...ofTargets];
  if (choosing.length > MOST || all.length > MOST) return choosing.flatMap((target) => appliedWith(target, variables, () => undefined));
  const builds = buildsOf(targets);
  const built = new Map(all.map((call) => [call, builds(call.goals)] as const));
  return choosing.flatMap((target) => {
    const names = namesOfTarget(target);
    const isBuilt = (call: MakeCall): boolean => names.some((name) => built.get(call)?.has(name) === true);
    const isCalled = calls.some((call) => call.goals.every(isPlain) && isBuilt(call));
    const setting = all.filter((call) => isBuilt(call) || !call.goals.every(isPlain));
    const isOfEnvironment = ({ isDefault }: MakeVariable): boolean => isDefault || setting.some((call) => call.isOfEnvironment);
    const ofCalls = setting.map(
      ({ set }): Choice =>
        (name, { value, isFixed }) =>
          isFixed ? value : (set.get(name) ?? value),
    );
    const ofEnvironment = variablesIn(target).flatMap((name) =>
      [...(environment.get(name) ?? [])].map(
        (set): Choice =>
          (other, variable) =>
            other === name && isOfEnvironment(variable) ? set : variable.value,
      ),
    );
    const ofOthers: Choice = (_name, { value, isDefault }) => (isDefault && !isCalled ? undefined : value);
    const applied = ofCalls.slice(0, MOST).flatMap((choice) => appliedWith(target, variables, choice));
    const others = [...ofEnvironment, ofOthers]
      .slice(0, Math.max(MOST - ofCalls.length, 0))
      .flatMap((choice) => appliedWith(target, variables, choice));
    return [...applied, ...others.map((each) => ({ ...each, namespaces: [] }))];
  });
}

/** Whether a variable decides what is applied, or into which namespace. */
function isChosen({ isOpen, namespaces = [] }: AppliedTogether): boolean {
  return isOpen === true || namespaces.some(({ namespace }) => !isKnownText(namespace));
}

/** The value of a variable; `undefined` if it is not known. */
type Choice = (name: string, variable: MakeVariable) => string | undefined;

/** Targets, calls of make, and values for one target. */
const MOST = 500;

/** What a target applies if some of its variables have other values than those of the Makefile; none if each has the same. */
function appliedWith(target: string, variables: ReadonlyMap<string, MakeVariable>, choice: Choice): readonly AppliedTogether[] {
  const used = [...new Set(variablesIn(target))].flatMap((name) => {
    const variable = variables.get(name);
    return variable === undefined ? [] : [{ name, variable, value: choice(name, variable) }];
  });
  if (used.every(({ variable, value }) => value === variable.value)) return [];
  const known = used.flatMap(({ name, value }) => (value !== undefined && PLAIN.test(value) ? [[name, { value }] as const] : []));
  return appliedTogether(withMakeVariables(target, new Map(known)));
}

/** A value, or several of a loop. */
const PLAIN = /^[\w./:@%,+{}-]+$/;

interface Started {
  readonly scripts: readonly Script[] | string;
  readonly written: string;
}

/** What pipelines, packages, scripts and other tools start. */
async function scriptsOf(files: DeployerFiles, read: Read): Promise<readonly Started[]> {
  const found: Started[] = [];
  const add = (written: string, jobs: readonly PipelineJob[]): void => {
    for (const job of jobs) found.push({ scripts: job.map((step) => ({ text: inItsFolder(step) })), written: '' });
    found.push({ scripts: '', written });
  };
  for (const [file, runs] of await pipelineRuns(files.pipelines, read)) {
    const text = await read(file);
    add(
      text,
      runs.flatMap(({ inputs }) => jobsOfPipeline(text, inputs)),
    );
  }
  for (const file of files.packages) {
    const text = await read(file);
    add(text, jobsOfPackage(text, folderFromTop(file)));
  }
  for (const file of files.tools.filter((name) => !isMakefile(name))) {
    const text = await read(file);
    add(text, file === 'Jenkinsfile' ? jobsOfJenkinsfile(text) : jobsInFolder(jobsOfPipeline(text), folderFromTop(file)));
  }
  for (const file of files.scripts) {
    const written = await read(file);
    found.push({ scripts: written, written });
    const folder = folderFromTop(file);
    if (folder !== '') found.push({ scripts: `cd '//${folder}'\n${written}`, written: '' });
  }
  return found;
}

/** The calls of make in scripts. */
function callsIn(scripts: readonly Script[] | string): readonly MakeCall[] {
  const all = [scripts].flat();
  if (!all.some((each) => /make/i.test(typeof each === 'string' ? each : each.text))) return [];
  return commandLines(all).flatMap(({ piped, folder }) => piped.flatMap((words) => makeCallOf(words, folder)));
}

function isPlain(goal: string): boolean {
  return /^[\w./-]+$/.test(goal);
}

/** The values that texts give to names, as `NAME: value` and `NAME=value`, without those on the command line of make. */
function valuesIn(texts: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const text of texts)
    for (const [, name = '', value = ''] of text.replaceAll(CALLS, 'make').matchAll(VALUES))
      found.set(name, (found.get(name) ?? new Set()).add(value));
  return found;
}

// linear: it starts with a word, and ends with the command.
const CALLS = /\bmake\b[^\n;&|,"'}]*/g;
// linear: a name begins where no letter is before it, and the rest is bounded.
const VALUES = /(?<![\w.-])([A-Za-z_]\w{0,99})["']?[ \t]{0,9}:?[:=](?=[ \t]{0,9}["']?([^\s"',;}]{0,200}))/g;
