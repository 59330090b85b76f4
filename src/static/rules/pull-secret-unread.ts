/**
 * The kubelet reads logins from Secrets of two types and ignores all others without a message: the image is then pulled without a login. A
 * login is chosen by the host of the image; parts of the host may be `*`. Source: Kubernetes `pkg/credentialprovider/secrets/secrets.go`
 * and `keyring.go`.
 */
import { shown } from '../../fleet/text/shown.ts';
import { field, listAt, objectAt, parseJson, stringAt } from '../../fleet/json/json.ts';
import { listed } from '../../fleet/text/listed.ts';
import { displayName, refOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { hasVariables } from '../../schedule/override/cluster-variables.ts';
import { OVERRIDE_KINDS, isOverride } from '../../selection/override.ts';
import { overriddenDeliveriesOf } from '../delivery/overridden-deliveries.ts';
import { patchFaults } from '../delivery/patch-faults.ts';
import type { Fault } from '../delivery/faults-within.ts';
import { writtenFaults } from '../delivery/written-faults.ts';
import { readImage } from '../images/image-reference.ts';
import { imagesOfPod } from '../images/images-of.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed } from '../world/placements.ts';
import { POD_KINDS, podSpecOf } from '../../fleet/kubernetes/pod-template.ts';
import { placeholderIn } from '../read/placeholders/placeholder.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule, type RelatedPointer } from '../world/rule.ts';
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
  summary: 'The pull secret does not contain credentials for the images of the workload',
  effect: 'misbehaves',
  otherwise: { advice: 'the Secret has credentials, but not for the registry of an image, which may not need any' },
  kinds: [...POD_KINDS, 'ServiceAccount', ...OVERRIDE_KINDS],
  why: 'A Secret that `imagePullSecrets` of a Pod or ServiceAccount names must be of type `kubernetes.io/dockerconfigjson` or `kubernetes.io/dockercfg`. The kubelet ignores a Secret of another type without an error and pulls without credentials: a private image ends in `ImagePullBackOff` on every cluster. The same happens if the credentials are for another registry than that of the images.',
  remedy: 'Create the Secret with `kubectl create secret docker-registry`, for the registry of the images.',
  docs: 'https://kubernetes.io/docs/concepts/containers/images/#specifying-imagepullsecrets-on-a-pod',
  message: (unread) =>
    unread.kind === 'type'
      ? `${unread.secret} is of type ${shown(unread.type)}, which the kubelet does not use as a pull secret.`
      : `${unread.secret} has no credentials for ${listed(unread.registries, 3)}, the registry of the images.`,
  *check(manifest, world) {
    if (isOverride(manifest.object)) {
      const ofUsers = unreadIn(world, undefined);
      const faultsOf = (object: KubeObject): readonly UnreadFault[] =>
        object.kind === 'Secret' ? unreadItself(object, world) : ofUsers(object);
      for (const { fault, at, clusters, isCertain, delivery } of patchFaults(manifest, faultsOf, world)) {
        const { data, related, effect } = fault;
        const some = clusters.length === 0 ? {} : { clusters };
        yield { at, data, related, ...some, about: delivery.item, ...(isCertain && effect === undefined ? {} : { effect: 'advice' }) };
      }
      return;
    }
    const { namespace } = manifest;
    // Asked first: it spares reading the workload again.
    if (namespace === undefined || !namespacesOfSecrets(world).has(namespace) || !isNamed(manifest)) return;
    for (const { fault, clusters, isCertain } of writtenFaults(manifest, unreadIn(world, namespace), world)) {
      const { at, data, related, effect } = fault;
      if (isCertain)
        yield { at, data, related, ...(clusters.length === 0 ? {} : { clusters }), ...(effect === undefined ? {} : { effect }) };
    }
  },
});

interface UnreadFault extends Fault {
  readonly data: Unread;
  readonly related: readonly RelatedPointer[];
  readonly effect?: 'advice';
}

/** A Secret of another type that workloads or ServiceAccounts of its namespace name as a pull secret. */
function unreadItself(secret: KubeObject, world: World): readonly UnreadFault[] {
  const { name, namespace } = secret.metadata;
  const type = stringAt(secret, 'type') ?? 'Opaque';
  const user = TYPES[type] === undefined && namespace !== undefined ? usersOf(world).get(`${namespace}/${name}`) : undefined;
  if (user === undefined) return [];
  const unread = displayName(refOf(secret));
  const related = [{ manifest: user.manifest, at: user.at, message: 'the pull secret' }];
  return [{ key: 'type', at: '/type', data: { kind: 'type', secret: unread, type }, related }];
}

interface User {
  readonly manifest: Manifest;
  readonly at: string;
}

/** The first manifest that names each pull secret, by namespace and name. */
const usersOf = oncePer((world: World): ReadonlyMap<string, User> => {
  const users = new Map<string, User>();
  for (const manifest of [...POD_KINDS, 'ServiceAccount'].flatMap((kind) => world.ofKind(kind)))
    for (const { name, at } of namedIn(manifest.object)) {
      const key = `${String(manifest.namespace)}/${name}`;
      if (!users.has(key)) users.set(key, { manifest, at });
    }
  return users;
});

/** The pull secrets that a workload or a ServiceAccount names. */
function namedIn(object: KubeObject): readonly { readonly name: string; readonly at: string }[] {
  const holder = object.kind === 'ServiceAccount' ? { pod: object, at: '' } : podSpecOf(object);
  return listAt(holder?.pod, 'imagePullSecrets').flatMap((entry, index) => {
    const name = stringAt(entry, 'name');
    return name === undefined ? [] : [{ name, at: `${holder?.at ?? ''}/imagePullSecrets/${index}/name` }];
  });
}

/**
 * The pull secrets of an object that contain no login for its images; for a ServiceAccount, those that contain none. @param home the
 * namespace of objects that have none in their metadata
 */
function unreadIn(world: World, home: string | undefined): (object: KubeObject) => readonly UnreadFault[] {
  return (object) => {
    const spec = podSpecOf(object);
    const namespace = object.metadata.namespace ?? home;
    if (namespace === undefined) return [];
    return namedIn(object).flatMap(({ name, at }): readonly UnreadFault[] => {
      if (hasVariables(name)) return [];
      const [secret, ...others] = world.find({ group: '', kind: 'Secret', namespace, name });
      // A Secret that overrides patch may get another type or other logins.
      if (secret === undefined || others.length > 0 || !isResolved(secret, '/type') || overriddenDeliveriesOf(secret, world).length > 0)
        return [];
      const related = [{ manifest: secret, at: '/type', message: 'the Secret' }];
      const unread = displayName(manifestRef(secret));
      const type = stringAt(secret.object, 'type') ?? 'Opaque';
      if (TYPES[type] === undefined) return [{ key: `type ${name}`, at, data: { kind: 'type', secret: unread, type }, related }];
      const hosts = hostsIn(secret, type);
      const images = spec === undefined ? [] : imagesOfPod(spec.pod, spec.at);
      const registries = [...new Set(images.flatMap(({ text }) => registryOf(text)))];
      if (hosts === undefined || registries.length === 0 || registries.some((registry) => hosts.some((host) => isFor(host, registry))))
        return [];
      const data: Unread = { kind: 'registry', secret: unread, registries };
      return [
        { key: `registry ${name} ${registries.join()}`, at, rests: images.map((image) => image.at), data, related, effect: 'advice' },
      ];
    });
  };
}

const namespacesOfSecrets = oncePer((world: World) => new Set(world.ofKind('Secret').map(({ namespace }) => namespace)));

/** The hosts that it has logins for; `undefined` if they cannot be read, or if there are none yet. */
function hostsIn(secret: Manifest, type: string): readonly string[] | undefined {
  const key = TYPES[type] ?? '';
  if (!isResolved(secret, `/stringData/${key}`, `/data/${key}`)) return undefined;
  const plain = stringAt(secret.object, 'stringData', key);
  const text = plain ?? Buffer.from(stringAt(secret.object, 'data', key) ?? '', 'base64').toString('utf8');
  const config = parseJson(text);
  const logins = type.endsWith('json') ? objectAt(config, 'auths') : objectAt({ config }, 'config');
  const hosts = Object.keys(logins ?? {}).map(hostOf);
  return hosts.length === 0 || field(config, 'credHelpers') !== undefined || hosts.some((host) => placeholderIn(host) !== undefined)
    ? undefined
    : hosts;
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
