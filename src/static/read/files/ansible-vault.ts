import type { NotEvaluated } from '../../../finding.ts';

/**
 * Why a file that Ansible Vault encrypted is not read; `undefined` for another file. Source: `ansible.parsing.vault`, whose header starts
 * every encrypted text.
 */
export function ansibleVault(text: string): string | undefined {
  return text.trimStart().startsWith('$ANSIBLE_VAULT;') ? ENCRYPTED : undefined;
}

const ENCRYPTED = 'encrypted with Ansible Vault (run `ansible-vault decrypt` before this step)';

/**
 * Whether an entry is about an encrypted file from which Ansible loads variables, so that it contains no manifests. Source: the
 * documentation of Ansible about the layout of a repository, and about variables in vaults.
 */
export function isVaultOfVariables({ file, reason }: NotEvaluated): boolean {
  if (!reason.includes(ENCRYPTED)) return false;
  const folders = file.split('/');
  const name = folders.pop() ?? '';
  return folders.some((folder) => VARIABLES.has(folder)) || /^vault[.-]|[._-]vault\.ya?ml$/i.test(name);
}

const VARIABLES: ReadonlySet<string> = new Set(['group_vars', 'host_vars', 'vars', 'defaults']);
