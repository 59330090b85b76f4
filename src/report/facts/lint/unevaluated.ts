import type { NotEvaluated } from '../../../finding.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { displayName, groupOf, objectKey, type ObjectRef } from '../../../fleet/kubernetes/object.ts';
import { fleetKind, isFleetGroup } from '../../../fleet/kubefleet/kinds.ts';
import { counted, fileName } from '../words/words.ts';

/**
 * The input that was not checked, for a headline: by name the objects whose final content is unknown and that are, or may be, of KubeFleet or
 * of a placement, then placements that were checked without the clusters, then the rest. Empty if all was checked. The first are those that
 * decide the exit code.
 * @param named an entry that the line names already
 */
export function unevaluatedText(notEvaluated: readonly NotEvaluated[], named?: NotEvaluated): string {
  const { unread, unchecked } = splitUnevaluated(notEvaluated);
  const decisive = unknownObjects(unread);
  const unknown = namesOf(decisive);
  const what = decisive.every(({ object }) => object !== undefined && isOfFleet(object)) ? 'KubeFleet object' : 'object';
  const isNamed = named !== undefined && unknownObjects([named]).length === 1 && unknown.length === 1;
  const others = unread.length - decisive.length;
  return [
    ...(unknown.length === 0 ? [] : [`${counted(unknown.length, what)} not evaluated${isNamed ? '' : `: ${listed(unknown, 3)}`}`]),
    ...(unchecked.length === 0 ? [] : [uncheckedText(unchecked)]),
    ...(others === 0 ? [] : [`${counted(others, 'input')} not evaluated`]),
  ].join('; ');
}

/** `unevaluatedText` for the end of a sentence, after a semicolon; empty if all was checked. */
export function unevaluatedTail(notEvaluated: readonly NotEvaluated[]): string {
  const text = unevaluatedText(notEvaluated);
  return text === '' ? '' : `; ${text}`;
}

/** Input that was not checked at all, and input that was only not checked against clusters. */
export function splitUnevaluated(notEvaluated: readonly NotEvaluated[]): Readonly<Record<'unread' | 'unchecked', readonly NotEvaluated[]>> {
  const { unread = [], unchecked = [] } = Object.groupBy(notEvaluated, ({ missing }) => (missing === undefined ? 'unread' : 'unchecked'));
  return { unread, unchecked };
}

/** Objects of KubeFleet whose final content is unknown, those that the base does not have first. */
export function unknownObjects(notEvaluated: readonly NotEvaluated[]): readonly NotEvaluated[] {
  return notEvaluated
    .filter(({ fleetObject }) => fleetObject === true)
    .toSorted((a, b) => Number(a.state === 'unchanged') - Number(b.state === 'unchanged'));
}

/** One entry as a line: the object, if it is known, with its overlays, and the reason. Untrusted text. */
export function reasonText({ object, rendered, reason }: NotEvaluated): string {
  const overlays = rendered?.overlays ?? [];
  const where = listed(overlays, 3, 'overlays');
  if (object !== undefined) return `${displayName(object)}${where === '' ? '' : ` (${where})`}: ${reason}`;
  // The file or the reason names a single overlay.
  return overlays.length < 2 ? reason : `${where}: ${reason}`;
}

/** Also a kind of KubeFleet in another group. */
function isOfFleet({ apiVersion, kind }: ObjectRef): boolean {
  return isFleetGroup(groupOf(apiVersion)) || fleetKind(kind) !== undefined;
}

/** Each object once, by name; a text without a known object by its place. */
function namesOf(entries: readonly NotEvaluated[]): readonly string[] {
  const names = entries.map(({ file, line, object }) =>
    object === undefined
      ? ([`${file}:${line}`, `${fileName(file)}:${line}`] as const)
      : ([objectKey(object), object.name === '' ? `${object.kind} in ${fileName(file)}:${line}` : displayName(object)] as const),
  );
  return [...new Map(names).values()];
}

/** `2 placements and 1 update run not checked against clusters` */
function uncheckedText(entries: readonly NotEvaluated[]): string {
  const runs = entries.filter(({ object }) => object?.kind.endsWith('UpdateRun') === true).length;
  const placements = entries.length - runs;
  const parts = [...(placements === 0 ? [] : [counted(placements, 'placement')]), ...(runs === 0 ? [] : [counted(runs, 'update run')])];
  return `${parts.join(' and ')} not checked against clusters`;
}
