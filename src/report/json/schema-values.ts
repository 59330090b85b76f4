/** The values of which `report-v1` consists, as schemas. */
import * as v from 'valibot';
import { timeOf } from '../../fleet/kubernetes/rfc3339.ts';
import { clip } from '../facts/words/visible.ts';

export type Schema<T> = v.GenericSchema<unknown, T>;

/** No text of ours is longer. A longer text could stop a renderer, because some work grows faster than the length of the text. */
export const LONGEST_TEXT = 10_000;

export const text = v.pipe(
  v.string(),
  v.transform((value) => clip(value, LONGEST_TEXT)),
);

export const texts = v.array(text);

export const flag = v.boolean();

export const yes = v.literal(true);

export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** An RFC 3339 time in UTC. */
export const time = v.pipe(
  text,
  v.check((at) => at.endsWith('Z') && !Number.isNaN(timeOf(at))),
);

export const maybe = v.exactOptional;

export const ref = v.object({ apiVersion: text, kind: text, namespace: maybe(text), name: text });

export const refs = v.array(ref);

export const notEvaluated = v.object({
  file: text,
  line: count,
  reason: text,
  object: maybe(ref),
  missing: maybe(v.literal('clusters')),
  rendered: maybe(v.object({ overlays: texts })),
  state: maybe(v.picklist(['new', 'unchanged'])),
  fleetObject: maybe(flag),
});
