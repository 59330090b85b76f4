/**
 * An override matches an object by exact group, version and kind, and the hub has each object in the version that discovery prefers.
 * Source: `pkg/utils/overrider/overrider.go`, `pkg/controllers/workgenerator/override.go` (keys of ResourceIdentifier); it is not checked
 * before.
 */
import { listAt, stringAt } from '../../fleet/json/json.ts';
import { knownApis } from '../world/known-apis.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

interface WrongVersion {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly preferred: { readonly version: string; readonly kind: string };
}

export const overrideVersion = defineRule<WrongVersion>({
  id: 'override-version',
  summary: 'The override selects an API version or a spelling of the kind that the hub does not use',
  effect: 'misbehaves',
  kinds: ['ResourceOverride', 'ClusterResourceOverride'],
  why: 'The hub compares group, version, kind and name of a selector exactly with the objects of the placement. It stores them in the version that its API server prefers, whatever the version in the manifest. A selector in another version, or with the kind in lower case, never matches, and the clusters get the object unchanged.',
  remedy: 'Write version and kind as `kubectl api-resources` lists them on the hub.',
  docs: 'https://kubefleet.dev/docs/concepts/override/',
  message: ({ group, version, kind, preferred }) =>
    kind === preferred.kind
      ? `The hub uses ${kind} in version ${inGroup(group, preferred.version)}, so ${inGroup(group, version)} never matches.`
      : `The name of the kind is ${preferred.kind}; "${kind}" never matches.`,
  remedyFor: ({ kind, preferred }) =>
    kind === preferred.kind ? `Write \`version: ${preferred.version}\`.` : `Write \`kind: ${preferred.kind}\`.`,
  *check(manifest, world) {
    const field = manifest.object.kind === 'ResourceOverride' ? 'resourceSelectors' : 'clusterResourceSelectors';
    for (const [index, selector] of listAt(manifest.object, 'spec', field).entries()) {
      const at = `/spec/${field}/${index}`;
      const [group = '', version = '', kind = ''] = ['group', 'version', 'kind'].map((key) => stringAt(selector, key));
      const resource = knownApis(world).resolve(group, '', kind)?.resource;
      if (resource === undefined || version === '' || !isResolved(manifest, `${at}/group`, `${at}/version`, `${at}/kind`)) continue;
      if (resource.kind === kind && resource.preferred === version) continue;
      const data = { group, version, kind, preferred: { version: resource.preferred, kind: resource.kind } };
      yield { at: resource.kind === kind ? `${at}/version` : `${at}/kind`, data };
    }
  },
});

function inGroup(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}
