import type { NotEvaluated } from '../../finding.ts';
import { refJson } from './ref-json.ts';

/** An entry of `notEvaluated` in `report-v1`. */
export function unevaluatedJson({ file, line, reason, object, fleetObject, missing, rendered, state }: NotEvaluated): object {
  return { file, line, reason, object: object && refJson(object), fleetObject, missing, rendered, state };
}
