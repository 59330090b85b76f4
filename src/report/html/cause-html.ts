import type { ChainLink, ContainerLog, Diagnosis } from '../../report.ts';
import { logTitle } from '../facts/gate/log-title.ts';
import { chainNames, stopText } from '../facts/gate/chain-text.ts';
import { type Cause, clustersOf, objectsText, otherPlaces, outcomeText, placeName, placesToShow } from '../facts/gate/causes.ts';
import { stepsNote } from '../facts/gate/steps-note.ts';
import { code, element, type Html, joined, link, sentence, SPACE, text, trusted } from './markup.ts';
import { quoted } from './quoted.ts';
import { partAttributes } from './row.ts';
import { stepHtml } from './step-html.ts';

const MARKS: Readonly<Record<Diagnosis['outcome'], string>> = { terminal: '✕', suspect: '!', waiting: '…', human: '?', info: 'i' };

/** One cause with its evidence, reason and steps, folded unless `open`. */
export function causeHtml(cause: Cause, open: boolean, judgedAt: string | undefined): Html {
  const { shown } = placesToShow(cause);
  const steps = cause.remedy.map((step) => element('li', {}, stepHtml(step)));
  return element(
    'details',
    { class: `cause ${cause.outcome}`, open: open || undefined, ...partAttributes({ cluster: clustersOf(cause), rule: [cause.id] }) },
    element(
      'summary',
      {},
      element('span', { class: 'mark', 'aria-hidden': 'true' }, trusted(MARKS[cause.outcome])),
      SPACE,
      element('b', {}, sentence(cause.title)),
      SPACE,
      ...wheres(cause),
      element('small', {}, trusted(' ('), text(cause.id), trusted(', '), text(outcomeText(cause, judgedAt)), trusted(')')),
    ),
    ...shown.flatMap((place) => [
      element('p', {}, trusted('On '), code(placeName(place)), trusted(':')),
      ...(place.evidence.length === 0 ? [] : [quoted(place.evidence.join('\n'))]),
      ...logHtml(place.log),
      ...chainHtml(place.chain ?? [], judgedAt),
    ]),
    ...others(cause),
    ...(cause.explain === '' ? [] : [element('p', {}, sentence(cause.explain))]),
    ...(steps.length === 0
      ? []
      : [
          element(
            'p',
            {},
            trusted('<b>Steps</b>'),
            ...(stepsNote(cause) === '' ? [trusted(':')] : [SPACE, text(`(${stepsNote(cause)}):`)]),
          ),
          element('ol', {}, ...steps),
        ]),
    element('p', { class: 'facts' }, joined(furtherReading(cause), ' · ')),
  );
}

/** Lines of a container, folded. */
function logHtml(log: ContainerLog | undefined): readonly Html[] {
  return log === undefined ? [] : [element('details', { class: 'log' }, element('summary', {}, text(logTitle(log))), quoted(log.text))];
}

/** The objects from the placement to the one that failed, and how long the gate waited for it. */
function chainHtml(chain: readonly ChainLink[], judgedAt: string | undefined): readonly Html[] {
  if (chain.length === 0) return [];
  const names = chainNames(chain).map((name) => code(name));
  return [element('p', { class: 'facts' }, joined(names, ' → '), trusted(': '), sentence(stopText(chain, judgedAt)))];
}

function wheres(cause: Cause): readonly Html[] {
  const clusters = clustersOf(cause);
  const objects = objectsText(cause);
  const names = joined(
    clusters.slice(0, 3).map((name) => code(name)),
    ', ',
  );
  const more = clusters.length > 3 ? [trusted(` and ${clusters.length - 3} more`)] : [];
  return [
    ...(clusters.length === 0 ? [] : [trusted('on '), names, ...more]),
    ...(objects === '' ? [] : [trusted(' ('), text(objects), trusted(')')]),
  ];
}

function others(cause: Cause): readonly Html[] {
  const { on, names, more } = otherPlaces(cause);
  if (names.length === 0) return [];
  return [
    element(
      'p',
      {},
      trusted('Also on '),
      ...(on === undefined ? [] : [code(on), trusted(': ')]),
      joined(
        names.map((name) => code(name)),
        ', ',
      ),
      ...(more > 0 ? [trusted(` and ${more} more`)] : []),
    ),
  ];
}

function furtherReading({ docs, learn, seeAlso }: Cause): readonly Html[] {
  return [
    link(trusted('Documentation'), docs),
    ...(learn === undefined ? [] : [link(trusted('Microsoft Learn'), learn)]),
    ...(seeAlso === undefined
      ? []
      : [element('span', {}, trusted('<code>fleet-gate lint</code> finds this before the deploy: '), code(seeAlso))]),
  ];
}
