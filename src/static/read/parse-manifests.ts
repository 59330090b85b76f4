import { isObject } from '../../fleet/json/json.ts';
import { type BrokenDocument, type ReadDocument, readDocuments } from '../../yaml/documents.ts';
import type { YamlLimits } from '../../yaml/limits.ts';
import { BARE_LIST, expandLists, type FoundObject, isBareList, isObjectList } from '../../yaml/lists.ts';
import { commentsOf } from './comments.ts';
import { addManifest } from './documents/add-manifest.ts';
import { addBroken, addUnparsed, isMeant, leaveUnparsed } from './documents/broken-documents.ts';
import { hasMisspeltType } from './documents/half-named-object.ts';
import { addListFaults, addNoObject, addOthers } from './documents/no-objects.ts';
import { ParsedFile } from './documents/parsed-file.ts';
import { INFRASTRUCTURE } from './files/hidden-objects.ts';
import { looksLikeManifest } from './looks-like-manifest.ts';
import { mayHoldCommentedToken, withCommentedTokens } from './placeholders/commented-tokens.ts';
import { conflictIn, conflictInManifest, UNRESOLVED, withoutConflictMarkers } from './placeholders/conflict-markers.ts';
import { makesFleetObjects, namesFleetKind } from './placeholders/names-fleet.ts';
import { isYttTemplate } from './placeholders/placeholder.ts';
import { isAppliedCode } from './placeholders/source-of-manifests.ts';
import { withoutExpressions } from './placeholders/without-expressions.ts';
import { unescaped } from './placeholders/unescaped.ts';
import { FRAGMENT, isHalfNamed, MENTION, whyNoManifest } from './placeholders/why-no-manifest.ts';
import type { ReadProblem, ReadResult } from './read-result.ts';
import { isKustomization } from './kustomize/kustomization.ts';
import { meantSpaces, REPLACE_SPACES } from './unusual-spaces.ts';

/** What helm reads of a chart as YAML. */
const OF_CHART = /(?:^|\/)(?:values[^/]*|Chart)\.ya?ml$/;

export interface ParseOptions {
  readonly limits?: YamlLimits;
  /** The file is in the `templates/` of a Helm chart, so its content is not a manifest yet. */
  readonly chartTemplate?: boolean;
  /** Another file of a chart. With a merge conflict, it spoils what the chart makes, also if it is not a manifest. */
  readonly ofChart?: boolean;
}

/** Why a template of a chart is not judged as written. */
export const CHART_TEMPLATE = 'A Helm chart template: render the chart and lint the result.';

/**
 * Parses one file into manifests, and reports the rest of its text. Each document is treated separately: as a manifest, as a fault of the
 * text, as "not evaluated" with a reason, or, if it clearly has nothing to do with Kubernetes, it is ignored.
 */
export function parseManifests(written: string, file: string, options: ParseOptions = {}): ReadResult {
  if (options.chartTemplate === true) return withMeantSpaces(parseText(written, file, options), written, file);
  const meant = meantSpaces(written, file, options.limits);
  const read = parseText(meant?.text ?? written, file, options);
  // The finding is one of a manifest, a kustomization or a chart: an unusual space elsewhere is another program's.
  const isOfManifest =
    isKustomization(file) ||
    (meant?.isOfStructure === true && OF_CHART.test(file)) ||
    read.manifests.length + read.problems.length > 0 ||
    read.notEvaluated.some(({ fleetObject }) => fleetObject === true);
  if (meant === undefined || !isOfManifest) return read;
  return { ...read, problems: [meant.problem, ...read.problems] };
}

/** Helm refuses such a character in the structure of a template, or makes a wrong key of it. What an expression makes is not known. */
function withMeantSpaces(read: ReadResult, template: string, file: string): ReadResult {
  const meant = read.problems.length === 0 ? meantSpaces(withoutExpressions(template), file) : undefined;
  return meant?.isOfStructure === true ? { ...read, problems: [{ ...meant.problem, remedy: REPLACE_SPACES }] } : read;
}

function parseText(text: string, file: string, { chartTemplate, ofChart, limits }: ParseOptions): ReadResult {
  const found = new ParsedFile(text, file);
  const { manifests, problems, notEvaluated, others } = found;
  if (chartTemplate === true) {
    const conflict = conflictIn(text);
    if (conflict !== undefined) found.addConflict(conflict);
    found.leave(1, CHART_TEMPLATE, makesFleetObjects(text));
    return { files: 1, documents: 0, manifests, problems, notEvaluated, comments: commentsOf(text, file, []) };
  }
  const conflictOfChart = ofChart === true ? conflictIn(text) : undefined;
  if (conflictOfChart !== undefined) {
    found.leave(1, UNRESOLVED.reason, makesFleetObjects(text));
    found.addConflict(conflictOfChart);
    return { files: 1, documents: 0, manifests, problems, notEvaluated, comments: [] };
  }
  if (/\.json$/i.test(file) && !mayNameObject(text)) {
    if (text.trim() !== '') found.ignore(1, {});
    return { files: 1, documents: 0, manifests, problems, notEvaluated, others, comments: [] };
  }
  const read: ReadDocument[] = [];
  const noObjects: ReadDocument[] = [];
  const unparsed: BrokenDocument[] = [];
  let documents = 0;
  // Split once, because a file may contain thousands of documents.
  const textLines = mayHoldCommentedToken(text) ? text.split(/\r\n|\n|\r/) : undefined;
  for (const document of readDocuments(text, limits)) {
    documents += 1;
    // In brackets, a marker is part of the text.
    const conflict = conflictInManifest(document.text);
    if (conflict !== undefined && isMeant(withoutConflictMarkers(document.text), file)) {
      found.leave(document.at.line, UNRESOLVED.reason, makesFleetObjects(document.text));
      found.addConflict(document.start + conflict);
    } else if (document.kind === 'unread') {
      // A document that a limit leaves out has no text, and extends to the end of the file.
      const unread = document.text === '' ? text.slice(document.start) : document.text;
      const isFleet = makesFleetObjects(unread);
      if (isMeant(unread, file)) found.leaveUnseen(document.at.line, document.reason, isFleet, unread);
      else found.leave(document.at.line, document.reason, isFleet);
    } else if (document.kind === 'broken') {
      if (!addBroken(found, document)) unparsed.push(document);
    } else {
      read.push(document);
      if (!addDocument(found, document, textLines)) noObjects.push(document);
    }
  }
  if (text.includes('#@overlay/match') && namesFleetKind(text) && !notEvaluated.some(({ fleetObject }) => fleetObject === true))
    found.leave(1, 'A ytt overlay that names KubeFleet objects: render it and lint the result.', true);
  // A file without any manifest is for another program, and comments of ytt may turn a document into an object.
  const isForHub = manifests.length > 0 && !isYttTemplate(text);
  for (const document of noObjects) (isForHub ? addNoObject : addOthers)(found, document);
  for (const document of unparsed) (isForHub ? addUnparsed : leaveUnparsed)(found, document);
  return { files: 1, documents, manifests, problems, notEvaluated, others, unseen: found.unseen, comments: commentsOf(text, file, read) };
}

/** @returns whether it has manifests, or is reported: other documents are judged by the rest of the file */
function addDocument(found: ParsedFile, document: ReadDocument, textLines: readonly string[] | undefined): boolean {
  const { text, value, at, places } = document;
  if (isYttTemplate(text) && looksLikeManifest(text)) {
    found.leave(at.line, 'A ytt template, not a manifest yet: render it and lint the result.', makesFleetObjects(text));
    return true;
  }
  if (isBareList(value)) found.leave(at.line, BARE_LIST, makesFleetObjects(text));
  const faulty = addListFaults(found, document);
  const { manifests, notEvaluated } = found;
  const [before, countBefore] = [manifests.length, notEvaluated.length];
  for (const parsed of expandLists(value)) {
    const object = textLines === undefined ? parsed : withTokens(parsed, document, textLines);
    const reason = whyNoManifest(object, document);
    if (reason === 'other') {
      // An item of a list of another kind. The faults of a List name its items.
      if (object.pointer === '' || faulty.has(object.pointer)) continue;
      const { line } = places.locate(object.pointer);
      if (hasMisspeltType(object.value)) found.leaveUnseen(line, FRAGMENT, false, JSON.stringify(object.value));
      else if (isHalfNamed(object.value)) found.leave(line, FRAGMENT, false);
      continue;
    }
    if (reason === undefined) addManifest(found, object, document);
    else if (reason === MENTION && isAppliedCode(found.file)) found.leave(1, INFRASTRUCTURE, true);
    else found.leave(places.locate(object.pointer).line, reason, reason === FRAGMENT);
  }
  if (manifests.length > before) found.problems.push(...duplicates(document, found.file));
  // A document that is not evaluated is reported only as that, because another tool may complete the object.
  return manifests.length > before || notEvaluated.length > countBefore || isBareList(value) || (isObject(value) && isObjectList(value));
}

function withTokens({ value, pointer }: FoundObject, { places }: ReadDocument, lines: readonly string[]): FoundObject {
  return { value: withCommentedTokens(value, pointer, lines, places), pointer };
}

/** A fast check of a JSON file, because most belong to other programs. kubectl reads JSON as YAML too, with escapes in keys. */
function mayNameObject(text: string): boolean {
  const names = unescaped(text);
  return /apiversion/i.test(names) || /\bkind["']?\s*:/i.test(names);
}

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
