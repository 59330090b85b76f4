import { LAST_APPLIED, lastApplied } from '../../fleet/kubernetes/last-applied.ts';
import { asWanted, asWritten } from './content/comparable.ts';
import type { DeployedObject } from './deployed-object.ts';
import { missingFrom } from './content/equal.ts';
import { fieldManagers, isManaging, LAST_APPLIED_PATH } from './content/field-managers.ts';
import { pointerPath } from './content/pointer-path.ts';
import { typeRules } from './content/type-rules.ts';

/**
 * `kubectl apply` writes the content and its annotation at once. The edit came after the deploy if three things are true. The annotation
 * equals the deployed object, the content does not, and another manager than the annotation's writer set the content. Changes by admission
 * during the deploy belong to the annotation's writer.
 */
export function changedSinceApply({ live, manifest, differsAt }: DeployedObject): string | undefined {
  if (live === undefined || differsAt === undefined) return undefined;
  const applied = lastApplied(live);
  if (applied === undefined || missingFrom(asWritten(applied), asWritten(manifest), '', typeRules(live)) !== undefined) return undefined;
  const managers = fieldManagers(live);
  const writers = managers.filter((manager) => isManaging(manager, LAST_APPLIED_PATH));
  const editors = managers.filter((manager) => isManaging(manager, pointerPath(differsAt, live, asWanted(manifest))));
  const [editor] = editors;
  if (writers.length === 0 || editor === undefined || editors.some((manager) => writers.includes(manager))) return undefined;
  return `its ${LAST_APPLIED} is what was deployed, and ${editor.name} has changed it since`;
}
