import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { FLEET_KINDS } from '../../../fleet/kubefleet/kinds.ts';
import { placeholderIn } from './placeholder.ts';

/** Whether an object is one of KubeFleet, or may become one: its apiVersion and its kind begin like those of one, up to a placeholder. */
export function mayBeFleetObject(type: { readonly apiVersion: string; readonly kind: string }): boolean {
  if (isFleetObject(type)) return true;
  const [isVersion, isKind] = [beginningOf(type.apiVersion), beginningOf(type.kind)];
  return FLEET_KINDS.some(({ group, kind, versions }) => isKind(kind) && versions.some((version) => isVersion(`${group}/${version}`)));
}

function beginningOf(text: string): (known: string) => boolean {
  const placeholder = placeholderIn(text);
  if (placeholder === undefined) return (known) => known === text;
  const before = text.slice(0, text.indexOf(placeholder));
  return (known) => known.startsWith(before);
}
