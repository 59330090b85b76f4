import { field, isObject, type JsonObject, listAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { podSpecOf } from '../../fleet/kubernetes/pod-template.ts';

/**
 * A Pod as the controller of a workload would create it: quotas, Pod Security and policies for Pods answer only to a Pod. `undefined` for
 * objects without a Pod template. It is an approximation: this login creates it, and the controller adds labels of its own.
 */
export function podOfTemplate(object: KubeObject): JsonObject | undefined {
  const spec = podSpecOf(object);
  if (spec === undefined || object.kind === 'Pod' || !isObject(spec.pod)) return undefined;
  const template = objectAt(object, ...spec.path.slice(0, -1), 'metadata') ?? {};
  const { labels, annotations } = template;
  const { namespace, name } = object.metadata;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      // A fixed name, so that the same refusal has the same text on each cluster.
      name: `${name.slice(0, LONGEST_NAME)}-dry-run`,
      ...(namespace === undefined ? {} : { namespace }),
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
    },
    spec: object.kind === 'StatefulSet' ? withClaims(spec.pod, object) : spec.pod,
  };
}

/** Shorter than the limit of 253 characters by the suffix. */
const LONGEST_NAME = 245;

/** The controller of a StatefulSet adds a volume for each claim template. */
function withClaims(pod: JsonObject, object: KubeObject): JsonObject {
  const claims = listAt(object, 'spec', 'volumeClaimTemplates').flatMap((claim) => {
    const name = stringAt(claim, 'metadata', 'name');
    return name === undefined ? [] : [{ name, persistentVolumeClaim: { claimName: `${name}-${object.metadata.name}-0` } }];
  });
  const named = new Set(claims.map(({ name }) => name));
  const others = listAt(pod, 'volumes').filter((volume) => !named.has(String(field(volume, 'name'))));
  return { ...pod, volumes: [...others, ...claims] };
}
