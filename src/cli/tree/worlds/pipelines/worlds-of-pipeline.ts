import { posix } from 'node:path';
import type { PipelineJob, PipelineStep } from './pipeline-step.ts';
import type { AppliedTogether } from '../script/applied-together.ts';
import { appliedTogether } from '../script/worlds-of-script.ts';

/** The content that a job of a pipeline deploys to one hub after another. A step that logs in to a cluster starts another hub. */
export function worldsOfJob(job: PipelineJob): readonly AppliedTogether[] {
  return appliedTogether(
    job.map(({ condition, environment, ...step }) => ({
      text: inItsFolder(step),
      ...(condition === undefined ? {} : { condition }),
      ...(environment === undefined ? {} : { environment }),
    })),
  );
}

/** Jobs of a file of which the steps start in its folder. @param folder from the top of the repository; empty for the top */
export function jobsInFolder(jobs: readonly PipelineJob[], folder: string): readonly PipelineJob[] {
  return folder === '' ? jobs : jobs.map((job) => job.map((step) => ({ ...step, folder: posix.join(folder, step.folder ?? '') })));
}

/** The commands of a step, behind the one that changes to its folder. */
export function inItsFolder({ script, folder }: PipelineStep): string {
  return `${folder === undefined ? '' : `cd ${folder}\n`}${script}`;
}
