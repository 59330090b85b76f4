import type { Finding } from '../../finding.ts';
import { objectKey, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { Refusal } from '../../schedule/plan-context.ts';
import { manifestRef } from '../../static/world/identity.ts';
import { RULES } from '../../static/rules/index.gen.ts';
import type { Manifest } from '../../static/world/manifest.ts';

/** What the hub certainly refuses in a manifest; empty if the hub accepts it. */
export type RefusalsOf = (manifest: Manifest) => readonly Refusal[];

/** The rules about objects or edits that the hub refuses. */
export const REJECTING_RULES = RULES.filter(({ effect, otherwise }) => effect === 'rejected' || otherwise?.rejected !== undefined);

/** The refusals in findings. A finding that is suppressed, or is not an error by the configuration, was accepted by a person. */
export function refusalsIn(findings: readonly Finding[]): RefusalsOf {
  const found = new Map<string, Refusal[]>();
  for (const finding of findings) {
    const { rule, object, message } = finding;
    const rejects = REJECTS.get(rule);
    if (rejects === undefined || object === undefined || !isCounted(finding, rejects)) continue;
    for (const place of placesOf(finding)) {
      const key = keyOf(object, place);
      const list = found.get(key) ?? [];
      found.set(key, list);
      list.push({ message, isEdit: rejects === 'edits' });
    }
  }
  return (manifest) => found.get(keyOf(manifestRef(manifest), placeOf(manifest))) ?? NONE;
}

const NONE: readonly Refusal[] = [];
const REJECTS = new Map(REJECTING_RULES.map(({ id, ofEdits }) => [id, ofEdits === true ? 'edits' : 'objects'] as const));

/**
 * Whether a finding of such a rule is a refusal that is neither suppressed nor fixed. Members refuse edits of objects in an envelope, and the
 * hub refuses all other edits.
 */
export function isCounted({ severity, effect, suppressed, state }: Finding, rejects: 'objects' | 'edits'): boolean {
  return severity === 'error' && suppressed === undefined && state !== 'fixed' && (effect === 'rejected' || rejects === 'edits');
}

/** Each overlay has its own object. */
function placesOf({ rendered, file }: Finding): readonly string[] {
  if (rendered === undefined) return [file];
  return rendered.overlays.length === 0 ? [''] : rendered.overlays;
}

function placeOf({ rendered, overlay, file }: Manifest): string {
  return rendered === undefined ? file : (overlay ?? '');
}

function keyOf(object: ObjectRef, place: string): string {
  return `${place}\0${objectKey(object)}`;
}
