import { FLEET_KINDS, POLICY_GROUP } from '../../../fleet/kubefleet/kinds.ts';
import { unescaped } from './unescaped.ts';

const AUTHORED = FLEET_KINDS.filter(({ authored }) => authored).map(({ kind }) => kind);
const NAMED_KIND = new RegExp(String.raw`\b(?:${AUTHORED.join('|')})\b`);
const NAMED = new RegExp(String.raw`\b(?:kubernetes-fleet\.io|${POLICY_GROUP.replaceAll('.', String.raw`\.`)})\b|${NAMED_KIND.source}`);
/** On one line: a blank that can also end a line would be tried again from each line. */
const BLANK = String.raw`[^\S\n\r\u2028\u2029]`;
/** Also as Bicep writes it: `placement.kubernetes-fleet.io/ClusterResourcePlacement@v1`. */
// linear: a name of a kind has at most 60 characters.
const VERSION = /\b(?:kubernetes-fleet\.io|placement\.kubefleet\.dev)\/(?:[A-Z][A-Za-z]{0,59}@)?v\d/;
// linear: it matches within one line.
const KIND = new RegExp(String.raw`^${BLANK}*(?:-${BLANK}+)?["']?kind["']?${BLANK}*:${BLANK}*["']?(?:${AUTHORED.join('|')})\b`, 'm');
// linear: it matches within one line.
const EACH_KIND = new RegExp(KIND.source, 'gm');
// linear: it matches within one line.
const EACH_VERSION = new RegExp(String.raw`^${BLANK}*(?:-${BLANK}+)?["']?apiVersion["']?${BLANK}*:[^\n]{0,100}${VERSION.source}`, 'gm');
// linear: both parts are.
const HELD = new RegExp(`${VERSION.source}|${KIND.source}`, 'm');
/** A comment ends if any reader ends the line there, because the text after it may not be a comment for kubectl. */
const COMMENT = /^[^\S\n\r\u2028\u2029]*#[^\n\r\u0085\u2028\u2029]*/gm;

/** Whether a text that cannot be parsed concerns KubeFleet: it has one of its groups or kinds outside a comment. */
export function namesFleet(text: string): boolean {
  return NAMED.test(uncommented(text));
}

/** Whether a text has the name of a kind of KubeFleet anywhere. */
export function namesFleetKind(text: string): boolean {
  return NAMED_KIND.test(text);
}

/** Whether a text that is not a manifest yet, such as a template, creates KubeFleet objects: it has their apiVersion or kind. */
export function makesFleetObjects(text: string): boolean {
  return HELD.test(uncommented(text));
}

/**
 * The number of KubeFleet objects in a text that is not a manifest yet: a list in one document may have several. Another version may be
 * written for each kind, or another kind for each version.
 */
export function fleetObjectsIn(text: string): number {
  const plain = uncommented(text);
  const [kinds, versions] = [plain.match(EACH_KIND)?.length ?? 0, plain.match(EACH_VERSION)?.length ?? 0];
  return kinds > 0 && versions > 0 ? Math.min(kinds, versions) : Math.max(kinds, versions, 1);
}

/** Whether a text that is not a manifest yet has the kind of a KubeFleet object, and not only its apiVersion. */
export function writesFleetKind(text: string): boolean {
  return KIND.test(uncommented(text));
}

/** Whether a program or a script has an object of KubeFleet: an apiVersion with its key, and a kind. */
export function writesFleetObject(text: string): boolean {
  const plain = uncommented(text);
  return WRITTEN.test(plain) && /kind/i.test(plain);
}

// linear: a few signs follow the key.
const WRITTEN = new RegExp(String.raw`\bapi_?version\b["'\\]{0,2}\s{0,3}[:=]\s{0,3}["'\\]{0,2}(?:[a-z]{1,20}\.)?${VERSION.source}`, 'i');

/** Whether a command in a script or a workflow changes an object of KubeFleet with `kubectl patch`. */
export function patchesFleet(text: string): boolean {
  return text.includes('kubectl') && uncommented(text).split('\n').some(isPatchOfFleet);
}

function isPatchOfFleet(line: string): boolean {
  return /\bkubectl\b/.test(line) && /\spatch\s/.test(line) && PATCHED.test(line);
}

/** As resources and as their short names. */
const PATCHED = new RegExp(String.raw`\s["']?(?:${FLEET_KINDS.map(({ kind, plural }) => `${kind}|${plural}`).join('|')}|crp|rp)\b`, 'i');

/** Whether a text contains an apiVersion of KubeFleet anywhere. */
export function mentionsFleetVersion(text: string): boolean {
  return VERSION.test(unescaped(text));
}

/** Whether values of a chart have an apiVersion and a kind of KubeFleet, also at other keys: a template can make an object of both. */
export function haveFleetObject(values: readonly string[]): boolean {
  return values.some(mentionsFleetVersion) && values.some(namesFleetKind);
}

/** The text without its comments, and with escapes replaced by their characters. */
export function uncommented(text: string): string {
  return unescaped(withoutCommentLines(text));
}

export function withoutCommentLines(text: string): string {
  return text.replaceAll(COMMENT, '');
}
