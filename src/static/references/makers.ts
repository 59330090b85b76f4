import { field, listAt, stringAt } from '../../fleet/json.ts';
import { groupOf } from '../../fleet/object.ts';
import { oncePer } from '../../fleet/once-per.ts';
import type { Manifest } from '../manifest.ts';
import type { World } from '../world.ts';
import type { Reference } from './reference.ts';

/**
 * The manifest of the object from which a controller on the member makes the Secret that is referred to; the Secret itself is then nowhere in
 * git. Sources: the CRDs of external-secrets, sealed-secrets, cert-manager, the Secrets Store CSI driver and the Vault operator.
 */
export function makerOf({ kind, namespace = '', name }: Reference, world: World): Manifest | undefined {
  return kind === 'Secret' ? makers(world).get(`${namespace}/${name}`) : undefined;
}

const makers = oncePer((world: World): ReadonlyMap<string, Manifest> => {
  const found = new Map<string, Manifest>();
  for (const [kind, { group, makes }] of Object.entries(MAKERS)) {
    for (const manifest of world.ofKind(kind)) {
      if (!groupOf(manifest.object.apiVersion).endsWith(group)) continue;
      for (const name of makes(manifest)) found.set(`${manifest.namespace ?? ''}/${name}`, manifest);
    }
  }
  return found;
});

interface Maker {
  /** How its API group ends. */
  readonly group: string;
  readonly makes: (manifest: Manifest) => readonly string[];
}

const MAKERS: Readonly<Record<string, Maker>> = {
  ExternalSecret: {
    group: 'external-secrets.io',
    makes: ({ object }) => [stringAt(object, 'spec', 'target', 'name') ?? object.metadata.name],
  },
  SealedSecret: {
    group: 'bitnami.com',
    makes: ({ object }) => [stringAt(object, 'spec', 'template', 'metadata', 'name') ?? object.metadata.name],
  },
  Certificate: { group: 'cert-manager.io', makes: ({ object }) => texts(field(object, 'spec', 'secretName')) },
  SecretProviderClass: {
    group: 'secrets-store.csi.x-k8s.io',
    makes: ({ object }) => listAt(object, 'spec', 'secretObjects').flatMap((made) => texts(field(made, 'secretName'))),
  },
  VaultStaticSecret: { group: 'secrets.hashicorp.com', makes: ({ object }) => texts(field(object, 'spec', 'destination', 'name')) },
  VaultDynamicSecret: { group: 'secrets.hashicorp.com', makes: ({ object }) => texts(field(object, 'spec', 'destination', 'name')) },
  Ingress: {
    group: 'networking.k8s.io',
    makes: ({ object }) => {
      const annotations = Object.keys(object.metadata.annotations ?? {});
      const isSigned = annotations.some((key) => /^cert-manager\.io\/(cluster-)?issuer$/.test(key));
      return isSigned ? listAt(object, 'spec', 'tls').flatMap((tls) => texts(field(tls, 'secretName'))) : [];
    },
  },
};

function texts(value: unknown): readonly string[] {
  return typeof value === 'string' ? [value] : [];
}
