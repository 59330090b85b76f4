import { groupOf } from '../../fleet/kubernetes/object.ts';
import type { ObjectRef } from '../../fleet/kubernetes/object.ts';
import { shellWord } from '../../fleet/text/shell-word.ts';

/** `deployment.apps/web -n shop`: kind and group together name a resource without a doubt, short names do not. */
export function resourceArgs({ apiVersion, kind, namespace, name }: ObjectRef): string {
  const group = groupOf(apiVersion);
  const type = group === '' ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`;
  return `${shellWord(`${type}/${name}`)}${namespace === undefined ? '' : ` -n ${shellWord(namespace)}`}`;
}
