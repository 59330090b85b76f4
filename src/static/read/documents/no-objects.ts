import { isObject } from '../../../fleet/json/json.ts';
import type { ReadDocument } from '../../../yaml/documents.ts';
import { type ListFault, listFaults } from '../../../yaml/list-faults.ts';
import { noObject } from '../../../yaml/no-object.ts';
import { conflictIn } from '../placeholders/conflict-markers.ts';
import { makesFleetObjects } from '../placeholders/names-fleet.ts';
import { notKnown } from '../placeholders/not-known.ts';
import { isYttTemplate, placeholderIn } from '../placeholders/placeholder.ts';
import { FRAGMENT, MENTION, whyNoObject } from '../placeholders/why-no-manifest.ts';
import { hasMisspeltType, isHalfNamedObject } from './half-named-object.ts';
import type { ParsedFile } from './parsed-file.ts';

/** A document that is no object, in a file without any manifest: mostly one of another program. */
export function addOthers(found: ParsedFile, { value, at, places, text, start }: ReadDocument): void {
  const { conflict, open } = markedText(value, text);
  if (conflict !== undefined) return found.addConflict(start + conflict);
  const reason = open === undefined ? whyNoObject(value, text) : notKnown(open);
  if (hasMisspeltType(value)) found.leaveUnseen(at.line, reason ?? FRAGMENT, makesFleetObjects(text), text);
  else if (reason !== undefined) found.leave(at.line, reason, reason !== MENTION && makesFleetObjects(text));
  else found.ignore(at.line, value);
  if (!isObject(value) || isYttTemplate(found.text) || !isHalfNamedObject(value)) return;
  const { says = '', remedy = '' } = noObject(value) ?? {};
  // A line that cannot have data of a Secret.
  found.addFault(places.locate('/metadata', 'key'), { message: `This document ${says}.`, remedy, unlessPatch: true });
}

/** A document that is no object, in a file with manifests: kubectl, kustomize, Flux and Argo CD refuse it. */
export function addNoObject(found: ParsedFile, { value, at, places, text, start }: ReadDocument): void {
  const { conflict, open } = markedText(value, text);
  if (conflict !== undefined) return found.addConflict(start + conflict);
  if (open !== undefined) return found.leave(at.line, notKnown(open), false);
  const none = noObject(value);
  if (none !== undefined) found.addFault(places.locate(''), { message: `This document ${none.says}.`, remedy: none.remedy });
}

/** @returns pointers to what is reported */
export function addListFaults(found: ParsedFile, document: ReadDocument): ReadonlySet<string> {
  const faults = [...listFaults(document.value)];
  for (const fault of faults) addListFault(found, fault, document);
  return new Set(faults.map(({ pointer }) => pointer));
}

function addListFault(found: ParsedFile, fault: ListFault, { places, text }: ReadDocument): void {
  const { pointer, value, message, remedy, isTakenByOthers } = fault;
  const range = places.locate(pointer);
  const open = typeof value === 'string' ? placeholderIn(value) : undefined;
  if (open !== undefined) return found.leave(range.line, notKnown(open), makesFleetObjects(text));
  found.addFault(range, { message, remedy, ...(isTakenByOthers === true ? { effect: 'misbehaves' } : {}) });
}

function markedText(value: unknown, text: string): { readonly conflict?: number; readonly open?: string } {
  if (typeof value !== 'string') return {};
  const [conflict, open] = [conflictIn(text), placeholderIn(value)];
  return { ...(conflict === undefined ? {} : { conflict }), ...(open === undefined ? {} : { open }) };
}
