import { loadGoPatterns } from '../../../admission/go-pattern.ts';
import { nearestTypo } from '../../../fleet/text/nearest.ts';
import { imageParts } from '../../images/image-reference.ts';
import { imagesAnywhere } from '../../images/images-of.ts';
import type { Manifest } from '../../world/manifest.ts';
import type { Kustomization, PatchTarget } from '../kustomize/kustomization.ts';
import { havePatterns, TargetReader } from '../kustomize/patch-targets.ts';
import type { RenderedJob } from './render-overlays.ts';

/**
 * Notes about targets of patches and names of images in kustomizations that match nothing in any overlay. kustomize builds these without a word,
 * and without the change. A component may be used by several overlays, so one that matches in some of them is none.
 * @param written the manifests of files, as they are written
 */
export async function unmatchedNotes(
  done: readonly RenderedJob[],
  kustomizations: readonly Kustomization[],
  written: readonly Manifest[],
): Promise<readonly string[]> {
  const all = kustomizations.filter(({ patches, images }) => patches.length + images.length > 0);
  if (all.length === 0) return [];
  if (all.some(({ patches }) => havePatterns(patches))) await loadGoPatterns();
  const byFile = Map.groupBy(written, ({ file }) => file);
  const contents = done.map((job) => contentOf(job, kustomizations, byFile));
  const reader = new TargetReader();
  return all.flatMap((kustomization) => {
    const users = contents.filter(({ files }) => files.has(kustomization.file));
    if (users.length === 0 || users.some(({ isOpen }) => isOpen)) return [];
    return [...unmatchedTargets(kustomization, users, reader), ...unmatchedImages(kustomization, users)];
  });
}

interface OverlayContent {
  /** Its own kustomization. */
  readonly file: string;
  readonly files: ReadonlySet<string>;
  /** It has objects that are not known, or changes them in a way that is not. */
  readonly isOpen: boolean;
  /** It changes the names of objects, and its patches may name them before or after that. */
  readonly isRenamed: boolean;
  /** As they are written, and as they are made. */
  readonly objects: readonly NamedObject[];
  /** The images that are written, made, or the new name of another one. */
  readonly images: ReadonlySet<string>;
  /** Those that are made. */
  readonly madeImages: ReadonlySet<string>;
}

interface NamedObject {
  readonly kind: string;
  readonly name: string;
}

function contentOf(
  { overlay: { file }, rendering }: RenderedJob,
  kustomizations: readonly Kustomization[],
  byFile: ReadonlyMap<string, readonly Manifest[]>,
): OverlayContent {
  const { files } = rendering;
  if (rendering.kind !== 'rendered')
    return { file, files, isOpen: true, isRenamed: false, objects: [], images: new Set(), madeImages: new Set() };
  const own = kustomizations.filter((each) => files.has(each.file));
  const all = [...rendering.read.manifests, ...[...files].flatMap((name) => byFile.get(name) ?? [])];
  const generated = own.flatMap(({ generates }) =>
    generates.map((each) => ({ kind: each.split('/')[0] ?? '', name: each.split('/')[1] ?? '' })),
  );
  return {
    file,
    files,
    isOpen: own.some(({ unapplied }) => unapplied.some((name) => OPEN.has(name))),
    isRenamed: own.some(({ affixes: { prefix, suffix } }) => `${prefix}${suffix}` !== ''),
    objects: [...all.map(({ object }) => ({ kind: object.kind, name: object.metadata.name })), ...generated],
    images: new Set([...imagesIn(all), ...own.flatMap(({ newImages }) => newImages)]),
    madeImages: new Set(imagesIn(rendering.read.manifests)),
  };
}

/** Their images, with and without tags. */
function imagesIn(manifests: readonly Manifest[]): readonly string[] {
  return manifests.flatMap(({ object }) => imagesAnywhere(object).flatMap(({ text }) => [text, imageParts(text).name]));
}

/** Fields whose effects on objects and names are not known here. */
const OPEN: ReadonlySet<string> = new Set([
  'configurations',
  'crds',
  'generators',
  'helmChartInflationGenerator',
  'helmCharts',
  'openapi',
  'replacements',
  'transformers',
  'vars',
]);

function unmatchedTargets(kustomization: Kustomization, users: readonly OverlayContent[], reader: TargetReader): readonly string[] {
  const isMatched = ({ kind, name }: PatchTarget): boolean =>
    users.some(({ objects, isRenamed }) =>
      objects.some((object) => reader.matches(kind, object.kind) && (isRenamed || reader.matches(name, object.name))),
    );
  const objects = users.flatMap((user) => user.objects);
  return kustomization.patches
    .filter((target) => !isMatched(target))
    .flatMap(({ kind = '', name = '' }) => {
      const ofKind = objects.filter((object) => reader.matches(kind, object.kind));
      const [word, candidates] =
        ofKind.length > 0 ? [name, ofKind.map((object) => object.name)] : [kind, objects.map((object) => object.kind)];
      const target = [kind, name].filter((text) => text !== '').join('/');
      return noteOf(kustomization, users, `the patch for ${target} matches no object`, nearestTypo(word, candidates));
    });
}

function unmatchedImages(kustomization: Kustomization, users: readonly OverlayContent[]): readonly string[] {
  const known = new Set(users.flatMap(({ images }) => [...images]));
  const made = new Set(users.flatMap(({ madeImages }) => [...madeImages]));
  const isMatched = (name: string, index: number): boolean =>
    known.has(name) || made.has(kustomization.newImages[index] ?? '') || !PLAIN_NAME.test(name);
  return kustomization.images
    .filter((name, index) => !isMatched(name, index))
    .flatMap((name) => noteOf(kustomization, users, `the name ${name} of \`images\` matches no image`, nearestTypo(name, known)));
}

/** Without an expression and without the signs of a pattern, which kustomize takes it for. */
const PLAIN_NAME = /^[\w./:@-]+$/;

/** What is a part of others may be for further ones, so it is only noted if it is a misspelling. */
function noteOf({ file }: Kustomization, users: readonly OverlayContent[], what: string, meant: string | undefined): readonly string[] {
  if (meant === undefined && !users.some((user) => user.file === file)) return [];
  return [`${file}: ${what} that is built, and kustomize changes nothing for it.${meant === undefined ? '' : ` Did you mean ${meant}?`}`];
}
