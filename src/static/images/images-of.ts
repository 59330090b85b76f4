import { childPointer } from '../../fleet/json-pointer.ts';
import { listAt, stringAt } from '../../fleet/json.ts';
import type { KubeObject } from '../../fleet/object.ts';
import { podSpecOf } from '../references/pod-template.ts';

/** The image of a container, with its pointer. */
export interface Image {
  readonly at: string;
  readonly text: string;
}

/** The images of an object that makes Pods; none of any other. */
export function imagesOf(object: KubeObject): readonly Image[] {
  const spec = podSpecOf(object);
  if (spec === undefined) return [];
  return ['initContainers', 'containers', 'ephemeralContainers'].flatMap((key) =>
    listAt(spec.pod, key).flatMap((container, index) => {
      const text = stringAt(container, 'image');
      return text === undefined ? [] : [{ at: [key, index, 'image'].reduce<string>(childPointer, spec.at), text }];
    }),
  );
}
