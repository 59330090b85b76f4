/** Why a value with a placeholder is not judged. */
export function notKnown(placeholder: string): string {
  const encryptedBy = placeholder === '$ANSIBLE_VAULT' ? 'Ansible Vault' : placeholder.startsWith('ENC[') ? 'SOPS' : undefined;
  return encryptedBy === undefined
    ? `"${placeholder}" is a placeholder for a value that${REST}`
    : `A value that ${encryptedBy} encrypted${REST}`;
}

/** Whether a reason is one of `notKnown`. */
export function isNotKnown(reason: string): boolean {
  return reason.endsWith(REST);
}

const REST = ' is not known here; checks that depend on it were skipped.';
