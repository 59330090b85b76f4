import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { movedDestinations } from '../../../static/read/deployers/delivered-versions.ts';
import { removedDependencies } from '../../../static/read/deployers/unmet-dependencies.ts';
import type { Base } from '../base/base.ts';
import { unversionedEditsNotes } from '../base/unversioned-edits.ts';
import { placeAndKey } from '../undeployed/delivered-in.ts';
import { gainedHubsNotes } from '../undeployed/gained-hubs-notes.ts';
import { gonePlacesNotes } from '../undeployed/gone-places-notes.ts';
import { missingPlacesNotes } from '../undeployed/missing-places-notes.ts';
import { renamedHubsNotes, renamedHubsOfScriptsNotes } from '../undeployed/renamed-hubs-notes.ts';
import { skippedObjectsNotes } from '../undeployed/skipped-objects-notes.ts';
import { unappliedNotes } from '../undeployed/unapplied-notes.ts';
import { notSentNotes } from '../worlds/given-namespaces.ts';
import type { ChangedDeployment } from './changed-deployment.ts';
import type { ComparableTrees } from './comparable-trees.ts';
import type { Head, ReadTrees } from './read-as-base-shows.ts';

/** All notes, in the order in which reports show them. */
export function notesOfComparison(
  { before, division, missing, notes: ofReading }: ReadTrees,
  { now, base: whole }: ComparableTrees,
  { base, deployed, left, leftOut, notes }: ChangedDeployment,
  { head, given, cwd }: { readonly head: Head; readonly given: Base; readonly cwd: string },
): readonly string[] {
  const { read, scripts } = now;
  const leftOnes = new Set(left.map(placeAndKey));
  return [
    ...given.notes,
    ...head.besides,
    ...notes.undeployed,
    ...skippedObjectsNotes(read, before.read, scripts, leftOut),
    ...notes.recreated,
    ...notes.hubs,
    ...notes.atBase,
    ...renamedHubsNotes(base, deployed, movedDestinations(read.versions?.() ?? [], before.read.versions?.() ?? [])),
    ...renamedHubsOfScriptsNotes(base, deployed, { base: before.scripts.worlds, head: scripts.worlds }),
    ...gainedHubsNotes(whole, deployed, { base: before.scripts.worlds, head: scripts.worlds }),
    ...notSentNotes((read.withoutNamespace ?? []).filter((manifest) => !leftOnes.has(placeAndKey(manifest)))),
    ...unappliedNotes(left, now, before, leftOut),
    ...gonePlacesNotes(before.read, scripts, (place) => existsSync(resolve(cwd, place))),
    ...missingPlacesNotes(missing),
    ...removedDependencies(
      [...read.manifests, ...head.outside].filter((each) => !leftOut.has(each)),
      [...base.manifests, ...(given.outside?.manifests ?? [])],
    ),
    ...ofReading,
    ...unversionedEditsNotes(read.versionedCharts ?? [], before.read.versionedCharts ?? []),
    ...(division?.isOther === true ? [DIVIDED_AS_BEFORE] : []),
  ];
}

const DIVIDED_AS_BEFORE =
  'This change edits which hub pipelines and scripts deploy files to. The files of the base were checked as its own pipelines and scripts deploy them.';
