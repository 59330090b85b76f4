import { isObject, objectAt } from '../../fleet/json/json.ts';
import type { JsonObject } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { differsFrom } from '../deploy/content/equal.ts';

/** KubeFleet's defaults (KubeFleet pkg/utils/defaulter); an object may omit them. */
const DEFAULTS: JsonObject = {
  type: 'ClientSideApply',
  whenToApply: 'Always',
  whenToTakeOver: 'Always',
  comparisonOption: 'PartialComparison',
  allowCoOwnership: false,
};

/** Whether a binding has the placement's apply strategy: different controllers write the two (KubeFleet pkg/utils/defaulter). */
export function sameApplyStrategy(placement: KubeObject, inForce: JsonObject | undefined): boolean {
  return differsFrom(withDefaults(objectAt(placement, 'spec', 'strategy', 'applyStrategy')), withDefaults(inForce)) === undefined;
}

function withDefaults(strategy: JsonObject | undefined): JsonObject {
  const { serverSideApplyConfig, ...rest } = { ...DEFAULTS, ...strategy };
  const force = isObject(serverSideApplyConfig) && serverSideApplyConfig['force'] === true;
  return { ...rest, serverSideApplyConfig: { force } };
}
