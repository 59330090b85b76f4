import { field, isObject, listAt, objectAt, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import { entriesIn } from './entries.ts';
import { portNameViolations, portNumberViolations } from './ports.ts';
import { isMore, quantityAt } from './quantities.ts';
import { repeated, wrongTogether, wrongValue, type Violation } from './violation.ts';

interface Volumes {
  readonly at: string;
  /** The volumes of the Pod by name. True means that an API server may drop the volume with its mounts. */
  readonly names: ReadonlyMap<string, boolean>;
  /** The first volume names that are invalid. Another tool may replace them by other text. */
  readonly odd: readonly string[];
}

/** Checks one container. Source: `pkg/apis/core/validation/validation.go` of Kubernetes, validateContainerCommon. */
export function* containerViolations(container: JsonObject, at: string, volumes: Volumes): Iterable<Violation> {
  yield* portViolations(container, at);
  yield* environmentViolations(container, `${at}/env`);
  yield* mountViolations(container, `${at}/volumeMounts`, volumes);
  yield* resourceViolations(container, `${at}/resources`);
  for (const probe of ['livenessProbe', 'readinessProbe', 'startupProbe'])
    yield* probeViolations(objectAt(container, probe), `${at}/${probe}`);
  for (const hook of ['postStart', 'preStop']) yield* hookViolations(objectAt(container, 'lifecycle', hook), `${at}/lifecycle/${hook}`);
  yield* privilegeViolations(objectAt(container, 'securityContext'), `${at}/securityContext`);
}

function* portViolations(container: JsonObject, at: string): Iterable<Violation> {
  const ports = entriesIn(container, at, 'ports');
  for (const { entry: port, pointer } of ports) {
    yield* portNumberViolations(port['containerPort'], `${pointer}/containerPort`);
    yield* portNameViolations(port['name'], `${pointer}/name`);
  }
  for (const { entry: port, pointer } of repeated(ports, (each) => stringAt(each.entry, 'name') || undefined))
    yield wrongTogether(
      `${pointer}/name`,
      [port['name']],
      'is the name of another port of the container as well',
      'Give each port a unique name.',
    );
}

function* environmentViolations(container: JsonObject, at: string): Iterable<Violation> {
  for (const [index, variable] of listAt(container, 'env').entries()) {
    const [name, value] = [stringAt(variable, 'name') ?? '', stringAt(variable, 'value') ?? ''];
    yield* variableNameViolations(name, `${at}/${index}/name`, 'Write the value below `value`.');
    if (value !== '' && Object.keys(objectAt(variable, 'valueFrom') ?? {}).length > 0)
      yield wrongTogether(`${at}/${index}/valueFrom`, [], 'cannot be set together with `value`', 'Keep one of the two.', [
        `${at}/${index}/value`,
      ]);
  }
  for (const [index, source] of listAt(container, 'envFrom').entries()) {
    const [first, second] = ['configMapRef', 'secretRef'].filter((key) => objectAt(source, key) !== undefined);
    const pointer = `${at}From/${index}`;
    if (second !== undefined)
      yield wrongTogether(`${pointer}/${second}`, [], `cannot be set together with \`${first ?? ''}\``, 'Write one entry for each.', [
        pointer,
      ]);
    yield* variableNameViolations(stringAt(source, 'prefix') ?? '', `${pointer}/prefix`, 'Remove it.');
    if (isObject(source) && Object.keys(source).every((key) => key === 'prefix'))
      yield wrongTogether(pointer, [], 'does not name a ConfigMap or Secret', 'Add `configMapRef` or `secretRef`.');
  }
}

/**
 * Older API servers refuse more. Source: `IsRelaxedEnvVarName` of Kubernetes' `apimachinery/pkg/util/validation`.
 * @param remedy what to do about an equals sign
 */
function* variableNameViolations(name: string, at: string, remedy: string): Iterable<Violation> {
  if (name.includes('=')) yield wrongValue(at, name, "cannot contain '='", remedy);
  else if (/[^\x20-\x7e]/.test(name))
    yield wrongValue(at, name, 'can only contain printable ASCII characters', 'Use ASCII letters, digits and underscores.');
}

function* mountViolations(container: JsonObject, at: string, volumes: Volumes): Iterable<Violation> {
  const mounts = listAt(container, 'volumeMounts').flatMap((mount, index) =>
    isObject(mount) && volumes.names.get(stringAt(mount, 'name') ?? '') !== true ? [{ mount, pointer: `${at}/${index}` }] : [],
  );
  for (const { mount, pointer } of mounts) {
    const name = stringAt(mount, 'name') ?? '';
    if (name === '' || volumes.names.has(name)) continue;
    const says = `names ${JSON.stringify(name)}, which is not a volume of the Pod`;
    yield wrongTogether(`${pointer}/name`, [name, ...volumes.odd], says, 'Add the volume to `volumes`, or name an existing one.', [
      volumes.at,
    ]);
  }
  for (const { mount, pointer } of repeated(mounts, (each) => stringAt(each.mount, 'mountPath') || undefined)) {
    const path = stringAt(mount, 'mountPath');
    yield wrongTogether(
      `${pointer}/mountPath`,
      [path],
      'is where another volume is mounted as well',
      'Mount each volume at a different path.',
    );
  }
}

function* resourceViolations(container: JsonObject, at: string): Iterable<Violation> {
  for (const name of ['cpu', 'memory', 'ephemeral-storage']) {
    const [requested, limited] = ['requests', 'limits'].map((list) => quantityAt(container, 'resources', list, name));
    if (requested === undefined || limited === undefined || !isMore(requested, limited)) continue;
    const says = `is more than the limit, ${limited.text}`;
    yield wrongTogether(`${at}/requests/${name}`, [requested.text, limited.text], says, 'Request at most the limit.', [`${at}/limits`]);
  }
}

function* hookViolations(hook: JsonObject | undefined, at: string): Iterable<Violation> {
  if (hook === undefined) return;
  const [first, second] = ['exec', 'httpGet', 'sleep', 'tcpSocket'].filter((action) => objectAt(hook, action) !== undefined);
  if (second !== undefined)
    yield wrongTogether(`${at}/${second}`, [], `is a second action, in addition to \`${first ?? ''}\``, 'Keep one of them.', [at]);
  if (Object.keys(hook).length === 0) yield wrongTogether(at, [], 'does not set an action', 'Add `exec`, `httpGet` or `sleep`.');
}

function* privilegeViolations(context: JsonObject | undefined, at: string): Iterable<Violation> {
  if (context?.['allowPrivilegeEscalation'] !== false) return;
  const rests = [`${at}/privileged`, `${at}/capabilities`];
  const [says, remedy] = ['cannot be false in a privileged container', 'Remove one of the two.'];
  if (context['privileged'] === true) yield wrongTogether(`${at}/allowPrivilegeEscalation`, [false], says, remedy, rests.slice(0, 1));
  else if (listAt(context, 'capabilities', 'add').includes('CAP_SYS_ADMIN'))
    yield wrongTogether(
      `${at}/allowPrivilegeEscalation`,
      [false],
      'cannot be false with the capability CAP_SYS_ADMIN',
      remedy,
      rests.slice(1),
    );
}

const HANDLERS = ['exec', 'grpc', 'httpGet', 'tcpSocket'];

function* probeViolations(probe: JsonObject | undefined, at: string): Iterable<Violation> {
  if (probe === undefined) return;
  const [first, second] = HANDLERS.filter((handler) => objectAt(probe, handler) !== undefined);
  if (second !== undefined)
    yield wrongTogether(`${at}/${second}`, [], `is a second way to probe, in addition to \`${first}\``, 'Keep one of them.');
  if (first === undefined && HANDLERS.every((handler) => (field(probe, handler) ?? undefined) === undefined))
    yield wrongTogether(at, [], 'does not set a way to probe', 'Add `httpGet`, `tcpSocket`, `exec` or `grpc`.');
}
