import { dirname } from 'node:path';
import { isObject } from '../../../fleet/json/json.ts';
import { readDocuments } from '../../../yaml/documents.ts';
import { withoutSops } from '../placeholders/sops.ts';
import type { FoundFile } from './find-files.ts';

/**
 * Why a file that a person or a pipeline decrypts is not read; `undefined` for another file. Sources: `ansible.parsing.vault`, whose header
 * starts every encrypted text, https://age-encryption.org/v1, RFC 9580 (6.2), and the stores of https://github.com/getsops/sops.
 */
export function encryptedText(text: string): string | undefined {
  const start = text.trimStart();
  const [, reason] = STARTS.find(([first]) => start.startsWith(first)) ?? [];
  return reason ?? (text.includes('ENC[') && isHiddenBySops(text) ? SOPS : undefined);
}

const AGE = 'encrypted with age (run `age --decrypt` before this step)';
const SOPS = 'encrypted with SOPS (run `sops decrypt` before this step)';
const STARTS = [
  ['$ANSIBLE_VAULT;', 'encrypted with Ansible Vault (run `ansible-vault decrypt` before this step)'],
  ['age-encryption.org/v1\n', AGE],
  ['-----BEGIN AGE ENCRYPTED FILE-----', AGE],
  ['-----BEGIN PGP MESSAGE-----', 'encrypted with PGP (run `gpg --decrypt` before this step)'],
] as const;
const REASONS: readonly string[] = [...STARTS.map(([, reason]) => reason), SOPS];

/** Whether SOPS encrypted what the objects of a file are, not only values in them. It keeps keys, except those of a file that it takes as a whole. */
function isHiddenBySops(text: string): boolean {
  const documents = [...readDocuments(text)];
  return documents.length > 0 && documents.every((document) => document.kind === 'read' && isHiddenObject(document.value));
}

function isHiddenObject(value: unknown): boolean {
  if (!isObject(value)) return false;
  const plain = withoutSops(value);
  if (plain === value) return false;
  const { apiVersion, kind, data } = plain;
  const type = [apiVersion, kind];
  if (type.every((part) => typeof part === 'string')) return type.some(isEncrypted);
  return Object.keys(plain).length === 1 && isEncrypted(data);
}

function isEncrypted(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('ENC[');
}

/**
 * Whether an encrypted file contains no manifests: Ansible loads variables from it, or it is beside the `Chart.yaml` of a chart, where only
 * values and the like are. Source: the documentation of Ansible about the layout of a repository, and about variables in vaults.
 * @param reason of its entry @param isChart whether a folder has a chart
 */
export function isEncryptedForOthers({ name, path }: FoundFile, reason: string, isChart: (folder: string) => boolean): boolean {
  if (!REASONS.some((encrypted) => reason.includes(encrypted))) return false;
  const folders = name.split('/');
  const last = folders.pop() ?? '';
  return folders.some((folder) => VARIABLES.has(folder)) || /^vault[.-]|[._-]vault\.ya?ml$/i.test(last) || isChart(dirname(path));
}

const VARIABLES: ReadonlySet<string> = new Set(['group_vars', 'host_vars', 'vars', 'defaults']);
