import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { listAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { qualifiedNameFault } from '../../name-format.ts';
import { wrongValue, type Violation } from './violation.ts';

const PLAIN: ReadonlySet<string> = new Set(['kubernetes', 'foregroundDeletion', 'orphan']);

/**
 * Checks Namespaces. Sources: `pkg/apis/core/validation/validation.go` of Kubernetes, ValidateNamespace, and the admission plugin PodSecurity,
 * which is on by default: `staging/src/k8s.io/pod-security-admission/admission/admission.go`, ValidateNamespace.
 */
export function* namespaceViolations(object: KubeObject): Iterable<Violation> {
  for (const [index, name] of listAt(object, 'spec', 'finalizers').entries()) {
    if (typeof name !== 'string' || PLAIN.has(name) || (name.includes('/') && qualifiedNameFault(name) === undefined)) continue;
    const says = `cannot be ${JSON.stringify(name)}: it must be a name with the domain of its owner`;
    yield wrongValue(`/spec/finalizers/${index}`, name, says, 'Write it like `example.com/name`.');
  }
  for (const mode of ['enforce', 'audit', 'warn']) {
    const [level, version] = [`${POD_SECURITY}${mode}`, `${POD_SECURITY}${mode}-version`];
    yield* labelViolations(object, level, LEVEL, 'privileged, baseline or restricted');
    yield* labelViolations(object, version, VERSION, 'latest or a version such as v1.33');
  }
}

const POD_SECURITY = 'pod-security.kubernetes.io/';
const LEVEL = /^(?:privileged|baseline|restricted)$/;
const VERSION = /^(?:latest|v1\.(?:0|[1-9]\d{0,9}))$/;

function* labelViolations({ metadata: { labels } }: KubeObject, name: string, form: RegExp, allowed: string): Iterable<Violation> {
  const value: unknown = labels?.[name];
  if (typeof value !== 'string' || form.test(value)) return;
  yield wrongValue(
    childPointer('/metadata/labels', name),
    value,
    `cannot be ${JSON.stringify(value)}: it must be ${allowed}`,
    `Write ${allowed}.`,
  );
}
