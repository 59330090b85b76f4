import type { SourceRange } from '../../finding.ts';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { objectAt, stringAt } from '../../fleet/json/json.ts';
import { hasLiteralParts } from '../../fleet/text/literal-parts.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import type { SuppressionFindingId } from './builtin.ts';
import type { Manifest } from '../world/manifest.ts';
import { manifestRef } from '../world/identity.ts';
import { parseSuppression } from './suppression-text.ts';

/** A comment of a source file: its text without the `#`, and whether nothing else stands on its line. */
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

/** One accepted fault: what it covers, why, and until when. */
export interface Suppression {
  readonly rule: string;
  readonly reason: string;
  readonly until?: string;
  readonly range: SourceRange;
  readonly manifest?: Manifest;
  /** The objects it is about, as the configuration names them; absent if the place says it. */
  readonly objects?: { readonly pattern: string; matches(manifest: Manifest): boolean };
  covers(finding: { readonly file: string; readonly line: number }, manifest: Manifest | undefined): boolean;
}

/** What is wrong with a suppression itself. */
export interface SuppressionFault {
  readonly id: SuppressionFindingId;
  readonly message: string;
  readonly range: SourceRange;
  readonly manifest?: Manifest;
}

// linear: it starts at the beginning alone.
const MARKER = /^\s*fleet-gate-ignore(?![\w-])(.*)$/s;
const ANNOTATION = 'fleet-gate.dev/ignore-';

/**
 * All suppressions of the sources, and the faults of those that cannot be read.
 * A comment that shares its line with YAML covers that line; one that stands alone covers the next line that is no such comment.
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
    // `*` stands for any run of characters.
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

/** The line each suppression that stands alone is about: the next one that is none itself. From the last to the first, each is looked at once. */
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
