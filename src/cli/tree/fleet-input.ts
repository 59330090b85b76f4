import { isDeepStrictEqual } from 'node:util';
import type { Contracts } from '../../admission/contracts/contract.ts';
import { ConfigError } from '../../errors.ts';
import { listed } from '../../fleet/text/listed.ts';
import type { HubListing } from '../../fleet/kubefleet/hub-state.ts';
import { type HubProfile, isMemberCluster, MEMBER_CLUSTER } from '../../fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { LiveHub } from '../../gates/hub/connect-hub.ts';
import { fleetGateOfHub } from '../../gates/reach.ts';
import type { DoctorReport } from '../../report.ts';
import { fileName } from '../../report/facts/words/words.ts';
import { isCoverage } from '../../gates/hub/dump/coverage.ts';
import { newestOfEach } from '../../gates/hub/dump/newest-of-each.ts';
import { clustersAt } from '../../static/world/clusters-at.ts';
import { withAssumedStatus } from '../../static/world/clusters-of-manifests.ts';
import { parseObjects } from '../../yaml/objects.ts';
import { clusterChanges } from '../clusters/cluster-changes.ts';
import { ageNotes, readAt } from '../clusters/read-at.ts';
import { type ClustersFile, clustersFile } from './clusters-file.ts';
import type { DecidingConfig } from '../settings/deciding-config.ts';
import { detectedTarget, type FoundTarget } from '../hub/detected-target.ts';
import type { JudgedManifests } from '../hub/hub-needs.ts';
import type { Manifest } from '../../static/world/manifest.ts';
import { misnamedObject } from './given/misnamed-object.ts';
import { hubOfDump } from '../hub/hub-of-dump.ts';
import type { Io } from '../process/io.ts';
import { type RenamedClusters, renamedClusters } from './renamed-clusters.ts';
import { flagValue } from '../command-line/flag-value.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { readsHub } from '../command-line/reads-hub.ts';
import { missingRightsSection } from '../hub/missing-rights-section.ts';

/** The known member clusters, and the time at which they are judged. */
export interface Fleet {
  readonly members: readonly KubeObject[] | undefined;
  /** The members in the base; absent if they are the same. */
  readonly membersBefore?: readonly KubeObject[];
  /** The name of their file in the base, if the change renames it. */
  readonly fileBefore?: string;
  /** Names of members without data from a hub. */
  readonly assumed?: readonly string[];
  /** The clusters were not given: they are the MemberClusters of the manifests. */
  readonly isOfManifests?: boolean;
  /** Notes about the source of the clusters, in whole sentences. */
  readonly notes?: readonly string[];
  /** The scheduler's current decisions: policy snapshots and bindings. Also all other objects of a dump. */
  readonly objects: readonly KubeObject[];
  readonly now: Date;
  /** The hub, if it or a dump of it was read. */
  readonly hub?: HubListing;
  /** The kind of hub. */
  readonly target: FoundTarget;
  /** `--hub-schema`: the schemas of the hub. `--crds`: the schemas of files. */
  readonly contracts?: Contracts;
  /** `--policies`: admission policies, their bindings, and the objects that they read. */
  readonly policies?: readonly KubeObject[];
  /** `contracts` of the base, if the change edits the files of `--crds`. */
  readonly contractsBefore?: Contracts;
  /** `policies` as the base has their files, if the change edits one of them. */
  readonly policiesBefore?: readonly KubeObject[];
  /** The missing rights on the hub. */
  readonly doctor?: DoctorReport;
}

/**
 * Reads the fleet from `--clusters`, the hub (`--kubeconfig`, `--context`) or the configuration file, in this order. From a hub it reads
 * all objects that the manifests are judged with.
 * @throws {ConfigError} @throws {HubError}
 */
export async function readFleet(
  invocation: Invocation,
  deciding: DecidingConfig,
  judged: JudgedManifests<Manifest>,
  io: Io,
): Promise<Fleet> {
  const { named } = invocation;
  const given = flagValue(invocation, 'now');
  const flag = invocation.value('clusters');
  const live = readsHub(invocation);
  if (flag !== undefined && live)
    throw new ConfigError(
      `${named('clusters')} and ${named('kubeconfig')}/${named('context')} exclude each other: both give the member clusters`,
    );
  if (live) return withFileChanges(await readLiveFleet(invocation, given, judged, io), invocation, deciding, io);
  const source = await clustersFile(invocation, deciding, io);
  if (source === undefined) {
    // With a base, a change must not select the kind of hub that it is checked for.
    const known = judged.base.length > 0 ? judged.base : judged.head;
    const target = detectedTarget(judged.target, { members: known.map(({ object }) => object).filter(isMemberCluster) });
    return { members: undefined, objects: [], now: given ?? io.now(), target };
  }

  const { text, file, namedBy, notes } = source;
  const objects = objectsIn(text, source);
  const written = objects.filter(isMemberCluster);
  const hub = hubOfDump(objects);
  if (written.length === 0) throw new ConfigError(`${namedBy} ${file}: it contains no MemberCluster; write it with: ${WRITE_IT}`);
  const now = given ?? readAt(written) ?? io.now();
  const { members, assumed } = withAssumedStatus(written, now);
  const renamed = source.isNew === true ? renamedClusters(written, judged.head, judged.base) : undefined;
  const ofBase = source.before && clustersOfBase(source.before, source);
  const writtenBefore = ofBase?.written ?? renamed?.written;
  const before = writtenBefore && withAssumedStatus(clustersAt(writtenBefore, now), now).members;
  const said = [
    ...notes,
    ...(ofBase === undefined ? [] : [ofBase.note]),
    ...renamedNotes(renamed, written, file),
    ...assumedNotes(assumed, file),
    ...ageNotes(written, file, given ?? io.now()),
  ];
  return {
    members,
    ...(renamed === undefined ? {} : { fileBefore: renamed.file }),
    ...(before === undefined ? {} : { membersBefore: before }),
    assumed,
    target: detectedTarget(judged.target, { members: before ?? members }),
    objects: objects.filter((object) => !isMemberCluster(object)),
    now,
    ...(hub === undefined ? {} : { hub }),
    ...(said.length === 0 ? {} : { notes: said }),
  };
}

/** Adds a note if the hub's members differ from those in the file of the configuration, which other runs use. */
async function withFileChanges(fleet: Fleet, invocation: Invocation, deciding: DecidingConfig, io: Io): Promise<Fleet> {
  const { members, now } = fleet;
  // The hub decides; a file that cannot be read is not needed here.
  const source = await clustersFile(invocation, deciding, io).catch(() => undefined);
  if (members === undefined || source === undefined) return fleet;
  const written = parseObjects(source.text, source.file).objects.filter(isMemberCluster);
  const at = readAt(written) ?? now;
  const changes = clusterChanges({ members: withAssumedStatus(written, at).members, at }, { members, at: now });
  if (written.length === 0 || changes.length === 0) return fleet;
  const { knownReach } = await import('../hub/reach-of.ts');
  const note = `The hub's clusters are used; ${fileName(source.file)} differs from them (${changes.join('; ')}), and \`${fleetGateOfHub(knownReach(invocation, io), 'clusters')}\` refreshes it.`;
  return { ...fleet, notes: [...(fleet.notes ?? []), note] };
}

/** @throws {ConfigError} a part of the text cannot be read, a MemberCluster is probably misspelt, or two copies of an object contradict each other */
function objectsIn(text: string, { file, namedBy }: ClustersFile): readonly KubeObject[] {
  const { objects, problems } = parseObjects(text, file);
  const [problem] = problems;
  if (problem !== undefined)
    throw new ConfigError(`${namedBy} ${problem.file}:${problem.line}: ${problem.message} Write the file with: ${WRITE_IT}`);
  const misnamed = misnamedIn(objects);
  if (misnamed !== undefined) throw new ConfigError(`${namedBy} ${file}: ${misnamed}`);
  return oneOfEach(objects);
}

function misnamedIn(objects: readonly KubeObject[]): string | undefined {
  return objects.map((object) => misnamedObject(object, [MEMBER_CLUSTER])).find((fault) => fault !== undefined);
}

/** @throws {ConfigError} two copies of an object contradict each other */
function oneOfEach(objects: readonly KubeObject[]): readonly KubeObject[] {
  return [...objects.filter(isCoverage), ...newestOfEach(objects.filter((object) => !isCoverage(object)))];
}

/** The member clusters of the file in the base, and a note. If it cannot be used, none are known: the change may repair it. */
function clustersOfBase(
  { text, base }: NonNullable<ClustersFile['before']>,
  { file }: ClustersFile,
): { readonly written?: readonly KubeObject[]; readonly note: string } {
  const { objects, problems } = parseObjects(text, file);
  const [problem] = problems;
  const unused = (why: string): { readonly note: string } => ({
    note: `${file}, the file of clusters, cannot be used as ${base} has it (${why}). ${base} is checked against the file of this change, so the clusters that the change adds or removes are not shown.`,
  });
  if (problem !== undefined) return unused(`line ${problem.line}: ${problem.message.replace(/\.$/, '')}`);
  const misnamed = misnamedIn(objects);
  if (misnamed !== undefined) return unused(misnamed);
  try {
    const written = oneOfEach(objects).filter(isMemberCluster);
    if (written.length === 0) return unused('it contains no MemberCluster');
    return { written, note: `This change edits ${file}, the file of clusters; ${base} is checked against its own file.` };
  } catch (error) {
    if (error instanceof ConfigError) return unused(error.message);
    throw error;
  }
}

function renamedNotes(renamed: RenamedClusters | undefined, written: readonly KubeObject[], file: string): readonly string[] {
  if (renamed === undefined || isDeepStrictEqual(renamed.written, written)) return [];
  return [
    `This change renames and edits ${renamed.file}, the file of clusters, which is now ${file}; the base is checked against its own file.`,
  ];
}

const WRITE_IT = 'fleet-gate clusters, or kubectl get memberclusters -o yaml';

function assumedNotes(assumed: readonly string[], file: string): readonly string[] {
  const names = [...new Set(assumed)];
  if (names.length === 0) return [];
  const [has, is] = names.length === 1 ? ['has no status', 'is'] : ['have no status', 'are'];
  return [`MemberCluster ${listed(names, 5)} of ${fileName(file)} ${has}, and ${is} treated as joined and healthy.`];
}

async function readLiveFleet(invocation: Invocation, given: Date | undefined, judged: JudgedManifests<Manifest>, io: Io): Promise<Fleet> {
  const [{ openHub, printNotice }, { readHub }, { hasAzureServer, knownReach }] = await Promise.all([
    import('../hub/open-hub.ts'),
    import('../hub/read-hub.ts'),
    import('../hub/reach-of.ts'),
  ]);
  const hub = await openHub(invocation, io);
  const sayRefused = async (): Promise<Pick<Fleet, 'doctor'>> => {
    const refused = await hub.refusedLists();
    if (refused === undefined) return {};
    if (!invocation.switch('quiet')) printNotice(refused, io);
    return missingRightsSection([refused], knownReach(invocation, io));
  };
  try {
    const evidence = { hasAzureServer: hasAzureServer(invocation, io) };
    const { members, decided, state, target } = await readHub(hub, judged, evidence);
    const own = await readOwnSchemas(hub, invocation, target.profile);
    const visibility = state.visibility(MEMBER_CLUSTER);
    if (visibility.kind === 'notServed') throw new ConfigError(`the member clusters of the hub cannot be read: ${visibility.message}`);
    const lacking = await sayRefused();
    const seen = visibility.kind === 'seen' ? members : undefined;
    return { members: seen, objects: decided, now: given ?? hub.now(), hub: state, target, ...own, ...lacking };
  } catch (error) {
    // Only the first error is reported.
    await sayRefused().catch(() => undefined);
    throw error;
  } finally {
    await hub.close();
  }
}

async function readOwnSchemas(hub: LiveHub, invocation: Invocation, target: HubProfile): Promise<Pick<Fleet, 'contracts'>> {
  if (!invocation.switch('hub-schema')) return {};
  const { readHubContracts } = await import('../hub/read-hub.ts');
  return { contracts: await readHubContracts(hub, target, invocation.named) };
}
