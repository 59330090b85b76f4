import { FAIL_LEVELS, SEVERITIES } from '../finding.ts';
import { APPROVALS, DEFAULT_OPTIONS } from '../gates/options.ts';
import type { Command } from './commands.ts';
import { choice, DURATION, SHARE, SWITCH, text } from './kind.ts';
import type { SettingGroup } from './setting.ts';

const STATIC = ['lint', 'plan'] as const satisfies readonly Command[];
const GATE = ['wait', 'diagnose'] as const satisfies readonly Command[];
const JUDGING_HUB = [...GATE, 'watch'] as const satisfies readonly Command[];

export const WHAT_FAILS = {
  title: 'What passes and what fails',
  settings: {
    'fail-on': {
      about: 'lowest severity that fails: error, warning or none',
      aboutFor: { plan: 'none: exit 0 for every plan; error and warning: fail if a placement goes wrong' },
      value: choice('LEVEL', FAIL_LEVELS),
      default: 'error',
      example: 'warning',
      flag: { commands: STATIC, shortHelp: STATIC },
      input: 'as the flag',
      key: 'failOn',
    },
    'fail-on-new': {
      about: 'fail only on new findings (needs a base)',
      aboutFor: { plan: 'fail only on problems that the plan of the base does not have' },
      value: SWITCH,
      default: undefined,
      example: 'true',
      flag: { commands: STATIC, shortHelp: STATIC },
      input: 'as the flag',
      key: undefined,
    },
    'fail-on-not-evaluated': {
      about: 'fail on everything that was not evaluated (exit 6); if not given, only on KubeFleet objects whose final content is unknown',
      aboutFor: {
        input:
          '`true`: fail on everything that was not evaluated (exit 6); `false`: never (default: fail on KubeFleet objects whose final content is unknown)',
        key: 'whether everything that was not evaluated fails (exit 6); if left out, only KubeFleet objects whose final content is unknown do',
      },
      value: SWITCH,
      default: undefined,
      example: 'true',
      flag: { commands: [...STATIC, 'ready'], shortHelp: [] },
      input: 'as the flag',
      key: 'failOnNotEvaluated',
    },
    'fail-on-assumption': {
      about: 'fail if the change needs objects that are not in its files and not known from elsewhere',
      value: SWITCH,
      default: undefined,
      example: 'true',
      flag: { commands: STATIC, shortHelp: [] },
      input: 'as the flag',
      key: 'failOnAssumption',
    },
    'fail-on-removal': {
      about:
        'fail if a change removes something from clusters: clusters, a placement is deleted or leaves a cluster; resources, a placement drops one; any; or none',
      value: choice('WHAT', ['none', 'clusters', 'resources', 'any']),
      default: 'none',
      example: 'any',
      flag: { commands: STATIC, shortHelp: [] },
      input: 'as the flag',
      key: undefined,
    },
    'allow-nothing': {
      about: 'pass if the files contain no Kubernetes object',
      value: SWITCH,
      default: undefined,
      example: 'true',
      flag: { commands: STATIC, shortHelp: [] },
      input: 'as the flag',
      key: undefined,
    },
    rules: {
      about: 'settings of single rules',
      value: {
        kind: 'map',
        keys: 'rule',
        of: {
          kind: 'record',
          about: 'Settings of this rule.',
          fields: {
            severity: { ...choice('SEVERITY', [...SEVERITIES, 'off']), about: 'Severity of its findings; `off` turns the rule off.' },
            options: { kind: 'map', keys: 'option', about: 'Options of this rule.', of: { kind: 'texts', word: 'NAME', about: 'Names.' } },
          },
        },
      },
      default: undefined,
      example: '\nselects-nothing: { severity: notice }',
      flag: undefined,
      input: undefined,
      key: 'rules',
    },
    suppress: {
      about: 'accepted findings, for files that cannot carry a comment or an annotation',
      value: {
        kind: 'list',
        of: {
          kind: 'record',
          about: 'One accepted finding.',
          required: ['rule', 'object', 'reason'],
          fields: {
            rule: { kind: 'text', word: 'ID', about: 'Id of the rule.' },
            object: { kind: 'text', word: 'OBJECT', about: '`Kind/name` or `Kind/namespace/name`; `*` matches any characters.' },
            reason: { kind: 'text', word: 'TEXT', about: 'Why it is accepted.' },
            until: { kind: 'day', word: 'DAY', about: 'Last day (UTC, YYYY-MM-DD) it is accepted.' },
          },
        },
      },
      default: undefined,
      example:
        '\n- rule: selects-nothing\n  object: ClusterResourcePlacement/shop\n  reason: the namespace comes from the platform repository\n  until: 2027-01-31',
      flag: undefined,
      input: undefined,
      key: 'suppress',
    },
    provided: {
      about: 'objects that reach the hub or the clusters from elsewhere, so a change may need them',
      value: {
        kind: 'list',
        of: {
          kind: 'record',
          about: 'A group of such objects.',
          required: ['reason'],
          fields: {
            kind: { kind: 'text', word: 'KIND', about: 'Their kind; if left out, any.' },
            namespace: { kind: 'text', word: 'NAMESPACE', about: 'Their namespace; `*` matches any characters. If left out, any.' },
            name: { kind: 'text', word: 'NAME', about: 'Their name; `*` matches any characters. If left out, any.' },
            reason: { kind: 'text', word: 'TEXT', about: 'Where they come from.' },
            until: { kind: 'day', word: 'DAY', about: 'Last day (UTC, YYYY-MM-DD) on which this is valid.' },
          },
        },
      },
      default: undefined,
      example: '\n- kind: Secret\n  namespace: shop\n  name: registry-*\n  reason: External Secrets makes them on each member',
      flag: undefined,
      input: undefined,
      key: 'provided',
    },
    windows: {
      about:
        'times in which `ready` lets a rollout start or not: a `deny` window wins; if there are `allow` windows, one must be open. They do not stop a rollout that has started',
      value: {
        kind: 'list',
        of: {
          kind: 'record',
          about: 'A window with `start` and `end`, or with `schedule` and `duration`.',
          required: ['name', 'kind'],
          fields: {
            name: { kind: 'text', word: 'NAME', about: 'Its name in reports.' },
            kind: {
              ...choice('KIND', ['allow', 'deny']),
              about: '`allow`: rollouts may start only in such a window. `deny`: none may start.',
            },
            start: {
              kind: 'wall-time',
              word: 'TIME',
              about: 'Start of a window that does not repeat, in its time zone (2026-12-24T18:00).',
            },
            end: { kind: 'wall-time', word: 'TIME', about: 'End of a window that does not repeat, in its time zone.' },
            schedule: { kind: 'cron', word: 'CRON', about: 'Starts of a repeated window: five fields as in crontab, in its time zone.' },
            duration: { ...DURATION, about: 'How long a repeated window lasts.' },
            timeZone: { kind: 'zone', word: 'ZONE', about: 'IANA name of its time zone, such as `Europe/Berlin`.', default: 'UTC' },
            clusters: {
              kind: 'clusters',
              word: 'CLUSTERS',
              about: 'Clusters that it is about: names (`east,west`) or labels (`env=prod`). If left out, all.',
            },
            placements: {
              kind: 'texts',
              word: 'PLACEMENT',
              about:
                'Placements that it is about: `Kind/name` or `Kind/namespace/name`, such as `crp/shop` or `rp/shop/cart`; `*` matches any characters. If left out, all.',
            },
            reason: { kind: 'text', word: 'TEXT', about: 'Why it exists, for reports.' },
          },
        },
      },
      default: undefined,
      example:
        '\n- name: nights\n  kind: allow\n  schedule: 0 20 * * mon-thu\n  duration: 8h\n  timeZone: Europe/Berlin\n- name: holidays\n  kind: deny\n  start: 2026-12-23T00:00\n  end: 2027-01-02T00:00\n  timeZone: Europe/Berlin\n  clusters: env=prod\n  reason: change freeze',
      flag: undefined,
      input: undefined,
      key: 'windows',
    },
    'ignore-windows': {
      about: 'start although a window is closed, for this reason, which every report shows',
      value: text('REASON'),
      default: undefined,
      example: 'hotfix for INC-1234',
      flag: { commands: ['ready'], shortHelp: ['ready'] },
      input: 'as the flag',
      key: undefined,
    },
    'on-approval': {
      about: 'when a person must act: wait, fail or pass',
      value: choice('WHAT', APPROVALS),
      default: DEFAULT_OPTIONS.onApproval,
      example: 'fail',
      flag: { commands: GATE, shortHelp: GATE },
      input: 'as the flag',
      key: 'gate.onApproval',
    },
    'allow-partial': {
      about: 'pass with fewer clusters than the policy asks for',
      value: SWITCH,
      default: undefined,
      example: 'true',
      flag: { commands: JUDGING_HUB, shortHelp: [] },
      input: 'as the flag',
      key: 'gate.allowPartial',
    },
    'allow-empty': {
      about: 'pass with no cluster or nothing selected',
      value: SWITCH,
      default: undefined,
      example: 'true',
      flag: { commands: JUDGING_HUB, shortHelp: [] },
      input: 'as the flag',
      key: 'gate.allowEmpty',
    },
    'require-clusters': {
      about: 'clusters that every placement and update run must be good on: names (`east,west`) or labels (`env=prod`)',
      value: { kind: 'clusters', word: 'CLUSTERS' },
      default: undefined,
      example: 'east,west',
      flag: { commands: JUDGING_HUB, shortHelp: [] },
      input: 'as the flag',
      key: 'gate.requireClusters',
    },
    'min-clusters': {
      about: 'minimum number or percentage of clusters on which each placement and update run must be good',
      value: SHARE,
      default: undefined,
      example: '3',
      flag: { commands: JUDGING_HUB, shortHelp: [] },
      input: 'as the flag',
      key: 'gate.minClusters',
    },
    'tolerate-failed': {
      about: 'maximum number or percentage of clusters on which each placement and update run may fail',
      value: SHARE,
      default: '0',
      example: '10%',
      flag: { commands: JUDGING_HUB, shortHelp: GATE },
      input: 'as the flag',
      key: 'gate.tolerateFailed',
    },
    'fail-on-drift': {
      about: 'fail if objects on members drifted',
      value: SWITCH,
      default: undefined,
      example: 'true',
      flag: { commands: GATE, shortHelp: [] },
      input: 'as the flag',
      key: 'gate.failOnDrift',
    },
    'require-selected': {
      about: 'fail if an object of the manifests is in no placement that is waited for',
      value: SWITCH,
      default: undefined,
      example: 'true',
      flag: { commands: GATE, shortHelp: [] },
      input: 'as the flag',
      key: 'gate.requireSelected',
    },
  },
} as const satisfies SettingGroup;
