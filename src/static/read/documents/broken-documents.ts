import type { BrokenDocument } from '../../../yaml/documents.ts';
import { isKustomization } from '../kustomize/kustomization.ts';
import { hasLinesOfObject, looksLikeManifest } from '../looks-like-manifest.ts';
import { makesFleetObjects, namesFleet } from '../placeholders/names-fleet.ts';
import { whyUnfinished } from '../placeholders/why-unfinished.ts';
import type { ParsedFile } from './parsed-file.ts';

/**
 * An unfinished text is not judged. A mistake of the author is also a fault, if the text is meant as a manifest or names KubeFleet.
 * @returns whether it is decided: other texts are faults only beside manifests
 */
export function addBroken(found: ParsedFile, document: BrokenDocument): boolean {
  const { at, fault, reason, text } = document;
  const unfinished = whyUnfinished(document);
  if (unfinished === undefined && !isMeant(text, found.file)) return false;
  found.leave(at.line, unfinished ?? NOT_PARSED, makesFleetObjects(text));
  if (unfinished === undefined) found.addFault(fault, { message: `Invalid YAML: ${reason}.` });
  return true;
}

/** kubectl stops at a text that it cannot parse, and kustomize, Flux and Argo CD refuse the whole file, whatever the text is meant as. */
export function addUnparsed(found: ParsedFile, { at, fault, reason }: BrokenDocument): void {
  found.leave(at.line, NOT_PARSED, false);
  found.addFault(fault, {
    message: `Invalid YAML: ${reason}. kubectl stops here and does not read what follows in the file.`,
    remedy: /\.json$/i.test(found.file) ? 'Remove this text.' : 'Remove this text, or write it as a comment.',
  });
}

export function leaveUnparsed(found: ParsedFile, { at, reason, text }: BrokenDocument): void {
  if (hasLinesOfObject(text))
    found.leaveUnseen(at.line, `Not YAML (${reason}), and probably a manifest, so it was not checked.`, false, text);
  else found.leave(at.line, `Not YAML (${reason}), and probably not a manifest.`, false);
}

/** Whether a text that cannot be parsed is meant as a manifest, or affects other manifests. */
export function isMeant(broken: string, file: string): boolean {
  return looksLikeManifest(broken) || namesFleet(broken) || isKustomization(file);
}

export const NOT_PARSED = 'It cannot be parsed, so it was not checked.';
