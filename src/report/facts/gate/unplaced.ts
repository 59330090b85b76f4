import { listed } from '../../../fleet/text/listed.ts';
import { BUILT_IN_APIS } from '../../../fleet/kubefleet/api-resource.ts';
import { displayName, groupOf, type ObjectRef } from '../../../fleet/kubernetes/object.ts';
import type { GateReport } from '../../../report.ts';

/** The most objects that are named. For the others, only their number is shown. */
const NAMED = 5;

/**
 * `not compared with the hub, because no placement that was read selects it: ConfigMap/shpo/settings`: objects that no followed placement
 * selects, and other placements that do; `undefined` if none.
 */
export function unplacedText({ unplaced = [] }: GateReport): string | undefined {
  if (unplaced.length === 0) return undefined;
  const { elsewhere = [], nowhere = [] } = Object.groupBy(unplaced, ({ selectedBy }) => (selectedBy.length > 0 ? 'elsewhere' : 'nowhere'));
  const parts = [
    ...(nowhere.length === 0
      ? []
      : [
          `not compared with the hub, because no placement that was read selects ${pronoun(nowhere)}: ${listed(
            nowhere.map(({ object }) => `${displayName(object)}${withoutNamespaceText(object)}`),
            NAMED,
          )}`,
        ]),
    ...(elsewhere.length === 0
      ? []
      : [
          `not compared with the hub, because only placements that are not followed select ${pronoun(elsewhere)}: ${listed(
            elsewhere.map(({ object, selectedBy }) => `${displayName(object)} (${selectedBy.map(displayName).join(', ')})`),
            NAMED,
          )}`,
        ]),
  ];
  return parts.join('; ');
}

/** A manifest may set no namespace. `kubectl apply` then uses that of its context, which is usually `default`. */
function withoutNamespaceText({ apiVersion, kind, namespace }: ObjectRef): string {
  if (namespace === 'default')
    return ' (a ClusterResourcePlacement places nothing of namespace default, in which an object without a namespace is)';
  const isKnown = BUILT_IN_APIS.find(groupOf(apiVersion), kind) !== undefined;
  return namespace === undefined && !isKnown ? ' (without a namespace, only a selector of its kind picks it)' : '';
}

function pronoun(objects: readonly unknown[]): string {
  return objects.length === 1 ? 'it' : 'them';
}
