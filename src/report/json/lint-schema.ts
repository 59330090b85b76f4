import * as v from 'valibot';
import { EFFECTS, SEVERITIES } from '../../finding.ts';
import { HUB_PROFILES } from '../../fleet/kubefleet/kinds.ts';
import type { LintReport } from '../../report.ts';
import { type Schema, text, texts, flag, count, maybe, ref, refs, notEvaluated } from './schema-values.ts';

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
  selector: maybe(text),
  key: maybe(text),
  neededBy: refs,
  clusters: texts,
  because: text,
  state: maybe(v.picklist(['new', 'unchanged'])),
});

/** The lint part of `report-v1`. */
export const lintSchema = v.object({
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
