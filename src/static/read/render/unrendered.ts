import { posix } from 'node:path';
import type { NotEvaluated } from '../../../finding.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { directoryOf, isKustomization, isReadable, joinPath, type Kustomization } from '../kustomize/kustomization.ts';
import type { meetsKnownContent } from '../kustomize/known-content.ts';
import type { Manifest } from '../../world/manifest.ts';
import { helmCommand, kustomizeCommand } from './overlay-command.ts';
import { chartHomes, namespacesOfCharts, OF_CHART, writtenNamespaces } from './charts/written-namespaces.ts';
import type { Overlay } from './overlay.ts';
import type { Refusal } from './refusal.ts';
import { isAtOrBelow } from '../files/shown-path.ts';
import { namesFleet } from '../placeholders/names-fleet.ts';
import { mayCompose } from './may-compose.ts';
import type { RenderedJob } from './render-overlays.ts';
import type { Rendering } from './rendering.ts';

/** The facts that are known without rendering. */
export interface Unapplied {
  readonly kustomizations: ReadonlyMap<string, Kustomization>;
  readonly texts: ReadonlyMap<string, string>;
  /** Files with objects that were judged as written. */
  readonly judged: ReadonlySet<string>;
  /** Files with a KubeFleet object that is reported separately, because something changes it. */
  readonly reportedFiles: ReadonlySet<string>;
  /** Whether a KubeFleet object is in a folder, below it or above it. */
  readonly isNearFleet: (folder: string) => boolean;
  /** The namespaces that an overlay is deployed into, as far as they are known. */
  readonly namespacesOf: (overlay: Overlay) => readonly string[];
  /** Whether a placement selects the objects of some files, or others, deployed into some namespaces. */
  readonly isPlaced: (
    files: ReadonlySet<string>,
    namespaces: readonly string[],
    others: readonly Manifest[],
    touched: RenderedJob['touched'],
  ) => boolean;
  /** Whether a kustomization that selects objects may change those of KubeFleet, or content of a placement. See `meetsKnownContent`. */
  readonly isMet: ReturnType<typeof meetsKnownContent>;
}

/** Entries about overlays that were not rendered; none if kustomize would do no more than was already done. */
export function unrenderedEntries(done: readonly RenderedJob[], known: Unapplied): readonly NotEvaluated[] {
  return done.flatMap((job): readonly NotEvaluated[] => {
    const { overlay, rendering } = job;
    if (rendering.kind === 'rendered' || isDoneWithout(job, done, known)) return [];
    const { file, line, reason: why, remedy } = rendering.why;
    const command = overlay.tool === 'helm' ? helmCommand(overlay) : kustomizeCommand(overlay, rendering.program);
    const reason = `${overlay.name} was not rendered, so what ${openPart(job, known)} was not checked: ${why}; ${remedy ?? `run: ${command}`}`;
    const rendered = { overlays: [overlay.name] };
    // A template is reported if it contains KubeFleet objects.
    if (overlay.tool === 'helm' && job.fleetFiles.length > 0)
      return job.fleetFiles.map((template) => ({ file: template, line: 1, reason, rendered, fleetObject: true }));
    return [{ file, line, reason, rendered, ...(hidesFleetObject(job, rendering.files, known) ? { fleetObject: true } : {}) }];
  });
}

/** The effects that are not known without rendering: those of some fields of kustomizations, or all. */
function openPart({ overlay, rendering }: RenderedJob, { kustomizations }: Unapplied): string {
  const isJudged = overlay.tool === 'kustomize' && rendering.kind === 'unrendered' && rendering.because !== 'failed';
  const fields = isJudged ? new Set(kustomizationsIn(rendering.files, kustomizations).flatMap((each) => each?.unapplied ?? [])) : [];
  return [...fields].length === 0 ? 'it deploys' : `it does by ${listed([...fields], 5, 'fields')}`;
}

/** Whether the result for a KubeFleet object of the overlay, or for placed content, is not known and not reported otherwise. */
function hidesFleetObject(
  { overlay, rendering, fleetFiles, unread = [], touched, packed = [] }: RenderedJob,
  files: ReadonlySet<string>,
  known: Unapplied,
): boolean {
  const { judged, reportedFiles, texts } = known;
  if (rendering.kind === 'rendered') return false;
  if (rendering.why.isElsewhere === true) return true;
  const meant = filesMeant(rendering.why, known);
  // If kustomize fails, the manifests that were judged without it are not what is deployed.
  if ((rendering.because === 'failed' || rendering.why.isFault === true) && fleetFiles.length > 0) return true;
  if (meant.some((file) => namesFleet(texts.get(file) ?? ''))) return true;
  const own = [...files].filter(isKustomization);
  // It may list files beside its folder, as overlays list their base, and files of any ending.
  const isUnread = own.some((file) => !isReadable(texts.get(file)));
  if (isUnread && (fleetFiles.length > 0 || known.isNearFleet(directoryOf(directoryOf(overlay.directory))))) return true;
  const isRemote = rendering.why.isRemote === true;
  // Without a tool, the manifests are judged as they are written, and the rest is reported.
  const all = files.union(new Set(meant));
  if (rendering.because !== 'unavailable') {
    const namespaces = [...namespacesIn({ overlay, rendering }, known), ...packed, ...(touched?.namespaces ?? [])];
    if (known.isPlaced(all, namespaces, unread, touched)) return true;
    if (touched?.selectors.some((selector) => known.isMet(selector, touched.isMoved)) === true) return true;
  }
  if (rendering.because === 'failed') return false;
  if (fleetFiles.length > 0 && (isRemote || own.some((file) => mayCompose(texts.get(file) ?? '')))) return true;
  return files.isDisjointFrom(reportedFiles) && fleetFiles.some((file) => !judged.has(file));
}

/** The files that it may mean by entries that kustomize cannot read. */
function filesMeant({ meant = [] }: Refusal, { texts, kustomizations }: Unapplied): readonly string[] {
  if (meant.length === 0) return [];
  const isEmpty = (folder: string): boolean => !texts.keys().some((file) => isAtOrBelow(file, folder));
  const missing = meant.flatMap(({ entry }) => (entry !== undefined && isEmpty(entry) ? [entry] : []));
  const alike = [...kustomizations.keys()].filter((folder) => missing.some((entry) => isAlike(folder, entry)));
  const isMeant = (file: string): boolean =>
    meant.some(({ folder, isDeep }) => (isDeep ? isAtOrBelow(file, folder) : directoryOf(file) === folder)) ||
    alike.some((folder) => isAtOrBelow(file, folder));
  return [...texts.keys()].filter((file) => !isKustomization(file) && isMeant(file));
}

/** Whether a folder stands beside another one, or has the same last name. */
function isAlike(folder: string, other: string): boolean {
  return directoryOf(folder) === directoryOf(other) || posix.basename(folder) === posix.basename(other);
}

/** The namespaces that an overlay may deploy into. */
function namespacesIn(
  { overlay, rendering: { files } }: Pick<RenderedJob, 'overlay' | 'rendering'>,
  { kustomizations, texts, namespacesOf }: Unapplied,
): readonly string[] {
  const written =
    overlay.tool === 'helm'
      ? [...files].flatMap((file) => writtenNamespaces(texts.get(file) ?? ''))
      : [
          ...kustomizationsIn(files, kustomizations).flatMap((each) => each?.namespace ?? []),
          ...[...files].flatMap((file) => (OF_CHART.test(file) ? writtenNamespaces : namespacesOfCharts)(texts.get(file) ?? '')),
          ...chartsNamedIn(files, texts).flatMap(writtenNamespaces),
          ...[...files]
            .filter((file) => isKustomization(file) && !isReadable(texts.get(file)))
            .flatMap((file) => writtenNamespaces(texts.get(file) ?? '')),
        ];
  return [...written, ...namespacesOf(overlay)];
}

/** The templates of the charts beside a kustomization, or beside a generator, that names charts. */
function chartsNamedIn(files: ReadonlySet<string>, texts: ReadonlyMap<string, string>): readonly string[] {
  const homes = [...files].flatMap((file) => chartHomes(texts.get(file) ?? '').map((home) => joinPath(directoryOf(file), home)));
  if (homes.length === 0) return [];
  return [...texts].flatMap(([file, text]) => (OF_CHART.test(file) && homes.some((home) => isAtOrBelow(file, home)) ? [text] : []));
}

/** Whether a kustomization only lists files that were read and sets one namespace for them. */
function isDoneWithout({ overlay, rendering }: RenderedJob, done: readonly RenderedJob[], { kustomizations, texts }: Unapplied): boolean {
  if (overlay.tool === 'helm' || rendering.kind === 'rendered' || rendering.because !== 'unavailable') return false;
  const { files } = rendering;
  const own = kustomizationsIn(files, kustomizations);
  if (own.some((each) => each === undefined || each.unapplied.length > 0)) return false;
  if ([...files].some((file) => !texts.has(file))) return false;
  const sharing = done
    .map((other) => other.rendering)
    .filter((other): other is Rendering => other !== rendering && !files.isDisjointFrom(other.files));
  // A file in two overlays is in two namespaces if one of them sets a namespace.
  return sharing.every((other) =>
    [...own, ...kustomizationsIn(other.files, kustomizations)].every((each) => each?.namespace === undefined),
  );
}

function kustomizationsIn(
  files: ReadonlySet<string>,
  kustomizations: ReadonlyMap<string, Kustomization>,
): readonly (Kustomization | undefined)[] {
  return [...files].filter(isKustomization).map((file) => kustomizations.get(directoryOf(file)));
}
