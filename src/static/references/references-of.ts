import { field, listAt, stringAt } from '../../fleet/json.ts';
import { groupOf, type KubeObject } from '../../fleet/object.ts';
import { POD_KINDS, podSpecOf } from './pod-template.ts';
import { podReferences } from './pod-references.ts';
import type { Reference } from './reference.ts';

/** The kinds that `referencesOf` reads. */
export const REFERRING_KINDS = [
  ...POD_KINDS,
  'Ingress',
  'HorizontalPodAutoscaler',
  'RoleBinding',
  'ClusterRoleBinding',
  'Gateway',
  'HTTPRoute',
  'GRPCRoute',
  'TCPRoute',
  'TLSRoute',
  'PersistentVolumeClaim',
  'ValidatingWebhookConfiguration',
  'MutatingWebhookConfiguration',
];

/** What an object needs beside itself on the same cluster, by the names it holds. Everything else is not its business. */
export function referencesOf(object: KubeObject, namespace: string | undefined): readonly Reference[] {
  const spec = podSpecOf(object);
  if (spec !== undefined) return [...podReferences(spec.pod, spec.at, namespace), ...headlessService(object, namespace)];
  return READERS[`${groupOf(object.apiVersion)}/${object.kind}`]?.(object, namespace) ?? [];
}

type Reader = (object: KubeObject, namespace: string | undefined) => readonly Reference[];

const READERS: Readonly<Record<string, Reader>> = {
  'networking.k8s.io/Ingress': ingress,
  'autoscaling/HorizontalPodAutoscaler': autoscaler,
  'rbac.authorization.k8s.io/RoleBinding': binding,
  'rbac.authorization.k8s.io/ClusterRoleBinding': binding,
  'gateway.networking.k8s.io/Gateway': gateway,
  'gateway.networking.k8s.io/HTTPRoute': route,
  'gateway.networking.k8s.io/GRPCRoute': route,
  'gateway.networking.k8s.io/TCPRoute': route,
  'gateway.networking.k8s.io/TLSRoute': route,
  '/PersistentVolumeClaim': claim,
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': webhooks,
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': webhooks,
};

function headlessService(object: KubeObject, namespace: string | undefined): readonly Reference[] {
  if (object.kind !== 'StatefulSet') return [];
  return one('/spec/serviceName', '', 'Service', namespace, stringAt(object, 'spec', 'serviceName'), 'its Pods have no stable names');
}

function ingress(object: KubeObject, namespace: string | undefined): readonly Reference[] {
  const service = (backend: unknown, at: string): readonly Reference[] =>
    one(`${at}/service/name`, '', 'Service', namespace, stringAt(backend, 'service', 'name'), 'requests to it fail');
  return [
    ...service(field(object, 'spec', 'defaultBackend'), '/spec/defaultBackend'),
    ...listAt(object, 'spec', 'rules').flatMap((rule, index) =>
      listAt(rule, 'http', 'paths').flatMap((path, position) =>
        service(field(path, 'backend'), `/spec/rules/${index}/http/paths/${position}/backend`),
      ),
    ),
    ...listAt(object, 'spec', 'tls').flatMap((tls, index) =>
      one(`/spec/tls/${index}/secretName`, '', 'Secret', namespace, stringAt(tls, 'secretName'), 'it serves no certificate of its own'),
    ),
  ];
}

function autoscaler(object: KubeObject, namespace: string | undefined): readonly Reference[] {
  const { apiVersion, kind, name } = strings(field(object, 'spec', 'scaleTargetRef'), 'apiVersion', 'kind', 'name');
  return one('/spec/scaleTargetRef/name', groupOf(apiVersion), kind, namespace, name, 'nothing is scaled');
}

const BUILTIN_ROLE = /^(system:|cluster-admin$|admin$|edit$|view$)/;

function binding(object: KubeObject, namespace: string | undefined): readonly Reference[] {
  const { kind, name } = strings(field(object, 'roleRef'), 'kind', 'name');
  const role = kind === 'Role' ? namespace : undefined;
  return [
    ...(kind === '' || BUILTIN_ROLE.test(name)
      ? []
      : one('/roleRef/name', 'rbac.authorization.k8s.io', kind, role, name, 'it grants nothing')),
    ...listAt(object, 'subjects').flatMap((subject, index) => {
      if (stringAt(subject, 'kind') !== 'ServiceAccount' || stringAt(subject, 'name') === 'default') return [];
      const of = stringAt(subject, 'namespace') ?? namespace;
      return one(`/subjects/${index}/name`, '', 'ServiceAccount', of, stringAt(subject, 'name'), 'it grants this subject nothing');
    }),
  ];
}

function gateway(object: KubeObject, namespace: string | undefined): readonly Reference[] {
  return listAt(object, 'spec', 'listeners').flatMap((listener, index) =>
    listAt(listener, 'tls', 'certificateRefs').flatMap((ref, position) => {
      const { group, kind, name } = strings(ref, 'group', 'kind', 'name');
      if (group !== '' || !['', 'Secret'].includes(kind)) return [];
      const at = `/spec/listeners/${index}/tls/certificateRefs/${position}/name`;
      return one(at, '', 'Secret', stringAt(ref, 'namespace') ?? namespace, name, 'the listener is not ready');
    }),
  );
}

function route(object: KubeObject, namespace: string | undefined): readonly Reference[] {
  return listAt(object, 'spec', 'rules').flatMap((rule, index) =>
    listAt(rule, 'backendRefs').flatMap((ref, position) => {
      const { group, kind, name } = strings(ref, 'group', 'kind', 'name');
      if (group !== '' || !['', 'Service'].includes(kind)) return [];
      const at = `/spec/rules/${index}/backendRefs/${position}/name`;
      return one(at, '', 'Service', stringAt(ref, 'namespace') ?? namespace, name, 'requests to it fail');
    }),
  );
}

function claim(object: KubeObject): readonly Reference[] {
  const name = stringAt(object, 'spec', 'storageClassName');
  return one('/spec/storageClassName', 'storage.k8s.io', 'StorageClass', undefined, name, 'no volume is made for it');
}

function webhooks(object: KubeObject): readonly Reference[] {
  return listAt(object, 'webhooks').flatMap((webhook, index) => {
    const service = field(webhook, 'clientConfig', 'service');
    const without = stringAt(webhook, 'failurePolicy') === 'Ignore' ? 'it checks nothing' : 'what it should check is refused';
    return one(
      `/webhooks/${index}/clientConfig/service/name`,
      '',
      'Service',
      stringAt(service, 'namespace'),
      stringAt(service, 'name'),
      without,
    );
  });
}

function one(
  at: string,
  group: string,
  kind: string,
  namespace: string | undefined,
  name: string | undefined,
  without: string,
): readonly Reference[] {
  return name === undefined || name === '' || kind === ''
    ? []
    : [{ at, group, kind, name, without, ...(namespace === undefined ? {} : { namespace }) }];
}

function strings<Key extends string>(holder: unknown, ...keys: readonly Key[]): Readonly<Record<Key, string>> {
  return Object.fromEntries(keys.map((key) => [key, stringAt(holder, key) ?? ''])) as Record<Key, string>;
}
