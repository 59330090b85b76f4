/**
 * `report-v1` as a schema, which a report from another program must satisfy before it is rendered. The compiler compares it with the types
 * of the report. Unknown keys are dropped, and very long texts are cut.
 */
import * as v from 'valibot';
import { FAIL_LEVELS, SEVERITIES } from '../../finding.ts';
import { HUB_PROFILES } from '../../fleet/kubefleet/kinds.ts';
import {
  type ApprovalReport,
  type DoctorReport,
  EXIT_CODES,
  READY_REASONS,
  type ReadyReport,
  type Removal,
  type Report,
  REPORT_SCHEMA,
  type WatchReport,
} from '../../report.ts';
import { type Schema, text, texts, flag, yes, count, time, maybe, ref, refs } from './schema-values.ts';
import { lintSchema } from './lint-schema.ts';
import { planSchema } from './plan-schema.ts';
import { GATE_OUTCOMES, gateSchema } from './gate-schema.ts';

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
    byRun: maybe(flag),
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
      result: v.picklist(['approved', 'wouldApprove', 'alreadyApproved', 'notYet', 'notProven', 'notWritten', 'denied']),
      clusters: texts,
      proven: texts,
      notProven: texts,
      until: maybe(time),
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
  lint: maybe(lintSchema),
  plan: maybe(planSchema),
  ready: maybe(ready),
  gate: maybe(gateSchema),
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
