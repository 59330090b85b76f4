import { isPlacement } from '../../fleet/kubefleet/kinds.ts';
import { once } from '../../fleet/memo/once.ts';
import { resourceSelectorsOf } from '../../selection/resource-selector.ts';
import type { ReadResult } from '../read/read-result.ts';

type Tree = Pick<ReadResult, 'manifests' | 'texts'>;

/**
 * Finds the files that a placement selects since the change, as far as that shows in a text that cannot be parsed: it has a `name` or
 * `namespace` that only placements of the head select.
 */
export function newlySelectedFiles(head: Tree, base: Tree): (file: string) => boolean {
  const names = once(() => selectedNames(head).difference(selectedNames(base)));
  return (file) => names().size > 0 && [...(head.texts?.get(file) ?? '').matchAll(NAME)].some(([, name = '']) => names().has(name));
}

// linear: it looks along one name after each key.
const NAME = /\bname(?:space)?["']?[ \t]*:[ \t]*["']?([\w.-]+)/g;

function selectedNames({ manifests }: Tree): ReadonlySet<string> {
  const selectors = manifests.flatMap(({ object }) => (isPlacement(object) ? resourceSelectorsOf(object) : []));
  return new Set(selectors.flatMap(({ name }) => (name === '' ? [] : [name])));
}
