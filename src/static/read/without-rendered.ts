import type { NotEvaluated } from '../../finding.ts';
import { NOT_READ, SOURCE } from './files/hidden-objects.ts';
import { isAtOrBelow } from './files/shown-path.ts';
import { directoryOf, type Kustomization } from './kustomize/kustomization.ts';
import { CHART_TEMPLATE } from './parse-manifests.ts';
import { UNRESOLVED } from './placeholders/conflict-markers.ts';
import type { ReadResult } from './read-result.ts';
import { OF_CHART } from './render/charts/written-namespaces.ts';
import type { Overlay } from './render/overlay.ts';
import type { RenderedJob } from './render/render-overlays.ts';

/**
 * What was read of files that no rendering has used. Kustomizations and charts are reported as a whole.
 * @param needless what needs no rendering; a note says so
 * @param delivered folders that a deployer names; a packaged chart may be the path of a HelmRelease
 */
export function withoutRendered(
  read: ReadResult,
  done: readonly RenderedJob[],
  needless: readonly Overlay[],
  rendered: ReadonlySet<string>,
  kustomizations: ReadonlyMap<string, Kustomization>,
  delivered: readonly string[],
): ReadResult {
  const charts = new Set(done.flatMap(({ overlay, rendering }) => (overlay.tool === 'helm' ? [...rendering.files] : [])));
  const folders = needless.flatMap(({ tool, directory }) => (tool === 'helm' ? [directory] : []));
  const isOfChart = (file: string): boolean => charts.has(file) || folders.some((folder) => isAtOrBelow(file, folder));
  // kubectl applies an object in Chart.yaml or in values, and helm does not.
  const kept = new Set(read.manifests.flatMap(({ file }) => (charts.has(file) && !OF_CHART.test(file) ? [file] : [])));
  const isLeft = ({ file }: { readonly file: string }): boolean => !rendered.has(file) || kept.has(file);
  const isReported = ({ file, reason }: NotEvaluated): boolean =>
    kustomizations.get(directoryOf(file))?.file === file ||
    ((reason === CHART_TEMPLATE || reason === SOURCE || (reason.startsWith(NOT_READ) && file.endsWith('.tgz'))) && isOfChart(file));
  const asDelivered = (entry: NotEvaluated): NotEvaluated => (delivered.includes(entry.file) ? { ...entry, fleetObject: true } : entry);
  const reported = new Set(read.notEvaluated.filter(isReported).map(({ file }) => file));
  return {
    ...read,
    manifests: read.manifests.filter(isLeft),
    // helm renders a conflict in a helper as both sides.
    problems: read.problems.filter((problem) => isLeft(problem) || problem.message === UNRESOLVED.message),
    notEvaluated: read.notEvaluated.filter((entry) => isLeft(entry) && !isReported(entry)).map(asDelivered),
    comments: read.comments.filter((comment) => isLeft(comment) && !reported.has(comment.file)),
  };
}
