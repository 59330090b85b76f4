/**
 * `report-v1` as a schema, which a report from another program must satisfy before it is rendered. The compiler compares it with the types
 * of the report. Unknown keys are dropped, and very long texts are cut.
 */
import * as v from 'valibot';
import { EFFECTS, FAIL_LEVELS, SEVERITIES } from '../../finding.ts';
import { HUB_PROFILES } from '../../fleet/kubefleet/kinds.ts';
import { timeOf } from '../../fleet/kubernetes/rfc3339.ts';
import { DIAGNOSIS_OUTCOMES } from '../../outcome.ts';
import {
  type ApprovalReport,
  type DoctorReport,
  EXIT_CODES,
  type GateReport,
  type LintReport,
  type PlanReport,
  READY_REASONS,
  type ReadyReport,
  type Removal,
  type Report,
  REPORT_SCHEMA,
  type Rollback,
  type WatchReport,
} from '../../report.ts';
import { clip } from '../facts/words/visible.ts';

type Schema<T> = v.GenericSchema<unknown, T>;

/** No text of ours is longer. A longer text could stop a renderer, because some work grows faster than the length of the text. */
export const LONGEST_TEXT = 10_000;

const text = v.pipe(
  v.string(),
  v.transform((told) => clip(told, LONGEST_TEXT)),
);
const texts = v.array(text);
const flag = v.boolean();
const yes = v.literal(true);
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** An RFC 3339 time in UTC. */
const time = v.pipe(
  text,
  v.check((at) => at.endsWith('Z') && !Number.isNaN(timeOf(at))),
);
const maybe = v.exactOptional;

const ref = v.object({ apiVersion: text, kind: text, namespace: maybe(text), name: text });
const refs = v.array(ref);

const notEvaluated = v.object({
  file: text,
  line: count,
  reason: text,
  object: maybe(ref),
  missing: maybe(v.literal('clusters')),
  rendered: maybe(v.object({ overlays: texts })),
  state: maybe(v.picklist(['new', 'unchanged'])),
  fleetObject: maybe(flag),
});

const finding = v.object({
  file: text,
  line: count,
  column: count,
  endLine: count,
  endColumn: count,
  rule: text,
  alias: maybe(text),
  effect: v.picklist(EFFECTS),
  severity: v.picklist(SEVERITIES),
  message: text,
  remedy: text,
  page: maybe(text),
  docs: text,
  serverMessage: maybe(text),
  later: maybe(flag),
  open: maybe(flag),
  pointer: text,
  object: maybe(ref),
  clusters: maybe(texts),
  related: v.array(v.object({ file: text, line: count, column: count, message: text })),
  state: maybe(v.picklist(['new', 'unchanged', 'fixed'])),
  touched: maybe(flag),
  excerpt: maybe(texts),
  rendered: maybe(v.object({ overlays: texts, command: text, quote: maybe(text) })),
  suppressed: maybe(v.object({ reason: text, until: maybe(text) })),
});

const assumption = v.object({
  kind: text,
  namespace: maybe(text),
  name: text,
  key: maybe(text),
  neededBy: refs,
  clusters: texts,
  because: text,
  state: maybe(v.picklist(['new', 'unchanged'])),
});

const lint = v.object({
  files: count,
  documents: count,
  fleetObjects: maybe(count),
  target: v.picklist(HUB_PROFILES),
  schemas: maybe(v.picklist(['hub', 'files'])),
  counts: v.object({ error: count, warning: count, notice: count, suppressed: count }),
  findings: v.array(finding),
  unlisted: maybe(count),
  notEvaluated: v.array(notEvaluated),
  assumptions: maybe(v.array(assumption)),
}) satisfies Schema<LintReport>;

const reasons = v.array(v.object({ cluster: text, plugin: text, reason: text }));
const changed = v.array(v.object({ resource: ref, reason: text, clusters: maybe(texts) }));
const diffs = v.array(
  v.object({
    resource: ref,
    clusters: texts,
    what: v.picklist(['added', 'changed', 'removed']),
    movedFrom: maybe(ref),
    lines: texts,
    omitted: maybe(count),
  }),
);
const unverifiedDiffs = v.array(v.object({ resource: maybe(ref), clusters: texts, reason: text }));

const planned = v.object({
  object: ref,
  overlay: maybe(text),
  policy: v.picklist(['PickAll', 'PickN', 'PickFixed']),
  scheduled: v.picklist(['True', 'False', 'Pending', 'Stuck']),
  reason: text,
  unknown: maybe(yes),
  wanted: maybe(count),
  picked: texts,
  unpicked: reasons,
  resources: refs,
  refused: maybe(texts),
  refusedResources: maybe(refs),
  open: maybe(v.array(v.object({ resource: maybe(ref), reason: text, absent: maybe(yes) }))),
  notVerified: maybe(texts),
  snapshots: maybe(v.array(count)),
  change: maybe(
    v.object({
      isNew: maybe(yes),
      added: texts,
      removed: texts,
      kept: count,
      reasons: maybe(reasons),
      resources: maybe(v.object({ added: changed, changed, removed: changed })),
      reevaluatedFor: maybe(texts),
      refused: maybe(texts),
      warnings: maybe(texts),
    }),
  ),
  diff: maybe(diffs),
  diffNotVerified: maybe(unverifiedDiffs),
  overrides: maybe(
    v.array(
      v.object({
        object: ref,
        clusters: texts,
        resources: refs,
        removed: v.array(v.object({ resource: ref, clusters: texts })),
        failures: v.array(v.object({ resource: ref, clusters: texts, error: text })),
        refused: maybe(texts),
      }),
    ),
  ),
  runs: maybe(
    v.array(
      v.object({
        object: ref,
        errors: texts,
        notVerified: maybe(texts),
        added: maybe(yes),
        stages: v.array(v.object({ name: text, clusters: texts, maxConcurrency: count, before: texts, after: texts })),
      }),
    ),
  ),
  forecasts: maybe(
    v.array(
      v.object({
        of: v.picklist(['firstRollout', 'update', 'run']),
        run: maybe(ref),
        clusters: count,
        atOnce: count,
        steps: count,
        seconds: maybe(v.object({ least: count, most: count })),
        approvals: maybe(count),
        atOnceAfterFailure: count,
      }),
    ),
  ),
});

const ready = v.object({
  checkedAt: time,
  placements: v.array(v.object({ object: ref, overlay: maybe(text), clusters: texts, isNew: maybe(yes) })),
  reasons: v.array(
    v.object({
      id: v.picklist(READY_REASONS),
      effect: v.picklist(['blocks', 'waits', 'warns']),
      object: maybe(ref),
      overlay: maybe(text),
      clusters: maybe(texts),
      message: text,
      until: maybe(time),
      remedy: maybe(text),
    }),
  ),
  notChecked: v.array(v.object({ message: text, decides: maybe(yes) })),
  found: count,
  dryRuns: maybe(v.object({ clusters: texts, tried: count, notTried: count, unguarded: maybe(texts) })),
  windows: maybe(v.object({ count, ignored: maybe(text) })),
}) satisfies Schema<ReadyReport>;

const plan = v.object({
  clusters: count,
  assumptions: maybe(texts),
  placements: v.array(planned),
  deleted: maybe(
    v.array(
      v.object({
        object: ref,
        overlay: maybe(text),
        unknown: maybe(yes),
        clusters: texts,
        resources: refs,
        runs: maybe(refs),
        runsUnderWay: maybe(yes),
        replacedBy: maybe(ref),
        diff: maybe(diffs),
        diffNotVerified: maybe(unverifiedDiffs),
      }),
    ),
  ),
  notEvaluated: maybe(v.array(notEvaluated)),
  diff: maybe(
    v.object({
      cluster: maybe(text),
      objects: count,
      clusters: count,
      omitted: maybe(count),
      unlisted: maybe(count),
      notVerified: maybe(texts),
    }),
  ),
}) satisfies Schema<PlanReport>;

const verdict = v.picklist(['superseded', 'failed', 'stuck', 'waiting', 'notVerified', 'passed', 'unknown']);
const clusters = v.array(
  v.object({
    name: text,
    verdict,
    stage: text,
    since: maybe(time),
    group: maybe(text),
    note: maybe(text),
    forgiven: maybe(yes),
    reached: maybe(yes),
  }),
);
const gated = {
  object: ref,
  verdict,
  summary: text,
  generation: maybe(count),
  snapshotIndex: maybe(count),
  freshness: v.picklist(['proven', 'assumed', 'unproven']),
  toProve: maybe(text),
  clusters,
  groupedBy: maybe(text),
  diagnoses: v.array(
    v.object({
      id: text,
      title: text,
      outcome: v.picklist(Object.values(DIAGNOSIS_OUTCOMES)),
      cluster: maybe(text),
      forgiven: maybe(yes),
      object: maybe(ref),
      since: maybe(time),
      countsAt: maybe(time),
      evidence: texts,
      log: maybe(v.object({ pod: text, container: text, previous: maybe(yes), text })),
      chain: maybe(
        v.array(v.object({ kind: text, namespace: maybe(text), name: text, stage: maybe(text), state: maybe(text), since: maybe(time) })),
      ),
      explain: text,
      remedy: texts,
      docs: text,
      learn: maybe(text),
      seeAlso: maybe(text),
    }),
  ),
};
const GATE_OUTCOMES = [
  'superseded',
  'failed',
  'stuck',
  'waitingForPerson',
  'waiting',
  'passed',
  'timedOut',
  'unreachable',
  'notAllowed',
  'cancelled',
] as const;

const rollback = v.object({
  placement: ref,
  by: v.picklist(['run', 'revert', 'unknown']),
  message: text,
  notes: texts,
  index: maybe(count),
  provenBy: maybe(ref),
  manifest: maybe(text),
  steps: texts,
  undoes: maybe(v.object({ from: count, to: count, added: refs, changed: refs, removed: refs })),
}) satisfies Schema<Rollback>;

const gate = v.object({
  outcome: v.picklist(GATE_OUTCOMES),
  message: maybe(text),
  judgedAt: maybe(time),
  placements: v.array(v.object(gated)),
  runs: v.array(v.object({ ...gated, stages: v.array(v.object({ name: text, verdict, clusters, tasks: texts })) })),
  unplaced: maybe(v.array(v.object({ object: ref, selectedBy: refs }))),
  unjudged: maybe(v.array(v.object({ object: ref, status: text }))),
  rollback: maybe(v.array(rollback)),
  timeline: v.array(v.object({ at: time, object: ref, cluster: maybe(text), stage: text, to: text, reached: maybe(yes) })),
  earlierChanges: maybe(count),
}) satisfies Schema<GateReport>;

const settings = v.object({
  config: maybe(text),
  configFrom: maybe(text),
  failOn: maybe(v.picklist(FAIL_LEVELS)),
  target: maybe(v.picklist(HUB_PROFILES)),
  failOnNew: maybe(flag),
  failOnNotEvaluated: maybe(flag),
  failOnAssumption: maybe(flag),
  off: maybe(texts),
  severities: maybe(v.record(text, v.picklist(SEVERITIES))),
  options: maybe(texts),
  render: maybe(v.picklist(['kustomize', 'helm', 'off'])),
  renderOnly: maybe(texts),
  clusters: maybe(text),
  paths: maybe(texts),
  exclude: maybe(texts),
  suppress: maybe(count),
  gate: maybe(v.record(text, text)),
});

const removals = v.array(
  v.object({
    kind: v.picklist(['placement', 'clusters', 'resources']),
    object: ref,
    overlay: maybe(text),
    replacedBy: maybe(ref),
    clusters: maybe(texts),
    resources: refs,
    reason: maybe(text),
    fails: maybe(flag),
  }),
) satisfies Schema<readonly Removal[]>;

const doctor = v.object({
  checks: v.array(
    v.object({
      id: text,
      title: text,
      asks: text,
      outcome: v.picklist(['ok', 'warning', 'failed', 'notChecked']),
      evidence: texts,
      remedy: texts,
    }),
  ),
  role: maybe(text),
  roleTitle: maybe(text),
}) satisfies Schema<DoctorReport>;

const approval = v.object({
  run: ref,
  message: text,
  requests: v.array(
    v.object({
      request: ref,
      stage: text,
      when: v.picklist(['before', 'after']),
      result: v.picklist(['approved', 'wouldApprove', 'alreadyApproved', 'notProven', 'notWritten', 'denied']),
      clusters: texts,
      proven: texts,
      notProven: texts,
    }),
  ),
  stop: maybe(v.object({ result: v.picklist(['stopped', 'wouldStop', 'notStopped']), message: text })),
}) satisfies Schema<ApprovalReport>;

const badFields = { object: ref, since: time, cause: text, failure: maybe(text), step: maybe(text) };
const watch = v.object({
  judgedAt: time,
  counts: v.object({ bad: count, person: count, unknown: count, open: count, good: count }),
  bad: v.array(v.object(badFields)),
  changes: v.array(v.object({ change: v.picklist(['bad', 'stillBad', 'healed', 'gone', 'evicted']), ...badFields })),
}) satisfies Schema<WatchReport>;

const schema = v.object({
  schema: v.literal(REPORT_SCHEMA),
  tool: v.object({ name: v.literal('fleet-gate'), version: text }),
  command: v.picklist([
    'lint',
    'plan',
    'ready',
    'wait',
    'diagnose',
    'watch',
    'doctor',
    'approve',
    'demo',
    'init',
    'status',
    'snapshot',
    'clusters',
    'explain',
    'owns',
    'mcp',
    'none',
  ]),
  title: maybe(text),
  outcome: v.picklist([
    'clean',
    'findings',
    'notEvaluated',
    'nothingToDo',
    'usage',
    'ownFault',
    'ready',
    'notReady',
    'wait',
    ...GATE_OUTCOMES,
  ]),
  exitCode: v.picklist(Object.values(EXIT_CODES)),
  message: maybe(text),
  silenced: maybe(texts),
  notes: maybe(texts),
  removals: maybe(removals),
  settings: maybe(settings),
  run: maybe(text),
  lint: maybe(lint),
  plan: maybe(plan),
  ready: maybe(ready),
  gate: maybe(gate),
  approval: maybe(approval),
  doctor: maybe(doctor),
  watch: maybe(watch),
}) satisfies Schema<Report>;

/** Does not compile if a field is only in the report or only in the schema: the error names its path. */
export const reportSchema: WithAllFields<typeof schema> = schema;

type WithAllFields<S extends v.GenericSchema> = [Lacking<Report, v.InferOutput<S>> | Lacking<v.InferOutput<S>, Report>] extends [never]
  ? S
  : { readonly schemaLacks: Lacking<Report, v.InferOutput<S>>; readonly reportLacks: Lacking<v.InferOutput<S>, Report> };

/** The paths of fields that one type has and the other does not have. */
type Lacking<Whole, Other> = Whole extends readonly (infer Item)[]
  ? Lacking<Item, Other extends readonly (infer OtherItem)[] ? OtherItem : never>
  : Whole extends object
    ? {
        [Key in keyof Whole & string]: Key extends keyof Other ? Below<Key, Lacking<Present<Whole[Key]>, Present<Other[Key]>>> : Key;
      }[keyof Whole & string]
    : never;

type Below<Key extends string, Path> = Path extends string ? `${Key}.${Path}` : never;

type Present<Value> = Exclude<Value, undefined>;
