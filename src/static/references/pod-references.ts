import { field, listAt, stringAt } from '../../fleet/json/json.ts';
import { CONTAINER_LISTS } from '../../fleet/kubernetes/pod-template.ts';
import type { Reference } from './reference.ts';

/**
 * The objects that a Pod needs to start: in its namespace the ConfigMaps, Secrets, claims and the ServiceAccount, and in its cluster the
 * classes that it names. Objects marked as `optional` are not included. Sources: the Kubernetes API reference of PodSpec; the kubelet's
 * `CreateContainerConfigError` and `FailedMount`, and the API server's `serviceaccount "…" not found`.
 * @param pod a PodSpec
 * @param at its pointer
 */
export function podReferences(pod: unknown, at: string, namespace: string | undefined): readonly Reference[] {
  const home = namespace === undefined ? {} : { namespace };
  const inNamespace = [
    ...CONTAINER_LISTS.flatMap((key) => listAt(pod, key).flatMap((container, index) => containerNames(container, `${at}/${key}/${index}`))),
    ...listAt(pod, 'volumes').flatMap((volume, index) => volumeNames(volume, `${at}/volumes/${index}`)),
    ...pullSecrets(pod, at),
    ...accountOf(pod, at),
  ].map((found): Reference => ({ ...found, ...home }));
  const ofCluster = CLASSES.flatMap(({ key, group, kind, builtin }): readonly Reference[] => {
    const name = stringAt(pod, key) ?? '';
    if (name === '' || builtin.test(name)) return [];
    return [{ at: `${at}/${key}`, group, kind, name, without: 'its Pods are refused' }];
  });
  const ofVolumes = listAt(pod, 'volumes').flatMap((volume, index) =>
    storageClass(field(volume, 'ephemeral', 'volumeClaimTemplate'), `${at}/volumes/${index}/ephemeral/volumeClaimTemplate`),
  );
  return [...inNamespace, ...ofCluster, ...ofVolumes];
}

/** The Secrets with which the images of all Pods of a ServiceAccount are pulled. */
export function accountReferences(account: unknown, namespace: string | undefined): readonly Reference[] {
  const home = namespace === undefined ? {} : { namespace };
  return pullSecrets(account, '').map((found) => ({ ...found, ...home }));
}

/** The class that a claim names; none if it is empty or missing. @param at pointer to the claim */
export function storageClass(claim: unknown, at: string): readonly Reference[] {
  const name = stringAt(claim, 'spec', 'storageClassName') ?? '';
  if (name === '') return [];
  return [{ at: `${at}/spec/storageClassName`, group: 'storage.k8s.io', kind: 'StorageClass', name, without: 'no volume is made for it' }];
}

type Found = Omit<Reference, 'namespace' | 'statesNamespace'>;
const NOT_STARTED = 'its containers do not start';
const NOT_MOUNTED = 'its Pods wait for the volume';

const CLASSES = [
  { key: 'priorityClassName', group: 'scheduling.k8s.io', kind: 'PriorityClass', builtin: /^system-(cluster|node)-critical$/ },
  { key: 'runtimeClassName', group: 'node.k8s.io', kind: 'RuntimeClass', builtin: /^$/ },
] as const;

function containerNames(container: unknown, at: string): readonly Found[] {
  const whole = listAt(container, 'envFrom').flatMap((source, index) => [
    ...named(source, 'configMapRef', 'ConfigMap', `${at}/envFrom/${index}`),
    ...named(source, 'secretRef', 'Secret', `${at}/envFrom/${index}`),
  ]);
  const single = listAt(container, 'env').flatMap((variable, index) => {
    const from = field(variable, 'valueFrom');
    if (from === undefined) return [];
    const inside = `${at}/env/${index}/valueFrom`;
    return [...named(from, 'configMapKeyRef', 'ConfigMap', inside), ...named(from, 'secretKeyRef', 'Secret', inside)];
  });
  return [...whole, ...single];
}

/** @param at pointer to the holder; no key below it has a character that must be escaped in a pointer */
function named(holder: unknown, key: string, kind: string, at: string, without = NOT_STARTED, nameKey = 'name'): readonly Found[] {
  const name = stringAt(holder, key, nameKey) ?? '';
  if (name === '' || field(holder, key, 'optional') === true) return [];
  return [{ at: `${at}/${key}/${nameKey}`, group: '', kind, name, without }];
}

/** Volumes of storage systems name the Secret with their credentials, in the same namespace, in `secretRef`. */
const WITH_SECRET_REF = ['cephfs', 'flexVolume', 'iscsi', 'rbd', 'scaleIO', 'storageos'] as const;

function volumeNames(volume: unknown, at: string): readonly Found[] {
  const projected = listAt(volume, 'projected', 'sources').flatMap((source, position) => {
    const inside = `${at}/projected/sources/${position}`;
    return [...named(source, 'configMap', 'ConfigMap', inside, NOT_MOUNTED), ...named(source, 'secret', 'Secret', inside, NOT_MOUNTED)];
  });
  return [
    ...named(volume, 'configMap', 'ConfigMap', at, NOT_MOUNTED),
    ...named(volume, 'secret', 'Secret', at, NOT_MOUNTED, 'secretName'),
    ...named(volume, 'azureFile', 'Secret', at, NOT_MOUNTED, 'secretName'),
    ...named(volume, 'persistentVolumeClaim', 'PersistentVolumeClaim', at, NOT_MOUNTED, 'claimName'),
    ...WITH_SECRET_REF.flatMap((type) => named(field(volume, type), 'secretRef', 'Secret', `${at}/${type}`, NOT_MOUNTED)),
    ...named(field(volume, 'csi'), 'nodePublishSecretRef', 'Secret', `${at}/csi`, NOT_MOUNTED),
    ...providerClass(volume, at),
    ...projected,
  ];
}

/** The Secrets Store CSI driver reads what to fetch from an object of the namespace. */
function providerClass(volume: unknown, at: string): readonly Found[] {
  const name = stringAt(volume, 'csi', 'volumeAttributes', 'secretProviderClass') ?? '';
  if (name === '' || stringAt(volume, 'csi', 'driver') !== 'secrets-store.csi.k8s.io') return [];
  const inside = `${at}/csi/volumeAttributes/secretProviderClass`;
  return [{ at: inside, group: 'secrets-store.csi.x-k8s.io', kind: 'SecretProviderClass', name, without: NOT_MOUNTED }];
}

/** If a pull secret is missing, the Pod is still created. Its image is pulled without the secret, which fails for a private image. */
function pullSecrets(holder: unknown, at: string): readonly Found[] {
  return listAt(holder, 'imagePullSecrets').flatMap((secret, index) => {
    const name = stringAt(secret, 'name') ?? '';
    if (name === '') return [];
    return [{ at: `${at}/imagePullSecrets/${index}/name`, group: '', kind: 'Secret', name, without: 'a private image cannot be pulled' }];
  });
}

/** Every namespace has the account `default`. */
function accountOf(pod: unknown, at: string): readonly Found[] {
  const key = stringAt(pod, 'serviceAccountName') === undefined ? 'serviceAccount' : 'serviceAccountName';
  const name = stringAt(pod, key) ?? '';
  return name === '' || name === 'default'
    ? []
    : [{ at: `${at}/${key}`, group: '', kind: 'ServiceAccount', name, without: 'its Pods are not created' }];
}
