/** Why a registry does not deliver an image, by its answer or the error on the way to it; `unknown` if the answer does not show it. */
export type PullRefusal =
  | 'never'
  | 'unsigned'
  | 'architecture'
  | 'limited'
  | 'denied'
  | 'absent'
  | 'no-host'
  | 'untrusted'
  | 'unreachable'
  | 'no-space'
  | 'unknown';

/**
 * Answers as containerd, CRI-O and registries write them (containerd core/remotes/docker, distribution/distribution registry/api/errcode).
 * @param image its name and the addresses in the message are not an answer, although they may contain words of one
 */
export function pullRefusal(message: string, image = ''): PullRefusal {
  // bounded: a message is cut at 32,768 characters.
  const answer = message.replaceAll(/https?:\/\/[^\s"]+/g, 'URL').replaceAll(image === '' ? '\n' : image, 'IMAGE');
  return ANSWERS.find(([, said]) => said.test(answer))?.[0] ?? 'unknown';
}

/** The more certain answer comes first: a registry may also say "not found" if a login is missing. */
const ANSWERS: readonly (readonly [PullRefusal, RegExp])[] = [
  ['no-space', /no space left on device|disk quota exceeded/i],
  ['never', /not present with pull policy of Never/i],
  ['unsigned', /signature validation failed/i],
  [
    'architecture',
    // linear: after the fixed words, one word is read.
    /no match(?:ing manifest)? for (?:platform|\S+\/\S+)|no matching manifest|no image found in (?:image index|manifest list) for architecture/i,
  ],
  ['limited', /toomanyrequests|too many requests|rate limit/i],
  ['no-host', /no such host|server misbehaving|name resolution/i],
  ['untrusted', /x509:|certificate|server gave HTTP response to HTTPS client/i],
  [
    'denied',
    /unauthorized|forbidden|authorization failed|authentication required|failed to authorize|no basic auth credentials|access denied|denied:|insufficient_scope|\b40[13]\b/i,
  ],
  ['absent', /manifest unknown|name unknown|MANIFEST_UNKNOWN|NAME_UNKNOWN|not found|\b404\b/i],
  [
    'unreachable',
    /timeout|deadline exceeded|connection (?:refused|reset)|no route to host|network is unreachable|dial tcp|unexpected EOF|: EOF|\b50[0234]\b/i,
  ],
];

/**
 * The pull secrets that the kubelet did not find, in its event FailedToRetrieveImagePullSecret (Kubernetes pkg/kubelet/kubelet_pods.go).
 */
export function missingPullSecrets(message: string): readonly string[] {
  // bounded: a message is cut at 32,768 characters.
  const [, names = ''] = /image pull secrets \(([^)]*)\)/.exec(message) ?? [];
  return names.split(/,\s*/).filter((name) => name !== '');
}
