import * as v from 'valibot';
import type { PlanReport } from '../../report.ts';
import { type Schema, text, texts, yes, count, maybe, ref, refs, notEvaluated } from './schema-values.ts';

const reasons = v.array(v.object({ cluster: text, plugin: text, reason: text }));

const changed = v.array(v.object({ resource: ref, reason: text, clusters: maybe(texts), replacedBy: maybe(ref) }));

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
      leftFleet: maybe(texts),
      kept: count,
      byRun: maybe(yes),
      reasons: maybe(reasons),
      resources: maybe(v.object({ added: changed, changed, removed: changed })),
      evicted: maybe(v.array(v.object({ cluster: text, reason: text }))),
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
        mayFail: maybe(v.array(v.object({ resource: ref, clusters: texts, error: text, unless: text }))),
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

/** The plan part of `report-v1`. */
export const planSchema = v.object({
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
        byRun: maybe(yes),
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
