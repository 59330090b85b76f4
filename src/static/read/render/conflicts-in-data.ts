import { ParsedFile } from '../documents/parsed-file.ts';
import { conflictIn, UNRESOLVED, wholeConflictIn } from '../placeholders/conflict-markers.ts';
import type { ReadProblem, ReadResult } from '../read-result.ts';
import type { HelmCommand } from './charts/helm-command.ts';
import type { RenderedJob } from './render-overlays.ts';
import type { RepositoryFiles } from './repository-files.ts';

/**
 * Unresolved merge conflicts in what kustomizations and charts read besides manifests: data, patches of any name, and values, also those that
 * a deploy step gives.
 * @param read reports those in manifests
 */
export async function conflictsInData(
  done: readonly RenderedJob[],
  read: ReadResult,
  commands: readonly HelmCommand[],
  repositories: (directory: string) => RepositoryFiles,
): Promise<readonly ReadProblem[]> {
  const seen = new Set(read.problems.flatMap(({ file, message }) => (message === UNRESOLVED.message ? [file] : [])));
  const found: ReadProblem[] = [];
  for (const { overlay, rendering } of done) {
    const repository = repositories(overlay.directory);
    const given = commands.filter(({ charts }) => overlay.tool === 'helm' && charts.includes(overlay.directory));
    const values = new Set([...overlay.values, ...given.flatMap((each) => each.values.filter((value) => typeof value === 'string'))]);
    // Those in templates are reported by them.
    const own = overlay.tool === 'helm' ? (rendering.data ?? []) : rendering.files;
    for (const file of new Set([...own, ...values])) {
      if (seen.has(file)) continue;
      seen.add(file);
      const text = (await repository.text(file)) ?? '';
      const conflict = values.has(file) ? conflictIn(text) : wholeConflictIn(text);
      if (conflict === undefined) continue;
      const parsed = new ParsedFile(text, file);
      parsed.addConflict(conflict);
      found.push(...parsed.problems);
    }
  }
  return found;
}
