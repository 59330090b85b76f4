import * as v from 'valibot';
import { DIAGNOSIS_OUTCOMES } from '../../outcome.ts';
import type { GateReport, Rollback } from '../../report.ts';
import { type Schema, text, texts, yes, count, time, maybe, ref, refs } from './schema-values.ts';

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
  isAdjusted: maybe(yes),
  hubDiffers: maybe(yes),
  hasUnplacedFields: maybe(yes),
  notVerified: maybe(texts),
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

export const GATE_OUTCOMES = [
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

/** The gate part of `report-v1`. */
export const gateSchema = v.object({
  outcome: v.picklist(GATE_OUTCOMES),
  message: maybe(text),
  judgedAt: maybe(time),
  placements: v.array(v.object(gated)),
  runs: v.array(v.object({ ...gated, stages: v.array(v.object({ name: text, verdict, clusters, tasks: texts })) })),
  unplaced: maybe(v.array(v.object({ object: ref, selectedBy: refs }))),
  unjudged: maybe(v.array(v.object({ object: ref, status: text, annotation: maybe(text) }))),
  idleOverrides: maybe(
    v.array(v.object({ object: ref, why: v.picklist(['placementMissing', 'placementNotFollowed', 'notSent']), names: refs })),
  ),
  rollback: maybe(v.array(rollback)),
  timeline: v.array(v.object({ at: time, object: ref, cluster: maybe(text), stage: text, to: text, reached: maybe(yes) })),
  earlierChanges: maybe(count),
}) satisfies Schema<GateReport>;
