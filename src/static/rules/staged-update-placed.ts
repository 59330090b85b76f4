/**
 * v0.3 excludes its own kinds from placements, except the namespaced ones of staged updates; main excludes these too (#631). Source:
 * `pkg/utils/apiresources.go` of v0.3.1, NewResourceConfig. A member does not have their definitions: the chart of its agent installs only
 * that of AppliedWork. There the manifest fails: `pkg/controllers/workapplier/preprocess.go` (`no matches for kind`).
 */
import { fleetKind, PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { displayName, groupOf } from '../../fleet/kubernetes/object.ts';
import { manifestRef } from '../world/identity.ts';
import { folderOf } from '../world/manifest.ts';
import { isNamed } from '../world/placements.ts';
import { placementsMaybeSending, placementsSending } from '../placing/placements-of-object.ts';
import { arrivalOn } from '../delivery/written-faults.ts';
import { defineRule } from '../world/rule.ts';
import { DEFINITION } from '../../fleet/kubernetes/read-types.ts';

export const stagedUpdatePlaced = defineRule<{ readonly kind: string; readonly placement: string }>({
  id: 'staged-update-placed',
  summary: 'A placement sends staged update runs or strategies to clusters, which do not have these kinds',
  effect: 'fails',
  otherwise: { misbehaves: 'the two are in different folders, or another placement also selects the namespace' },
  kinds: ['StagedUpdateRun', 'StagedUpdateStrategy', 'ApprovalRequest'],
  why: 'A placement of a whole namespace excludes the objects that KubeFleet itself uses there. KubeFleet v0.3 does not exclude StagedUpdateRun, StagedUpdateStrategy and ApprovalRequest, and sends them. Members do not have these kinds: the manifest fails with `no matches for kind`, and the placement stays at `Applied` False on every cluster. Later versions exclude them (`{--target main}`).',
  remedy: 'Place the Namespace with `selectionScope: NamespaceOnly`, and its content with ResourcePlacements.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementapplied',
  message: ({ kind, placement }) => `${placement} sends this ${kind} to its clusters, which do not have this kind.`,
  *check(manifest, world) {
    const { object, namespace: name = '' } = manifest;
    if (world.target !== 'v0.3' || groupOf(object.apiVersion) !== PLACEMENT_GROUP || !isNamed(manifest)) return;
    const plural = fleetKind(object.kind)?.plural;
    const definition = { ...DEFINITION, name: `${plural}.${PLACEMENT_GROUP}` };
    if (plural === undefined || placementsMaybeSending(definition, world).length > 0) return;
    const placement = placementsSending(manifest, world).find((each) => {
      const arrival = arrivalOn(manifest, '', each, world);
      return arrival !== 'nowhere' && arrival !== 'open';
    });
    if (placement === undefined) return;
    const sender = displayName(manifestRef(placement));
    const related = [{ manifest: placement, at: '/spec/resourceSelectors', message: `${sender} sends the object` }];
    const isCertain =
      folderOf(placement) === folderOf(manifest) && placementsMaybeSending({ group: '', kind: 'Namespace', name }, world).length === 1;
    const effect = isCertain ? {} : ({ effect: 'misbehaves' } as const);
    yield { at: '/kind', data: { kind: object.kind, placement: sender }, related, ...effect };
  },
});
