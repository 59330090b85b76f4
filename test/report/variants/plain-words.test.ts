/** A reader who knows Kubernetes but not our sources understands each text: those in the sources, and those that runs make of them. */
import { expect, test } from 'vitest';
import { inputTerms } from '../../../src/action/input-terms.ts';
import { FLAGS } from '../../../src/cli/command-line/flags.ts';
import { FAILURES } from '../../../src/gates/catalogue/index.gen.ts';
import { headlineOf } from '../../../src/report/facts/headline.ts';
import type { GateReport, Report } from '../../../src/report.ts';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { gate } from '../../support/gate/gate.ts';
import { hubFixture } from '../../support/hubs/hub-fixture.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';
import { faultsOfProse } from '../../support/texts/plain-words.ts';
import { casesOf } from '../../support/trees/rule-cases.ts';
import { sourceTexts } from '../../support/texts/texts-of-source.ts';

/** Here texts are KubeFleet's or an API server's own, or lists of names. */
const NOT_OURS = /^(?:admission\/(?:cel|contracts|webhooks|kubernetes)|demo|schedule|selection|fleet|compact|gates\/catalogue\/version)/;
/** Texts that only developers of this program see. */
const BUG = /^bug[: ]/;

test('no text in the sources has internal words, repeated marks, or a sentence of more than 40 words', () => {
  const prose = sourceTexts().filter(
    ({ file, text }) => !NOT_OURS.test(file) && !BUG.test(text) && !text.includes('\n') && /[a-z]{2,} [a-z…]{2,}/i.test(text),
  );
  expect(prose.length).toBeGreaterThan(1500);
  expect(prose.flatMap(({ file, text }) => faultsOfProse(text.trim()).map((fault) => `${file}: ${fault}: ${text}`))).toEqual([]);
});

test.each([
  ['nothing was judged', 1],
  ['It ended.; see below', 1],
  ['It ended.. See below.', 1],
  ['name: : value', 2],
  ['two  spaces', 1],
  [`${'word '.repeat(41).trim()}.`, 1],
  [`${'word '.repeat(40).trim()}.`, 0],
  ['The hub says `nothing was judged..` of "a;;b" … and more', 0],
])('%j', (text, faults) => {
  expect(faultsOfProse(text)).toHaveLength(faults);
});

const NAMES = FLAGS.map(({ name }) => name).join('|');
/** A flag of ours outside of a command to copy. */
const FLAG = new RegExp(String.raw`(?<![\w{-])--(?:${NAMES})(?![\w-])`);
const COMMAND = /`[^`]*`|\b(?:kubectl|fleet-gate|git|gh|az) [^`);\n]*/g;
const namesFlag = (text: string): boolean => FLAG.test(text.replaceAll(COMMAND, ''));

test('no finding of any rule has a bad text, or reports as refused what the hub may accept', () => {
  const faults: string[] = [];
  let seen = 0;
  for (const rule of RULES) {
    for (const example of casesOf(rule.id)) {
      const { findings, notEvaluated } = lintTexts(example, [rule]);
      for (const { message, remedy, effect, related } of findings) {
        seen += 1;
        const texts = [message, remedy, ...related.map((place) => place.message)];
        for (const text of texts) faults.push(...ours(text).map((fault) => `${rule.id} ${example.name}: ${fault}: ${text}`));
        if (!/[.?]$/.test(message) || (remedy !== '' && !/[.?`]$/.test(remedy))) faults.push(`${rule.id}: no end: ${message} ${remedy}`);
        if (/^The hub refuses\b/.test(message) && (effect === 'misbehaves' || effect === 'advice'))
          faults.push(`${rule.id} ${example.name}: "refuses" for ${effect}: ${message}`);
      }
      for (const { reason } of notEvaluated) faults.push(...ours(reason).map((fault) => `${rule.id}: ${fault}: ${reason}`));
    }
  }
  expect(seen).toBeGreaterThan(350);
  expect(faults).toEqual([]);
});

test('no failure has a bad text, names a flag to a workflow, or has a headline that is too long', () => {
  const faults: string[] = [];
  let seen = 0;
  for (const { id } of FAILURES) {
    const { objects, asked } = hubFixture(id);
    const { outcome, placements, runs, unplaced } = gate({ ...asked, terms: inputTerms }).once(objects);
    const judged: GateReport = { outcome, placements, runs, unplaced, timeline: [] };
    const report = reportOf(judged);
    const { word, text } = headlineOf(report);
    if (text.length > 300) faults.push(`${id}: a head of ${text.length}`);
    for (const gated of [...judged.placements, ...judged.runs]) {
      for (const { title, explain, remedy, cluster } of gated.diagnoses) {
        seen += 1;
        for (const said of [title, explain, ...remedy]) {
          faults.push(...ours(said).map((fault) => `${id}: ${fault}: ${said}`));
          if (namesFlag(said)) faults.push(`${id}: a flag: ${said}`);
        }
        if (cluster === '') faults.push(`${id}: a cluster without a name`);
      }
      for (const said of [gated.summary, gated.toProve ?? '', `${word}: ${text}`]) {
        faults.push(...ours(said).map((fault) => `${id}: ${fault}: ${said}`));
        if (namesFlag(said)) faults.push(`${id}: a flag: ${said}`);
      }
    }
  }
  expect(seen).toBeGreaterThan(FAILURES.length);
  expect(faults).toEqual([]);
});

/** What others say is quoted as it is; it may be of any length. */
function ours(text: string): readonly string[] {
  return faultsOfProse(text).filter((fault) => !/^\d+ words/.test(fault));
}

function reportOf(judged: GateReport): Report {
  const exitCode = judged.outcome === 'passed' ? 0 : 1;
  return {
    schema: 'report-v1',
    tool: { name: 'fleet-gate', version: '0' },
    command: 'diagnose',
    outcome: judged.outcome,
    exitCode,
    gate: judged,
  };
}
