import { field, listAt, stringAt } from '../../fleet/json/json.ts';
import { groupOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { Manifest } from '../world/manifest.ts';
import type { World } from '../world/world.ts';
import type { Reference } from './reference.ts';

/**
 * The object from which a controller on the member creates the referenced Secret, so that the Secret itself is not in git. Sources: the
 * CRDs of external-secrets, sealed-secrets, cert-manager, the Secrets Store CSI driver, and of the operators of Vault, Azure Key Vault,
 * 1Password.
 */
export function makerOf(reference: MadeReference, world: World): Manifest | undefined {
  return makersOf(reference, world).at(-1);
}

/** The same, for each environment that declares it. */
export function makersOf({ kind, namespace = '', name }: MadeReference, world: World): readonly Manifest[] {
  if (kind !== 'Secret') return [];
  const { inNamespace, inEach } = makers(world);
  return inNamespace.get(`${namespace}/${name}`) ?? inEach.get(name) ?? [];
}

type MadeReference = Pick<Reference, 'kind' | 'namespace' | 'name'>;

/** The names of the Secrets that controllers make in a namespace, with the objects that they make them from. */
export function madeIn(namespace: string, world: World): ReadonlyMap<string, Manifest> {
  const { inNamespace, inEach } = makers(world);
  const start = `${namespace}/`;
  const own = [...inNamespace].flatMap(([key, all]) => (key.startsWith(start) ? [[key.slice(start.length), all] as const] : []));
  return new Map([...inEach, ...own].flatMap(([name, all]) => all.slice(-1).map((maker) => [name, maker])));
}

/** Whether a controller creates Secrets from objects of the kind. */
export function isMaker({ group, kind }: { readonly group: string; readonly kind: string }): boolean {
  const maker = Object.hasOwn(MAKERS, kind) ? MAKERS[kind] : undefined;
  return maker !== undefined && group.endsWith(maker.group);
}

/** The names of the Secrets that a controller makes from the object. */
export function namesMadeFrom(object: KubeObject): readonly string[] {
  return isMaker({ group: groupOf(object.apiVersion), kind: object.kind }) ? (MAKERS[object.kind]?.makes(object) ?? []) : [];
}

/** Whether a controller copies the object into other namespaces. Sources: the annotations of reflector, replicator and config-syncer. */
export function isCopied({ object }: Manifest): boolean {
  return Object.keys(object.metadata.annotations ?? {}).some((key) =>
    /^(?:reflector\.v1\.k8s\.emberstack\.com|replicator\.v1\.mittwald\.de|kubed\.appscode\.com)\//.test(key),
  );
}

interface Makers {
  readonly inNamespace: ReadonlyMap<string, readonly Manifest[]>;
  /** Cluster-scoped objects create the Secret in each namespace that they select. */
  readonly inEach: ReadonlyMap<string, readonly Manifest[]>;
}

const makers = oncePer((world: World): Makers => {
  const inNamespace = new Map<string, Manifest[]>();
  const inEach = new Map<string, Manifest[]>();
  const add = (to: Map<string, Manifest[]>, name: string, manifest: Manifest): void => {
    const known = to.get(name);
    if (known === undefined) to.set(name, [manifest]);
    else known.push(manifest);
  };
  for (const [kind, { group, makes, isClusterScoped }] of Object.entries(MAKERS)) {
    for (const manifest of world.ofKind(kind)) {
      if (!groupOf(manifest.object.apiVersion).endsWith(group)) continue;
      for (const name of makes(manifest.object)) {
        if (isClusterScoped === true) add(inEach, name, manifest);
        else add(inNamespace, `${manifest.namespace ?? ''}/${name}`, manifest);
      }
    }
  }
  return { inNamespace, inEach };
});

interface Maker {
  /** The end of its API group. */
  readonly group: string;
  readonly makes: (object: KubeObject) => readonly string[];
  readonly isClusterScoped?: true;
}

const MAKERS: Readonly<Record<string, Maker>> = {
  ExternalSecret: {
    group: 'external-secrets.io',
    makes: (object) => [stringAt(object, 'spec', 'target', 'name') ?? object.metadata.name],
  },
  ClusterExternalSecret: {
    group: 'external-secrets.io',
    makes: (object) => [
      stringAt(object, 'spec', 'externalSecretSpec', 'target', 'name') ??
        stringAt(object, 'spec', 'externalSecretName') ??
        object.metadata.name,
    ],
    isClusterScoped: true,
  },
  SealedSecret: {
    group: 'bitnami.com',
    makes: (object) => [stringAt(object, 'spec', 'template', 'metadata', 'name') ?? object.metadata.name],
  },
  Certificate: { group: 'cert-manager.io', makes: (object) => texts(field(object, 'spec', 'secretName')) },
  SecretProviderClass: {
    group: 'secrets-store.csi.x-k8s.io',
    makes: (object) => listAt(object, 'spec', 'secretObjects').flatMap((made) => texts(field(made, 'secretName'))),
  },
  VaultStaticSecret: { group: 'secrets.hashicorp.com', makes: (object) => texts(field(object, 'spec', 'destination', 'name')) },
  VaultDynamicSecret: { group: 'secrets.hashicorp.com', makes: (object) => texts(field(object, 'spec', 'destination', 'name')) },
  VaultPKISecret: { group: 'secrets.hashicorp.com', makes: (object) => texts(field(object, 'spec', 'destination', 'name')) },
  AzureKeyVaultSecret: { group: 'spv.no', makes: (object) => texts(field(object, 'spec', 'output', 'secret', 'name')) },
  OnePasswordItem: { group: 'onepassword.com', makes: (object) => [object.metadata.name] },
  Gateway: {
    group: 'gateway.networking.k8s.io',
    makes: (object) =>
      isSigned(object)
        ? listAt(object, 'spec', 'listeners').flatMap((listener) =>
            listAt(listener, 'tls', 'certificateRefs').flatMap((ref) => texts(field(ref, 'name'))),
          )
        : [],
  },
  Ingress: {
    group: 'networking.k8s.io',
    makes: (object) => (isSigned(object) ? listAt(object, 'spec', 'tls').flatMap((tls) => texts(field(tls, 'secretName'))) : []),
  },
};

/** Whether cert-manager issues the certificates that the object names. */
function isSigned({ metadata }: KubeObject): boolean {
  return Object.keys(metadata.annotations ?? {}).some((key) => /^cert-manager\.io\/(cluster-)?issuer$/.test(key));
}

function texts(value: unknown): readonly string[] {
  return typeof value === 'string' ? [value] : [];
}
