import { isObject, stringAt } from '../../../fleet/json/json.ts';
import { type Kustomization, kustomizationOf, targetsOfPatch, PATCHES } from '../kustomize/kustomization.ts';
import { type Delivery, OPEN } from './delivery.ts';

/**
 * The changes that a Flux or Argo CD object makes to its folder, in the form of a kustomization. If the kind or the name of a patch's target has
 * a variable or a template, the patch may change any object with a matching text in that place.
 */
export function changesOf({ manifest, changes }: Delivery): Kustomization {
  const own = kustomizationOf(changes, manifest.file);
  const isOpen = OPEN.some((name) => name in changes) || !PATCHES.every((name) => isKnown(changes[name]));
  return {
    ...own,
    components: [],
    patches: own.patches.map((target) => Object.fromEntries(Object.entries(target).map(([name, text]) => [name, asPattern(text)]))),
    changes: isOpen ? [...own.changes, ''] : own.changes,
  };
}

/** Whether it is known what patches change, apart from expressions in the kind and the name. */
function isKnown(patches: unknown): boolean {
  return patches === undefined || (Array.isArray(patches) && patches.every((patch) => isKnownPatch(patch)));
}

function isKnownPatch(patch: unknown): boolean {
  if (typeof patch === 'string') return namesTargets(patch);
  if (!isObject(patch)) return false;
  return patch['target'] === undefined ? namesTargets(stringAt(patch, 'patch')) : isObject(patch['target']);
}

/** Whether a text is a merge patch that names its objects, and not the name of a file or an expression. */
function namesTargets(text = ''): boolean {
  return targetsOfPatch(text, '').length > 0;
}

/** @param text a pattern, in which signs of an expression may be escaped */
function asPattern(text: string): string {
  return text.replaceAll(EXPRESSION, '.*');
}

// linear: an expression has no other brace in it.
const EXPRESSION = /\\?\$\\?\{[^{}]*\}|(?:\\?\{){2}[^{}]*(?:\\?\}){2}/g;
