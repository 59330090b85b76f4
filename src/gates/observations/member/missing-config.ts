/**
 * The missing ConfigMap, Secret or key in a kubelet message: `ConfigMap settings`, `key password of Secret db`. `undefined` if the message
 * is about something else (Kubernetes pkg/kubelet/kubelet_pods.go, pkg/volume/configmap and pkg/volume/secret).
 */
export function missingConfig(message: string): string | undefined {
  // bounded: a message is cut at 32,768 characters.
  const [, key, kindOfKey = '', , name = ''] = /couldn't find key (\S+) in (ConfigMap|Secret) ([^/\s]+)\/(\S+)/.exec(message) ?? [];
  if (key !== undefined) return `key ${key} of ${kindOfKey} ${name}`;
  const [, source, mounted] = /references non-existent (config|secret) key: (\S+)/.exec(message) ?? [];
  if (mounted !== undefined) return `key ${mounted} of the ${source === 'config' ? 'ConfigMap' : 'Secret'}`;
  // bounded: a message is cut at 32,768 characters.
  const [, kind, absent] = /\b(configmap|secret) "([^"]+)" not found/i.exec(message) ?? [];
  return kind === undefined ? undefined : `${kind.toLowerCase() === 'secret' ? 'Secret' : 'ConfigMap'} ${absent ?? ''}`;
}
