import type { LoadedConfig } from '../../config.ts';
import { readManifests } from '../../static/read/read-manifests.ts';
import type { ReadResult } from '../../static/read/read-result.ts';
import type { MovedTo, RenderOptions } from '../../static/read/render/render-options.ts';
import type { TakenFiles } from '../../static/read/taken-files.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { readsHub } from '../command-line/reads-hub.ts';
import { repositoryFacts } from '../git/repository-facts.ts';
import { withOtherEncodings } from '../git/other-encodings.ts';
import { withLeftOut } from '../git/sparse-checkout.ts';
import type { JudgingIo } from '../process/io.ts';
import type { FoundConfig } from '../settings/config-file.ts';
import { DEFAULT_FILES } from '../settings/config-places.ts';
import { judgedPaths } from '../settings/judged-paths.ts';
import { renderOptions } from '../settings/rendering.ts';
import { withoutMoved } from './base/moved-sources.ts';
import { withAppliedLinks } from './undeployed/applied-links.ts';
import { withAppliedInHidden } from './undeployed/applied-in-hidden.ts';
import { withoutAssertions } from './undeployed/without-assertions.ts';
import { withoutUnusedPatches } from './undeployed/without-unused-patches.ts';
import type { DeployersOutside } from './worlds/deployers-outside.ts';
import type { RepositoryDeployers } from './worlds/repository-deployers.ts';
import { matcherOfMissing } from './worlds/matching-paths.ts';
import { appliedBy } from './worlds/read-repository-deployers.ts';
import { withWorlds } from './worlds/worlds-of-repository.ts';

/** What a comparison with the base shows about the judged tree, which is then read another time. */
export interface KnownFromBase {
  /** Folders that stay judged on their own, by name. */
  readonly deployed: readonly string[];
  readonly asFiles?: TakenFiles | undefined;
  readonly moved?: MovedTo | undefined;
  /** What deploys the tree, with the hubs of the base. */
  readonly scripts?: RepositoryDeployers;
}

/** Reads the judged tree, whose configuration decides what belongs to it. */
export class TreeReader {
  /**
   * Whether a tree that has no object of KubeFleet is not rendered. Not so if placements of a hub may place what it renders. Both trees of a
   * comparison must be rendered, or neither.
   */
  onlyIfFleet: boolean;
  fromBase: KnownFromBase = { deployed: [] };
  /** See `RenderOptions`. */
  ours: ReadonlySet<string> = new Set();
  readonly #of: JudgedTree;

  constructor(of: JudgedTree) {
    this.#of = of;
    this.onlyIfFleet = !isHubGiven(of.invocation, of.config);
  }

  /** How both trees are rendered. */
  rendering(by: FoundConfig): RenderOptions {
    const { invocation, io, scripts, outside } = this.#of;
    const deployed = [...scripts.worlds.flatMap(({ folders }) => folders), ...scripts.folders, ...outside.folders];
    const { unrestricted } = scripts;
    return {
      ...renderOptions(invocation, by, io),
      onlyIfFleet: this.onlyIfFleet,
      deployed,
      unrestricted,
      deployersOutside: outside.manifests,
    };
  }

  /** @param by the configuration of this tree, or another one to compare with it @throws {ConfigError} @throws {HubError} */
  async read(by: FoundConfig): Promise<ReadResult> {
    const { invocation, io, scripts, outside, texts, stdin, config } = this.#of;
    const { deployed, asFiles, moved, scripts: divided = scripts } = this.fromBase;
    const { paths } = judgedPaths(by, invocation, io);
    const rendering = this.rendering(by);
    const applied = [...appliedBy(scripts), ...outside.folders];
    const found = await readManifests(paths, {
      cwd: io.cwd,
      exclude: excludedBy(by),
      excludeFrom: by.folder,
      texts,
      applied,
      render: {
        ...rendering,
        isBase: by !== config || by.tree !== undefined,
        deployed: [...(rendering.deployed ?? []), ...deployed],
        helmCommands: scripts.helmCommands,
        own: scripts.own,
        ours: this.ours,
        outside: scripts.outside,
        namespaces: scripts.namespaces,
        appliedAsFiles: scripts.asFiles,
        ...(moved === undefined ? {} : { moved }),
        ...(asFiles === undefined ? {} : { asFiles }),
      },
      ...(stdin === undefined ? {} : { stdin }),
      repository: repositoryFacts(io),
      turn: () => io.turns.next(),
    });
    const matchers = scripts.patterns.map(matcherOfMissing);
    const isMatched = (path: string): boolean => matchers.some((matches) => matches(path));
    const complete = await withOtherEncodings(await withLeftOut(found, paths, io, applied, isMatched), paths, io);
    const read = withAppliedInHidden(
      withAppliedLinks(withoutUnusedPatches(withoutAssertions(complete, scripts), scripts), scripts),
      scripts,
      outside,
    );
    return withWorlds(read, by, withoutMoved(divided, moved), io, scripts);
  }
}

interface JudgedTree {
  readonly invocation: Invocation;
  readonly io: JudgingIo;
  readonly config: FoundConfig;
  /** What deploys the tree. */
  readonly scripts: RepositoryDeployers;
  readonly outside: DeployersOutside;
  /** Texts to judge in place of files, by their absolute paths. */
  readonly texts: ReadonlyMap<string, string>;
  /** The text of standard input, if it is judged. */
  readonly stdin: string | undefined;
}

/** The patterns of files that are not manifests. */
export function excludedBy({ config }: LoadedConfig): readonly string[] {
  // Only the configuration itself is not a manifest. Other files with its name would be applied with their folder.
  return [...(config.exclude ?? []), ...DEFAULT_FILES.map((name) => `/${name}`)];
}

function isHubGiven(invocation: Invocation, { config }: FoundConfig): boolean {
  return readsHub(invocation) || config.clusters !== undefined || invocation.value('clusters') !== undefined;
}
