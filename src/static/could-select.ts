import { isNamespaceSelector } from '../fleet/resource-selector.ts';
import { candidatesOf, matchedBy } from './candidates.ts';
import type { Selector } from './selectors.ts';
import { inNamespace } from './in-namespace.ts';
import { isNamed } from './placements.ts';
import { isResolved } from './resolved.ts';
import type { World } from './world.ts';

/**
 * Whether the manifests could have something for a selector: an object that matches, one written with a variable that may come to match, or
 * the content of a namespace it names, which is then there whoever makes it.
 * @param namespace where namespaced kinds are looked for; `undefined` for cluster-scoped ones
 */
export function couldSelect(selector: Selector, namespace: string | undefined, world: World): boolean {
  if (matchedBy(selector, namespace, world).length > 0) return true;
  if (isNamespaceSelector(selector) && inNamespace(selector.name, world).length > 0) return true;
  return candidatesOf(selector, namespace, world).some((candidate) =>
    selector.name === '' ? !isResolved(candidate, '/metadata/labels') : !isNamed(candidate),
  );
}
