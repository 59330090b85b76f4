import { field, isObject, stringAt } from '../../../../fleet/json/json.ts';
import type { PipelineJob } from './pipeline-step.ts';
import { valuesIn } from '../../../../yaml/documents.ts';

/**
 * The `scripts` of a package.json or composer.json, and the `tasks` of a deno.json, each as a job. They start in the folder of the file.
 * @param folder of the file, from the top of the repository; empty for the top
 */
export function jobsOfPackage(text: string, folder: string): readonly PipelineJob[] {
  return scriptsOfPackage(text, folder).map(({ job }) => job);
}

/** The same with the names of the scripts. */
export function scriptsOfPackage(text: string, folder: string): readonly { readonly name: string; readonly job: PipelineJob }[] {
  return valuesIn(text)
    .flatMap((value) => ['scripts', 'tasks'].map((name) => field(value, name)))
    .flatMap((all) => (isObject(all) ? Object.entries(all) : []))
    .flatMap(([name, each]) => {
      const lines = Array.isArray(each) ? each : [stringAt(each, 'command') ?? each];
      const written = lines.filter((line) => typeof line === 'string').join('\n');
      return written === '' ? [] : [{ name, job: [{ script: written, written, ...(folder === '' ? {} : { folder }) }] }];
    });
}
