import { devNull } from 'node:os';
import { delimiter } from 'node:path';
import { absoluteFolders } from './find-program.ts';

/**
 * The environment a program gets: where programs and temporary files are, and nothing else of this process, as whatever is in it could be
 * rendered into an object. No network, no plugins, no settings of the user's own.
 * @param folder an empty folder of its own
 */
export function programEnvironment(env: Readonly<Record<string, string | undefined>>, folder: string): Readonly<Record<string, string>> {
  const kept = Object.entries(env).filter(([name]) => KEPT.has(name)) as [string, string][];
  return {
    ...Object.fromEntries(kept),
    PATH: absoluteFolders(env['PATH']).join(delimiter),
    LC_ALL: 'C.UTF-8',
    ...Object.fromEntries(
      ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [name, name.toLowerCase()]).map((name) => [name, NOWHERE]),
    ),
    NO_PROXY: '',
    // kustomize fetches with git: this is a list of the transports that git may use.
    GIT_ALLOW_PROTOCOL: 'none',
    KUBECONFIG: devNull,
    KUBERC: 'off',
    KUSTOMIZE_PLUGIN_HOME: folder,
    XDG_CONFIG_HOME: folder,
    HELM_CONFIG_HOME: folder,
    HELM_CACHE_HOME: folder,
    HELM_DATA_HOME: folder,
    HELM_PLUGINS: folder,
  };
}

/** Version managers find their programs by HOME. */
const KEPT = new Set(['HOME', 'TMPDIR', 'SystemRoot', 'TEMP', 'TMP', 'USERPROFILE']);

/** The discard port: nobody listens there. */
const NOWHERE = 'http://127.0.0.1:9';
