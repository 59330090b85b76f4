import { createHmac } from 'node:crypto';
import { isObject, parseJson } from '../../../fleet/json/json.ts';
import { heldObjects } from '../../../fleet/kubefleet/held-objects.ts';
import { identifiedBy } from '../../../fleet/kubefleet/identified-by.ts';
import { type KubeObject, objectKey, refOf } from '../../../fleet/kubernetes/object.ts';
import { LAST_APPLIED } from '../../../fleet/kubernetes/last-applied.ts';
import { once } from '../../../fleet/memo/once.ts';
import { REDACTED, type Hide } from '../../../secrets/hidden.ts';
import { type ContentsOf, isSentence, redacted } from '../../../secrets/redacted.ts';
import { withoutWords } from '../../../secrets/without-words.ts';
import { linesOfValue } from '../../../secrets/lines-of-value.ts';

/**
 * Removes secrets from objects before a support ticket or a log shows them, in every place that can embed one (see `redacted`).
 *
 * A value becomes `redacted:` and a keyed hash. The dump still shows whether two values are equal: data and stringData of the same value
 * have the same hash. A short password cannot be found by trying, because the key is not in the dump. A redacted Secret cannot be compared
 * with one outside the dump; a comparison must report that. If a sentence of a condition or event quotes such a value, stars replace it.
 * @param key random, new for every dump
 */
export function redact(objects: readonly KubeObject[], key: string): KubeObject[] {
  const mark = keyedMark(key);
  const values = new Set<string>();
  const contentsOf = contentsIn(objects);
  const marked = objects.map((object) =>
    redacted(
      object,
      (latin1) => {
        for (const form of formsOf(latin1)) values.add(form);
        return mark(latin1);
      },
      contentsOf,
    ),
  );
  for (const { metadata } of objects) for (const name of [metadata.name, metadata.namespace ?? '']) values.delete(name);
  const hide = withoutWords(values);
  return marked.map((object) => withSentences(object, hide) as KubeObject);
}

/** The objects of the dump, those in Works and resource snapshots included, for the names beside values that a status quotes. */
function contentsIn(objects: readonly KubeObject[]): ContentsOf {
  const held = once(() => objects.flatMap(heldObjects));
  const byKey = once(() => Map.groupBy(held(), (object) => objectKey(refOf(object))));
  const byNamespace = once(() => Map.groupBy(held(), ({ metadata }) => metadata.namespace));
  return (named) => {
    const ref = identifiedBy(named);
    if (ref === undefined) return [];
    // An override that selects a namespace changes all objects in it.
    return [...(byKey().get(objectKey(ref)) ?? []), ...(ref.kind === 'Namespace' ? (byNamespace().get(ref.name) ?? []) : [])];
  };
}

/** A value in the forms that may be quoted: as text, its lines, and as a Secret encodes it. */
function formsOf(latin1: string): readonly string[] {
  const bytes = Buffer.from(latin1, 'latin1');
  const text = bytes.toString('utf8').trim();
  return [text, ...linesOfValue(text), bytes.toString('base64')];
}

/** A component that refuses an object may quote it in a condition or an event. */
function withSentences(value: unknown, hide: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((entry) => withSentences(entry, hide));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name === LAST_APPLIED && typeof inner === 'string') return [name, withSentencesOfApply(inner, hide)];
      return [name, isSentence(name, inner) ? hide(inner) : withSentences(inner, hide)];
    }),
  );
}

/** The annotation holds the object as it was applied, with the same sentences. */
function withSentencesOfApply(text: string, hide: (text: string) => string): string {
  const applied = parseJson(text);
  return isObject(applied) ? JSON.stringify(withSentences(applied, hide)) : text;
}

/** `redacted:` and a hash of 96 bits: equal for equal values under one key. */
export function keyedMark(key: string): Hide {
  return (value) => `${REDACTED}${createHmac('sha256', key).update(value).digest('hex').slice(0, 24)}`;
}
