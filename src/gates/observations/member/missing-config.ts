/**
 * The missing ConfigMap, Secret or key in a kubelet message: `ConfigMap settings`, `key password of Secret db`. `undefined` if the message
 * is about something else (Kubernetes pkg/kubelet/kubelet_pods.go, pkg/volume/configmap and pkg/volume/secret).
 * @param mounted the name of the object that the message is about, as a message about a mounted key does not have it
 */
export function missingConfig(message: string, mounted = ''): string | undefined {
  // bounded: a message is cut at 32,768 characters.
  const [, key, kindOfKey = '', , name = ''] = /couldn't find key (\S+) in (ConfigMap|Secret) ([^/\s]+)\/(\S+)/.exec(message) ?? [];
  if (key !== undefined) return `key ${key} of ${kindOfKey} ${name}`;
  const [, source, keyOfFile] = /references non-existent (config|secret) key: (\S+)/.exec(message) ?? [];
  const kindOfFile = source === 'config' ? 'ConfigMap' : 'Secret';
  if (keyOfFile !== undefined) return `key ${keyOfFile} of ${mounted === '' ? `the ${kindOfFile}` : `${kindOfFile} ${mounted}`}`;
  // bounded: a message is cut at 32,768 characters.
  const [, kind, absent] = /\b(configmap|secret) "([^"]+)" not found/i.exec(message) ?? [];
  return kind === undefined ? undefined : `${kind.toLowerCase() === 'secret' ? 'Secret' : 'ConfigMap'} ${absent ?? ''}`;
}
