/**
 * The parts of a policy at which the scheduler stops as soon as it reads them for a cluster: it writes no status and does not retry.
 * Source: `pkg/scheduler/framework/plugins/clusteraffinity/types.go` (Matches, interpolateWeightFor, retrieveResourceUsageFrom), as
 * `src/schedule/plugins` evaluates it. It splits the name of a resource property at every hyphen, so `total-ephemeral-storage` fails,
 * although the webhook accepts it.
 */
import { field, listAt, stringAt } from '../../fleet/json/json.ts';
import { parseQuantity } from '../../fleet/kubernetes/quantity.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { resourcePropertyNameError } from '../../fleet/kubefleet/member-cluster.ts';
import { PROPERTY_OPERATORS } from '../../schedule/plugins/cluster-affinity.ts';
import { clusterQuestions } from '../placing/cluster-selectors.ts';

export interface PolicyStop {
  readonly at: string;
  /** What is wrong, as a sentence. */
  readonly says: string;
  readonly remedy: string;
}

/** Whatever the clusters are; a cluster that does not report the property is not affected, unless the name of the property is wrong. */
export function policyStops(placement: KubeObject): readonly PolicyStop[] {
  return clusterQuestions(placement).flatMap(({ role, at, term }) => [
    ...(role === 'required' ? ofRequired(term, at) : ofSorter(term, at)),
  ]);
}

function* ofRequired(term: unknown, at: string): Iterable<PolicyStop> {
  for (const [index, expression] of listAt(term, 'propertySelector', 'matchExpressions').entries()) {
    const place = `${at}/propertySelector/matchExpressions/${index}`;
    yield* ofName(stringAt(expression, 'name') ?? '', `${place}/name`);
    const operator = stringAt(expression, 'operator') ?? '';
    const values = listAt(expression, 'values').map(String);
    const wrong = values.find((value) => parseQuantity(value) === undefined);
    if (!PROPERTY_OPERATORS.includes(operator)) {
      const remedy = `Operators are ${PROPERTY_OPERATORS.join(', ')}.`;
      yield { at: `${place}/operator`, says: `The operator ${JSON.stringify(operator)} is unknown.`, remedy };
    }
    if (values.length !== 1) {
      const says = `An expression over a property needs exactly one value, and this one has ${values.length}.`;
      yield { at: `${place}/values`, says, remedy: 'Write one entry in `values`.' };
    } else if (wrong !== undefined) {
      const remedy = 'Write a number with an optional suffix, such as `4`, `500m` or `16Gi`.';
      yield { at: `${place}/values/0`, says: `The value ${JSON.stringify(wrong)} is not a quantity.`, remedy };
    }
  }
}

function* ofSorter(term: unknown, at: string): Iterable<PolicyStop> {
  const sorter = field(term, 'propertySorter');
  if (sorter === undefined) return;
  yield* ofName(stringAt(sorter, 'name') ?? '', `${at}/propertySorter/name`);
  const order = stringAt(sorter, 'sortOrder') ?? '';
  if (order === 'Ascending' || order === 'Descending') return;
  const remedy = 'Write `Ascending` or `Descending`.';
  yield { at: `${at}/propertySorter/sortOrder`, says: `The sort order ${JSON.stringify(order)} is unknown.`, remedy };
}

function* ofName(name: string, at: string): Iterable<PolicyStop> {
  const error = resourcePropertyNameError(name);
  if (error === undefined) return;
  const remedy =
    'Write it like `resources.kubernetes-fleet.io/total-cpu`: `total`, `allocatable` or `available`, one hyphen, and a resource without hyphens.';
  yield { at, says: `The scheduler cannot read the property ${JSON.stringify(name)} (${error}).`, remedy };
}
