import { isDeepStrictEqual } from 'node:util';
import type { NotEvaluated } from '../../finding.ts';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { AS_FILES, foldersAround } from '../world/hub-world.ts';
import { directoryOf } from './kustomize/kustomization.ts';
import type { Manifest } from '../world/manifest.ts';
import { unevaluated } from '../world/unevaluated.ts';
import { contentOf, isMadeBy, isOnlyPatch, isSame, type Makers } from './made-of-new-files.ts';
import type { TakenFiles } from './taken-files.ts';

/** Manifests that are checked as their files have them, in addition to what kustomizations and charts make of them. */
export interface AsFiles {
  readonly manifests: readonly Manifest[];
  readonly notEvaluated: readonly NotEvaluated[];
  readonly notes: readonly string[];
}

export const NOTHING_KEPT: AsFiles = { manifests: [], notEvaluated: [], notes: [] };

/** What kustomizations and charts of the change do with files. */
export interface Uses extends Makers {
  /** Manifests of the files that they use. */
  readonly used: readonly Manifest[];
  /** `Kind/name` of the objects that kustomizations generate. */
  readonly generated: ReadonlySet<string>;
}

/**
 * The files that `kubectl apply -R` has applied before the change, and that a kustomization or a chart uses now. It does not show that the
 * deploy uses it. Nothing is added if all of their objects are made with the same content. New files may be meant as its patches, so they are
 * only reported, if they are not judged by what is made of them. If a script of the base applies their folder, those of which another content
 * is made are added as well.
 */
export function keptAsFiles({ checked, added, applied }: TakenFiles, { used, generated, ...makers }: Uses): AsFiles {
  const { made } = makers;
  const byKind = Map.groupBy(made, ({ object }) => object.kind);
  // A prefix or suffix may be added to a name.
  const madeOf = ({ object }: Manifest): readonly Manifest[] =>
    byKind.get(object.kind)?.filter((each) => each.object.metadata.name.includes(object.metadata.name)) ?? [];
  const isMade = (manifest: Manifest): boolean =>
    madeOf(manifest).some(
      ({ object, namespace, unresolved }) =>
        (manifest.namespace === undefined || manifest.namespace === namespace) &&
        unresolved.every((pointer) => pointer.startsWith('/metadata/') || manifest.unresolved.includes(pointer)) &&
        (makers.isOfChart(manifest.file) ? isSame : isDeepStrictEqual)(contentOf(manifest.object), contentOf(object)),
    );
  const isJudged = isMadeBy(makers);
  const isNewOfScript = (manifest: Manifest): boolean =>
    added.has(manifest.file) &&
    isJudged(manifest) &&
    madeOf(manifest).some(({ file }) => file === manifest.file) &&
    isAppliedBy(applied, manifest);
  const kept = used.filter((manifest) => checked.has(manifest.file) || isNewOfScript(manifest));
  const changed = filesOf(kept.filter((manifest) => !isMade(manifest)));
  const unmade = used.filter((manifest) => added.has(manifest.file) && !isJudged(manifest));
  const isWhole = (manifest: Manifest): boolean => isFleetObject(manifest.object) && !isOnlyPatch(manifest, makers);
  const [fleet, others] = [unmade.filter(isWhole), filesOf(unmade.filter((manifest) => !isWhole(manifest)))];
  const asFile = (manifest: Manifest): Manifest => ({
    ...manifest,
    // The deploy of the files may give them the same one.
    namespace: manifest.namespace ?? madeOf(manifest)[0]?.namespace,
    world: AS_FILES,
    ...(generated.size === 0 ? {} : { generated }),
  });
  return {
    manifests: changed.length === 0 ? [] : kept.map(asFile),
    notEvaluated: fleet.map((manifest) => ({
      ...unevaluated(
        manifest,
        `No kustomization or chart makes this ${manifest.object.kind} as the file has it, so it was not checked. ${AS_WELL}`,
      ),
      fleetObject: true,
    })),
    notes: [
      ...(changed.length === 0 ? [] : [`Checked with and without their kustomization or chart: ${listed(changed, 3)}. ${STILL_APPLIED}`]),
      ...(others.length === 0
        ? []
        : [`Not checked, because a kustomization or chart makes none of their objects: ${listed(others, 3)}. ${AS_WELL}`]),
    ],
  };
}

/** Content below the folder may be a base that only its overlays complete, and a command without `-R` does not apply it. */
function isAppliedBy(folders: ReadonlySet<string>, { file, object }: Manifest): boolean {
  return folders.has(directoryOf(file)) || (isFleetObject(object) && [...foldersAround(file), ''].some((folder) => folders.has(folder)));
}

const STILL_APPLIED =
  'Before this change no kustomization or chart used their folder, and `kubectl apply -f` still applies them as they are.';
const AS_WELL = 'Before this change files of this folder were checked as they are, and `kubectl apply -f` applies a new one as well.';

function filesOf(manifests: readonly Manifest[]): readonly string[] {
  return [...new Set(manifests.map(({ file }) => file))];
}
