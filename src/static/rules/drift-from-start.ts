/**
 * With FullComparison, every field that the object on the cluster has and the manifest lacks is a drift. This includes values that the
 * cluster's API server allocates: KubeFleet removes the addresses of a Service and the labels of a Job from what it sends. Source:
 * `pkg/controllers/workapplier/drift_detection_takeover.go` (diffBetweenManifestAndInMemberClusterObjects),
 * `pkg/utils/controller/resource_selector_resolver.go` (generateRawContent), v0.3.1 and main; seen on hubs of both.
 */
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { isDeepStrictEqual } from 'node:util';
import { field, stringAt } from '../../fleet/json/json.ts';
import { listed } from '../../fleet/text/listed.ts';
import { displayName, groupOf } from '../../fleet/kubernetes/object.ts';
import { withDefaults } from '../../schedule/override/hub-defaults.ts';
import { appliedObjects, keepsDriftedObjects, type AppliedObject } from '../placing/applied-objects.ts';
import { placedBy } from '../placing/placements-of-object.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

interface Drifts {
  readonly objects: readonly string[];
  readonly keepsDriftedObjects: boolean;
}

export const driftFromStart = defineRule<Drifts>({
  id: 'drift-from-start',
  summary: 'FullComparison of objects that the API server of each cluster completes',
  effect: 'fails',
  otherwise: { misbehaves: '`whenToApply` is `Always`, so the drift is only reported' },
  kinds: PLACEMENT_KINDS,
  why: 'With `comparisonOption: FullComparison` an object has drifted as soon as the object on the cluster has a field that the manifest does not have. The API server of a cluster fills in the addresses of each Service (`clusterIP`) and the selector and labels of each Job. These objects drift with the first apply, and this cannot be corrected. With `whenToApply: IfNotDrifted` they are not applied again: `Applied` of the placement becomes False. With `Always` they are applied, and the list of drifted objects never becomes empty.',
  remedy: 'Use `comparisonOption: PartialComparison`, the default: it compares only the fields of the manifest.',
  docs: 'https://kubefleet.dev/docs/how-tos/drift-detection/',
  message: ({ objects, keepsDriftedObjects: spares }) =>
    spares
      ? `${listed(objects, 3)} ${objects.length === 1 ? 'drifts' : 'drift'} with the first apply, because each cluster fills in more fields, and drifted objects are not applied.`
      : `${listed(objects, 3)} ${objects.length === 1 ? 'is' : 'are'} reported as drifted from the first apply on, because each cluster fills in more fields.`,
  *check(manifest, world) {
    const at = '/spec/strategy/applyStrategy';
    const option = stringAt(manifest.object, 'spec', 'strategy', 'applyStrategy', 'comparisonOption');
    if (option !== 'FullComparison' || !isResolved(manifest, at)) return;
    const completed = placedBy(manifest, world).flatMap((placed) =>
      appliedObjects(placed, world).filter((each) => each.placements.includes(manifest) && isCompleted(each)),
    );
    if (completed.length === 0) return;
    const data = { objects: completed.map(({ ref }) => displayName(ref)).toSorted(), keepsDriftedObjects: keepsDriftedObjects(manifest) };
    const related = completed
      .slice(0, 3)
      .map((each: AppliedObject) => ({ manifest: each.manifest, at: each.at, message: displayName(each.ref) }));
    yield { at: `${at}/comparisonOption`, data, related, ...(data.keepsDriftedObjects ? {} : { effect: 'misbehaves' as const }) };
  },
});

/**
 * Whether the API server of a cluster fills in fields that the manifest lacks: in an envelope any default, elsewhere only values that a
 * cluster allocates.
 */
function isCompleted({ object, at }: AppliedObject): boolean {
  const isPlain = at === '';
  switch (`${groupOf(object.apiVersion)}/${object.kind}`) {
    case '/Service':
      return !isPlain || (stringAt(object, 'spec', 'type') !== 'ExternalName' && stringAt(object, 'spec', 'clusterIP') !== 'None');
    case 'batch/Job':
      return !isPlain || field(object, 'spec', 'manualSelector') !== true;
    case 'apps/Deployment':
    case 'apps/StatefulSet':
    case 'apps/DaemonSet':
    case 'batch/CronJob':
      return !isPlain;
    default:
      return !isPlain && !isDeepStrictEqual(withDefaults(object), object);
  }
}
