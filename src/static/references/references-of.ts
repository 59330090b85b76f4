import { field, listAt, stringAt } from '../../fleet/json/json.ts';
import { groupOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { POD_KINDS, podSpecOf } from '../../fleet/kubernetes/pod-template.ts';
import { accountReferences, podReferences, storageClass } from './pod-references.ts';
import type { Reference } from './reference.ts';

/** The kinds that `referencesOf` reads. */
export const REFERRING_KINDS = [
  ...POD_KINDS,
  'ServiceAccount',
  'Ingress',
  'HorizontalPodAutoscaler',
  'RoleBinding',
  'ClusterRoleBinding',
  'Gateway',
  'HTTPRoute',
  'GRPCRoute',
  'TCPRoute',
  'TLSRoute',
  'UDPRoute',
  'PersistentVolumeClaim',
  'ValidatingWebhookConfiguration',
  'MutatingWebhookConfiguration',
  'CustomResourceDefinition',
  'APIService',
];

/** The objects that an object needs on the same cluster, by the names in its fields. */
export function referencesOf(object: KubeObject, namespace: string | undefined): readonly Reference[] {
  const spec = podSpecOf(object);
  if (spec !== undefined) return [...podReferences(spec.pod, spec.at, namespace), ...statefulSet(object, namespace)];
  return READERS[`${groupOf(object.apiVersion)}/${object.kind}`]?.(object, namespace) ?? [];
}

type Reader = (object: KubeObject, namespace: string | undefined) => readonly Reference[];

const READERS: Readonly<Record<string, Reader>> = {
  '/ServiceAccount': accountReferences,
  'networking.k8s.io/Ingress': ingress,
  'autoscaling/HorizontalPodAutoscaler': autoscaler,
  'rbac.authorization.k8s.io/RoleBinding': binding,
  'rbac.authorization.k8s.io/ClusterRoleBinding': binding,
  'gateway.networking.k8s.io/Gateway': gateway,
  'gateway.networking.k8s.io/HTTPRoute': route,
  'gateway.networking.k8s.io/GRPCRoute': route,
  'gateway.networking.k8s.io/TCPRoute': route,
  'gateway.networking.k8s.io/TLSRoute': route,
  'gateway.networking.k8s.io/UDPRoute': route,
  '/PersistentVolumeClaim': (object) => storageClass(object, ''),
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': webhooks,
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': webhooks,
  'apiextensions.k8s.io/CustomResourceDefinition': conversion,
  'apiregistration.k8s.io/APIService': (object) => service(field(object, 'spec', 'service'), '/spec/service', 'its API does not answer'),
};

function statefulSet(object: KubeObject, namespace: string | undefined): readonly Reference[] {
  if (object.kind !== 'StatefulSet') return [];
  return [
    ...one('/spec/serviceName', '', 'Service', namespace, stringAt(object, 'spec', 'serviceName'), 'its Pods have no stable names'),
    ...listAt(object, 'spec', 'volumeClaimTemplates').flatMap((claim, index) => storageClass(claim, `/spec/volumeClaimTemplates/${index}`)),
  ];
}

function ingress(object: KubeObject, namespace: string | undefined): readonly Reference[] {
  const className = stringAt(object, 'spec', 'ingressClassName');
  const backendService = (backend: unknown, at: string): readonly Reference[] =>
    one(`${at}/service/name`, '', 'Service', namespace, stringAt(backend, 'service', 'name'), 'requests to it fail');
  return [
    ...one('/spec/ingressClassName', 'networking.k8s.io', 'IngressClass', undefined, className, 'no controller serves it'),
    ...backendService(field(object, 'spec', 'defaultBackend'), '/spec/defaultBackend'),
    ...listAt(object, 'spec', 'rules').flatMap((rule, index) =>
      listAt(rule, 'http', 'paths').flatMap((path, position) =>
        backendService(field(path, 'backend'), `/spec/rules/${index}/http/paths/${position}/backend`),
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
      const own = stringAt(subject, 'namespace');
      const of = own ?? namespace;
      if (of === undefined) return [];
      const account = stringAt(subject, 'name');
      return withForeignNamespace(
        own,
        namespace,
        one(`/subjects/${index}/name`, '', 'ServiceAccount', of, account, 'it grants this subject nothing'),
      );
    }),
  ];
}

function gateway(object: KubeObject, namespace: string | undefined): readonly Reference[] {
  const className = stringAt(object, 'spec', 'gatewayClassName');
  const certificates = listAt(object, 'spec', 'listeners').flatMap((listener, index) =>
    listAt(listener, 'tls', 'certificateRefs').flatMap((ref, position) => {
      const { group, kind, name } = strings(ref, 'group', 'kind', 'name');
      if (group !== '' || !['', 'Secret'].includes(kind)) return [];
      const at = `/spec/listeners/${index}/tls/certificateRefs/${position}/name`;
      const own = stringAt(ref, 'namespace');
      return withForeignNamespace(own, namespace, one(at, '', 'Secret', own ?? namespace, name, 'the listener is not ready'));
    }),
  );
  return [...one('/spec/gatewayClassName', GATEWAY_API, 'GatewayClass', undefined, className, 'no controller serves it'), ...certificates];
}

const GATEWAY_API = 'gateway.networking.k8s.io';

function route(object: KubeObject, namespace: string | undefined): readonly Reference[] {
  const parents = listAt(object, 'spec', 'parentRefs').flatMap((ref, index) => {
    const { kind, name } = strings(ref, 'kind', 'name');
    const group = stringAt(ref, 'group') ?? GATEWAY_API;
    if (group !== GATEWAY_API || !['', 'Gateway'].includes(kind)) return [];
    const own = stringAt(ref, 'namespace');
    const at = `/spec/parentRefs/${index}/name`;
    return withForeignNamespace(own, namespace, one(at, group, 'Gateway', own ?? namespace, name, 'no requests reach it'));
  });
  const backends = listAt(object, 'spec', 'rules').flatMap((rule, index) =>
    listAt(rule, 'backendRefs').flatMap((ref, position) => {
      const { group, kind, name } = strings(ref, 'group', 'kind', 'name');
      if (group !== '' || !['', 'Service'].includes(kind)) return [];
      const at = `/spec/rules/${index}/backendRefs/${position}/name`;
      const own = stringAt(ref, 'namespace');
      return withForeignNamespace(own, namespace, one(at, '', 'Service', own ?? namespace, name, 'requests to it fail'));
    }),
  );
  return [...parents, ...backends];
}

function webhooks(object: KubeObject): readonly Reference[] {
  return listAt(object, 'webhooks').flatMap((webhook, index) => {
    const without = stringAt(webhook, 'failurePolicy') === 'Ignore' ? 'it checks nothing' : 'what it should check is refused';
    return service(field(webhook, 'clientConfig', 'service'), `/webhooks/${index}/clientConfig/service`, without);
  });
}

function conversion(object: KubeObject): readonly Reference[] {
  const at = ['spec', 'conversion', 'webhook', 'clientConfig', 'service'];
  return service(field(object, ...at), `/${at.join('/')}`, 'objects of its other versions cannot be read');
}

/** A Service that is named with its namespace. */
function service(named: unknown, at: string, without: string): readonly Reference[] {
  const { namespace, name } = strings(named, 'namespace', 'name');
  return namespace === '' ? [] : withForeignNamespace(namespace, undefined, one(`${at}/name`, '', 'Service', namespace, name, without));
}

/** Marks references to a namespace other than the object's own. */
function withForeignNamespace(said: string | undefined, own: string | undefined, references: readonly Reference[]): readonly Reference[] {
  return said === undefined || said === own ? references : references.map((reference) => ({ ...reference, statesNamespace: true }));
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
