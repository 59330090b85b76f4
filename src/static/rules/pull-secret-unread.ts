/**
 * The kubelet reads logins from Secrets of two types and ignores all others without a message: the image is then pulled without a login. A
 * login is chosen by the host of the image; parts of the host may be `*`. Source: Kubernetes `pkg/credentialprovider/secrets/secrets.go`
 * and `keyring.go`.
 */
import { field, listAt, objectAt, parsedJson, stringAt } from '../../fleet/json/json.ts';
import { listed } from '../../fleet/text/listed.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { readImage } from '../images/image-reference.ts';
import { imagesOfPod } from '../images/images-of.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed } from '../world/placements.ts';
import { mayBePatched } from '../references/patched-places.ts';
import { POD_KINDS, podSpecOf } from '../../fleet/kubernetes/pod-template.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

type Unread = { readonly secret: string } & (
  | { readonly kind: 'type'; readonly type: string }
  | { readonly kind: 'registry'; readonly registries: readonly string[] }
);

const TYPES: Readonly<Record<string, string>> = {
  'kubernetes.io/dockerconfigjson': '.dockerconfigjson',
  'kubernetes.io/dockercfg': '.dockercfg',
};

export const pullSecretUnread = defineRule<Unread>({
  id: 'pull-secret-unread',
  summary: 'The pull secret holds no login for the images of the workload',
  effect: 'misbehaves',
  otherwise: { advice: 'the Secret has logins, and none for the registry of an image, which may need none' },
  kinds: POD_KINDS,
  why: 'A Secret that `imagePullSecrets` names must be of type `kubernetes.io/dockerconfigjson` or `kubernetes.io/dockercfg`. The kubelet passes over one of another type without an error and pulls without a login: a private image ends in `ImagePullBackOff` on every cluster. The same goes for a login of another registry than that of the images.',
  remedy: 'Create the Secret with `kubectl create secret docker-registry`, for the registry of the images.',
  docs: 'https://kubernetes.io/docs/concepts/containers/images/#specifying-imagepullsecrets-on-a-pod',
  message: (unread) =>
    unread.kind === 'type'
      ? `${unread.secret} is of type ${unread.type}, in which no kubelet looks for a login.`
      : `${unread.secret} has no login for ${listed(unread.registries, 3)}, where the images are.`,
  *check(manifest, world) {
    const { namespace } = manifest;
    // Checked first, because it avoids reading the workload again.
    if (namespace === undefined || !namespacesOfSecrets(world).has(namespace)) return;
    const spec = podSpecOf(manifest.object);
    if (spec === undefined || !isNamed(manifest)) return;
    for (const [index, entry] of listAt(spec.pod, 'imagePullSecrets').entries()) {
      const at = `${spec.at}/imagePullSecrets/${index}/name`;
      const name = stringAt(entry, 'name');
      if (name === undefined || !isResolved(manifest, at) || mayBePatched(manifest, at, world)) continue;
      const [secret, ...others] = world.find({ group: '', kind: 'Secret', namespace, name });
      if (secret === undefined || others.length > 0 || mayBePatched(secret, '/data', world) || !isResolved(secret, '/type')) continue;
      const related = [{ manifest: secret, at: '/type', message: 'the Secret' }];
      const shown = displayName(manifestRef(secret));
      const type = stringAt(secret.object, 'type') ?? 'Opaque';
      if (TYPES[type] === undefined) {
        yield { at, data: { kind: 'type', secret: shown, type }, related };
        continue;
      }
      const hosts = hostsIn(secret, type);
      const images = imagesOfPod(spec.pod, spec.at);
      if (hosts === undefined || images.some((image) => !isResolved(manifest, image.at) || mayBePatched(manifest, image.at, world)))
        continue;
      const registries = [...new Set(images.flatMap(({ text }) => registryOf(text)))];
      if (registries.length === 0 || registries.some((registry) => hosts.some((host) => isFor(host, registry)))) continue;
      yield { at, data: { kind: 'registry', secret: shown, registries }, related, effect: 'advice' };
    }
  },
});

const namespacesOfSecrets = oncePer((world: World) => new Set(world.ofKind('Secret').map(({ namespace }) => namespace)));

/** The hosts that it has logins for; `undefined` if they cannot be read, or if there are none yet. */
function hostsIn(secret: Manifest, type: string): readonly string[] | undefined {
  const key = TYPES[type] ?? '';
  if (!isResolved(secret, `/stringData/${key}`, `/data/${key}`)) return undefined;
  const plain = stringAt(secret.object, 'stringData', key);
  const text = plain ?? Buffer.from(stringAt(secret.object, 'data', key) ?? '', 'base64').toString('utf8');
  const config = parsedJson(text);
  const logins = type.endsWith('json') ? objectAt(config, 'auths') : objectAt({ config }, 'config');
  const hosts = Object.keys(logins ?? {}).map(hostOf);
  return hosts.length === 0 || field(config, 'credHelpers') !== undefined || hosts.some((host) => /[${}<]/.test(host)) ? undefined : hosts;
}

const HUB = new Set(['docker.io', 'index.docker.io', 'registry-1.docker.io', 'registry.hub.docker.com', 'hub.docker.com']);

function hostOf(login: string): string {
  const host = login.replace(/^https?:\/\//, '').replace(/\/.*$/s, '');
  return HUB.has(host) ? 'docker.io' : host;
}

function registryOf(image: string): readonly string[] {
  const read = readImage(image);
  if ('fault' in read) return [];
  const slash = read.name.indexOf('/');
  const first = slash === -1 ? '' : read.name.slice(0, slash);
  return [/[.:]/.test(first) || first === 'localhost' ? hostOf(first) : 'docker.io'];
}

/** Compares part by part; a `*` matches one part, or some of its letters. */
function isFor(host: string, registry: string): boolean {
  const [wanted, given] = [host.split('.'), registry.split('.')];
  return wanted.length === given.length && wanted.every((part, index) => matchesPart(part, given[index] ?? ''));
}

function matchesPart(pattern: string, part: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return pattern === part;
  return part.startsWith(first) && part.endsWith(rest.at(-1) ?? '');
}
