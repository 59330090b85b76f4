import { listed as listedUpTo } from '../../../fleet/text/listed.ts';
import { compileGlob } from '../files/glob.ts';
import { isAtOrBelow } from '../files/shown-path.ts';
import type { Kustomization } from '../kustomize/kustomization.ts';
import type { AppliedAsFiles } from '../render/namespaces-of-overlays.ts';
import type { Overlay, RenderTool } from '../render/overlay.ts';
import type { RenderedJob } from '../render/render-overlays.ts';

/** `kubectl apply -f` of a folder does not build its kustomization, and applies its file as an object, which the hub refuses. */
export function notesOfAppliedFiles(
  applied: readonly AppliedAsFiles[],
  kustomizations: ReadonlyMap<string, Kustomization>,
): readonly string[] {
  const notes = applied.flatMap(({ folder, by, isRecursive, pattern }) => {
    const found = [...kustomizations].filter(([each]) => each === folder || (isRecursive && isAtOrBelow(each, folder)));
    if (found.length === 0) return [];
    const isOwn = found.every(([each]) => each === folder);
    const which = isOwn
      ? 'its kustomization'
      : `the ${found.length === 1 ? 'kustomization' : 'kustomizations'} in ${listedUpTo(
          found.map(([each]) => each || '.'),
          3,
        )}`;
    const isTaken = takenBy(pattern);
    const files = found.flatMap(([, { file }]) => (isTaken(file) ? [file] : []));
    const fails = files.length === 0 ? '' : ` The step fails at ${listedUpTo(files, 3)}, which kubectl cannot apply.`;
    const makes = found.length === 1 ? 'the kustomization makes' : 'the kustomizations make';
    const command = isRecursive ? 'kubectl apply -R -f' : 'kubectl apply -f';
    const what = pattern === undefined ? `${folder || '.'} with \`${command}\`` : `the files \`${pattern}\` as they are`;
    return [
      `${by} applies ${what}, which does not build ${which}: what ${makes} was checked, and not what this step applies.${fails} Use \`-k\` to deploy what was checked.`,
    ];
  });
  return [...new Set(notes)];
}

/** kubectl takes only files with these endings from a folder. */
function takenBy(pattern: string | undefined): (file: string) => boolean {
  return pattern === undefined ? (file) => /\.ya?ml$/.test(file) : compileGlob(pattern);
}

export function needlessNotes(overlays: readonly Overlay[]): readonly string[] {
  const count = (tool: RenderTool, one: string, more: string): readonly string[] => {
    const found = overlays.filter((each) => each.tool === tool).length;
    return found === 0 ? [] : [found === 1 ? `one ${one}` : `${found} ${more}`];
  };
  const what = [...count('kustomize', 'kustomization', 'kustomizations'), ...count('helm', 'chart', 'charts')];
  if (what.length === 0) return [];
  return [`Not rendered: ${what.join(' and ')}, because this tree has no placement, and their files cannot make an object of KubeFleet.`];
}

export async function renderingNotes(done: readonly RenderedJob[]): Promise<readonly string[]> {
  const started = done.filter(({ rendering }) => rendering.kind === 'rendered' || rendering.because === 'failed');
  if (started.length === 0) return [];
  const { boundsNotes, systemBounds } = await import('../render/rendering-bounds.ts');
  const withTemplates = started.some(({ overlay: { tool, args } }) => tool === 'helm' || args.includes('--enable-helm'));
  return boundsNotes(await systemBounds(), withTemplates);
}
