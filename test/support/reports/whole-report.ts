import type { ObjectRef } from '../../../src/fleet/kubernetes/object.ts';
import type { BadObject, Diagnosis, GatedCluster, GatedPlacement, PlannedDiff, Report, UnverifiedDiff } from '../../../src/report.ts';

/** A type with every optional property required. */
export type Whole<T> = T extends string | number | boolean
  ? T
  : T extends readonly (infer Entry)[]
    ? readonly Whole<Entry>[]
    : T extends object
      ? { readonly [Key in keyof T]-?: Whole<Exclude<T[Key], undefined>> }
      : T;

const placement = refOf('placement.kubernetes-fleet.io/v1', 'ResourcePlacement', 'web');
const workload = refOf('apps/v1', 'Deployment', 'frontend');
const cluster: Whole<GatedCluster> = {
  name: 'east',
  verdict: 'failed',
  stage: 'Applied',
  since: '2026-11-20T03:11:40Z',
  group: 'norway',
  note: 'it stands on an older snapshot',
  forgiven: true,
  reached: true,
};
const diagnosis: Whole<Diagnosis> = {
  id: 'apply-conflict',
  title: 'Another manager owns fields',
  outcome: 'suspect',
  cluster: 'east',
  forgiven: true,
  object: workload,
  since: '2026-11-20T03:11:40Z',
  countsAt: '2026-11-20T03:16:40Z',
  evidence: ['Applied=False (ApplyFailed)'],
  log: { pod: 'web-1', container: 'main', previous: true, text: 'starting\nlisten: address in use' },
  chain: [
    {
      kind: 'ResourceBinding',
      namespace: 'shop',
      name: 'web-east-1',
      stage: 'Applied',
      state: 'Applied False NotAllWorkHaveBeenApplied',
      since: '2026-11-20T03:11:40Z',
    },
  ],
  explain: 'Server-side apply refuses the fields.',
  remedy: ['See who owns the fields.'],
  docs: 'https://kubefleet.dev/docs/apply/',
  learn: 'https://learn.microsoft.com/azure/kubernetes-fleet/',
  seeAlso: 'apply-strategy-conflict',
};
const gated: Whole<GatedPlacement> = {
  object: placement,
  verdict: 'failed',
  summary: 'one of two clusters failed',
  generation: 4,
  snapshotIndex: 2,
  freshness: 'assumed',
  isAdjusted: true,
  hubDiffers: true,
  hasUnplacedFields: true,
  notVerified: ['MemberClusters cannot be read: whether members still answer is not verified'],
  toProve: 'give --manifests',
  clusters: [cluster, { ...cluster, name: 'west', verdict: 'passed' }],
  groupedBy: 'topology.kubernetes.io/region',
  diagnoses: [diagnosis],
};
const bad: Whole<BadObject> = {
  object: placement,
  since: '2026-11-20T03:11:40Z',
  cause: 'Another manager owns fields on east',
  failure: 'apply-conflict',
  step: 'See who owns the fields.',
};
const moved = { cluster: 'west', plugin: 'TaintToleration', reason: 'taint not tolerated' };
const changed = {
  resource: workload,
  reason: 'its image is another',
  clusters: ['east'],
  replacedBy: refOf('v1', 'ConfigMap', 'settings'),
};
const diff: Whole<PlannedDiff> = {
  resource: workload,
  clusters: ['east'],
  what: 'changed',
  movedFrom: refOf('placement.kubernetes-fleet.io/v1', 'ResourcePlacement', 'old'),
  lines: ['@@ -1,2 +1,2 @@', ' spec:', '-  replicas: 2', '+  replicas: 3'],
  omitted: 7,
};
const unverified: Whole<UnverifiedDiff> = { resource: workload, clusters: ['east'], reason: 'An override fails there.' };
const unread = {
  file: 'deploy/chart.yaml',
  line: 3,
  reason: 'a template, not a manifest',
  object: refOf('placement.kubernetes-fleet.io/v1', 'ResourcePlacement', 'chart'),
  missing: 'clusters',
  rendered: { overlays: ['overlays/east', 'overlays/west'] },
  state: 'new',
  fleetObject: true,
} as const;

/**
 * A report with every field of `report-v1`; lists have one entry if that is enough. A new field does not compile until it is added here.
 */
export const WHOLE_REPORT: Whole<Report> = {
  schema: 'report-v1',
  tool: { name: 'fleet-gate', version: '0.1.0' },
  command: 'demo',
  title: 'prod hub',
  outcome: 'failed',
  exitCode: 1,
  message: 'nothing was checked',
  silenced: ['The change turns off a rule: schema.'],
  notes: ['The base could not be read.'],
  removals: [
    {
      kind: 'placement',
      object: placement,
      overlay: 'overlays/east',
      replacedBy: refOf('placement.kubernetes-fleet.io/v1', 'ResourcePlacement', 'web-2'),
      clusters: ['east'],
      resources: [workload],
      reason: 'it is no longer selected',
      byRun: true,
      fails: true,
    },
    {
      kind: 'resources',
      object: refOf('placement.kubernetes-fleet.io/v1', 'ResourcePlacement', 'api'),
      overlay: 'overlays/west',
      replacedBy: placement,
      clusters: ['west'],
      resources: [workload],
      reason: 'its label is gone',
      byRun: false,
      fails: false,
    },
  ],
  settings: {
    config: '.fleet-gate.yaml',
    configFrom: 'origin/main',
    target: 'aks',
    failOn: 'error',
    failOnNew: true,
    failOnNotEvaluated: true,
    failOnAssumption: true,
    off: ['schema'],
    severities: { 'name-length': 'notice' },
    options: ['no-availability-check'],
    render: 'kustomize',
    renderOnly: ['overlays/east'],
    clusters: 'fleet/members.yaml',
    paths: ['deploy'],
    exclude: ['examples/**'],
    suppress: 2,
    gate: { timeout: '15m' },
  },
  run: 'https://github.com/contoso/fleet/actions/runs/42/attempts/2',
  lint: {
    files: 1,
    documents: 2,
    fleetObjects: 1,
    target: 'v0.3',
    schemas: 'hub',
    counts: { error: 1, warning: 0, notice: 0, suppressed: 1 },
    findings: [
      {
        rule: 'pickfixed-names-clusters',
        alias: 'names-clusters',
        effect: 'rejected',
        severity: 'error',
        message: 'The policy names no cluster.',
        remedy: 'List the clusters.',
        page: 'https://example.com/rules/pickfixed.md',
        docs: 'https://kubefleet.dev/docs/pickfixed/',
        serverMessage: 'admission webhook denied the request',
        later: true,
        open: true,
        pointer: '/spec/policy',
        object: placement,
        clusters: ['east', 'west'],
        related: [{ file: 'deploy/members.yaml', line: 2, column: 1, message: 'the cluster is here' }],
        state: 'new',
        touched: true,
        excerpt: ['  policy:', '    placementType: PickFixed'],
        rendered: { overlays: ['overlays/east', 'overlays/west'], command: 'kustomize build', quote: 'policy: {}' },
        suppressed: { reason: 'known since May', until: '2026-12-01' },
        file: 'deploy/web.yaml',
        line: 9,
        column: 5,
        endLine: 9,
        endColumn: 13,
      },
    ],
    unlisted: 3,
    notEvaluated: [unread],
    assumptions: [
      {
        kind: 'Secret',
        namespace: 'shop',
        name: 'registry-login',
        selector: 'team=shop',
        key: 'password',
        neededBy: [placement],
        clusters: ['east', 'west'],
        because: 'it is not in these files',
        state: 'new',
      },
    ],
  },
  plan: {
    clusters: 2,
    assumptions: ['The hub has no other placement.'],
    placements: [
      {
        object: placement,
        overlay: 'overlays/east',
        policy: 'PickN',
        scheduled: 'True',
        reason: 'two clusters fit',
        unknown: true,
        wanted: 2,
        picked: ['east'],
        unpicked: [moved],
        resources: [workload],
        refused: ['The name is taken.'],
        refusedResources: [refOf('v1', 'Pod', 'loose')],
        open: [{ resource: refOf('v1', 'Secret', 'keys'), reason: 'it is not among the manifests', absent: true }],
        notVerified: ['Whether the hub has the kind is not known.'],
        snapshots: [3, 2],
        change: {
          isNew: true,
          added: ['east'],
          removed: ['west'],
          leftFleet: ['west'],
          kept: 1,
          byRun: true,
          reasons: [moved, { cluster: 'east', plugin: 'ClusterAffinity', reason: 'its label fits' }],
          resources: { added: [changed], changed: [changed], removed: [changed] },
          evicted: [{ cluster: 'east', reason: 'an eviction' }],
          reevaluatedFor: ['spec.policy.affinity'],
          refused: ['API servers refuse the edit of the port.'],
          warnings: ['The strategy becomes External.'],
        },
        diff: [diff, { ...diff, clusters: ['west'], what: 'removed', lines: ['-kind: Deployment'] }],
        diffNotVerified: [unverified],
        overrides: [
          {
            object: refOf('placement.kubernetes-fleet.io/v1', 'ResourceOverride', 'tune'),
            clusters: ['east'],
            resources: [workload],
            removed: [{ resource: workload, clusters: ['east'] }],
            failures: [{ resource: workload, clusters: ['east'], error: 'the path does not exist' }],
            mayFail: [{ resource: workload, clusters: ['east'], error: 'a parent is missing', unless: 'another tool adds labels' }],
            refused: ['The object is selected twice.'],
          },
        ],
        runs: [
          {
            object: refOf('placement.kubernetes-fleet.io/v1', 'StagedUpdateRun', 'run-1'),
            errors: ['A stage selects no cluster.'],
            notVerified: ['The strategy is not in the tree.'],
            added: true,
            stages: [{ name: 'canary', clusters: ['east', 'west'], maxConcurrency: 1, before: ['an approval'], after: ['a wait of 1h'] }],
          },
        ],
        forecasts: [
          {
            of: 'run',
            run: refOf('placement.kubernetes-fleet.io/v1', 'StagedUpdateRun', 'run-1'),
            clusters: 2,
            atOnce: 1,
            steps: 2,
            seconds: { least: 3600, most: 3974 },
            approvals: 1,
            atOnceAfterFailure: 0,
          },
        ],
      },
    ],
    deleted: [
      {
        object: refOf('placement.kubernetes-fleet.io/v1', 'ResourcePlacement', 'old'),
        overlay: 'overlays/west',
        unknown: true,
        clusters: ['west'],
        resources: [workload],
        runs: [refOf('placement.kubernetes-fleet.io/v1', 'StagedUpdateRun', 'run-0')],
        runsUnderWay: true,
        replacedBy: placement,
        byRun: true,
        diff: [{ ...diff, what: 'removed' }],
        diffNotVerified: [unverified],
      },
    ],
    notEvaluated: [unread],
    diff: { cluster: 'east', objects: 1, clusters: 2, omitted: 7, unlisted: 2, notVerified: ['An input of the base was not evaluated.'] },
  },
  ready: {
    checkedAt: '2026-11-20T03:17:02.250Z',
    placements: [{ object: placement, overlay: 'overlays/east', clusters: ['east'], isNew: true }],
    reasons: [
      {
        id: 'window-closed',
        effect: 'waits',
        object: placement,
        overlay: 'overlays/east',
        clusters: ['east'],
        message: 'A rollout of ResourcePlacement/web may not start: the window "nights" denies it now.',
        until: '2026-11-21T05:00:00Z',
        remedy: 'Wait until it has ended.',
      },
    ],
    notChecked: [{ message: 'Whether Secret/shop/registry is on east: no Work of the hub has brought it there.', decides: true }],
    found: 2,
    dryRuns: { clusters: ['east', 'west'], tried: 7, notTried: 1, unguarded: ['west'] },
    windows: { count: 1, ignored: 'hotfix for INC-1234' },
  },
  gate: {
    outcome: 'failed',
    message: 'the hub answered too late',
    judgedAt: '2026-11-20T03:15:52Z',
    placements: [gated],
    runs: [
      {
        ...gated,
        object: refOf('placement.kubernetes-fleet.io/v1', 'StagedUpdateRun', 'run-1'),
        stages: [{ name: 'canary', verdict: 'waiting', clusters: [cluster], tasks: ['an approval is open'] }],
      },
    ],
    unplaced: [{ object: refOf('v1', 'ConfigMap', 'settings'), selectedBy: [refOf('v1', 'ResourcePlacement', 'other')] }],
    unjudged: [
      {
        object: refOf('placement.kubefleet.dev/v1alpha1', 'PlacementPolicy', 'shop'),
        status: 'Scheduled True',
        annotation: 'helm.sh/hook',
      },
    ],
    idleOverrides: [
      {
        object: refOf('placement.kubernetes-fleet.io/v1beta1', 'ResourceOverride', 'web'),
        why: 'notSent',
        names: [refOf('apps/v1', 'Deployment', 'wbe')],
      },
    ],
    rollback: [
      {
        placement,
        by: 'run',
        message: 'A run with resource snapshot 2 can bring the last good content back: ClusterStagedUpdateRun/run-0 rolled it out.',
        notes: ['Only objects come back.'],
        index: 2,
        provenBy: refOf('placement.kubernetes-fleet.io/v1', 'StagedUpdateRun', 'run-0'),
        manifest: 'kind: StagedUpdateRun\nspec: {}',
        steps: ['See the content that would come back.'],
        undoes: {
          from: 3,
          to: 2,
          added: [refOf('v1', 'ConfigMap', 'old')],
          changed: [refOf('v1', 'ConfigMap', 'settings')],
          removed: [refOf('v1', 'ConfigMap', 'new')],
        },
      },
    ],
    timeline: [{ at: '2026-11-20T03:11:40Z', object: placement, cluster: 'east', stage: 'Applied', to: 'failed', reached: true }],
    earlierChanges: 3,
  },
  approval: {
    run: refOf('placement.kubernetes-fleet.io/v1', 'StagedUpdateRun', 'run-1'),
    message: 'ApprovalRequest/shop/run-1-after-canary (after stage canary) is not approved: east is not available',
    requests: [
      {
        request: refOf('placement.kubernetes-fleet.io/v1', 'ApprovalRequest', 'run-1-after-canary'),
        stage: 'canary',
        when: 'after',
        result: 'notProven',
        clusters: ['east'],
        proven: ['resource snapshot 2 has the content of the manifests'],
        notProven: ['east is not available'],
        until: '2026-11-20T03:21:40Z',
      },
    ],
    stop: { result: 'stopped', message: 'StagedUpdateRun/shop/run-1 is stopped.' },
  },
  doctor: {
    checks: [
      {
        id: 'rights',
        title: 'rights',
        asks: 'May all that is needed be listed and watched?',
        outcome: 'failed',
        evidence: ['list Work is denied; hence: causes on members are not known'],
        remedy: ['Apply the ClusterRole of this report.'],
      },
    ],
    roleTitle: 'the ClusterRole and the Role in namespace shop',
    role: 'kind: ClusterRole\nrules: []',
  },
  watch: {
    judgedAt: '2026-11-20T03:15:52Z',
    counts: { bad: 1, person: 1, unknown: 1, open: 1, good: 4 },
    bad: [bad],
    changes: [{ ...bad, change: 'bad' }],
  },
};

function refOf(apiVersion: string, kind: string, name: string): Whole<ObjectRef> {
  return { apiVersion, kind, namespace: 'shop', name };
}
