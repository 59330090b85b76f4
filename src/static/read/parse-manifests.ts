import type { NotEvaluated, SourceRange } from '../../finding.ts';
import { BUILT_IN_APIS } from '../../fleet/kubefleet/api-resource.ts';
import { isObject, type JsonObject } from '../../fleet/json/json.ts';
import { isFleetGroup } from '../../fleet/kubefleet/kinds.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { groupOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { DocumentPlaces } from '../../yaml/document-places.ts';
import { type BrokenDocument, type ReadDocument, readDocuments } from '../../yaml/documents.ts';
import type { YamlLimits } from '../../yaml/limits.ts';
import { LineIndex } from '../../yaml/lines.ts';
import { type ListFault, listFaults } from '../../yaml/list-faults.ts';
import { BARE_LIST, expandLists, type FoundObject, isBareList, isObjectList } from '../../yaml/lists.ts';
import { noObject } from '../../yaml/no-object.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import { commentsOf, mayHoldSuppression } from './comments.ts';
import { INFRASTRUCTURE } from './files/hidden-objects.ts';
import { embeddedObject, encodedField } from './embedded-objects.ts';
import { isHalfNamedObject } from './half-named-object.ts';
import { isKustomization } from './kustomize/kustomization.ts';
import { metadataOf } from './metadata.ts';
import { mutatesFleet } from './mutating-policies.ts';
import { makesFleetObjects, namesFleet, namesFleetKind } from './placeholders/names-fleet.ts';
import { mayBeFleetObject } from './placeholders/may-be-fleet.ts';
import { isYttTemplate, mayHoldPlaceholder, placeholderIn } from './placeholders/placeholder.ts';
import type { ReadProblem, ReadResult } from './read-result.ts';
import { meantSpaces } from './unusual-spaces.ts';
import { unescaped } from './placeholders/unescaped.ts';
import { withoutSops } from './placeholders/sops.ts';
import { conflictIn, UNRESOLVED, withoutConflictMarkers } from './placeholders/conflict-markers.ts';
import { notKnown } from './placeholders/not-known.ts';
import { findUnresolved } from './placeholders/unresolved.ts';
import { mayHoldCommentedToken, withCommentedTokens } from './placeholders/commented-tokens.ts';
import { commandsFleet, FRAGMENT, MENTION, mentionsFleet, whyNoManifest, whyNoObject } from './placeholders/why-no-manifest.ts';
import { whyUnfinished } from './placeholders/why-unfinished.ts';
import { isAppliedCode } from './placeholders/source-of-manifests.ts';
import { looksLikeManifest } from './looks-like-manifest.ts';

export interface ParseOptions {
  readonly limits?: YamlLimits;
  /** The file is in the `templates/` of a Helm chart, so its content is not a manifest yet. */
  readonly chartTemplate?: boolean;
}

/** Why objects that are right as written may be others on the hub. */
const MUTATES = 'It changes objects of KubeFleet when the hub admits them, which was not checked.';

const PATCHES = 'It has a command that changes KubeFleet objects (`kubectl patch`), which was not checked.';

/** Why a template of a chart is not judged as written. */
export const CHART_TEMPLATE = 'A Helm chart template: render the chart and lint the result.';

/**
 * Parses one file into manifests, and reports the rest of its text. Each document is treated separately: as a manifest, as a fault of the
 * text, as "not evaluated" with a reason, or, if it clearly has nothing to do with Kubernetes, it is ignored.
 */
export function parseManifests(written: string, file: string, options: ParseOptions = {}): ReadResult {
  const meant = options.chartTemplate === true ? undefined : meantSpaces(written, file, options.limits);
  const read = parseText(meant?.text ?? written, file, options);
  // The finding is one of a manifest: an unusual space elsewhere is another program's.
  const isOfManifest =
    read.manifests.length + read.problems.length > 0 || read.notEvaluated.some(({ fleetObject }) => fleetObject === true);
  if (meant === undefined || !isOfManifest) return read;
  return { ...read, problems: [meant.problem, ...read.problems] };
}

function parseText(text: string, file: string, options: ParseOptions): ReadResult {
  const manifests: Manifest[] = [];
  const problems: ReadProblem[] = [];
  const notEvaluated: NotEvaluated[] = [];
  const read: ReadDocument[] = [];
  const noObjects: ReadDocument[] = [];
  const unparsed: BrokenDocument[] = [];
  let documents = 0;

  if (options.chartTemplate === true) {
    const conflict = conflictIn(text);
    if (conflict !== undefined) addConflict(conflict);
    leave(1, CHART_TEMPLATE, makesFleetObjects(text));
    return { files: 1, documents, manifests, problems, notEvaluated, comments: commentsOf(text, file, []) };
  }
  if (/\.json$/i.test(file) && !mayNameObject(text)) return { files: 1, documents, manifests, problems, notEvaluated, comments: [] };
  const maySuppress = mayHoldSuppression(text);
  // Split once, because a file may contain thousands of documents.
  const textLines = mayHoldCommentedToken(text) ? text.split(/\r\n|\n|\r/) : undefined;
  for (const document of readDocuments(text, options.limits)) {
    documents += 1;
    // In brackets, a marker is part of the text.
    const conflict = conflictIn(document.text);
    if (conflict !== undefined && isMeant(withoutConflictMarkers(document.text))) {
      leave(document.at.line, UNRESOLVED.reason, makesFleetObjects(document.text));
      addConflict(document.start + conflict);
      continue;
    }
    // A document that a limit leaves out has no text, and extends to the end of the file.
    if (document.kind === 'unread')
      leave(document.at.line, document.reason, makesFleetObjects(document.text === '' ? text.slice(document.start) : document.text));
    if (document.kind === 'broken') addBroken(document);
    if (document.kind !== 'read') continue;
    if (maySuppress) read.push(document);
    if (isYttTemplate(document.text) && looksLikeManifest(document.text)) {
      leave(document.at.line, 'A ytt template, not a manifest yet: render it and lint the result.', makesFleetObjects(document.text));
      continue;
    }
    if (isBareList(document.value)) leave(document.at.line, BARE_LIST, makesFleetObjects(document.text));
    for (const fault of listFaults(document.value)) addListFault(fault, document);
    const before = manifests.length;
    const countBefore = notEvaluated.length;
    for (const parsed of expandLists(document.value)) {
      const found = textLines === undefined ? parsed : withTokens(parsed, document, textLines);
      const reason = whyNoManifest(found, document);
      if (reason === 'other') continue;
      if (reason === undefined) addManifest(found, document);
      else if (reason === MENTION && isAppliedCode(file)) leave(1, INFRASTRUCTURE, true);
      else leave(document.places.locate(found.pointer).line, reason, reason === FRAGMENT);
    }
    // A document that is not evaluated is reported only as that, because another tool may complete the object.
    const isReported = notEvaluated.length > countBefore;
    if (manifests.length > before) problems.push(...duplicates(document, file));
    else if (!isReported && !isBareList(document.value) && (!isObject(document.value) || !isObjectList(document.value)))
      noObjects.push(document);
  }
  if (text.includes('#@overlay/match') && namesFleetKind(text) && !notEvaluated.some(({ fleetObject }) => fleetObject === true))
    leave(1, 'A ytt overlay that names KubeFleet objects: render it and lint the result.', true);
  // A file without any manifest is for another program, and comments of ytt may turn a document into an object.
  const isForHub = manifests.length > 0 && !isYttTemplate(text);
  noObjects.forEach(isForHub ? addNoObject : addOthers);
  unparsed.forEach(isForHub ? addUnparsed : leaveUnparsed);
  return { files: 1, documents, manifests, problems, notEvaluated, comments: commentsOf(text, file, read) };

  function leave(line: number, reason: string, isFleet: boolean, object?: ObjectRef): void {
    notEvaluated.push({ file, line, reason, ...(object === undefined ? {} : { object }), ...(isFleet ? { fleetObject: true } : {}) });
  }

  /** An unfinished text is not judged. A mistake of the author is also a finding, if the text is meant as a manifest or names KubeFleet. */
  function addBroken(document: BrokenDocument): void {
    const { at, fault, reason } = document;
    const unfinished = whyUnfinished(document);
    if (unfinished !== undefined) return leave(at.line, unfinished, makesFleetObjects(document.text));
    if (!isMeant(document.text)) {
      unparsed.push(document);
      return;
    }
    leave(at.line, 'It cannot be parsed, so it was not checked.', makesFleetObjects(document.text));
    problems.push({ rule: 'yaml-syntax', file, ...fault, message: `Invalid YAML: ${reason}.`, related: [] });
  }

  /** kubectl stops at a text that it cannot parse, and kustomize, Flux and Argo CD refuse the whole file, whatever the text is meant as. */
  function addUnparsed({ at, fault, reason }: BrokenDocument): void {
    leave(at.line, 'It cannot be parsed, so it was not checked.', false);
    const message = `Invalid YAML: ${reason}. kubectl stops here and does not read what follows in the file.`;
    const remedy = /\.json$/i.test(file) ? 'Remove this text.' : 'Remove this text, or write it as a comment.';
    problems.push({ rule: 'yaml-syntax', file, ...fault, message, remedy, related: [] });
  }

  function leaveUnparsed({ at, reason }: BrokenDocument): void {
    leave(at.line, `Not YAML (${reason}), and probably not a manifest.`, false);
  }

  /** Whether a text that cannot be parsed is meant as a manifest, or affects other manifests. */
  function isMeant(broken: string): boolean {
    return looksLikeManifest(broken) || namesFleet(broken) || isKustomization(file);
  }

  function addConflict(offset: number): void {
    const place = new LineIndex(text).range(offset, offset + MARK);
    problems.push({ rule: 'yaml-syntax', file, ...place, message: UNRESOLVED.message, remedy: UNRESOLVED.remedy, related: [] });
  }

  function addListFault({ pointer, value, message, remedy, isTakenByOthers }: ListFault, document: ReadDocument): void {
    const range = document.places.locate(pointer);
    const open = typeof value === 'string' ? placeholderIn(value) : undefined;
    if (open !== undefined) return leave(range.line, notKnown(open), makesFleetObjects(document.text));
    const lesser = isTakenByOthers === true ? ({ effect: 'misbehaves' } as const) : {};
    problems.push({ rule: 'yaml-syntax', file, ...range, message, remedy, ...lesser, related: [] });
  }

  function addOthers({ value, at, places, text: whole, start }: ReadDocument): void {
    const conflict = typeof value === 'string' ? conflictIn(whole) : undefined;
    if (conflict !== undefined) return addConflict(start + conflict);
    const open = typeof value === 'string' ? placeholderIn(value) : undefined;
    const reason = open === undefined ? whyNoObject(value, whole) : notKnown(open);
    if (reason !== undefined) leave(at.line, reason, reason !== MENTION && makesFleetObjects(whole));
    if (isObject(value) && !isYttTemplate(text) && isHalfNamedObject(value)) addHalfNamed(value, places);
  }

  function addHalfNamed(value: JsonObject, places: DocumentPlaces): void {
    const { says = '', remedy = '' } = noObject(value) ?? {};
    const message = `This document ${says}.`;
    // A line that cannot have data of a Secret.
    const place = places.locate('/metadata', 'key');
    problems.push({ rule: 'yaml-syntax', file, ...place, message, remedy, related: [], unlessPatch: true });
  }

  /** If a document is not an object, kubectl, kustomize, Flux and Argo CD refuse it. */
  function addNoObject({ value, at, places, text: whole, start }: ReadDocument): void {
    const conflict = typeof value === 'string' ? conflictIn(whole) : undefined;
    if (conflict !== undefined) return addConflict(start + conflict);
    const open = typeof value === 'string' ? placeholderIn(value) : undefined;
    if (open !== undefined) return leave(at.line, notKnown(open), false);
    const none = noObject(value);
    if (none === undefined) return;
    const message = `This document ${none.says}.`;
    problems.push({ rule: 'yaml-syntax', file, ...places.locate(''), message, remedy: none.remedy, related: [] });
  }

  function addManifest({ value, pointer }: FoundObject, document: ReadDocument): void {
    const locate = pointer === '' ? locateWhole : locator(file, document.places, pointer);
    const { object, faults } = metadataOf(withoutSops(value));
    const { namespace } = object.metadata;
    const isQuoted = (at: string): boolean => ['quoted', 'block'].includes(document.places.styleOf(pointer + at));
    const unresolved = mayHavePlaceholder(document) ? findUnresolved(object, isQuoted) : [];
    const manifest: ReadManifest = {
      file,
      documentIndex: document.index,
      [PLACES]: document.places,
      ...(options.chartTemplate === true || file === '-' ? {} : { inDocument: pointer }),
      object,
      namespace: isOfCluster(object) ? undefined : namespace,
      locate,
      unresolved: unresolved.length === 0 ? NOTHING_OPEN : unresolved.map((entry) => entry.pointer),
    };
    manifests.push(manifest);
    for (const { pointer: at, ...said } of faults) problems.push({ rule: 'yaml-syntax', ...manifest.locate(at), ...said, related: [] });
    if (!isFleetGroup(groupOf(object.apiVersion)) && (mentionsFleet(document) || encodedField(object) !== undefined)) {
      const embedded = embeddedObject(object);
      if (embedded !== undefined) leave(manifest.locate(embedded.pointer).line, embedded.reason, embedded.isObject, manifestRef(manifest));
    }
    if (commandsFleet(document)) leave(manifest.locate('').line, PATCHES, false, manifestRef(manifest));
    if (mutatesFleet(object)) leave(manifest.locate('/spec', 'key').line, MUTATES, true, manifestRef(manifest));
    const lines = new Map(unresolved.map((entry) => [manifest.locate(entry.pointer, 'key').line, entry.placeholder]));
    if (lines.size === 0) return;
    const isFleet = mayBeFleetObject(object);
    for (const [line, placeholder] of lines) leave(line, notKnown(placeholder), isFleet, manifestRef(manifest));
  }
}

/** Searched once, because a list in the document may have thousands of objects. */
const mayHavePlaceholder = oncePer(({ text }: ReadDocument) => mayHoldPlaceholder(text));

/** An API server ignores the namespace of a cluster-scoped object. */
function isOfCluster({ apiVersion, kind }: KubeObject): boolean {
  return BUILT_IN_APIS.find(groupOf(apiVersion), kind)?.namespaced === false;
}

function withTokens({ value, pointer }: FoundObject, { places }: ReadDocument, lines: readonly string[]): FoundObject {
  return { value: withCommentedTokens(value, pointer, lines, places), pointer };
}

/** The positions of the manifest's document; a symbol, so that the key is not part of the object. */
const PLACES = Symbol('places');

interface ReadManifest extends Manifest {
  readonly [PLACES]: DocumentPlaces;
}

/** One function for all manifests that are whole documents. A closure for each would need more memory than the positions. */
function locateWhole(this: Manifest, at: string, part?: 'key' | 'value'): SourceRange {
  return { file: this.file, ...(this as ReadManifest)[PLACES].locate(at, part) };
}

/** A fast check of a JSON file, because most belong to other programs. kubectl reads JSON as YAML too, with escapes in keys. */
function mayNameObject(text: string): boolean {
  const names = unescaped(text);
  return /apiversion/i.test(names) || /\bkind["']?\s*:/i.test(names);
}

/** A separate function, so that the closure keeps nothing else of the document. */
function locator(file: string, places: DocumentPlaces, pointer: string): Manifest['locate'] {
  return (at, part) => ({ file, ...places.locate(pointer + at, part) });
}

/** The number of signs of a git conflict marker. */
const MARK = 7;

/** One empty list for all manifests. */
const NOTHING_OPEN: readonly string[] = [];

function duplicates(document: ReadDocument, file: string): readonly ReadProblem[] {
  return document.duplicates.map(({ key, first, second }) => {
    const { line, column } = document.places.rangeOf(first);
    return {
      rule: 'duplicate-key',
      file,
      ...document.places.rangeOf(second),
      message: `The key "${key}" is in this mapping twice, first on line ${line}.`,
      related: [{ file, line, column, message: `"${key}" is here first.` }],
    };
  });
}
