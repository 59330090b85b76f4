/**
 * A message without Go's print of structures (`%v`, `%+v`): a taint as kubectl writes it, owner references as kind and name. The addresses
 * Go prints for pointers differ at every retry and mean nothing.
 */
export function withoutGoPrint(text: string): string {
  return text
    .replaceAll(TAINT, (_all, key: string, value: string, effect: string) => taintText(key, value, effect))
    .replaceAll(OWNERS, ownersText)
    .replaceAll(ADDRESS, '…');
}

/** Where Go keeps a value; another one at every retry. */
// linear: no part runs on over the start of the next candidate.
const ADDRESS = /\b0xc0[0-9a-f]{6,14}\b/g;

/** KubeFleet apis/cluster/v1beta1, Taint. */
// linear: no part runs on over the start of the next candidate.
const TAINT = /&?\{Key:([^\s{]*) Value:([^\s{]*) Effect:([^\s{}]*)\}/g;

/** Kubernetes apimachinery/pkg/apis/meta/v1, OwnerReference. */
// linear: no part runs on over the start of the next candidate.
const OWNERS = /\[\{APIVersion:[^\s[]* Kind:[^\s[]* Name:[^\s[]* UID:[^[\]]*\]/g;
// linear: no part runs on over the start of the next candidate.
const OWNER = /\{APIVersion:[^\s{]* Kind:([^\s{]*) Name:([^\s{]*) UID:[^{}]*\}/g;

function taintText(key: string, value: string, effect: string): string {
  return `${value === '' ? key : `${key}=${value}`}:${effect}`;
}

function ownersText(list: string): string {
  return [...list.matchAll(OWNER)].map(([, kind = '', name = '']) => `${kind} ${name}`).join(', ');
}
