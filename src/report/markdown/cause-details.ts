import { listed } from '../../fleet/text/listed.ts';
import type { ChainLink, ContainerLog, Diagnosis } from '../../report.ts';
import { logTitle } from '../facts/gate/log-title.ts';
import { chainNames, stopText } from '../facts/gate/chain-text.ts';
import { type Cause, clustersOf, objectsText, otherPlaces, outcomeText, placeName, placesToShow } from '../facts/gate/causes.ts';
import { stepsNote } from '../facts/gate/steps-note.ts';
import { code, details, fence, link, prose, sentence } from './markup.ts';
import { stepList } from './step-text.ts';

const CAUSE_MARKS: Readonly<Record<Diagnosis['outcome'], string>> = {
  terminal: '❌',
  suspect: '⚠️',
  waiting: '⏳',
  human: '🙋',
  info: 'ℹ️',
};

/** One cause with its evidence, reason and steps, folded unless `open`. */
export function causeDetails(cause: Cause, open: boolean, judgedAt: string | undefined): string {
  const places = placesToShow(cause);
  const evidence = places.shown.map(
    (place) => `On ${code(placeName(place))}:${evidenceText(place.evidence)}${logText(place.log)}${chainText(place.chain ?? [], judgedAt)}`,
  );
  const { on, names, more } = otherPlaces(cause);
  const others = names.map((name) => code(name));
  const body = [
    ...evidence,
    ...(others.length === 0
      ? []
      : [`Also on ${on === undefined ? '' : `${code(on)}: `}${others.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]),
    ...(cause.explain === '' ? [] : [sentence(cause.explain)]),
    ...(cause.remedy.length === 0
      ? []
      : [`**Steps**${stepsNote(cause) === '' ? '' : ` (${sentence(stepsNote(cause))})`}`, stepList(cause.remedy)]),
    [
      link('Documentation', cause.docs),
      ...(cause.learn === undefined ? [] : [link('Microsoft Learn', cause.learn)]),
      ...(cause.seeAlso === undefined ? [] : [`<code>fleet-gate lint</code> finds this before the deploy: ${code(cause.seeAlso)}`]),
    ].join(' · '),
  ];
  return details(
    `${CAUSE_MARKS[cause.outcome]} <b>${sentence(cause.title, 300)}</b> ${wheres(cause)} <sub>${code(cause.id)}${suspectText(cause, judgedAt)}</sub>`,
    body.join('\n\n'),
    open,
  );
}

/** Causes as a list with one line for each, if there is no room for more. */
export function causeList(causes: readonly Cause[], judgedAt: string | undefined): readonly string[] {
  const lines = causes.map(
    (cause) =>
      `- ${CAUSE_MARKS[cause.outcome]} ${sentence(cause.title, 300)} ${wheres(cause)} (${code(cause.id)}${suspectText(cause, judgedAt)})`,
  );
  return lines.length === 0 ? [] : [lines.join('\n')];
}

/** The most quotes at one place. A report from another program may have any number. */
const MOST_EVIDENCE = 30;

/** Quoted lines wrap, quoted blocks keep their lines. */
function evidenceText(evidence: readonly string[]): string {
  if (evidence.length === 0) return '';
  const shown = evidence.slice(0, MOST_EVIDENCE);
  const rest = evidence.length - shown.length;
  const block = shown.some((quote) => quote.trim().includes('\n'));
  const quoted = block ? fence(shown.join('\n')) : shown.map((quote) => `- ${code(quote, 1000)}`).join('\n');
  return `\n\n${quoted}${rest > 0 ? `\n\nand ${rest} more` : ''}`;
}

/** The number of characters of 20 long lines. */
const LOG_SIGNS = 10_000;

/** Lines of a container, folded. */
function logText(log: ContainerLog | undefined): string {
  return log === undefined ? '' : `\n\n${details(`<sub>${sentence(logTitle(log))}</sub>`, fence(log.text, LOG_SIGNS))}`;
}

/** The objects from the placement to the failed one, and the place where the rollout stopped. */
function chainText(chain: readonly ChainLink[], judgedAt: string | undefined): string {
  const names = chainNames(chain).map((name) => code(name));
  return names.length === 0 ? '' : `\n\n${names.join(' → ')}: ${sentence(stopText(chain, judgedAt))}`;
}

/** A reader of a probable cause must see when it becomes a failure. */
function suspectText(cause: Cause, judgedAt: string | undefined): string {
  return cause.countsAt === undefined ? '' : `, ${prose(outcomeText(cause, judgedAt))}`;
}

function wheres(cause: Cause): string {
  const clusters = clustersOf(cause);
  const objects = objectsText(cause);
  const names = clusters.map((name) => code(name));
  return `${names.length === 0 ? '' : `on ${listed(names, 3)}`}${objects === '' ? '' : ` (${objects})`}`;
}
