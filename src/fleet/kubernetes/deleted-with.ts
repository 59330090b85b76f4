/**
 * What Kubernetes deletes together with an object of these kinds, as the end of a sentence. Keys are GROUP/KIND. Sources: the finalizers of
 * namespaces and definitions, and the reclaim policy of a volume, which is Delete for those that a StorageClass makes.
 */
export const DELETED_WITH = {
  'apiextensions.k8s.io/CustomResourceDefinition': 'every object of the kind',
  '/Namespace': 'everything in it',
  '/PersistentVolumeClaim': 'its data, if the volume is not retained',
} as const satisfies Readonly<Record<string, string>>;
