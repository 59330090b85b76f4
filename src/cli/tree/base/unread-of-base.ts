import type { NotEvaluated } from '../../../finding.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { isOfConditional } from '../../../static/read/conditional-templates.ts';
import { isOfEmbedded } from '../../../static/read/embedded-objects.ts';
import { unreadFleetFiles } from '../../../static/read/files/unread-fleet-files.ts';
import { fetchedEntry } from '../../../static/read/render/fetched-entries.ts';
import { isOfTurnedOff } from '../../../static/read/turned-off-templates.ts';
import { whereGiven } from '../../../terms.ts';
import type { Invocation } from '../../command-line/invocation.ts';
import type { StaticInput } from '../static-input.ts';
import { withLostContent } from './lost-content.ts';

/**
 * What could not be read at the base and has objects of KubeFleet or content of a placement, unless the tree has and reports it too. A template
 * that the change turns on made nothing at the base.
 */
function unreadAtBase({ read, base }: Pick<StaticInput, 'read' | 'base'>): readonly NotEvaluated[] {
  if (base === undefined || base.notEvaluated.length === 0) return [];
  const now = unreadFleetFiles(read);
  const [isTurnedOn, isConditional] = [isOfTurnedOff(base, read), isOfConditional(base, read)];
  return withLostContent(base, read).notEvaluated.filter(
    (entry) =>
      entry.fleetObject === true && entry.missing === undefined && !now.has(entry.file) && !isTurnedOn(entry) && !isConditional(entry),
  );
}

/**
 * A sentence about files of the base that could not be read, unless the tree has and reports them.
 * @param open what is not known because of it
 */
export function unreadOfBase(input: Pick<StaticInput, 'read' | 'base'>, open: string): readonly string[] {
  const unread = unreadAtBase(input);
  const [first] = once(unread);
  if (first === undefined) return [];
  const files = [...new Set(unread.map(({ file }) => file))];
  return [`Files of the base could not be evaluated completely (${listed(files, 3, 'files')}), so ${open}. In the base: ${first.reason}`];
}

/**
 * Entries about the same files and overlays, for a run that fails on removals, and about objects from which other tools create objects of
 * KubeFleet. `removalsNotRead` reports what is not known of other single objects and of other repositories.
 */
export function removalsNotReadAtBase(input: Pick<StaticInput, 'read' | 'base'>, invocation: Invocation): readonly NotEvaluated[] {
  const remedy =
    invocation.value('base-dir') === undefined
      ? whereGiven(
          invocation.named,
          ['base-dir', 'DIR'],
          (term) => ` Complete a checkout of the base, for example with the dependencies of its charts, and give ${term}.`,
        )
      : ' Complete that folder.';
  const whole = unreadAtBase(input).filter(
    (entry) => (entry.object === undefined || isOfEmbedded(entry)) && fetchedEntry(entry.reason) === undefined,
  );
  return once(whole).map((entry) => ({
    ...entry,
    reason: `The base of it could not be read, so what the change removes here is not known.${isOfEmbedded(entry) ? '' : remedy} In the base: ${entry.reason}`,
  }));
}

/** One entry for each overlay, and for each other file. That of the whole overlay says more than those of its objects. */
function once(entries: readonly NotEvaluated[]): readonly NotEvaluated[] {
  const alike = Map.groupBy(entries, ({ file, rendered }) => JSON.stringify(rendered?.overlays ?? file));
  return [...alike.values()].flatMap((all) => all.find(({ object }) => object === undefined) ?? all.slice(0, 1));
}
