import { devNull } from 'node:os';

/**
 * The environment of kustomize and helm: where programs and temporary files are, and nothing else of this process, because any variable
 * could be rendered into an object. No network, no plugins, no settings of the user.
 * @param path the PATH of the tool
 * @param folder an empty folder of its own
 */
export function renderEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  path: string | undefined,
  folder: string,
): Readonly<Record<string, string>> {
  const kept = Object.entries(env).filter(([name]) => KEPT.has(name)) as [string, string][];
  return {
    ...Object.fromEntries(kept),
    ...(path === undefined ? {} : { PATH: path }),
    LC_ALL: 'C.UTF-8',
    ...Object.fromEntries(
      ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [name, name.toLowerCase()]).map((name) => [name, NOWHERE]),
    ),
    NO_PROXY: '',
    // kustomize fetches with git; this is a list of the transports that git may use.
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

/** The discard port, on which no program listens. */
const NOWHERE = 'http://127.0.0.1:9';
