import type { ReportOutcome } from '../../../src/report.ts';
import type { StoryTold } from './play-story.ts';

/** The source of a golden report. */
export type SceneSource =
  /** A recording of a hub, reduced to what the gate needs: `fixtures/stories/<story>/`. */
  | (Omit<StoryTold, 'member'> & {
      readonly kind: 'story';
      readonly story: string;
      /** The recording is cut after this mark. */
      readonly until?: string;
      /** The gate may read the member m2. */
      readonly member?: true;
      /** Clusters with these names repeat what the given cluster went through. */
      readonly spread?: { readonly cluster: string; readonly names: readonly string[] };
    })
  /** A gate that cannot read the hub: nothing listens at its address, or every request is forbidden. */
  | { readonly kind: 'closed'; readonly by: 'silence' | 'rights' }
  /** `doctor` against a healthy hub, a hub that forbids every request, an address at which nothing listens, or without a kubeconfig. */
  | { readonly kind: 'doctor'; readonly at: 'well' | 'rights' | 'silence' | 'nowhere' }
  /** The hub of a failure, `fixtures/hub/<failure>/`, which does not change. */
  | { readonly kind: 'hub'; readonly failure: string }
  /** `approve` against the hub of a failure, with the manifests of the deploy. */
  | { readonly kind: 'approve'; readonly failure: string; readonly argv: readonly string[] }
  /** `watch --once` at the hub of a failure, for the first time. */
  | { readonly kind: 'watch'; readonly failure: string }
  /** The tool itself fails with an internal error. */
  | { readonly kind: 'fault' }
  /** `ready` at the hub of a story, at its end or at a mark, for a change of what was deployed. */
  | {
      readonly kind: 'ready';
      readonly story: string;
      readonly until?: string;
      readonly replace?: readonly (readonly [string, string])[];
      readonly config?: string;
      readonly flags?: readonly string[];
    }
  /** The command line in a folder of `fixtures/`. */
  | { readonly kind: 'tree'; readonly tree: string; readonly argv: readonly string[] };

const MEMBERS = ['--clusters', '../../demo/repo/fleet/members.yaml'];
const MEMBERS_BESIDE = ['--clusters', '../../../demo/repo/fleet/members.yaml'];
const BASE = ['--base-dir', '../base'];
const CITIES = ['amsterdam', 'dublin', 'frankfurt', 'london', 'madrid', 'milan', 'oslo', 'paris', 'zurich'];

const OPEN_APPROVAL = 'run-waiting-approval';
/** A query to a server that is not there. */
const NO_ANSWER = ['--query', 'up', '--prometheus', 'http://127.0.0.1:9', '--min', '1'];
const WORKING_HOURS = `windows:
  - name: working hours
    kind: allow
    schedule: 0 8 * * mon-fri
    duration: 9h
    timeZone: Europe/Berlin
  - name: holidays
    kind: deny
    start: 2026-12-23T00:00
    end: 2027-01-02T00:00
    timeZone: Europe/Berlin
    reason: change freeze
`;

/** Everything that a user may see, by the outcome. A new outcome does not compile until it has a scene. */
export const SCENES_BY_OUTCOME: Readonly<Record<ReportOutcome, Readonly<Record<string, SceneSource>>>> = {
  clean: {
    'lint-clean': { kind: 'tree', tree: 'trees/whole', argv: ['lint'] },
    'plan-clean': { kind: 'tree', tree: 'trees/whole', argv: ['plan', ...MEMBERS] },
    'plan-with-base': { kind: 'tree', tree: 'trees/grown/head', argv: ['plan', ...MEMBERS_BESIDE, ...BASE] },
    'plan-diff': { kind: 'tree', tree: 'trees/grown/head', argv: ['plan', ...MEMBERS_BESIDE, ...BASE, '--diff', 'all'] },
  },
  findings: {
    'lint-findings': { kind: 'tree', tree: 'demo/repo', argv: ['lint', '--clusters', 'fleet/members.yaml'] },
    'lint-refused': { kind: 'tree', tree: 'trees/refused', argv: ['lint', ...MEMBERS] },
    'lint-with-base': { kind: 'tree', tree: 'trees/changed/head', argv: ['lint', ...MEMBERS_BESIDE, ...BASE] },
    'plan-refused': { kind: 'tree', tree: 'trees/refused', argv: ['plan', ...MEMBERS] },
    'plan-not-scheduled': { kind: 'tree', tree: 'trees/scarce', argv: ['plan', ...MEMBERS] },
    'plan-removal': {
      kind: 'tree',
      tree: 'trees/shrunk/head',
      argv: ['plan', ...MEMBERS_BESIDE, ...BASE, '--fail-on-removal', 'clusters'],
    },
  },
  notEvaluated: { 'lint-not-evaluated': { kind: 'tree', tree: 'trees/unread', argv: ['lint'] } },
  nothingToDo: { 'lint-nothing': { kind: 'tree', tree: 'trees/nothing', argv: ['lint'] } },
  usage: {
    'lint-usage': { kind: 'tree', tree: 'trees/whole', argv: ['lint', '--fail-on', 'eror'] },
    'doctor-no-kubeconfig': { kind: 'doctor', at: 'nowhere' },
  },
  ownFault: { 'own-fault': { kind: 'fault' } },
  ready: {
    'ready-passed': {
      kind: 'ready',
      story: 'first-rollout-green',
      replace: [['"containers":', '"imagePullSecrets":[{"name":"registry"}],"containers":']],
    },
    'ready-ignoring-windows': {
      kind: 'ready',
      story: 'first-rollout-green',
      config: WORKING_HOURS,
      flags: ['--ignore-windows', 'hotfix for INC-1234'],
    },
  },
  notReady: {
    'ready-run-stuck': { kind: 'ready', story: 'run-stuck' },
    'ready-member-leaving': { kind: 'ready', story: 'member-leaving' },
  },
  wait: {
    'ready-window-closed': { kind: 'ready', story: 'first-rollout-green', config: WORKING_HOURS },
    'ready-unfinished': { kind: 'ready', story: 'never-available' },
    'approve-soak': { kind: 'approve', failure: OPEN_APPROVAL, argv: ['--soak', '10m', '--timeout', '0s'] },
  },
  passed: {
    'doctor-passed': { kind: 'doctor', at: 'well' },
    'gate-passed': { kind: 'story', story: 'first-rollout-green' },
    'gate-forgiven': { kind: 'story', story: 'denied-by-policy', flags: ['--tolerate-failed', '1'] },
    'approve-approved': { kind: 'approve', failure: OPEN_APPROVAL, argv: [] },
    'approve-dry-run': { kind: 'approve', failure: OPEN_APPROVAL, argv: ['--dry-run'] },
    'watch-waiting': { kind: 'watch', failure: OPEN_APPROVAL },
    'gate-run-passed': { kind: 'story', story: 'before-stage-approved' },
  },
  failed: {
    'approve-not-proven': { kind: 'approve', failure: OPEN_APPROVAL, argv: NO_ANSWER },
    'approve-not-written': { kind: 'approve', failure: 'approval-stale-generation', argv: [] },
    'watch-bad': { kind: 'watch', failure: 'drift-found' },
    'gate-denied': { kind: 'story', story: 'denied-by-policy' },
    'gate-many-clusters': { kind: 'story', story: 'denied-by-policy', spread: { cluster: 'm2', names: CITIES } },
    'gate-two-causes': { kind: 'story', story: 'two-causes', member: true },
    'gate-foreign-owner': { kind: 'story', story: 'foreign-owner' },
    'gate-quota': { kind: 'story', story: 'quota' },
    'gate-image-pull': { kind: 'hub', failure: 'workload-image-pull' },
    'gate-no-namespace': { kind: 'story', story: 'rp-partial-namespace' },
    'gate-override-failed': { kind: 'story', story: 'override-one-cluster-only' },
    'gate-no-cluster': { kind: 'story', story: 'pickall-nothing' },
    'gate-too-few-clusters': { kind: 'story', story: 'rp-pickn-too-many' },
    'gate-rollout-blocked': { kind: 'story', story: 'rollout-deadlock' },
    'gate-member-leaving': { kind: 'story', story: 'member-leaving' },
    'gate-eviction-blocked': { kind: 'story', story: 'eviction-blocked' },
    'gate-run-failed': { kind: 'story', story: 'run-placement-changed-policy' },
  },
  waiting: { 'gate-waiting': { kind: 'story', story: 'first-rollout-green', until: 'just before it is certain', onceAt: 1 } },
  waitingForPerson: {
    'approve-denied': { kind: 'approve', failure: 'approval-denied', argv: [] },
    'gate-approval-open': { kind: 'story', story: 'before-stage-approved', until: 'a person approves' },
  },
  superseded: { 'gate-superseded': { kind: 'story', story: 'fresh-superseded' } },
  stuck: { 'gate-stuck': { kind: 'story', story: 'run-stuck' } },
  timedOut: { 'gate-timed-out': { kind: 'story', story: 'never-available' } },
  unreachable: {
    'gate-unreachable': { kind: 'closed', by: 'silence' },
    'doctor-unreachable': { kind: 'doctor', at: 'silence' },
  },
  notAllowed: {
    'gate-not-allowed': { kind: 'closed', by: 'rights' },
    'doctor-not-allowed': { kind: 'doctor', at: 'rights' },
  },
  cancelled: { 'gate-cancelled': { kind: 'story', story: 'never-available', cancelledAfter: 60_000 } },
};

export const SCENE_SOURCES: Readonly<Record<string, SceneSource>> = Object.assign({}, ...Object.values(SCENES_BY_OUTCOME)) as Readonly<
  Record<string, SceneSource>
>;
