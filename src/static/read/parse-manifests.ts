import type { NotEvaluated } from '../../finding.ts';
import { isObject } from '../../fleet/json.ts';
import { fleetKind } from '../../fleet/kinds.ts';
import { groupOf } from '../../fleet/object.ts';
import { type BrokenDocument, type ReadDocument, readDocuments } from '../../yaml/documents.ts';
import type { YamlLimits } from '../../yaml/limits.ts';
import { expandLists, type FoundObject } from '../../yaml/objects.ts';
import type { Manifest } from '../manifest.ts';
import { commentsOf } from './comments.ts';
import { metadataOf } from './metadata.ts';
import { hasEllipsis, isTemplate, isYttTemplate, mayHoldPlaceholder } from './placeholder.ts';
import type { ReadProblem, ReadResult } from './read-result.ts';
import { withoutSops } from './sops.ts';
import { findUnresolved } from './unresolved.ts';

export interface ParseOptions {
  readonly limits?: YamlLimits;
  /** The file stands in a Helm chart's `templates/`: whatever it holds, it is no manifest yet. */
  readonly chartTemplate?: boolean;
}

const FLEET_GROUP = /\bkubernetes-fleet\.io\/v\d/;

/**
 * The manifests of one file's text, and what is to be said about the rest of it.
 * Each document is judged for itself: a manifest, a fault of the text, "not evaluated" with a reason, or, where it is plainly not about
 * Kubernetes, nothing.
 */
export function parseManifests(text: string, file: string, options: ParseOptions = {}): ReadResult {
  const manifests: Manifest[] = [];
  const problems: ReadProblem[] = [];
  const notEvaluated: NotEvaluated[] = [];
  const read: ReadDocument[] = [];
  let documents = 0;

  if (options.chartTemplate === true) {
    const reason = 'A Helm chart template: render the chart and lint the result.';
    return { files: 1, documents, manifests, problems, notEvaluated: [{ file, line: 1, reason }], comments: [] };
  }
  if (/\.json$/i.test(file) && !/"(?:apiVersion|kind)"/.test(text))
    return { files: 1, documents, manifests, problems, notEvaluated, comments: [] };
  for (const document of readDocuments(text, options.limits)) {
    documents += 1;
    const { line } = document.at;
    if (document.kind === 'unread') notEvaluated.push({ file, line, reason: document.reason });
    if (document.kind === 'broken') {
      const reason = whyNotJudged(document);
      notEvaluated.push({ file, line, reason: reason ?? 'It does not parse, so no rule looked at it.' });
      if (reason === undefined) {
        problems.push({ rule: 'yaml-syntax', file, ...document.fault, message: `This is no YAML: ${document.reason}.`, related: [] });
      }
    }
    if (document.kind !== 'read') continue;
    read.push(document);
    if (isYttTemplate(document.text) && looksLikeManifest(document.text)) {
      notEvaluated.push({ file, line, reason: 'A ytt template, not a manifest yet: render it and lint the result.' });
      continue;
    }
    const before = manifests.length;
    for (const found of expandLists(document.value)) {
      const at = document.locate(found.pointer);
      const reason = whyNoManifest(found, document);
      if (reason === 'other') continue;
      if (reason !== undefined) notEvaluated.push({ file, line: at.line, reason });
      else addManifest(found, document);
    }
    if (manifests.length > before) problems.push(...duplicates(document, file));
  }
  return { files: 1, documents, manifests, problems, notEvaluated, comments: commentsOf(text, file, read) };

  function addManifest({ value, pointer }: FoundObject, document: ReadDocument): void {
    const locate: Manifest['locate'] = (at, part) => ({ file, ...document.locate(pointer + at, part) });
    const { object, namespace, faults } = metadataOf(withoutSops(value));
    for (const { pointer: at, ...said } of faults) problems.push({ rule: 'yaml-syntax', ...locate(at), ...said, related: [] });
    const unresolved = mayHoldPlaceholder(document.text) ? findUnresolved(object) : [];
    manifests.push({
      file,
      documentIndex: document.index,
      object,
      namespace,
      locate,
      unresolved: unresolved.map((entry) => entry.pointer),
    });
    const lines = new Map(unresolved.map((entry) => [locate(entry.pointer, 'key').line, entry.placeholder]));
    for (const [line, placeholder] of lines) {
      notEvaluated.push({
        file,
        line,
        reason: `"${placeholder}" stands for a value that is not known here; nothing that rests on it was judged.`,
      });
    }
  }
}

/** Why a text that is no YAML is no finding; `undefined` when it was plainly meant as a manifest. */
function whyNotJudged({ text, reason, faultyLine }: BrokenDocument): string | undefined {
  if (isTemplate(text, faultyLine)) return 'A template or script, not a manifest yet: render it and lint the result.';
  if (hasEllipsis(text)) return 'A fragment: parts are left out with an ellipsis.';
  if (!looksLikeManifest(text)) return `No YAML (${reason}), and it does not look like a manifest.`;
  return undefined;
}

function looksLikeManifest(text: string): boolean {
  const first = /^([^\S\n]*)([^\s#].*)$/m.exec(text);
  if (first === null) return false;
  const [, indent = '', line = ''] = first;
  if (line.startsWith('{')) {
    const keys = outerJsonKeys(text);
    return keys.has('apiVersion') && keys.has('kind');
  }
  const hasKey = (key: string): boolean => new RegExp(`^${indent}["']?${key}["']?[^\\S\\n]*:`, 'm').test(text);
  return /^["']?[A-Za-z][\w./-]*["']?\s*:/.test(line) && hasKey('apiVersion') && hasKey('kind');
}

/** The keys of the outermost object of a text that starts like JSON and need not be any. */
function outerJsonKeys(text: string): ReadonlySet<string> {
  const keys = new Set<string>();
  let depth = 0;
  for (const [token, key] of text.matchAll(/("(?:[^"\\\n]|\\.)*")\s*:|"(?:[^"\\\n]|\\.)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && key !== undefined) keys.add(key.slice(1, -1));
  }
  return keys;
}

/** Why a readable value is no manifest: "other" when it has nothing to do with a hub, a sentence when somebody may think it was judged. */
function whyNoManifest({ value }: FoundObject, { text }: ReadDocument): string | undefined {
  const { apiVersion, kind, metadata } = value;
  if (typeof apiVersion === 'string' && apiVersion !== '' && typeof kind === 'string' && kind !== '') {
    if (groupOf(apiVersion) === 'kustomize.config.k8s.io') return 'other';
    return isObject(metadata) || fleetKind(kind) !== undefined ? undefined : 'other';
  }
  const ofFleet =
    (typeof kind === 'string' && fleetKind(kind) !== undefined) || (typeof apiVersion === 'string' && FLEET_GROUP.test(apiVersion));
  if (ofFleet) return 'A fragment: apiVersion or kind is missing.';
  return FLEET_GROUP.test(text)
    ? 'It mentions KubeFleet objects but is no manifest itself (embedded in a script or another format).'
    : 'other';
}

function duplicates(document: ReadDocument, file: string): readonly ReadProblem[] {
  return document.duplicates.map(({ key, first, second }) => {
    const { line, column } = document.rangeOf(first);
    return {
      rule: 'duplicate-key',
      file,
      ...document.rangeOf(second),
      message: `The key "${key}" stands twice in this mapping, first on line ${line}.`,
      related: [{ file, line, column, message: `"${key}" stands here first.` }],
    };
  });
}
