import { numberAt, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { wrongValue, type Violation } from './violation.ts';

const RESERVED = 'system-';
/** Every cluster has them from the start. */
const OF_SYSTEM: ReadonlySet<string> = new Set(['system-cluster-critical', 'system-node-critical']);
const HIGHEST = 1_000_000_000;

/** Of PriorityClasses. Source: `pkg/apis/scheduling/validation/validation.go` of Kubernetes, ValidatePriorityClass. */
export function* priorityViolations(object: KubeObject): Iterable<Violation> {
  const name = stringAt(object, 'metadata', 'name') ?? '';
  const value = numberAt(object, 'value');
  if (name.startsWith(RESERVED)) {
    if (!OF_SYSTEM.has(name))
      yield wrongValue('/metadata/name', name, `cannot begin with \`${RESERVED}\`, which is for Kubernetes itself`, 'Write another name.');
  } else if (value !== undefined && value > HIGHEST && value < 2 ** 31)
    yield wrongValue('/value', value, `cannot be ${value}`, `Write ${HIGHEST} or less.`);
}
