import { shown } from '../text/shown.ts';
import { field, listAt, objectAt, stringAt } from '../json/json.ts';
import { CONTAINER_LISTS } from './pod-template.ts';

/** What a Pod Security level forbids in a PodSpec. */
export interface PodSecurityFault {
  /** The part of the pod that breaks the level, such as `container web`. */
  readonly part: string;
  /** What that part must be, such as `not set \`hostPort\``. */
  readonly must: string;
}

/** What a level of the Pod Security Standards demands. */
export type PodSecurityLevel = 'baseline' | 'restricted';

/**
 * The faults of a PodSpec under a level of the Pod Security Standards, as admission checks them since Kubernetes 1.25. Checks that later
 * versions add or relax are left out. Source: `staging/src/k8s.io/pod-security-admission/policy` of Kubernetes.
 */
export function* podSecurityFaults(pod: unknown, level: PodSecurityLevel): Iterable<PodSecurityFault> {
  const spec = { part: 'the Pod', context: objectAt(pod, 'securityContext') };
  const containers = CONTAINER_LISTS.flatMap((list) => listAt(pod, list)).map((container) => ({
    part: `container ${shown(stringAt(container, 'name') ?? '')}`,
    context: objectAt(container, 'securityContext'),
    container,
  }));
  yield* baselineFaults(pod, spec, containers);
  if (level === 'restricted') yield* restrictedFaults(pod, spec, containers);
}

/** The Pod or a container, with its `securityContext`. */
interface Part {
  readonly part: string;
  readonly context: unknown;
}

interface Container extends Part {
  readonly container: unknown;
}

function* baselineFaults(pod: unknown, spec: Part, containers: readonly Container[]): Iterable<PodSecurityFault> {
  for (const name of ['hostNetwork', 'hostPID', 'hostIPC'])
    if (field(pod, name) === true) yield { part: spec.part, must: `not set \`${name}\`` };
  for (const volume of listAt(pod, 'volumes'))
    if (objectAt(volume, 'hostPath') !== undefined) yield { part: `volume ${stringAt(volume, 'name') ?? ''}`, must: 'not be a `hostPath`' };
  for (const { part, context } of [spec, ...containers]) {
    if (field(context, 'windowsOptions', 'hostProcess') === true) yield { part, must: 'not set `hostProcess`' };
    for (const profile of ['seccompProfile', 'appArmorProfile'])
      if (stringAt(context, profile, 'type') === 'Unconfined') yield { part, must: `not set \`${profile}\` to Unconfined` };
    for (const name of ['user', 'role'])
      if ((stringAt(context, 'seLinuxOptions', name) ?? '') !== '') yield { part, must: `not set \`${name}\` of \`seLinuxOptions\`` };
  }
  for (const { part, context, container } of containers) {
    if (field(context, 'privileged') === true) yield { part, must: 'not be `privileged`' };
    const added = listAt(context, 'capabilities', 'add').filter((name) => !BASELINE_CAPABILITIES.has(String(name)));
    if (added.length > 0) yield { part, must: `not add the capability ${added.join(', ')}` };
    const hasHostPort = listAt(container, 'ports').some((port) => (field(port, 'hostPort') ?? 0) !== 0);
    if (hasHostPort) yield { part, must: 'not set `hostPort`' };
  }
}

function* restrictedFaults(pod: unknown, spec: Part, containers: readonly Container[]): Iterable<PodSecurityFault> {
  for (const volume of listAt(pod, 'volumes')) {
    const type = Object.keys(objectAt(volume) ?? {}).find((key) => key !== 'name' && key !== 'hostPath' && !RESTRICTED_VOLUMES.has(key));
    if (type !== undefined) yield { part: `volume ${stringAt(volume, 'name') ?? ''}`, must: `not be of type \`${type}\`` };
  }
  const isWindows = stringAt(pod, 'os', 'name') === 'windows';
  // Later versions allow it, as root of such a Pod is not root of the node.
  const isRootAllowed = field(pod, 'hostUsers') === false;
  for (const { part, context } of [spec, ...containers])
    if (!isRootAllowed && field(context, 'runAsUser') === 0) yield { part, must: 'not set `runAsUser: 0`' };
  for (const { part, context } of containers) {
    const set = (...path: readonly [string, ...string[]]): unknown => field(context, ...path) ?? field(spec.context, ...path);
    if (!isRootAllowed && set('runAsNonRoot') !== true) yield { part, must: 'set `runAsNonRoot: true`' };
    if (isWindows) continue;
    if (set('seccompProfile', 'type') === undefined) yield { part, must: 'set `seccompProfile: {type: RuntimeDefault}`' };
    if (field(context, 'allowPrivilegeEscalation') !== false) yield { part, must: 'set `allowPrivilegeEscalation: false`' };
    if (!listAt(context, 'capabilities', 'drop').includes('ALL')) yield { part, must: 'drop the capability ALL' };
    const added = listAt(context, 'capabilities', 'add').filter(
      (name) => name !== 'NET_BIND_SERVICE' && BASELINE_CAPABILITIES.has(String(name)),
    );
    if (added.length > 0) yield { part, must: `not add the capability ${added.join(', ')}` };
  }
}

const BASELINE_CAPABILITIES: ReadonlySet<string> = new Set(
  'AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE SETFCAP SETGID SETPCAP SETUID SYS_CHROOT'.split(' '),
);
const RESTRICTED_VOLUMES: ReadonlySet<string> = new Set(
  'configMap csi downwardAPI emptyDir ephemeral persistentVolumeClaim projected secret'.split(' '),
);
