import { isMemberCluster, LEGACY_GROUP } from '../../../fleet/kubefleet/kinds.ts';
import { groupOf, type KubeObject } from '../../../fleet/kubernetes/object.ts';
import { isOfOtherProject } from '../embedded-objects.ts';
import { isKustomization } from '../kustomize/kustomization.ts';
import { parseManifests } from '../parse-manifests.ts';
import { mentionsFleetVersion } from '../placeholders/names-fleet.ts';
import { hasPartsOfFleet } from '../placeholders/parts-of-fleet.ts';
import { dependsOnOthers } from './depends-on-others.ts';

/**
 * What a text has of KubeFleet: `nothing`; `objects`, which are MemberClusters or only name its kinds, as a CustomResourceDefinition does;
 * `content`, objects with texts for other programs beside an apiVersion of KubeFleet; `any`, which may be a placement.
 */
export type FleetInText = 'nothing' | 'objects' | 'content' | 'any';

export function fleetInText(text: string, file: string): FleetInText {
  // Azure's managed hub refuses its labels on every object.
  if (!hasPartsOfFleet(text)) return text.includes(LEGACY_GROUP) ? 'objects' : 'nothing';
  if (isKustomization(file)) return 'any';
  const { manifests, documents, notEvaluated, problems } = parseManifests(text, file);
  if (notEvaluated.length + problems.length > 0) return 'any';
  if (new Set(manifests.map(({ documentIndex }) => documentIndex)).size < documents) return 'any';
  const objects = manifests.map(({ object }) => object);
  if (objects.some(dependsOnOthers)) return 'any';
  return objects.some((object) => holdsTexts(object) && mentionsFleetVersion(JSON.stringify(object))) ? 'content' : 'objects';
}

/** Whether a controller, or a program in a container, may read the fields of an object as its own. */
function holdsTexts(object: KubeObject): boolean {
  const group = groupOf(object.apiVersion);
  return !isMemberCluster(object) && (TEXTS.has(object.kind) || isOfOtherProject(group));
}

const TEXTS: ReadonlySet<string> = new Set(['ConfigMap', 'Secret']);
