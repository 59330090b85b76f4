import type { SourceRange } from '../../../finding.ts';
import { BUILT_IN_APIS } from '../../../fleet/kubefleet/api-resource.ts';
import { isFleetGroup } from '../../../fleet/kubefleet/kinds.ts';
import { stringAt } from '../../../fleet/json/json.ts';
import { oncePer } from '../../../fleet/memo/once-per.ts';
import { groupOf, type KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { DocumentPlaces } from '../../../yaml/document-places.ts';
import type { ReadDocument } from '../../../yaml/documents.ts';
import type { FoundObject } from '../../../yaml/lists.ts';
import { manifestRef } from '../../world/identity.ts';
import type { ListType, Manifest } from '../../world/manifest.ts';
import { embeddedObject, hasLongText } from '../embedded-objects.ts';
import { mayBeFleetObject } from '../placeholders/may-be-fleet.ts';
import { namesFleetKind } from '../placeholders/names-fleet.ts';
import { notKnown } from '../placeholders/not-known.ts';
import { mayHoldPlaceholder, placeholderIn } from '../placeholders/placeholder.ts';
import { withoutSops } from '../placeholders/sops.ts';
import { unescaped } from '../placeholders/unescaped.ts';
import { findUnresolved } from '../placeholders/unresolved.ts';
import { commandsFleet, mentionsFleet } from '../placeholders/why-no-manifest.ts';
import { changesFleet, mutatesFleet } from './changes-of-fleet.ts';
import { metadataOf } from './metadata.ts';
import type { ParsedFile } from './parsed-file.ts';

/** Why objects that are right as written may be others on the hub. */
const MUTATES = 'It changes objects of KubeFleet when the hub admits them, which was not checked.';
const CHANGES = 'It changes objects of KubeFleet on the hub, which was not checked.';
const PATCHES = 'It has a command that changes KubeFleet objects (`kubectl patch`), which was not checked.';

/** Adds an object as a manifest, with the faults of its metadata and what in it cannot be judged. */
export function addManifest(found: ParsedFile, { value, pointer }: FoundObject, document: ReadDocument): void {
  const { file } = found;
  const locate = pointer === '' ? locateWhole : locator(file, document.places, pointer);
  const { object, faults } = metadataOf(withoutSops(value));
  const { namespace } = object.metadata;
  const list = pointer === '' ? undefined : listAround(object, file, document);
  const isQuoted = (at: string): boolean => ['quoted', 'block'].includes(document.places.styleOf(pointer + at));
  const unresolved = mayHavePlaceholder(document) ? findUnresolved(object, isQuoted) : [];
  const manifest: ReadManifest = {
    file,
    documentIndex: document.index,
    [PLACES]: document.places,
    ...(file === '-' ? {} : { inDocument: pointer }),
    ...(list === undefined ? {} : { list }),
    object,
    namespace: isOfCluster(object) ? undefined : namespace,
    locate,
    unresolved: unresolved.length === 0 ? NOTHING_OPEN : unresolved.map((entry) => entry.pointer),
  };
  found.manifests.push(manifest);
  for (const { pointer: at, ...said } of faults) found.addFault(manifest.locate(at), said);
  if (!isFleetGroup(groupOf(object.apiVersion))) {
    const embedded = mentionsFleet(document) || mentionsKind(document) || hasLongText(object) ? embeddedObject(object) : undefined;
    if (embedded !== undefined)
      found.leave(manifest.locate(embedded.pointer).line, embedded.reason, embedded.isObject, manifestRef(manifest));
    const changed = embedded?.isObject === true ? undefined : changesFleet(object);
    if (changed !== undefined) found.leave(manifest.locate(changed, 'key').line, CHANGES, true, manifestRef(manifest));
  }
  if (commandsFleet(document)) found.leave(manifest.locate('').line, PATCHES, false, manifestRef(manifest));
  if (mutatesFleet(object)) found.leave(manifest.locate('/spec', 'key').line, MUTATES, true, manifestRef(manifest));
  const lines = new Map(unresolved.map((entry) => [manifest.locate(entry.pointer, 'key').line, entry.placeholder]));
  if (lines.size === 0) return;
  const isFleet = mayBeFleetObject(object);
  for (const [line, placeholder] of lines) found.leave(line, notKnown(placeholder), isFleet, manifestRef(manifest));
}

/** The list of an item, unless every hub takes its type, or the item has that type: then the item is judged. */
function listAround(object: KubeObject, file: string, { value, places }: ReadDocument): ListType | undefined {
  const [apiVersion = '', kind = ''] = [stringAt(value, 'apiVersion'), stringAt(value, 'kind')];
  const isTaken = kind === 'List' && apiVersion === 'v1';
  const isOfItem = apiVersion === object.apiVersion && kind === `${object.kind}List`;
  // kubectl takes a list without an apiVersion.
  if (isTaken || isOfItem || apiVersion === '' || [apiVersion, kind].some((text) => placeholderIn(text) !== undefined)) return undefined;
  return { apiVersion, kind, locate: locator(file, places, '') };
}

/** The apiVersion may be a placeholder. */
const mentionsKind = oncePer(({ text }: ReadDocument) => namesFleetKind(unescaped(text)));

/** Searched once, because a list in the document may have thousands of objects. */
const mayHavePlaceholder = oncePer(({ text }: ReadDocument) => mayHoldPlaceholder(text));

/** An API server ignores the namespace of a cluster-scoped object. */
function isOfCluster({ apiVersion, kind }: KubeObject): boolean {
  return BUILT_IN_APIS.find(groupOf(apiVersion), kind)?.namespaced === false;
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

/** A separate function, so that the closure keeps nothing else of the document. */
function locator(file: string, places: DocumentPlaces, pointer: string): Manifest['locate'] {
  return (at, part) => ({ file, ...places.locate(pointer + at, part) });
}

/** One empty list for all manifests. */
const NOTHING_OPEN: readonly string[] = [];
