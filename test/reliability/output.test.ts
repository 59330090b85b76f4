/** Names and messages, of whatever content, stay a text in their place in each format of a report. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { stepParts } from '../../src/report/facts/words/step-parts.ts';
import { oneLine, visible } from '../../src/report/facts/words/visible.ts';
import { REPORT_FORMATS } from '../../src/report/render.ts';
import type { Report } from '../../src/report.ts';
import { HOSTILE_STRINGS, hostileText } from '../support/texts/hostile-strings.ts';
import { unsequenced } from '../support/oracles/terminal.ts';
import { reliability } from '../support/reliability.ts';
import { SCENES } from '../support/reports/report-scenes.ts';
import { type Seen, type Surface, SURFACES } from '../support/reports/format-parsers.ts';
import { WHOLE_REPORT } from '../support/reports/whole-report.ts';
import { nameOfPlace, type Place, placesOf, withText } from '../support/reports/text-places.ts';

const suite = reliability('output', {
  title: 'Texts of a repository, a hub or GitHub stay texts in every output',
  proves:
    'Every text of a report is replaced by hostile ones, and each rendering is parsed. The parse must have the structure of a harmless text, and the text as it can be seen.',
});

const PLAIN = 'plainword';
/** Tables have other layouts for names of other widths. */
const WIDE = `${PLAIN}${'x'.repeat(40)}`;
/** A title begins with a capital. */
const EITHER_PLAIN = /[Pp]lainwordx*/;
const scenes = Object.entries(SCENES);
const spots = scenes.flatMap(([scene, report]) => placesOf(report).map((place) => ({ scene, report, place, name: nameOfPlace(place) })));
/** One place of the type in each scene, whichever entry of a list it is. */
const places = [...new Map(spots.map((spot) => [`${spot.scene} ${spot.name}`, spot])).values()];

// SECURITY.md: Text from manifests, hubs and GitHub cannot become markup
test('a text at any place has the same structure as a harmless one', () => {
  const rounds = suite.size(12, 1);
  const tried = places.filter((_, index) => suite.whole || index % 8 === suite.seed % 8);
  const faults: string[] = [];
  for (const [index, { scene, report, place, name }] of tried.entries()) {
    for (let round = 0; round < rounds; round++) {
      // Another text at each place, so that one round tries them all.
      const text = HOSTILE_STRINGS[(index * 7 + round + suite.seed) % HOSTILE_STRINGS.length] ?? '';
      for (const fault of faultsOf(report, place, text)) faults.push(`${scene} ${name} ${JSON.stringify(text)} ${fault}`);
    }
    baselines.clear();
  }
  expect(faults.slice(0, 20), `seed ${suite.seed}`).toEqual([]);
  suite.tell({
    tried: 'Each text of each report, replaced by hostile texts in turn, in every way it is shown',
    times: tried.length * rounds * SURFACES.length,
    outcome: `the same structure, and the text in full, at ${tried.length} places with ${rounds} of ${HOSTILE_STRINGS.length} texts each, all of them used`,
  });
});

test('mixtures of markup with any characters stay texts', () => {
  const numRuns = suite.size(1000, 15);
  fc.assert(
    fc.property(fc.nat(places.length - 1), hostileText, (index, text) => {
      const { report = WHOLE_REPORT, place = [] } = places[index] ?? {};
      baselines.clear();
      // A step shows commands as blocks, which a harmless text has none of.
      fc.pre(!place.includes('remedy') || stepParts(text).every(({ kind }) => kind === 'words'));
      expect(faultsOf(report, place, text)).toEqual([]);
    }),
    { numRuns, seed: suite.seed },
  );
  suite.tell({
    tried: 'Random mixtures of markup, controls and any characters, each at a random place',
    times: numRuns * SURFACES.length,
    outcome: 'the same structure, and the text in full',
  });
});

test('every format has a parser that checks it', () => {
  const judged = new Set(SURFACES.map(({ format }) => format));
  expect(REPORT_FORMATS.filter((format) => !judged.has(format))).toEqual([]);
});

test('no place is tested in vain: its text is in what people read, or known to be only in JSON', () => {
  const shown = new Set<string>();
  for (const { report, place, name } of spots) {
    const changed = withText(report, place, PLAIN);
    const isShown = SURFACES.some((surface) => surface.name !== 'json' && surface.render(changed)?.includes(PLAIN) === true);
    if (isShown) shown.add(name);
  }
  const names = new Set(places.map(({ name }) => name));
  // People read kinds and names; versions of an API are for programs.
  expect([...names].filter((name) => !shown.has(name) && !name.endsWith('.apiVersion')).toSorted()).toEqual([
    // Its title is shown instead.
    'doctor.checks[].id',
    // A note of the command names them.
    'gate.idleOverrides[].names[].kind',
    'gate.idleOverrides[].names[].name',
    'gate.idleOverrides[].names[].namespace',
    'gate.idleOverrides[].object.kind',
    'gate.idleOverrides[].object.name',
    'gate.idleOverrides[].object.namespace',
    'gate.judgedAt',
    // Times are shown as how long ago they were; an invalid one is not shown.
    'gate.placements[].clusters[].since',
    'gate.placements[].diagnoses[].chain[].since',
    // Its condition shows it.
    'gate.placements[].diagnoses[].chain[].state',
    'gate.placements[].diagnoses[].since',
    // Only the first line of a pass shows them.
    'gate.placements[].notVerified[]',
    // The message names the run.
    'gate.rollback[].provenBy.kind',
    'gate.rollback[].provenBy.name',
    'gate.rollback[].provenBy.namespace',
    'gate.runs[].clusters[].since',
    'gate.runs[].diagnoses[].chain[].since',
    'gate.runs[].diagnoses[].chain[].state',
    'gate.runs[].diagnoses[].since',
    'gate.runs[].notVerified[]',
    // It is the stage's name.
    'gate.runs[].stages[].clusters[].group',
    'gate.runs[].stages[].clusters[].since',
    // A note of the command names them.
    'gate.unjudged[].annotation',
    'gate.unjudged[].object.kind',
    'gate.unjudged[].object.name',
    'gate.unjudged[].object.namespace',
    'gate.unjudged[].status',
    // An object that is needed by its labels has none, and the labels are shown.
    'lint.assumptions[].name',
    // A line names what is needed and the name and kind of what needs it.
    'lint.assumptions[].neededBy[].namespace',
    // The message names the first of them.
    'lint.findings[].clusters[]',
    // Names of the scheduler's plugins are for programs.
    'plan.placements[].change.reasons[].plugin',
    // The reason names it.
    'plan.placements[].change.resources.added[].replacedBy.kind',
    'plan.placements[].change.resources.added[].replacedBy.name',
    'plan.placements[].change.resources.added[].replacedBy.namespace',
    'plan.placements[].change.resources.changed[].replacedBy.kind',
    'plan.placements[].change.resources.changed[].replacedBy.name',
    'plan.placements[].change.resources.changed[].replacedBy.namespace',
    'plan.placements[].change.resources.removed[].replacedBy.kind',
    'plan.placements[].change.resources.removed[].replacedBy.name',
    'plan.placements[].change.resources.removed[].replacedBy.namespace',
    'plan.placements[].unpicked[].plugin',
  ]);
});

/** The rendering of harmless texts at the tested place. */
const baselines = new Map<string, { readonly text: string; readonly seen: Seen } | undefined>();

function faultsOf(report: Report, place: Place, text: string): readonly string[] {
  const changed = withText(report, place, text);
  return SURFACES.flatMap((surface) => {
    const rendered = surface.render(changed);
    if (rendered === undefined) return [];
    const after = surface.see(rendered, changed);
    const faultsBeside = (harmless: string): readonly string[] => {
      const plain = plainSeen(surface, report, place, harmless);
      if (plain === undefined || rendered === plain.text) return [];
      return [
        ...after.faults,
        ...(after.shape === plain.seen.shape ? [] : [`another structure: ${after.shape}\n instead of ${plain.seen.shape}`]),
        ...linkFaults(plain.seen, after, text),
        // Addresses of files are percent-encoded in SARIF, and start at the root of the repository in GitLab.
        ...(surface.name === 'sarif' && place.at(-1) === 'file'
          ? []
          : textFaults(
              plain.seen,
              after,
              surface.name === 'gitlab' && place.at(-1) === 'file' ? text.replace(/^(?:\.?\/)+/, '') : text,
              harmless,
            )),
      ];
    };
    const faults = faultsBeside(harmlessFor(text, PLAIN));
    if (faults.length === 0) return [];
    // Quoted output of a hub keeps its empty lines.
    const widths = [harmlessFor(text, WIDE), PLAIN.padEnd(oneLine(text).length, 'x'), text.replaceAll(/[^\n]+/g, PLAIN)];
    const isOfItsWidth = widths.some((harmless) => faultsBeside(harmless).length === 0);
    return isOfItsWidth || isAsShort(surface, { report, place, text }, after) ? [] : faults.map((fault) => `in ${surface.name}: ${fault}`);
  });
}

/** Whether it has the structure of a harmless text that is as short: two lines may be one with it, and a text of controls alone is empty. */
function isAsShort(surface: Surface, { report, place, text }: { report: Report; place: Place; text: string }, after: Seen): boolean {
  const short = oneLine(unsequenced(text));
  if (short.length >= PLAIN.length || !unescaped(after.text).includes(short) || after.faults.length > 0) return false;
  return plainSeen(surface, report, place, 'x'.repeat(short.length) || ' ')?.seen.shape === after.shape;
}

function plainSeen(
  surface: Surface,
  report: Report,
  place: Place,
  harmless: string,
): { readonly text: string; readonly seen: Seen } | undefined {
  const key = JSON.stringify([surface.name, harmless]);
  if (!baselines.has(key)) {
    const changed = withText(report, place, harmless);
    const text = surface.render(changed);
    baselines.set(key, text === undefined ? undefined : { text, seen: surface.see(text, changed) });
  }
  return baselines.get(key);
}

/** A harmless text of the same lines: of this word each. */
function harmlessFor(text: string, word: string): string {
  const lines = visible(text)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.length === 0 ? text.slice(0, 1).replace(/\s/, ' ') : lines.map(() => word).join('\n');
}

/** An address at the right place may be a link. A file outside the repository is not a link. */
function linkFaults(before: Seen, after: Seen, text: string): readonly string[] {
  const foreign = after.links.filter(
    (link) => !before.links.includes(link) && link !== text && !link.startsWith('https://github.com/contoso/fleet/blob/'),
  );
  const more = after.links.length > before.links.length + (text.startsWith('http') ? 3 : 0) ? ['more links than before'] : [];
  return [...foreign.map((link) => `a link: ${link}`), ...more];
}

/** What stood around the text is all there, in order, and the text as well. */
function textFaults(before: Seen, after: Seen, text: string, harmless: string): readonly string[] {
  const parts = canonical(unclipped(before.text, oneLine(harmless))).split(EITHER_PLAIN);
  // A name that has no room anywhere is shown cut.
  const all = canonical(unclipped(unescaped(after.text), oneLine(text)));
  let at = 0;
  for (const part of parts) {
    const found = all.indexOf(part, at);
    if (found < 0) return [`gone from the text: ${part} of ${before.text}\n instead ${after.text}`];
    at = found + part.length;
  }
  // Terminals get the text without the sequences that they would execute, and code line by line.
  const shown = [...[text, unsequenced(text), capitalised(text)].map(visible), text.split('\n').map(visible).join('\n')].map(canonical);
  return parts.length === 1 || shown.some((each) => all.includes(each)) ? [] : [`the text is not shown: ${String(shown[0])} in ${all}`];
}

/** Replaces a cut name, which is marked with `…`, by the whole name. */
function unclipped(text: string, name: string): string {
  return text.split('…').reduce((before, after) => {
    const head = lengths(name).find((length) => before.endsWith(name.slice(0, length)));
    const tail = lengths(name).find((length) => after.startsWith(name.slice(-length))) ?? 0;
    return head === undefined || head + tail >= name.length ? `${before}…${after}` : `${before.slice(0, -head)}${name}${after.slice(tail)}`;
  });
}

/** From the longest that is not the whole down to one. */
function lengths(name: string): readonly number[] {
  return Array.from({ length: Math.max(0, name.length - 1) }, (_, index) => name.length - 1 - index);
}

/** Restores characters that are escaped because a log would read them as the start of a command. */
function unescaped(text: string): string {
  return text.replaceAll(String.raw`\u{3a}`, ':').replaceAll(String.raw`\u{23}`, '#');
}

/**
 * Without what renderers may add or leave out: space, the marks of code, what joins lines, the cut of a long head, and what keeps
 * brackets from being a link.
 */
function canonical(text: string): string {
  return unescaped(text).replaceAll(/[\s`;:,.…\\\u200B]/g, '');
}

/** The form of the text at the start of a title. */
function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
