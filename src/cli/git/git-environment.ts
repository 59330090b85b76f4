import type { ProgramSearch } from '../../programs/find-program.ts';

/**
 * The environment of git: the user's configuration and what a fetch needs, because a partial clone fetches while it is read. Everything
 * else is left out. Variables such as GIT_DIR, GIT_WORK_TREE, GIT_OBJECT_DIRECTORY and GIT_NAMESPACE, which git itself sets for hooks,
 * would make it read another repository. GIT_EXEC_PATH, GIT_EXTERNAL_DIFF and similar ones would start other programs.
 * GIT_CEILING_DIRECTORIES is kept: it only limits how far git searches for a repository.
 */
export function gitEnvironment(env: ProgramSearch['env'], path: string | undefined): Readonly<Record<string, string | undefined>> {
  const kept = Object.entries(env).filter(([name]) => isKept(name));
  return {
    ...Object.fromEntries(kept),
    ...(path === undefined ? {} : { PATH: path }),
    // Its messages are compared with English ones.
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    // The value of settings that are emptied.
    EMPTY: '',
    // Who may push other references than branches could replace a commit of the base with them (git-replace(1)).
    GIT_NO_REPLACE_OBJECTS: '1',
    // Reading changes nothing.
    GIT_OPTIONAL_LOCKS: '0',
  };
}

/** Source: "Environment variables" of git(1) and git-config(1), and those of curl and ssh. */
function isKept(name: string): boolean {
  return KEPT.has(name) || KEPT.has(name.toUpperCase()) || PREFIXES.some((prefix) => name.startsWith(prefix));
}

const PREFIXES = ['GIT_CONFIG_KEY_', 'GIT_CONFIG_VALUE_', 'GIT_SSL_'];
const KEPT: ReadonlySet<string> = new Set([
  'HOME',
  'USERPROFILE',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'PROGRAMDATA',
  'SystemRoot',
  'TMPDIR',
  'TEMP',
  'TMP',
  'XDG_CONFIG_HOME',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CONFIG_COUNT',
  'GIT_CEILING_DIRECTORIES',
  'GIT_SSH',
  'GIT_SSH_COMMAND',
  'GIT_SSH_VARIANT',
  'SSH_AUTH_SOCK',
  'GIT_ASKPASS',
  'SSH_ASKPASS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'CURL_CA_BUNDLE',
  // Proxies may be in lower case.
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
]);
