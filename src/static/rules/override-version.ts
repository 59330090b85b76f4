/**
 * An override matches an object by exact group, version and kind, and the hub has each object in the version that discovery prefers.
 * Source: `pkg/utils/overrider/overrider.go`, `pkg/controllers/workgenerator/override.go` (keys of ResourceIdentifier); it is not checked
 * before. A CustomResourceDefinition cannot define a kind in a group without a dot
 * (`pkg/apis/apiextensions/validation/validation.go` of Kubernetes), so such a group has only Kubernetes' own kinds.
 */
import { OVERRIDE_KINDS } from '../../selection/override.ts';
import type { ApiResource, ApiResources } from '../../fleet/kubefleet/api-resource.ts';
import { field, listAt, stringAt } from '../../fleet/json/json.ts';
import { meantType } from '../answers/meant-type.ts';
import { knownApis } from '../world/known-apis.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

interface WrongVersion {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly preferred: Pick<ApiResource, 'group' | 'preferred' | 'kind'>;
}

export const overrideVersion = defineRule<WrongVersion>({
  id: 'override-version',
  summary: 'The override selects a group, a version or a spelling of the kind that the hub does not use',
  effect: 'misbehaves',
  kinds: OVERRIDE_KINDS,
  why: 'The hub compares group, version, kind and name of a selector exactly with the objects of the placement. It stores them in the version that its API server prefers, whatever the version in the manifest. A selector with another group or version, or with the kind in lower case, never matches, and the clusters get the object unchanged.',
  remedy: 'Write group, version and kind as `kubectl api-resources` lists them on the hub.',
  docs: 'https://kubefleet.dev/docs/concepts/override/',
  message: ({ group, version, kind, preferred }) => {
    if (group !== preferred.group) return `${kind} is in ${named(preferred.group)}; a selector with ${named(group)} never matches it.`;
    return kind === preferred.kind
      ? `The hub uses ${kind} in version ${inGroup(group, preferred.preferred)}, so ${inGroup(group, version)} never matches.`
      : `The name of the kind is ${preferred.kind}; "${kind}" never matches.`;
  },
  remedyFor: ({ group, kind, preferred }) => {
    if (group !== preferred.group) return `Write \`group: ${preferred.group === '' ? '""' : preferred.group}\`.`;
    return kind === preferred.kind ? `Write \`version: ${preferred.preferred}\`.` : `Write \`kind: ${preferred.kind}\`.`;
  },
  *check(manifest, world) {
    const list = manifest.object.kind === 'ResourceOverride' ? 'resourceSelectors' : 'clusterResourceSelectors';
    const apis = knownApis(world);
    for (const [index, selector] of listAt(manifest.object, 'spec', list).entries()) {
      const at = `/spec/${list}/${index}`;
      const [group = '', version = '', kind = ''] = ['group', 'version', 'kind'].map((key) => stringAt(selector, key));
      const preferred = apis.resolve(group, '', kind)?.resource ?? inOtherGroup(group, kind, apis) ?? meantType(group, kind, world);
      if (preferred === undefined || version === '' || !isResolved(manifest, `${at}/group`, `${at}/version`, `${at}/kind`)) continue;
      const given = { data: { group, version, kind, preferred }, givesWayTo: { schema: at } };
      if (preferred.group !== group) yield { at: field(selector, 'group') === undefined ? at : `${at}/group`, ...given };
      else if (preferred.kind !== kind || preferred.preferred !== version)
        yield { at: preferred.kind === kind ? `${at}/version` : `${at}/kind`, ...given };
    }
  },
});

/** The kind in the only group that has it, if the hub certainly has no such kind in the group that was written. */
function inOtherGroup(group: string, kind: string, apis: ApiResources): ApiResource | undefined {
  if (group.includes('.') && !apis.isAbsent(group, kind)) return undefined;
  const [found, ...others] = apis.all.filter((resource) => resource.kind === kind);
  return others.length === 0 ? found : undefined;
}

function named(group: string): string {
  return group === '' ? 'the core group' : `group ${group}`;
}

function inGroup(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}
