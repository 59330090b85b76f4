import type { NotEvaluated } from '../../finding.ts';
import { refJson } from './ref-json.ts';

/** An entry of `notEvaluated` in `report-v1`. */
export function unevaluatedJson({ file, line, reason, object, overlays, fleetObject, missing, state }: NotEvaluated): object {
  return { file, line, reason, object: object && refJson(object), overlays, fleetObject, missing, state };
}
