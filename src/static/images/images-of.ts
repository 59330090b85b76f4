import { ENVELOPE_KINDS, enclosedEntries, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { isObject, listAt, stringAt } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { CONTAINER_LISTS, POD_KINDS, podSpecOf } from '../../fleet/kubernetes/pod-template.ts';

/** The image of a container or a volume, with its pointer. */
export interface Image {
  readonly at: string;
  readonly text: string;
}

/** The kinds that `imagesOf` reads. */
export const IMAGE_KINDS = [...POD_KINDS, ...ENVELOPE_KINDS];

/** The images of an object that creates Pods, and of the objects in an envelope; empty for other objects. */
export function imagesOf(object: KubeObject): readonly Image[] {
  if (isEnvelope(object))
    return enclosedEntries(object).flatMap(([key, inner]) => {
      const inside = childPointer('/data', key);
      return imagesOf(inner).map(({ at, text }) => ({ at: `${inside}${at}`, text }));
    });
  const spec = podSpecOf(object);
  return spec === undefined ? [] : imagesOfPod(spec.pod, spec.at);
}

/**
 * The images of all objects with lists of containers, also of kinds that are not known, such as a Rollout of Argo. Tools that set images
 * look for these lists as well.
 */
export function imagesAnywhere(value: unknown, at = ''): readonly Image[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => imagesAnywhere(item, childPointer(at, index)));
  if (!isObject(value)) return [];
  const inner = Object.entries(value).flatMap(([key, item]) => imagesAnywhere(item, childPointer(at, key)));
  return [...imagesOfPod(value, at), ...inner];
}

/** The images of the PodSpec at the pointer. */
export function imagesOfPod(pod: unknown, at: string): readonly Image[] {
  return [
    ...CONTAINER_LISTS.flatMap((key) =>
      listAt(pod, key).flatMap((container, index) => one(stringAt(container, 'image'), `${at}/${key}/${index}/image`)),
    ),
    ...listAt(pod, 'volumes').flatMap((volume, index) =>
      one(stringAt(volume, 'image', 'reference'), `${at}/volumes/${index}/image/reference`),
    ),
  ];
}

function one(text: string | undefined, at: string): readonly Image[] {
  return text === undefined ? [] : [{ at, text }];
}
