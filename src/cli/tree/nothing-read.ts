import { listed } from '../../fleet/text/listed.ts';
import { counted, fileName } from '../../report/facts/words/words.ts';
import type { ReadResult } from '../../static/read/read-result.ts';

/** Whether there are no objects, no text that was meant to be an object, and no sources of KubeFleet objects. */
export function isNothing({ manifests, problems, notEvaluated }: ReadResult): boolean {
  return manifests.length === 0 && problems.length === 0 && !notEvaluated.some(({ fleetObject }) => fleetObject === true);
}

/** The message if there is nothing to check. */
export function nothingRead(paths: readonly string[], read: ReadResult): string {
  const where = paths.map(fileName).join(', ');
  const [first, ...others] = read.notEvaluated;
  if (read.files === 0 && first === undefined)
    return `there is no YAML or JSON file in ${where}; name the folder that contains the manifests`;
  const why = first === undefined ? '' : `; first: ${fileName(first.file)}:${first.line}: ${first.reason}`;
  const files = new Set(others.map(({ file }) => file).filter((file) => file !== first?.file));
  const more = files.size === 0 ? '' : ` Not checked as well: ${listed([...files].map(fileName), 3, 'files')}.`;
  // A condition of a chart may hide all that it has.
  const notes = (read.notes ?? []).map((note) => `${first === undefined ? '; ' : ' '}${note}`).join('');
  return `nothing to check in ${where}: ${counted(read.files, 'file')} read, no Kubernetes object found${why}${more}${notes}`;
}
