import type { Command } from './commands.ts';
import { SWITCH, text } from './kind.ts';
import type { SettingGroup } from './setting.ts';

/** Commands about targets on a hub. */
const TARGETS = [
  'wait',
  'diagnose',
  'approve',
  'watch',
  'status',
  'snapshot',
  'doctor',
  'owns',
  'mcp',
] as const satisfies readonly Command[];
/** Commands that cannot run without a hub, unless they read files of it. */
const OF_HUB = ['ready', 'clusters', ...TARGETS] as const satisfies readonly Command[];
const ALL = ['init', 'lint', 'plan', ...OF_HUB] as const satisfies readonly Command[];
const JUDGED_WITH_MEMBERS = ['ready', 'wait', 'diagnose', 'approve', 'doctor'] as const satisfies readonly Command[];
const MEMBERS = [...JUDGED_WITH_MEMBERS, 'watch'] as const satisfies readonly Command[];

/** A string, as settings have them. */
export const DEFAULT_LOG_LINES = '20';

const ALSO = 'also read the hub of this kubeconfig; without it or a context the hub is not read';

export const HUB_AND_MEMBERS = {
  title: 'The hub, and member clusters',
  settings: {
    kubeconfig: {
      about: 'kubeconfig of the hub',
      aboutFor: {
        init: 'also write the member clusters of the hub of this kubeconfig; without it or a context the hub is not read',
        lint: ALSO,
        plan: ALSO,
        mcp: 'let calls read the hub of this kubeconfig; without it or a context the hub is not read',
      },
      value: { kind: 'file', word: 'FILE' },
      default: { says: 'KUBECONFIG, then ~/.kube/config, then the service account of the pod this runs in' },
      example: 'hub.kubeconfig',
      flag: { commands: ALL, shortHelp: ALL },
      input: 'as the flag',
      key: undefined,
    },
    context: {
      about: 'context of the hub in the kubeconfig',
      value: text('NAME'),
      default: undefined,
      example: 'hub',
      flag: { commands: ALL, shortHelp: OF_HUB },
      input: 'as the flag',
      key: undefined,
    },
    namespace: {
      about: 'namespace of targets without one',
      value: text('NS'),
      default: undefined,
      example: 'shop',
      flag: { commands: TARGETS, short: 'n', shortHelp: ['wait', 'diagnose', 'status', 'snapshot'] },
      input: 'as the flag',
      key: undefined,
    },
    server: {
      about: "address of the hub, instead of the kubeconfig's",
      value: text('URL'),
      default: undefined,
      example: 'https://hub.example.net:443',
      flag: { commands: ['init', ...OF_HUB], shortHelp: [] },
      input: 'as the flag',
      key: undefined,
    },
    'tls-server-name': {
      about: 'server name to expect in the certificate of the hub',
      value: text('NAME'),
      default: undefined,
      example: 'hub.example.net',
      flag: { commands: ['init', ...OF_HUB], shortHelp: [] },
      input: 'as the flag',
      key: undefined,
    },
    member: {
      about: 'kubeconfig context of a member cluster, read-only: names why pods do not start there',
      aboutFor: {
        ready: 'kubeconfig context of a member cluster, read-only: looks there for objects that the change needs',
        watch: 'kubeconfig context of a member cluster, read-only: looks there for objects that {--manifests} need',
        input:
          '`CLUSTER=CONTEXT`: kubeconfig contexts of member clusters, read-only, to name why pods do not start there, or, before a rollout, to look for objects that the change needs',
      },
      value: { kind: 'texts', word: 'CLUSTER=CONTEXT' },
      default: undefined,
      example: 'east=aks-east',
      flag: { commands: MEMBERS, shortHelp: JUDGED_WITH_MEMBERS },
      input: 'as the flag',
      key: undefined,
    },
    'member-kubeconfig': {
      about: 'folder with one kubeconfig for each member cluster, named as the cluster (`east.yaml`), for the same purpose',
      value: { kind: 'folder', word: 'DIR' },
      default: undefined,
      example: 'members/',
      flag: { commands: MEMBERS, shortHelp: [] },
      input: 'as the flag',
      key: undefined,
    },
    'dry-run-members': {
      about:
        'also try each object on the members that {--member} gives access to, with dry runs as the member agent would send it; needs write rights there, and a policy that allows only dry runs',
      value: SWITCH,
      default: undefined,
      example: 'true',
      flag: { commands: ['ready'], shortHelp: ['ready'] },
      input: 'as the flag',
      key: undefined,
    },
    'dry-run-unguarded': {
      about:
        'dry-run although the login may also write there: no policy limits it to dry runs. fleet-gate itself never sends another write',
      value: SWITCH,
      default: undefined,
      example: 'true',
      flag: { commands: ['ready'], shortHelp: [] },
      input: 'as the flag',
      key: undefined,
    },
    logs: {
      about: 'last lines of a failing container to read on a member, credentials hidden; 0 reads none. Only with access to members',
      value: text('N'),
      default: DEFAULT_LOG_LINES,
      example: '50',
      flag: { commands: ['wait', 'diagnose', 'approve'], shortHelp: [] },
      input: 'as the flag',
      key: undefined,
    },
  },
} as const satisfies SettingGroup;
