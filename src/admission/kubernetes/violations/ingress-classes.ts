import { objectAt, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { subdomainFault } from '../../name-format.ts';
import { shortenTo } from '../../wording/value-hints.ts';
import { wrongTogether, wrongValue, type Violation } from './violation.ts';

const LONGEST = 250;

/** Of IngressClasses. Source: `pkg/apis/networking/validation/validation.go` of Kubernetes, validateIngressClassSpec. */
export function* ingressClassViolations(object: KubeObject): Iterable<Violation> {
  const controller = stringAt(object, 'spec', 'controller') ?? '';
  const pointer = '/spec/controller';
  if (controller === '') yield wrongTogether(pointer, [], 'is required', 'Name the controller, such as `example.com/ingress`.');
  else if (controller.length > LONGEST) yield wrongValue(pointer, controller, `has more than ${LONGEST} characters`, shortenTo(LONGEST));
  else if (!isDomainPath(controller)) {
    const says = `cannot be ${JSON.stringify(controller)}: it is a DNS name, a slash and a path`;
    yield wrongValue(pointer, controller, says, 'Write it like `example.com/ingress`.');
  }
  const parameters = objectAt(object, 'spec', 'parameters');
  if (parameters === undefined) return;
  const at = '/spec/parameters/namespace';
  const hasNamespace = (parameters['namespace'] ?? undefined) !== undefined;
  const scope = parameters['scope'] ?? 'Cluster';
  if (scope === 'Namespace' && !hasNamespace)
    yield wrongTogether(at, [], 'is required with `scope: Namespace`', 'Add it.', ['/spec/parameters']);
  if (scope === 'Cluster' && hasNamespace)
    yield wrongTogether(at, [], 'cannot be set without `scope: Namespace`', 'Remove it, or write `scope: Namespace`.', [
      '/spec/parameters',
    ]);
}

/** Source: apimachinery `pkg/util/validation`, IsDomainPrefixedPath. */
function isDomainPath(text: string): boolean {
  const at = text.indexOf('/');
  return at > 0 && subdomainFault(text.slice(0, at)) === undefined && /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(text.slice(at + 1));
}
