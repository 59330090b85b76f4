/**
 * Rewrites Go's print of structures (`%v`, `%+v`) in a message: a taint as kubectl writes it, owner references as kind and name. Removes
 * the addresses that Go prints for pointers, which differ at every retry and mean nothing.
 */
export function withoutGoPrint(text: string): string {
  return text
    .replaceAll(TAINT, (_all, key: string, value: string, effect: string) => taintText(key, value, effect))
    .replaceAll(OWNERS, ownersText)
    .replaceAll(ADDRESS, '…');
}

/** A memory address of Go, which differs at every retry. */
// linear: no part continues past the start of the next candidate.
const ADDRESS = /\b0xc0[0-9a-f]{6,14}\b/g;

/** KubeFleet apis/cluster/v1beta1, Taint. */
// linear: no part continues past the start of the next candidate.
const TAINT = /&?\{Key:([^\s{]*) Value:([^\s{]*) Effect:([^\s{}]*)\}/g;

/** Kubernetes apimachinery/pkg/apis/meta/v1, OwnerReference. */
// linear: no part continues past the start of the next candidate.
const OWNERS = /\[\{APIVersion:[^\s[]* Kind:[^\s[]* Name:[^\s[]* UID:[^[\]]*\]/g;
// linear: no part continues past the start of the next candidate.
const OWNER = /\{APIVersion:[^\s{]* Kind:([^\s{]*) Name:([^\s{]*) UID:[^{}]*\}/g;

function taintText(key: string, value: string, effect: string): string {
  return `${value === '' ? key : `${key}=${value}`}:${effect}`;
}

function ownersText(list: string): string {
  return [...list.matchAll(OWNER)].map(([, kind = '', name = '']) => `${kind} ${name}`).join(', ');
}
