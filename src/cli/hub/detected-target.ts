import { azureMember } from '../../fleet/kubefleet/azure-members.ts';
import { DEFAULT_PROFILE, type HubProfile, POLICY_GROUP, PROFILE_NAMES } from '../../fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { DiscoveredApis } from '../../fleet/kubefleet/api-resource.ts';
import { whereGiven } from '../../terms.ts';
import type { Invocation } from '../command-line/invocation.ts';

/** The kind of hub that manifests are checked for, and how it was determined. */
export interface FoundTarget {
  readonly profile: HubProfile;
  /** `asked`: set by a flag or the configuration; `found`: derived from known facts of the hub; `default`: no facts are known. */
  readonly by: 'asked' | 'found' | 'default';
  /** The evidence, as the end of a sentence. */
  readonly because?: string;
}

/** Known facts of a hub, if the user does not set its kind. */
export interface HubEvidence {
  readonly members: readonly KubeObject[];
  readonly apis?: DiscoveredApis | undefined;
  /** Whether its server is one of Azure. Used only if there are no members, because a self-managed hub may run there too. */
  readonly hasAzureServer?: boolean;
}

/** @param asked value of a flag or the configuration */
export function detectedTarget(asked: HubProfile | undefined, { members, apis, hasAzureServer = false }: HubEvidence): FoundTarget {
  if (asked !== undefined) return { profile: asked, by: 'asked' };
  // A hub of Azure may serve the other group as well, but no other hub has these labels.
  const member = azureMember(members);
  if (member !== undefined) return { profile: 'aks', by: 'found', because: `member cluster ${member} has labels of Azure` };
  if (apis?.resources.some(({ group }) => group === POLICY_GROUP) === true)
    return { profile: 'main', by: 'found', because: `the hub serves ${POLICY_GROUP}` };
  if (members.length === 0 && hasAzureServer) return { profile: 'aks', by: 'found', because: 'its server is in Azure' };
  return { profile: DEFAULT_PROFILE, by: 'default' };
}

/** A whole sentence that a target was found. */
export function targetNotes({ profile, because }: FoundTarget, { named }: Pick<Invocation, 'named'>): readonly string[] {
  if (because === undefined) return [];
  const other = whereGiven(named, ['target', profile === 'aks' ? 'v0.3' : 'aks'], (term) => `; for another hub use ${term}`);
  return [`Checked for ${PROFILE_NAMES[profile]}, as ${because}${other}.`];
}
