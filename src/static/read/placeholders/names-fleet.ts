import { FLEET_KINDS, POLICY_GROUP } from '../../../fleet/kubefleet/kinds.ts';
import { unescaped } from './unescaped.ts';

const AUTHORED = FLEET_KINDS.filter(({ authored }) => authored).map(({ kind }) => kind);
const NAMED = new RegExp(
  String.raw`\b(?:kubernetes-fleet\.io|${POLICY_GROUP.replaceAll('.', String.raw`\.`)})\b|\b(?:${AUTHORED.join('|')})\b`,
);
/** On one line: a blank that ends a line as well would be tried again from each of them. */
const BLANK = String.raw`[^\S\n\r\u2028\u2029]`;
const VERSION = /\b(?:kubernetes-fleet\.io|placement\.kubefleet\.dev)\/v\d/;
// linear: it stays within a line.
const HELD = new RegExp(
  String.raw`${VERSION.source}|^${BLANK}*(?:-${BLANK}+)?["']?kind["']?${BLANK}*:${BLANK}*["']?(?:${AUTHORED.join('|')})\b`,
  'm',
);
/** Ends if any reader ends the line: what stands behind may be no comment to kubectl. */
const COMMENT = /^[^\S\n\r\u2028\u2029]*#[^\n\r\u0085\u2028\u2029]*/gm;

/** Whether a text that does not parse has to do with KubeFleet: it names one of its groups or kinds outside a comment. */
export function namesFleet(text: string): boolean {
  return NAMED.test(uncommented(text));
}

/** Whether a text that is no manifest yet, such as a template, makes objects of KubeFleet: it has their apiVersion or kind. */
export function makesFleetObjects(text: string): boolean {
  return HELD.test(uncommented(text));
}

/** Whether a text mentions an apiVersion of KubeFleet anywhere. */
export function mentionsFleetVersion(text: string): boolean {
  return VERSION.test(unescaped(text));
}

function uncommented(text: string): string {
  return unescaped(text.replaceAll(COMMENT, ''));
}
