import type { Contracts } from '../../admission/contracts/contract.ts';
import type { HubProfile } from '../../fleet/kubefleet/kinds.ts';
import type { HubListing } from '../../fleet/kubefleet/hub-state.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { PreviousObject } from './previous-object.ts';
import type { Manifest } from './manifest.ts';
import type { RepositoryGate } from './repository-gate.ts';

/** Everything that a rule may read: all manifests, and the member clusters if they are known. Pure data, no I/O. */
export interface World {
  readonly target: HubProfile;
  /** The hub's own schemas, if they are used; else those of the target. */
  readonly contracts: Contracts | undefined;
  /** The time at which facts about clusters are judged. */
  readonly now: Date;
  readonly manifests: readonly Manifest[];
  /**
   * The part of the tree that a manifest is in; `undefined` if it is in none. Manifests of two parts are not deployed together. Only the
   * world of the whole tree has parts.
   */
  partOf(manifest: Manifest): string | undefined;
  /** There are texts whose output is not known: templates, charts and overlays that were not rendered. */
  readonly hasUnread: boolean;
  /** The manifests that findings are about; the others are only read. */
  readonly judged: readonly Manifest[];
  /** Those of `gone` that findings are about. */
  readonly judgedGone: readonly Manifest[];
  /** It is the tree before a change, which is compared with the tree after it. Its objects are not new. */
  readonly isBase: boolean;
  /** All manifests of a kind, in any version. */
  ofKind(kind: string): readonly Manifest[];
  /** The manifest of an object, in any version; several if it is declared more than once. */
  find(ref: Omit<ObjectRef, 'apiVersion'> & { readonly group: string }): readonly Manifest[];
  /** The given MemberClusters, merged with those of the manifests; `undefined` if they are not known, which is not the same as none. */
  readonly members: readonly KubeObject[] | undefined;
  /** The MemberClusters before this change; `undefined` if they are not known. */
  readonly membersBefore: readonly KubeObject[] | undefined;
  /** Names of members without a report from a hub: they are assumed to be joined and healthy, and nothing else is known about them. */
  readonly assumed: ReadonlySet<string>;
  /** Policy snapshots and bindings that were given with the members: what placements already hold. Empty if that is not known. */
  readonly decided: readonly KubeObject[];
  /** The objects that were read from the target hub; `undefined` if no hub was read. */
  readonly hub: HubListing | undefined;
  /** ValidatingAdmissionPolicies, their bindings, and the objects they read, if files with them were given. */
  readonly policies: readonly KubeObject[];
  /** `policies` as the base has their files, if the change edits one of them. The objects must pass both. */
  readonly policiesBefore?: readonly KubeObject[];
  /** The gates that the repository of the manifests runs after a deploy, as far as they are known. */
  readonly gates: readonly RepositoryGate[];
  /** Objects that the base has and the manifests do not: they are deleted. Empty without a base. */
  readonly gone: readonly Manifest[];
  /**
   * The state of an object before this change: its manifest in the base, and the object on the hub. `undefined` for a new one, and if it is
   * not known.
   */
  before(manifest: Manifest): PreviousObject | undefined;
  /** The world of the base; `undefined` without a base. */
  readonly base: () => World | undefined;
}
