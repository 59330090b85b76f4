import type { Contracts } from '../../admission/contracts/contract.ts';
import type { HubProfile } from '../../fleet/kubefleet/kinds.ts';
import type { HubListing } from '../../fleet/kubefleet/hub-state.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { PreviousObject } from './previous-object.ts';
import type { Manifest } from './manifest.ts';
import type { RepositoryGate } from './repository-gate.ts';

/** Everything a rule may look at: all manifests that were read, and the member clusters if they are known. Pure data, no I/O. */
export interface World {
  readonly target: HubProfile;
  /** The hub's own schemas, where they are to be judged by; else those of the target. */
  readonly contracts: Contracts | undefined;
  /** The time cluster facts are judged at. */
  readonly now: Date;
  readonly manifests: readonly Manifest[];
  /** Beside the manifests there are texts of which nobody knows what they make: templates, charts and overlays that were not rendered. */
  readonly hasUnread: boolean;
  /** Those that findings are about; the others are only beside them. */
  readonly judged: readonly Manifest[];
  /** All manifests of a kind, whatever their version. */
  ofKind(kind: string): readonly Manifest[];
  /** The manifest of an object, versions aside; several when it is declared more than once. */
  find(ref: Omit<ObjectRef, 'apiVersion'> & { readonly group: string }): readonly Manifest[];
  /** The MemberClusters that are given, those of the manifests laid over them; `undefined` when unknown, which is not "none". */
  readonly members: readonly KubeObject[] | undefined;
  /** The MemberClusters as they were before this change; `undefined` if that is not known. */
  readonly membersBefore: readonly KubeObject[] | undefined;
  /** Names of members that no hub reports on: they are taken to be joined and healthy, and nothing else is known of their state. */
  readonly assumed: ReadonlySet<string>;
  /** Policy snapshots and bindings that were given with the members: what placements hold already. Empty when unknown. */
  readonly decided: readonly KubeObject[];
  /** What was read of the hub the manifests are for; `undefined` without one at hand. */
  readonly hub: HubListing | undefined;
  /** ValidatingAdmissionPolicies, their bindings, and the objects they look up, where files were named that hold them. */
  readonly policies: readonly KubeObject[];
  /** The gates that the repository of the manifests runs after a deploy, as far as they are known. */
  readonly gates: readonly RepositoryGate[];
  /** What the base had and the manifests have no more: it counts as deleted. Empty without a base. */
  readonly gone: readonly Manifest[];
  /** What an object was before this change: its manifest in the base, its state on the hub. `undefined` for a new one, and when nobody knows. */
  before(manifest: Manifest): PreviousObject | undefined;
}
