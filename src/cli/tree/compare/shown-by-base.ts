import { absentSources, type KnownBranches, movedDestinations, movedVersions } from '../../../static/read/deployers/delivered-versions.ts';
import { movedSources } from '../../../static/read/deployers/source-urls.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { type AppliedFiles, takenFiles } from '../../../static/read/taken-files.ts';
import { absentNotes, destinationNotes, movedNotes, versionNotes } from '../base/moved-sources.ts';
import type { KnownFromBase } from '../tree-reader.ts';
import type { RepositoryDeployers } from '../worlds/repository-deployers.ts';

interface ShownByBase {
  readonly fromBase: KnownFromBase;
  /** The tree was not rendered, and its base was. */
  readonly isBaseRendered: boolean;
  readonly isReadAgain: boolean;
  readonly notes: readonly string[];
}

/** What the base shows about the judged tree. @param own what deploys the base; absent for a folder */
export function shownByBase(
  read: ReadResult,
  base: ReadResult,
  own: RepositoryDeployers | undefined,
  { scripts, deployed, branches, files, isOnlyIfFleet }: ShownWith,
): ShownByBase {
  const applied = own && [...own.worlds.flatMap(({ folders }) => folders), ...(own.isWhole ? [''] : [])];
  const asFiles = takenFiles(base, read, applied, files);
  const sources = movedSources(read.sourceUrls, base.sourceUrls, scripts.own);
  const [now, before] = [read.versions?.() ?? [], base.versions?.() ?? []];
  const versions = movedVersions(now, before, branches);
  const isMoved = sources.length + versions.length > 0;
  const moved = { addresses: new Set(sources.map(({ address }) => address)), versions: new Set(versions.map(({ id }) => id)) };
  const isBaseRendered = isOnlyIfFleet && base.isWithoutFleet !== true;
  return {
    fromBase: { deployed, asFiles, scripts, ...(isMoved ? { moved } : {}) },
    isBaseRendered,
    isReadAgain: isMoved || isBaseRendered || deployed.length > 0 || asFiles !== undefined,
    notes: [
      ...movedNotes(sources),
      ...versionNotes(versions),
      ...absentNotes(absentSources(now, before).filter(({ id }) => !moved.versions.has(id))),
      ...destinationNotes(movedDestinations(now, before)),
    ],
  };
}

interface ShownWith {
  /** What deploys the judged tree, with the hubs of the base. */
  readonly scripts: RepositoryDeployers;
  /** Folders that stay judged on their own. */
  readonly deployed: readonly string[];
  readonly branches: KnownBranches;
  readonly files: AppliedFiles;
  /** See `TreeReader.onlyIfFleet`. */
  readonly isOnlyIfFleet: boolean;
}
