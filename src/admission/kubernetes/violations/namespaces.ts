import { listAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { qualifiedNameFault } from '../../name-format.ts';
import { wrongValue, type Violation } from './violation.ts';

const PLAIN: ReadonlySet<string> = new Set(['kubernetes', 'foregroundDeletion', 'orphan']);

/** Checks Namespaces. Source: `pkg/apis/core/validation/validation.go` of Kubernetes, ValidateNamespace. */
export function* namespaceViolations(object: KubeObject): Iterable<Violation> {
  for (const [index, name] of listAt(object, 'spec', 'finalizers').entries()) {
    if (typeof name !== 'string' || PLAIN.has(name) || (name.includes('/') && qualifiedNameFault(name) === undefined)) continue;
    const says = `cannot be ${JSON.stringify(name)}: it must be a name with the domain of its owner`;
    yield wrongValue(`/spec/finalizers/${index}`, name, says, 'Write it like `example.com/name`.');
  }
}
