import { field, isObject, stringAt } from '../../../../fleet/json/json.ts';
import { readDocuments } from '../../../../yaml/documents.ts';
import type { PipelineJob } from './pipeline-jobs.ts';

/**
 * The `scripts` of a package.json or composer.json, and the `tasks` of a deno.json, each as a job. They start in the folder of the file.
 * @param folder of the file, from the top of the repository; empty for the top
 */
export function jobsOfPackage(text: string, folder: string): readonly PipelineJob[] {
  return [...readDocuments(text)]
    .flatMap((document) => (document.kind === 'read' ? ['scripts', 'tasks'].map((name) => field(document.value, name)) : []))
    .flatMap((all) => (isObject(all) ? Object.values(all) : []))
    .flatMap((each): readonly PipelineJob[] => {
      const lines = Array.isArray(each) ? each : [stringAt(each, 'command') ?? each];
      const written = lines.filter((line) => typeof line === 'string').join('\n');
      return written === '' ? [] : [[{ script: written, written, ...(folder === '' ? {} : { folder }) }]];
    });
}
