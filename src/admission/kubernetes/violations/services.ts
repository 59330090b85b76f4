import { isObject, objectAt, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { labelFault, qualifiedNameFault } from '../../name-format.ts';
import { entriesIn, type Entry } from './entries.ts';
import { labelViolations } from './metadata.ts';
import { portNameViolations, portNumberViolations } from './ports.ts';
import { balancerViolations } from './service-balancers.ts';
import { reachViolations } from './service-reach.ts';
import { misnamed, repeated, wrongTogether, type Violation } from './violation.ts';

/** Checks Services. Source: `pkg/apis/core/validation/validation.go` of Kubernetes, ValidateServiceCreate. */
export function* serviceViolations(object: KubeObject): Iterable<Violation> {
  const spec = object['spec'] ?? {};
  if (!isObject(spec)) return;
  const type = stringAt(spec, 'type') ?? '';
  yield* labelViolations(objectAt(spec, 'selector'), '/spec/selector');
  const kind = type === '' ? 'ClusterIP' : type;
  yield* reachViolations(spec, kind);
  yield* balancerViolations(spec, kind);
  const ports = entriesIn(spec, '/spec', 'ports');
  if (type !== 'ExternalName' && ports.length === 0 && spec['clusterIP'] !== 'None')
    yield wrongTogether('/spec/ports', [spec['clusterIP']], 'is required', 'List the ports.', ['/spec/type', '/spec/clusterIP']);
  for (const port of ports) yield* portViolations(port, ports.length, type);
  for (const { entry, pointer } of repeated(ports, (each) => stringAt(each.entry, 'name') || undefined))
    yield wrongTogether(`${pointer}/name`, [entry['name']], 'is the name of another port as well', 'Give each port a unique name.');
  for (const key of ['port', 'nodePort'])
    for (const { entry, pointer } of repeated(ports, (each) => numberAndProtocol(each.entry, key)))
      yield wrongTogether(
        `${pointer}/${key}`,
        [entry['protocol']],
        'is another port of the same protocol as well',
        'Remove one of the two.',
      );
}

function* portViolations({ entry: port, pointer }: Entry, count: number, type: string): Iterable<Violation> {
  yield* portNumberViolations(port['port'], `${pointer}/port`);
  // 0 means the port itself.
  if (port['targetPort'] !== 0) yield* portNumberViolations(port['targetPort'], `${pointer}/targetPort`);
  yield* portNameViolations(port['targetPort'], `${pointer}/targetPort`);
  const name = stringAt(port, 'name') ?? '';
  yield* misnamed(`${pointer}/name`, name, labelFault);
  if (name === '' && count > 1)
    yield wrongTogether(`${pointer}/name`, [], 'is required if there are several ports', 'Give each port a name.');
  if ((type === '' || type === 'ClusterIP') && typeof port['nodePort'] === 'number' && port['nodePort'] !== 0)
    yield wrongTogether(`${pointer}/nodePort`, [], 'cannot be set if `type` is ClusterIP', 'Remove it, or write `type: NodePort`.', [
      '/spec/type',
    ]);
  yield* misnamed(`${pointer}/appProtocol`, port['appProtocol'], qualifiedNameFault);
}

/** The key that must be unique among the ports; `undefined` if there is no number. */
function numberAndProtocol(port: JsonObject, key: string): string | undefined {
  const number = port[key];
  if (typeof number !== 'number' || (key === 'nodePort' && number === 0)) return undefined;
  return `${stringAt(port, 'protocol') || 'TCP'} ${number}`;
}
