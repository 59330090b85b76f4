import { BUILT_IN_APIS } from '../../../src/fleet/kubefleet/api-resource.ts';
import type { Interest, ResourceType } from '../../../src/fleet/kubefleet/hub-state.ts';
import { AUTHORED_KINDS, fleetKind, isFleetGroup, PLACEMENT_GROUP } from '../../../src/fleet/kubefleet/kinds.ts';
import { type RbacResource, rbacRuleFor, resourceOf } from '../../../src/gates/hub/access/rbac-rule.ts';
import { MEMBER_KINDS } from '../../../src/gates/hub/live-members.ts';
import { dryRunRole, guardPolicy } from '../../../src/ready/dry-run/guard.ts';
import { hubNeeds } from '../../../src/cli/hub/doctor-needs.ts';
import { firstNeeds } from '../../../src/cli/hub/hub-needs.ts';
import { EVICTION } from '../../../src/watch/watched-of-hub.ts';

/** A use of the hub, and the minimum rights for it. */
export interface Purpose {
  readonly id: string;
  /** A heading. */
  readonly title: string;
  /** Whole sentences. */
  readonly about: readonly string[];
  /** YAML of the role, without a binding. */
  readonly role: string;
}

/** Placeholder for any namespace. */
const NAMESPACE = 'NAMESPACE';

/** The minimum rights for each purpose, from the same tables as the commands. */
export function rightsByPurpose(): readonly Purpose[] {
  const gate = hubNeeds({ targets: [] }).interests;
  const narrow = hubNeeds({ targets: [{ kind: 'ResourcePlacement', namespace: NAMESPACE, name: 'any' }] }).interests;
  const ofNamespace = narrow.filter(({ namespace }) => namespace === NAMESPACE);
  const ofHub = narrow.filter(({ namespace }) => namespace === undefined);
  return [
    {
      id: 'gate',
      title: '`wait`, `diagnose`, `status`, `snapshot` and `doctor`',
      about: [
        'A gate also needs the kinds of your manifests and those that your placements select. Without them it cannot verify that the hub has the objects.',
        'A later section shows how to get a rule with these kinds. `clusters` and `init` only need `list` on `memberclusters`.',
        '`status` of a large fleet only needs placements, update runs, approval requests and member clusters.',
        'Without `watch` a wait lists the objects again and again. Without one of the kinds it continues, and reports what it does not know.',
      ],
      role: rbacRuleFor(resources(gate)).yaml,
    },
    {
      id: 'watch',
      title: '`watch`',
      about: [
        'The rule of `wait`, and evictions. Beside these it needs the kinds that your placements select, as a gate does.',
        'Without one of the kinds it goes on, and its report names it. `--once` ends with exit code 5 without a kind of placements or update runs.',
      ],
      role: named('fleet-gate-watch', rbacRuleFor(resources([...gate, { group: PLACEMENT_GROUP, kind: EVICTION }])).yaml),
    },
    {
      id: 'namespace',
      title: 'One namespace: `wait` and `diagnose` of its ResourcePlacements',
      about: [
        'For a team that may only read its own namespace of the hub, without Works and member clusters.',
        'The outcome is the same. Causes on members are known only if the placement reports them.',
      ],
      role: rbacRuleFor(resources(ofNamespace)).yaml,
    },
    {
      id: 'beside-namespace',
      title: 'Beside that Role: what has no namespace, or those of members',
      about: [
        'With it such a gate knows all it can: what members did, whether they still answer, which overrides of the whole hub change something, and',
        'which other placement owns an object. Works are kept in the namespaces `fleet-member-*`, one for each member; members come and go.',
      ],
      role: named('fleet-gate-beside-namespaces', rbacRuleFor(resources(ofHub)).yaml),
    },
    {
      id: 'lint-and-plan',
      title: '`lint` and `plan` with the hub',
      about: [
        'They list once and watch nothing. Only the kinds that your manifests have to do with are read; these are all of KubeFleet.',
        'Beside these they read what selectors, overrides and workloads name, and no Secret is shown.',
      ],
      role: rbacRuleFor(resources(lintNeeds()), undefined, ['list']).yaml,
    },
    {
      id: 'ready',
      title: '`ready`',
      about: [
        'It reads what `lint` and `plan` read with the hub, and what `diagnose` reads of the placements of the change. It writes nothing.',
        'Beside these it reads the kinds that selectors, overrides and workloads name.',
      ],
      role: named(
        'fleet-gate-ready',
        rbacRuleFor(resources([...new Map([...gate, ...lintNeeds()].map((type) => [`${type.group}/${type.kind}`, type])).values()])).yaml,
      ),
    },
    {
      id: 'ready-members',
      title: 'Member clusters for `ready` and `watch`, where logins of them are given',
      about: [
        'On each member: `get` of the objects that the manifests need from elsewhere. A kind without the right is reported as not checked.',
        'Of a Secret only the metadata is requested, but the right would show its values. Name the Secrets with `resourceNames`, or leave them out.',
      ],
      role: named('fleet-gate-ready-member', rbacRuleFor(resources(NEEDED_ON_MEMBERS), undefined, ['get']).yaml),
    },
    {
      id: 'dry-run-members',
      title: 'Dry runs on member clusters',
      about: [
        'On each member, for `ready` with `dry-run-members`: real write rights for the kinds of the change, and the policy that limits this login to dry',
        'runs. This is for a Deployment and a ConfigMap; `ready` prints it for the change if it cannot prove the policy.',
      ],
      role: `${dryRunRole(TRIED, 'the name that fleet-gate doctor shows')}\n---\n${guardPolicy('the name that fleet-gate doctor shows')}`,
    },
    {
      id: 'hub-schema',
      title: '`lint` by the schemas of the hub itself, beside the rule above',
      about: ['The CustomResourceDefinitions of the hub, where `hub-schema` asks for them.'],
      role: named(
        'fleet-gate-schemas',
        rbacRuleFor([{ group: 'apiextensions.k8s.io', plural: 'customresourcedefinitions' }], undefined, ['list']).yaml,
      ),
    },
    {
      id: 'approve',
      title: '`approve`, beside the rule of `wait`',
      about: [
        'It writes one condition into the status of an approval request. In one namespace, a Role with `approvalrequests/status` is enough.',
        'Give these rights only to the identity that approves. With `resourceNames` a rule is for one request: its name is',
        '`RUN-before-STAGE` or `RUN-after-STAGE`.',
      ],
      role: rbacRuleFor(ofPlacements('approvalrequests/status', 'clusterapprovalrequests/status'), undefined, ['patch']).yaml,
    },
    {
      id: 'stop-run',
      title: '`approve` with `stop-run`, beside both rules above',
      about: ['It sets `spec.state` of an update run.'],
      role: named(
        'fleet-gate-stopper',
        rbacRuleFor(ofPlacements('clusterstagedupdateruns', 'stagedupdateruns'), undefined, ['patch']).yaml,
      ),
    },
    {
      id: 'members',
      title: 'Member clusters, where logins of them are given',
      about: [
        'On each member, not on the hub. It names why pods do not start; no verdict needs it.',
        '`pods/log` is for the last lines of containers that fail. Leave it out if you set `logs` to 0.',
      ],
      role: `${named('fleet-gate-member-reader', rbacRuleFor(resources(MEMBER_KINDS)).yaml)}\n${LOG_RULE}`,
    },
  ];
}

const TRIED = [
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'any' } },
  { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'any' }, spec: { template: { spec: {} } } },
];

/** The usual kinds of objects that workloads need and a change may not contain. */
const NEEDED_ON_MEMBERS: readonly ResourceType[] = [
  ...['Namespace', 'ConfigMap', 'Secret', 'ServiceAccount', 'PersistentVolumeClaim'].map((kind) => ({ group: '', kind })),
  { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' },
  { group: 'scheduling.k8s.io', kind: 'PriorityClass' },
  { group: 'storage.k8s.io', kind: 'StorageClass' },
];

const LOG_RULE = ['  - apiGroups: [""]', '    resources: [pods/log]', '    verbs: [get]'].join('\n');

function ofPlacements(...plurals: readonly string[]): readonly RbacResource[] {
  return plurals.map((plural) => ({ group: PLACEMENT_GROUP, plural }));
}

/** KubeFleet's types that `lint` and `plan` read if the manifests contain each of its kinds, in any namespace. */
function lintNeeds(): readonly ResourceType[] {
  const head = AUTHORED_KINDS.filter(({ only }) => only === undefined).map(({ group, kind, namespaced, versions: [version = 'v1'] }) => ({
    object: {
      apiVersion: `${group}/${version}`,
      kind,
      metadata: { name: 'any', ...(namespaced ? { namespace: NAMESPACE } : {}) },
      spec: {},
    },
    namespace: namespaced ? NAMESPACE : undefined,
  }));
  return firstNeeds({ head, base: [], target: 'v0.3', scope: 'contents' }).map(({ group, kind }) => ({ group, kind }));
}

function resources(types: readonly Interest[]): readonly RbacResource[] {
  return types.flatMap((type): readonly RbacResource[] => {
    const served = isFleetGroup(type.group) ? fleetKind(type.kind) : BUILT_IN_APIS.find(type.group, type.kind);
    return served === undefined ? [] : [resourceOf(type, served)];
  });
}

/** Renames a role, so that applying it does not replace another one. */
function named(name: string, role: string): string {
  return role.replace(/^( *name: ).*$/m, `$1${name}`);
}
