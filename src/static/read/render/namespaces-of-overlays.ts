import { type Delivery, isKnownText } from '../deployers/delivery.ts';
import { isAtOrBelow } from '../files/shown-path.ts';
import type { Overlay } from './overlay.ts';
import { namespaceOfObjects } from './render-arguments.ts';

/** A namespace that a command of a deploy gives to objects without one. */
export interface GivenNamespace {
  /** A folder or a file; empty for the top of the repository. */
  readonly place: string;
  /**
   * What gets it there. `chart`: the objects of a chart. `overlay`: those of a kustomization or a chart. `files`: the file, or the files of the
   * folder. Absent for everything at or below the place.
   */
  readonly of?: 'chart' | 'overlay' | 'files';
  /** The files of values with which a chart is deployed, as files are named; absent if they are not known, or if there are none. */
  readonly values?: readonly string[];
  /** It may have an expression. Empty if the command leaves it to its kubeconfig. */
  readonly namespace: string;
  /** It is on a cluster that a script creates for a test. */
  readonly isForTest?: true;
  /** The command certainly takes these objects as the tree has them, and refuses one with another namespace. */
  readonly isRequired?: true;
  /** The file of the step; absent if it is not known that the step is started. */
  readonly by?: string;
}

/** A folder whose files a step of a deploy applies as they are, named by its file. */
export interface AppliedAsFiles {
  readonly folder: string;
  readonly by: string;
  /** It applies the folders below as well. */
  readonly isRecursive: boolean;
  /** The pattern of the files, if it does not apply all of them. */
  readonly pattern?: string;
}

/**
 * Returns the namespaces that objects of an overlay without one may get: by its arguments, by Flux and Argo CD, and by scripts and pipelines.
 * @param nameOfFolder how reports name a folder at a path from the top of the repository
 */
export function namespacesOfOverlays(
  deliveries: readonly Delivery[],
  nameOfFolder: (path: string) => string,
  given: readonly GivenNamespace[] = [],
): (overlay: Overlay) => readonly string[] {
  const delivered = deliveries.flatMap(({ path, namespace, changes }) =>
    isKnownText(path) ? [namespace, changes['namespace']].map((each) => ({ folder: nameOfFolder(path), namespace: each })) : [],
  );
  return (overlay) => {
    const { directory, tool } = overlay;
    const all = [
      namespaceOfObjects(overlay),
      ...delivered.flatMap(({ folder, namespace }) => (folder === directory ? [namespace] : [])),
      ...given.flatMap(({ place, namespace, of }) => {
        const isOf = of === undefined ? isAtOrBelow(directory, place) : of !== 'files' && directory === place;
        return isOf && (of !== 'chart' || tool === 'helm') ? [namespace] : [];
      }),
    ];
    return all.filter((each) => typeof each === 'string').filter((each) => each !== '' && isKnownText(each));
  };
}
