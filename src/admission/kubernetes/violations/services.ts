import { isObject, listAt, objectAt, stringAt, type JsonObject } from '../../../fleet/json.ts';
import type { KubeObject } from '../../../fleet/object.ts';
import { labelFault } from '../../name-format.ts';
import { numberViolations } from './containers.ts';
import { labelViolations } from './metadata.ts';
import { repeated, wrongTogether, wrongValue, type Violation } from './violation.ts';

/** Of Services. Source: `pkg/apis/core/validation/validation.go` of Kubernetes, ValidateService. */
export function* serviceViolations(object: KubeObject): Iterable<Violation> {
  const spec = objectAt(object, 'spec');
  if (spec === undefined) return;
  const type = stringAt(spec, 'type') ?? '';
  yield* labelViolations(objectAt(spec, 'selector'), '/spec/selector');
  const ports = listAt(spec, 'ports').flatMap((port, index) => (isObject(port) ? [{ port, pointer: `/spec/ports/${index}` }] : []));
  if (type === 'ExternalName') {
    if ((stringAt(spec, 'externalName') ?? '') === '')
      yield wrongTogether('/spec/externalName', [], 'is required with `type: ExternalName`', 'Write the name to lead to.', ['/spec/type']);
  } else if (ports.length === 0 && spec['clusterIP'] !== 'None')
    yield wrongTogether('/spec/ports', [spec['clusterIP']], 'is required', 'List the ports.', ['/spec/type', '/spec/clusterIP']);
  for (const { port, pointer } of ports) {
    yield* numberViolations(port, 'port', pointer);
    // 0 stands for the port itself.
    if (typeof port['targetPort'] === 'number' && port['targetPort'] !== 0) yield* numberViolations(port, 'targetPort', pointer);
    const name = stringAt(port, 'name') ?? '';
    const fault = name === '' ? undefined : labelFault(name);
    if (fault !== undefined) yield wrongValue(`${pointer}/name`, name, `cannot be ${JSON.stringify(name)}: ${fault.says}`, fault.hint);
    if (name === '' && ports.length > 1)
      yield wrongTogether(`${pointer}/name`, [], 'is required where there are several ports', 'Give each port a name.');
    if ((type === '' || type === 'ClusterIP') && typeof port['nodePort'] === 'number' && port['nodePort'] !== 0)
      yield wrongTogether(`${pointer}/nodePort`, [], 'cannot be set where `type` is ClusterIP', 'Remove it, or write `type: NodePort`.', [
        '/spec/type',
      ]);
  }
  for (const { port, pointer } of repeated(ports, (each) => stringAt(each.port, 'name') || undefined))
    yield wrongTogether(`${pointer}/name`, [port['name']], 'is the name of another port as well', 'Give each port a name of its own.');
  for (const { port, pointer } of repeated(ports, (each) => numberAndProtocol(each.port)))
    yield wrongTogether(`${pointer}/port`, [port['protocol']], 'is another port of the same protocol as well', 'Remove one of the two.');
}

/** What no two ports share; `undefined` where the number is of a wrong type. */
function numberAndProtocol(port: JsonObject): string | undefined {
  return typeof port['port'] === 'number' ? `${stringAt(port, 'protocol') || 'TCP'} ${port['port']}` : undefined;
}
