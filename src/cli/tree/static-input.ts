import { loadCel } from '../../admission/cel/load-cel.ts';
import { loadGoPatterns } from '../../admission/go-pattern.ts';
import { prepareAdmission } from '../../admission/prepare.ts';
import { ConfigError, NothingToDo } from '../../errors.ts';
import { ADMISSION_POLICY } from '../../fleet/kubernetes/admission-policy.ts';
import { DEFAULT_PROFILE, type HubProfile, PROFILE_NAMES } from '../../fleet/kubefleet/kinds.ts';
import type { RepositoryGate } from '../../static/world/repository-gate.ts';
import type { TreePart } from '../../static/compare/tree-parts.ts';
import type { ReadResult } from '../../static/read/read-result.ts';
import type { Manifest } from '../../static/world/manifest.ts';
import { azureWorkflow, gatesOfRepository } from './gates-of-repository.ts';
import { listsCluster } from './clusters-file.ts';
import { type Fleet, readFleet } from './fleet-input.ts';
import { failOn } from '../settings/fail-on.ts';
import { targetNotes } from '../hub/detected-target.ts';
import { withClustersOfTree } from './clusters-of-tree.ts';
import type { FoundConfig } from '../settings/config-file.ts';
import { type DecidingConfig, decidingConfig } from '../settings/deciding-config.ts';
import type { Io, JudgingIo } from '../process/io.ts';
import { ignoredConfigNotes } from '../settings/ignored-config-files.ts';
import { checkPositionals } from '../settings/inside-repository.ts';
import { flagValue } from '../command-line/flag-value.ts';
import { defined, type Invocation } from '../command-line/invocation.ts';
import { policyChangeNotes } from './policy-change-notes.ts';
import type { ObjectsFile } from '../hub/objects-below.ts';
import { addedFiles, givenBefore, objectsOfFiles, otherEndings } from './given/objects-of-files.ts';
import { faultInPolicies, policiesOfFiles } from './given/policies-of-files.ts';
import { settingsOf } from '../settings/report-settings.ts';
import { checkBase } from '../git/base-commit.ts';
import { judgedPaths, missingPathNotes } from '../settings/judged-paths.ts';
import { checkFlags } from './check-flags.ts';
import { unusedPolicies } from './given/unused-policies.ts';
import type { KnownToBeGone } from './undeployed/known-to-be-gone.ts';
import type { RecreatedOn } from './undeployed/recreated-by-deployers.ts';
import { treesToJudge } from './trees-to-judge.ts';

/** The input that `lint` and `plan` judge. */
export interface StaticInput {
  readonly config: FoundConfig;
  readonly target: HubProfile;
  readonly read: ReadResult;
  readonly fleet: Fleet;
  /** The gates that the repository runs after a deploy. */
  readonly gates: readonly RepositoryGate[];
  /** The fleet without the MemberClusters of the manifests, and the hub as it was read. */
  readonly given: Fleet;
  /** The same paths in the base. */
  readonly base?: ReadResult;
  /** Manifests that the change no longer deploys, although their files stay, or that it adds where nothing deploys them. */
  readonly undeployed?: ReadonlySet<Manifest>;
  /** Manifests whose objects the change deletes and creates again. */
  readonly recreated?: ReadonlyMap<Manifest, readonly RecreatedOn[]>;
  /** Those that checks take as removed; absent if there are none. */
  readonly gone?: KnownToBeGone;
  /** Manifests of both trees that are not planned, because the change deploys them to other hubs. */
  readonly unplanned?: ReadonlySet<Manifest>;
  /** Manifests of the base that the hub refuses; it may have earlier versions of them. */
  readonly refusedBefore?: ReadonlySet<Manifest>;
  /** This is the base itself; see `baseInput`. */
  readonly isBase?: true;
  /** Placements that only the hub has are planned as well, if the manifests act on them. */
  readonly plansHub?: true;
  /** The separately judged part of a tree; absent for the whole tree. */
  readonly part?: TreePart;
  /** The fleet with the MemberClusters of other manifests than those of the whole tree. */
  readonly fleetWith: (read: ReadResult, base: ReadResult | undefined) => Fleet;
  /** How the change affects the configuration, with notes. */
  readonly deciding: DecidingConfig;
  /** Reads the judged tree with another configuration. */
  readonly readBy: (config: FoundConfig) => Promise<ReadResult>;
}

/** How to read a tree another time. */
export interface EarlierReading {
  /** Texts to judge in place of files, by their absolute paths. */
  readonly texts?: ReadonlyMap<string, string>;
  /** The fleet from an earlier read; it is read again if absent. */
  readonly given?: Fleet;
}

/** The base as an input of its own; `undefined` if there is none. */
export function baseInput({ base, ...alone }: StaticInput): StaticInput | undefined {
  const { membersBefore, ...fleet } = alone.fleet;
  return base && { ...alone, isBase: true, read: base, fleet: membersBefore === undefined ? fleet : { ...fleet, members: membersBefore } };
}

/** @throws {ConfigError} @throws {HubError} @throws {NothingToDo} there is no file, or the files are empty */
export async function readStaticInput(
  invocation: Invocation,
  io: JudgingIo,
  { texts = new Map(), given: known }: EarlierReading = {},
): Promise<StaticInput> {
  checkBase(invocation);
  const deciding = await decidingConfig(invocation, io);
  const { config } = deciding;
  const { paths } = judgedPaths(config, invocation, io);
  if (paths.includes('-') && invocation.value('clusters') === '-')
    throw new ConfigError(`standard input can be the manifests or ${invocation.named('clusters')}, not both`);
  checkFlags(invocation, config.config);
  checkPositionals(invocation, io);
  const asked = flagValue(invocation, 'target') ?? config.config.target;
  const settings = { config, target: asked ?? DEFAULT_PROFILE };
  const nothing = (message: string): NothingToDo =>
    new NothingToDo(message, settingsOf(invocation, settings, failOn(invocation, config.config)).settings);
  const before = deciding.change?.now === config ? deciding.change.before : undefined;
  const trees = await treesToJudge({ invocation, config, texts, ...defined({ before }) }, io, nothing);
  const { read, base, undeployed, recreated, gone, unplanned, readBy, notes } = trees;
  const scope = invocation.command === 'plan' || invocation.command === 'ready' || invocation.switch('plan') ? 'contents' : 'named';
  const judged = { head: read.manifests, base: base?.manifests ?? [], target: asked, scope } as const;
  const files = await objectsOfFiles('crds', invocation, io);
  const policyFiles = await objectsOfFiles('policies', invocation, io);
  const policies = await policiesOfFiles(policyFiles, invocation);
  const { objects: policiesBefore, notes: policyNotes } = await givenBefore(
    policyFiles,
    invocation.values('policies'),
    {
      edited: 'it was used as it was and as it is',
      deleted: 'it was used as it was',
      added: await addedFiles(policyFiles, deciding, io),
      faultIn: faultInPolicies,
    },
    deciding,
    io,
  );
  const readIt = known ?? (await readFleet(invocation, deciding, judged, io));
  const target = readIt.target.profile;
  const added = await addedFiles(files, deciding, io);
  const { notes: crdNotes, ...contracts } = await definitionsOf(files, added, target, invocation, deciding, io);
  const given = known ?? { ...readIt, ...contracts, policies, ...(policiesBefore === undefined ? {} : { policiesBefore }) };
  const isListed = listsCluster(invocation, deciding, io);
  const isApplied = (manifest: Manifest): boolean => !isListed(manifest) && manifest.file !== given.fileBefore;
  const applied = ({ manifests }: ReadResult): readonly Manifest[] => manifests.filter(isApplied);
  const fleetWith: StaticInput['fleetWith'] = (head, old) => withClustersOfTree(given, applied(head), old && applied(old), invocation);
  const fleet = fleetWith(read, base);
  const prepare = async (manifests: readonly Manifest[]): Promise<void> => {
    const objects = manifests.map(({ object }) => object);
    for (const each of [fleet.contracts, fleet.contractsBefore]) await prepareAdmission(objects, target, each);
  };
  await prepare([...read.manifests, ...(base?.manifests ?? [])]);
  const mayHavePolicies = [
    ...policies,
    ...(policiesBefore ?? []),
    ...(fleet.hub?.objects ?? []),
    ...read.manifests.map(({ object }) => object),
  ];
  if (mayHavePolicies.some(({ kind }) => kind === ADMISSION_POLICY.kind)) await Promise.all([loadCel(), loadGoPatterns()]);
  return {
    config,
    deciding: {
      ...deciding,
      notes: [
        ...(io.notes ?? []),
        ...deciding.notes,
        ...(read.notes ?? []),
        ...targetNotes(given.target, invocation),
        ...(await azureNotes(given, invocation, io)),
        ...crdNotes,
        ...added.map((file) => `This change adds ${file}, which was used to check it.`),
        ...policyNotes,
        ...(await otherEndings('crds', invocation, io)),
        ...(await otherEndings('policies', invocation, io)),
        ...unusedPolicies(
          policyFiles,
          read.manifests.map(({ object }) => object),
          invocation,
        ),
        ...policyChangeNotes(read.manifests, base?.manifests, [...policies, ...(policiesBefore ?? []), ...(fleet.hub?.objects ?? [])]),
        ...missingPathNotes(trees, config),
        ...ignoredConfigNotes(paths, invocation, io),
        ...notes,
      ],
    },
    target,
    read,
    // Another configuration may render objects of other kinds.
    readBy: async (by) => {
      const other = await readBy(by);
      await prepare(other.manifests);
      return other;
    },
    gates: await gatesOfRepository(config, io),
    given,
    fleet,
    fleetWith,
    ...(base === undefined ? {} : { base }),
    ...defined({ undeployed, recreated, gone, unplanned }),
  };
}

/** The definitions of `--crds`, and those of the base if the change edits them. @param added the files that the change adds */
async function definitionsOf(
  files: readonly ObjectsFile[],
  added: readonly string[],
  target: HubProfile,
  invocation: Invocation,
  deciding: DecidingConfig,
  io: Io,
): Promise<Pick<Fleet, 'contracts' | 'contractsBefore'> & { readonly notes: readonly string[] }> {
  const paths = invocation.values('crds');
  if (paths.length === 0) return { notes: [] };
  const { contractsOfFiles, contractsBefore } = await import('./given/crds-of-files.ts');
  const contracts = await contractsOfFiles(files, target, invocation);
  const use = { edited: 'the edited file was used', deleted: 'it was not used', added };
  const { objects: before, notes } = await givenBefore(files, paths, use, deciding, io);
  return { contracts, notes, ...(before === undefined ? {} : { contractsBefore: await contractsBefore(before, target) }) };
}

/** Used only if there is no other evidence for the kind of hub. A workflow does not decide it, because a change may edit a workflow. */
async function azureNotes({ target, contracts }: Fleet, { named }: Invocation, io: Io): Promise<readonly string[]> {
  const workflow = target.by === 'default' && contracts === undefined ? await azureWorkflow(io) : undefined;
  if (workflow === undefined) return [];
  return [
    `${workflow} deploys to a fleet of Azure, and this was checked for ${PROFILE_NAMES[target.profile]}; if it is meant for that fleet, give ${named('target', 'aks')}.`,
  ];
}
