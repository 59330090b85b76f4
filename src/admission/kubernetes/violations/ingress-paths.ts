import { field, objectAt, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import { labelFault } from '../../name-format.ts';
import { portNameViolations, portNumberViolations } from './ports.ts';
import { misnamed, wrongTogether, type Violation } from './violation.ts';

const NOT_WITHIN = ['//', '/./', '/../', '%2f', '%2F'];

/** Checks a path of an Ingress. Source: `pkg/apis/networking/validation/validation.go` of Kubernetes, validateHTTPIngressPath. */
export function* pathViolations(entry: JsonObject, pointer: string): Iterable<Violation> {
  const [type, path] = [stringAt(entry, 'pathType'), field(entry, 'path') ?? ''];
  if (typeof path !== 'string') return;
  const isStrict = type === 'Exact' || type === 'Prefix';
  const rests = [`${pointer}/pathType`];
  const at = `${pointer}/path`;
  if (path === '' && isStrict) yield wrongTogether(at, [], `is required with \`pathType: ${type}\``, 'Write `/` for all paths.', rests);
  if (path !== '' && !path.startsWith('/') && (isStrict || type === 'ImplementationSpecific'))
    yield wrongTogether(at, [path], `cannot be ${JSON.stringify(path)}: it has to begin with a slash`, `Write \`/${path}\`.`, rests);
  const odd = isStrict ? (NOT_WITHIN.find((part) => path.includes(part)) ?? ['/..', '/.'].find((end) => path.endsWith(end))) : undefined;
  if (odd !== undefined)
    yield wrongTogether(at, [path], `cannot contain \`${odd}\` with \`pathType: ${type}\``, 'Write the path of the requests.', rests);
}

/** Checks a backend of an Ingress. Source: the same file, validateIngressBackend. */
export function* backendViolations(backend: JsonObject | undefined, pointer: string): Iterable<Violation> {
  if (backend === undefined) return;
  const given = ['service', 'resource'].filter((name) => (backend[name] ?? undefined) !== undefined);
  if (given.length === 2) yield wrongTogether(`${pointer}/resource`, [], 'cannot be set together with `service`', 'Keep one of the two.');
  if (given.length === 0) yield wrongTogether(`${pointer}/service`, [], 'is required', 'Name the service.', [pointer]);
  const service = given.length === 1 ? objectAt(backend, 'service') : undefined;
  if (service === undefined) return;
  yield* misnamed(`${pointer}/service/name`, service['name'], labelFault);
  const at = `${pointer}/service/port`;
  const [name, number] = ['name', 'number'].map((key) => field(service, 'port', key) ?? undefined);
  const [hasName, hasNumber] = [name !== undefined && name !== '', number !== undefined && number !== 0];
  if (hasName && hasNumber)
    yield wrongTogether(`${at}/number`, [name], 'cannot be set together with `name`', 'Keep one of the two.', [`${at}/name`]);
  else if (!hasName && !hasNumber) yield wrongTogether(`${at}/number`, [], 'is required', 'Write the number or `name` of the port.', [at]);
  else if (hasName) yield* portNameViolations(name, `${at}/name`);
  else yield* portNumberViolations(number, `${at}/number`);
}
