import { kubernetesFacts } from '../../../admission/kubernetes/facts.ts';
import { structuralErrorsOf } from '../../../admission/kubernetes/structural-errors.ts';
import { violationsOf } from '../../../admission/kubernetes/violations-of.ts';
import { objectMeta } from '../../../admission/object-meta.ts';
import type { FoundObject } from '../../../yaml/lists.ts';
import { metadataOf } from './metadata.ts';

/**
 * Pointers to the values of an object that make every API server refuse it, if they have a character that no name, number or word of
 * Kubernetes has. Of a custom resource, only its type and its metadata are known.
 */
export function refusedValues({ value, pointer }: FoundObject): readonly string[] {
  const { object } = metadataOf(value);
  const ofStructure = structuralErrorsOf(object).filter(({ fault }) => fault === 'type' || fault === 'unlisted');
  const isKnown = Object.hasOwn(kubernetesFacts().kinds, `${object.apiVersion}/${object.kind}`);
  const others = isKnown ? violationsOf(object) : objectMeta(object);
  return [...TYPE, ...[...ofStructure, ...others].map((fault) => fault.pointer)].map((at) => `${pointer}${at}`);
}

export const TYPE: readonly string[] = ['/apiVersion', '/kind'];
