import type { NotEvaluated } from '../../../finding.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { directoryOf, isKustomization, isReadable, type Kustomization } from '../kustomize/kustomization.ts';
import { helmCommand } from './render-helm.ts';
import { kustomizeCommand } from './render-kustomize.ts';
import type { RenderedJob } from './render-overlays.ts';
import type { Rendering } from './rendering.ts';

/** Fields a sentence names. */
const SHOWN = 5;

/** What is known without rendering. */
export interface Unapplied {
  readonly kustomizations: ReadonlyMap<string, Kustomization>;
  readonly texts: ReadonlyMap<string, string>;
  /** Files with objects that were judged as they stand. */
  readonly judged: ReadonlySet<string>;
  /** Files with a fleet object that is told by itself, as something changes it. */
  readonly told: ReadonlySet<string>;
  /** Whether an object of KubeFleet lies in a folder, below it or above it. */
  readonly isBesideFleet: (folder: string) => boolean;
  /** Whether a placement selects what is deployed from some files, into some namespaces. */
  readonly isPlaced: (files: ReadonlySet<string>, namespaces: readonly string[]) => boolean;
}

/** What is to be said of overlays that were not rendered; nothing if kustomize would do no more than was done without it. */
export function unrenderedEntries(done: readonly RenderedJob[], known: Unapplied): readonly NotEvaluated[] {
  return done.flatMap((job): readonly NotEvaluated[] => {
    const { overlay, rendering } = job;
    if (rendering.kind === 'rendered' || isDoneWithout(job, done, known)) return [];
    const { file, line, reason: why } = rendering.why;
    const command = overlay.tool === 'helm' ? helmCommand(overlay) : kustomizeCommand(overlay);
    const reason = `${overlay.name} was not rendered, so what ${openPart(job, known)} was not checked: ${why}; run: ${command}`;
    const rendered = { overlays: [overlay.name] };
    // A template is if somebody looks for its objects.
    if (overlay.tool === 'helm' && job.fleetFiles.length > 0)
      return job.fleetFiles.map((template) => ({ file: template, line: 1, reason, rendered, fleetObject: true }));
    return [{ file, line, reason, rendered, ...(hidesFleetObject(job, rendering.files, known) ? { fleetObject: true } : {}) }];
  });
}

/** What is not known for want of rendering: what some fields of kustomizations do, or all of it. */
function openPart({ overlay, rendering }: RenderedJob, { kustomizations }: Unapplied): string {
  const isJudged = overlay.tool === 'kustomize' && rendering.kind === 'unrendered' && rendering.because !== 'failed';
  const fields = isJudged ? new Set(kustomizationsIn(rendering.files, kustomizations).flatMap((each) => each?.unapplied ?? [])) : [];
  return [...fields].length === 0 ? 'it deploys' : `it does by ${listed([...fields], SHOWN, 'fields')}`;
}

/** Whether it is not known what becomes of a fleet object of the overlay, or of content of one, and nothing else says so. */
function hidesFleetObject({ overlay, rendering, fleetFiles }: RenderedJob, files: ReadonlySet<string>, known: Unapplied): boolean {
  const { judged, told, kustomizations, texts } = known;
  if (rendering.kind === 'rendered') return false;
  // Where kustomize refuses, what was judged without it is not what anyone deploys.
  if (rendering.because === 'failed' && fleetFiles.length > 0) return true;
  const own = [...files].filter(isKustomization);
  // It may list what lies beside its folder, as overlays list their base.
  if (own.some((file) => !isReadable(texts.get(file)))) return known.isBesideFleet(directoryOf(directoryOf(overlay.directory)));
  if (rendering.because === 'failed') return false;
  if (rendering.why.isRemote === true) {
    const namespaces = kustomizationsIn(files, kustomizations).flatMap((each) => each?.namespace ?? []);
    if (fleetFiles.length > 0 || known.isPlaced(files, namespaces)) return true;
  }
  return files.isDisjointFrom(told) && fleetFiles.some((file) => !judged.has(file));
}

/** Whether a kustomization only lists what was read and sets one namespace for it. */
function isDoneWithout({ overlay, rendering }: RenderedJob, done: readonly RenderedJob[], { kustomizations, texts }: Unapplied): boolean {
  if (overlay.tool === 'helm' || rendering.kind === 'rendered' || rendering.because !== 'unavailable') return false;
  const { files } = rendering;
  const own = kustomizationsIn(files, kustomizations);
  if (own.some((each) => each === undefined || each.unapplied.length > 0)) return false;
  if ([...files].some((file) => !texts.has(file))) return false;
  const sharing = done
    .map((other) => other.rendering)
    .filter((other): other is Rendering => other !== rendering && !files.isDisjointFrom(other.files));
  // What is in two overlays is in two namespaces as soon as one of them sets it.
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
