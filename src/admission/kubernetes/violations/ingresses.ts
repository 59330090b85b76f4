import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { field, listAt, objectAt, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { subdomainFault, type NameFault } from '../../name-format.ts';
import { addressOf } from './addresses.ts';
import { entriesIn } from './entries.ts';
import { backendViolations, pathViolations } from './ingress-paths.ts';
import { misnamed, wrongTogether, wrongValue, type Violation } from './violation.ts';

/** Checks Ingresses. Source: `pkg/apis/networking/validation/validation.go` of Kubernetes, ValidateIngressCreate. */
export function* ingressViolations(object: KubeObject): Iterable<Violation> {
  const spec = objectAt(object, 'spec');
  const rules = entriesIn(spec, '/spec', 'rules');
  const given = ['defaultBackend', 'rules'].map((name) => field(object, 'spec', name) ?? undefined);
  if (given.every((value) => value === undefined || (Array.isArray(value) && value.length === 0)))
    yield wrongTogether('/spec/rules', [], 'is required without `defaultBackend`', 'List the rules.', ['/spec/defaultBackend']);
  yield* classViolations(object);
  yield* backendViolations(objectAt(spec, 'defaultBackend'), '/spec/defaultBackend');
  for (const { entry: rule, pointer } of rules) {
    yield* hostViolations(rule['host'], `${pointer}/host`);
    const http = objectAt(rule, 'http');
    if (http !== undefined && listAt(http, 'paths').length === 0 && Array.isArray(http['paths']))
      yield wrongTogether(`${pointer}/http/paths`, [], 'is required', 'List the paths.');
    for (const path of entriesIn(http, `${pointer}/http`, 'paths')) {
      yield* pathViolations(path.entry, path.pointer);
      yield* backendViolations(objectAt(path.entry, 'backend'), `${path.pointer}/backend`);
    }
  }
  for (const { entry: tls, pointer } of entriesIn(spec, '/spec', 'tls')) {
    for (const [index, host] of listAt(tls, 'hosts').entries()) if (host !== '') yield* nameOfHost(host, `${pointer}/hosts/${index}`);
    yield* misnamed(`${pointer}/secretName`, tls['secretName'], subdomainFault);
  }
}

const CLASS = 'kubernetes.io/ingress.class';

function* classViolations(object: KubeObject): Iterable<Violation> {
  const name = stringAt(object, 'spec', 'ingressClassName');
  const annotated = stringAt(object, 'metadata', 'annotations', CLASS);
  yield* misnamed('/spec/ingressClassName', name, subdomainFault);
  if (name === undefined || annotated === undefined || name === annotated) return;
  const at = childPointer('/metadata/annotations', CLASS);
  const says = `is not the same as \`ingressClassName\`, ${JSON.stringify(name)}`;
  yield wrongTogether(at, [name, annotated], says, 'Remove the annotation.', ['/spec/ingressClassName']);
}

function* hostViolations(host: unknown, pointer: string): Iterable<Violation> {
  if (typeof host === 'string' && addressOf(host) !== undefined)
    yield wrongValue(pointer, host, `cannot be ${JSON.stringify(host)}, an address`, 'Write a DNS name, or remove the field.');
  else yield* nameOfHost(host, pointer);
}

/** The first part may be a wildcard. */
function* nameOfHost(host: unknown, pointer: string): Iterable<Violation> {
  const hasStar = typeof host === 'string' && host.includes('*');
  if (hasStar && (!host.startsWith('*.') || host.length > 253 || subdomainFault(host.slice(2)) !== undefined))
    yield wrongValue(
      pointer,
      host,
      `cannot be ${JSON.stringify(host)}: a wildcard is \`*.\` and a DNS name`,
      'Write it like `*.example.com`.',
    );
  else if (!hasStar) yield* misnamed(pointer, host, faultOfHost);
}

function faultOfHost(host: string): NameFault | undefined {
  const fault = subdomainFault(host);
  const name = /^(?:https?:\/\/)?([^/:]+)/.exec(host)?.[1] ?? '';
  if (fault === undefined || name === host || subdomainFault(name) !== undefined) return fault;
  return { says: 'a host has no scheme, no port and no path', hint: `Write \`${name}\`.` };
}
