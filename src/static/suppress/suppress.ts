import type { SourceRange } from '../../finding.ts';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { objectAt, stringAt } from '../../fleet/json/json.ts';
import { hasLiteralParts } from '../../fleet/text/literal-parts.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import type { SuppressionFindingId } from './builtin.ts';
import type { Manifest } from '../world/manifest.ts';
import { manifestRef } from '../world/identity.ts';
import { parseSuppression } from './suppression-text.ts';

/** A comment of a source file: its text without the `#`, and whether it is alone on its line. */
export interface Comment extends SourceRange {
  readonly text: string;
  readonly alone: boolean;
}

/** An entry of `suppress` in the configuration file, with its place there. */
export interface ConfiguredSuppression {
  readonly rule: string;
  readonly object: string;
  readonly reason: string;
  readonly until?: string;
  readonly range: SourceRange;
}

/** An accepted fault: what it covers, the reason, and its last day. */
export interface Suppression {
  readonly rule: string;
  readonly reason: string;
  readonly until?: string;
  readonly range: SourceRange;
  readonly manifest?: Manifest;
  /** Its objects, as named in the configuration; absent if the place identifies them. */
  readonly objects?: { readonly pattern: string; matches(manifest: Manifest): boolean };
  covers(finding: { readonly file: string; readonly line: number }, manifest: Manifest | undefined): boolean;
}

/** A fault of a suppression itself. */
export interface SuppressionFault {
  readonly id: SuppressionFindingId;
  readonly message: string;
  readonly range: SourceRange;
  readonly manifest?: Manifest;
}

// linear: it matches only at the start.
const MARKER = /^\s*fleet-gate-ignore(?![\w-])(.*)$/s;
const ANNOTATION = 'fleet-gate.dev/ignore-';

/**
 * Returns all suppressions of the sources, and the faults of those that cannot be parsed. A comment on a line with YAML covers that line. A
 * comment alone on its line covers the next line that is not such a comment.
 */
export function collectSuppressions(
  manifests: readonly Manifest[],
  comments: readonly Comment[],
  configured: readonly ConfiguredSuppression[],
): { readonly suppressions: readonly Suppression[]; readonly faults: readonly SuppressionFault[] } {
  const suppressions: Suppression[] = [];
  const faults: SuppressionFault[] = [];
  const take = (text: string, rule: string | undefined, range: SourceRange, rest: Pick<Suppression, 'covers' | 'manifest'>): void => {
    const parsed = parseSuppression(text, rule);
    const about = rest.manifest === undefined ? {} : { manifest: rest.manifest };
    if (parsed.kind === 'fault') faults.push({ id: parsed.id, message: parsed.message, range, ...about });
    else suppressions.push({ ...parsed.suppression, range, ...rest });
  };

  const below = targetsOf(comments);
  for (const [comment, text] of markers(comments)) {
    const target = below.get(comment) ?? comment.line;
    take(text, undefined, comment, { covers: ({ file, line }) => file === comment.file && line === target });
  }
  for (const manifest of manifests) {
    for (const key of Object.keys(objectAt(manifest.object, 'metadata', 'annotations') ?? {})) {
      if (!key.startsWith(ANNOTATION)) continue;
      const range = manifest.locate(childPointer('/metadata/annotations', key), 'key');
      const reason = stringAt(manifest.object, 'metadata', 'annotations', key) ?? '';
      take(reason, key.slice(ANNOTATION.length), range, { manifest, covers: (_, judged) => judged === manifest });
    }
  }
  for (const { object, ...entry } of configured) {
    // `*` matches any characters.
    const parts = object.split('*');
    const matches = (manifest: Manifest): boolean => hasLiteralParts(displayName(manifestRef(manifest)), parts);
    suppressions.push({ ...entry, objects: { pattern: object, matches }, covers: (_, judged) => judged !== undefined && matches(judged) });
  }
  return { suppressions, faults };
}

function* markers(comments: readonly Comment[]): Iterable<readonly [Comment, string]> {
  for (const comment of comments) {
    const text = MARKER.exec(comment.text)?.[1];
    if (text !== undefined) yield [comment, text];
  }
}

/**
 * The line that each comment on a separate line covers: the next one that is not such a comment. The loop goes from the last comment to the
 * first, and reads each once.
 */
function targetsOf(comments: readonly Comment[]): ReadonlyMap<Comment, number> {
  const alone = [...markers(comments)].flatMap(([comment]) => (comment.alone ? [comment] : []));
  const targets = new Map<Comment, number>();
  for (const ofFile of Map.groupBy(alone, ({ file }) => file).values()) {
    const byLine = new Map<number, number>();
    for (const comment of ofFile.toSorted((a, b) => b.line - a.line)) {
      const target = byLine.get(comment.line + 1) ?? comment.line + 1;
      byLine.set(comment.line, target);
      targets.set(comment, target);
    }
  }
  return targets;
}
