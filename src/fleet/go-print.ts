/**
 * A message without Go's print of structures (`%v`, `%+v`): a taint as kubectl writes it, owner references as kind and name. The addresses
 * Go prints for pointers differ at every retry and mean nothing.
 */
export function withoutGoPrint(text: string): string {
  return text
    .replaceAll(TAINT, (_all, key: string, value: string, effect: string) => taintText(key, value, effect))
    .replaceAll(OWNERS, ownersText);
}

/** KubeFleet apis/cluster/v1beta1, Taint. */
const TAINT = /&?\{Key:(\S*) Value:(\S*) Effect:(\S*)\}/g;

/** Kubernetes apimachinery/pkg/apis/meta/v1, OwnerReference. */
const OWNERS = /\[\{APIVersion:\S* Kind:\S* Name:\S* UID:[^\]]*\}\]/g;
const OWNER = /\{APIVersion:\S* Kind:(\S*) Name:(\S*) UID:[^}]*\}/g;

function taintText(key: string, value: string, effect: string): string {
  return `${value === '' ? key : `${key}=${value}`}:${effect}`;
}

function ownersText(list: string): string {
  return [...list.matchAll(OWNER)].map(([, kind = '', name = '']) => `${kind} ${name}`).join(', ');
}
