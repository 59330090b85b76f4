import { makesFleetObjects, namesFleetKind, uncommented } from './names-fleet.ts';

/**
 * Whether a text from which another tool computes manifests, such as a template or its values, has parts of an object of KubeFleet: a kind,
 * or a group. They may be in pieces, as in `printf "%s.kubernetes-fleet.io" .Values.area`, or encoded as base64. Keys of labels and the
 * rights of a role are not parts of one.
 */
export function hasPartsOfFleet(text: string): boolean {
  const plain = uncommented(text);
  const all = `${plain}\n${decoded(plain)}`;
  if (makesFleetObjects(all) || namesFleetKind(all)) return true;
  return GROUP.test(all.replaceAll(RIGHTS, '').replaceAll(BETWEEN_PIECES, ''));
}

/**
 * Whether a program may compose a name of KubeFleet from pieces in a text, such as `printf "kubernetes-%s.io" "fleet"`. All of its groups
 * have one word.
 */
export function mayComposeFleet(text: string): boolean {
  return hasPartsOfFleet(text) || /fleet/i.test(text.replaceAll(RIGHTS, '').replaceAll(LABEL, ''));
}

/** Whether the comments of a text hold an object of KubeFleet, which the rest of the text does not. */
export function commentsHoldFleet(text: string): boolean {
  return text.includes('#') && !makesFleetObjects(text) && makesFleetObjects(text.replaceAll(MARK, ''));
}

/** The sign of a comment, and the blank behind it. */
// linear: it matches at the start of a line.
const MARK = /^[^\S\n]*#{1,9}[^\S\n]?/gm;

/** The key of a label or an annotation. */
const LABEL = /kubernetes-fleet\.io\/(?!v\d)[A-Za-z]/g;

// linear: each alternative starts with its own letters, and looks only a few signs ahead.
const GROUP = /kubernetes-fleet(?!\.io\/(?!v\d)[A-Za-z])|placement\.kubefleet\.dev(?!\/(?!v\d)[A-Za-z])/;
// linear: each item of the list is passed once, because nothing has to follow it.
const RIGHTS = /\bapiGroups["']?:\s*(?:\[[^\]]*\]|(?:-[^\n]*\s*)+)/g;
const BETWEEN_PIECES = /["'`\s(){},|]+/g;

/** The texts that are encoded as base64 in a text. A kind and a group have at least 16 characters. */
function decoded(text: string): string {
  return [...text.matchAll(ENCODED)].map(([code]) => Buffer.from(code, 'base64').toString('latin1')).join('\n');
}

const ENCODED = /[A-Za-z0-9+/]{20,}/g;
