import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { asWanted } from './content/comparable.ts';
import type { DeployedObject } from './deployed-object.ts';
import { fieldManagers, isManaging } from './content/field-managers.ts';
import { pointerPath } from './content/pointer-path.ts';

/** The object that replaced a deployed one, and the evidence that the deployed one existed. */
export function replacementEvidence(object: DeployedObject): readonly string[] {
  const { live, trace } = object;
  if (live === undefined) return trace === undefined ? ['it was on the hub and is gone'] : ['it is no longer on the hub', trace];
  return [differenceText(object, live), trace ?? 'the gate has seen it as deployed'];
}

/** The first difference of the hub's object from the deploy: the place, the value, the time and the writer, if the hub shows them. */
export function differenceText({ differsAt = '/', isRemoval, manifest }: DeployedObject, live: KubeObject): string {
  const way = pointerPath(differsAt, live, asWanted(manifest));
  const [newest, ...others] = fieldManagers(live);
  const writer = [newest, ...others].find((manager) => manager !== undefined && isManaging(manager, way)) ?? newest;
  const { live: now, wanted } = way.at(-1) ?? { live: undefined, wanted: undefined };
  const values =
    isTellable(now, differsAt) && isTellable(wanted, differsAt) ? `: the hub has ${String(now)}, you deployed ${String(wanted)}` : '';
  const written = writer === undefined ? '' : `; ${writer === newest ? 'last written' : 'set'} ${writer.time} by ${writer.name}`;
  if (isRemoval === true) return `the hub's object still has ${differsAt}, which the deploy lacks${written}`;
  return `the hub's object differs from the deploy at ${differsAt}${values}${written}`;
}

/** Numbers, booleans and image names are quoted; other text may be confidential. */
function isTellable(value: unknown, pointer: string): boolean {
  return typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && pointer.endsWith('/image'));
}
