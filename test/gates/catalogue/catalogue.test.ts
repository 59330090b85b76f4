import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { ALL_REASONS, BENIGN_REASONS } from '../../../src/fleet/kubefleet/reasons.ts';
import { rulesOf } from '../../../src/gates/catalogue/failure.ts';
import { FAILURES } from '../../../src/gates/catalogue/index.gen.ts';
import { ORDERED_IDS, placeOf } from '../../../src/gates/catalogue/order.ts';
import { FACTS } from '../../../src/gates/observations/observation.ts';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { HUB_FIXTURES, hubFixture } from '../../support/hubs/hub-fixture.ts';
import { REASON_ROWS } from '../../support/gate/reason-rows.ts';
import { isMissing, truthPath } from '../../support/truth.ts';

const matched = new Set(FAILURES.flatMap((failure) => failure.when.flatMap((when) => [...(when.reasons ?? [])] as readonly string[])));

describe('the catalogue', () => {
  // covers: works-sample-reason
  test('every reason that KubeFleet writes is in an entry or is known to be harmless', () => {
    const missing = ALL_REASONS.filter((reason) => !matched.has(reason) && !BENIGN_REASONS.has(reason));
    expect(missing).toEqual([]);
  });

  test('every fact that the gate finds is in exactly one entry', () => {
    const entries = (fact: string): number => FAILURES.filter((failure) => failure.when.some((when) => when.fact === fact)).length;
    expect(FACTS.filter((fact) => entries(fact) !== 1)).toEqual([]);
  });

  test('ids are file names, and every file is registered', () => {
    const files = readdirSync(join(import.meta.dirname, '../../../src/gates/catalogue/failures')).map((file) => file.replace(/\.ts$/, ''));
    expect(FAILURES.map((failure) => failure.id).toSorted()).toEqual(files.toSorted());
  });

  test('the order is given for failures that can match the same observation', () => {
    const unstated = FAILURES.flatMap((one) =>
      FAILURES.filter((other) => one.id < other.id && placeOf(one.id) === placeOf(other.id) && canMatchTheSame(one, other)).map(
        (other) => `state in src/gates/catalogue/order.ts which is asked first: ${one.id} or ${other.id}`,
      ),
    );
    expect(unstated).toEqual([]);
  });

  test('the order names only existing failures, each once', () => {
    const ids = new Set(FAILURES.map((failure) => failure.id));
    expect(ORDERED_IDS.filter((id, at) => !ids.has(id) || ORDERED_IDS.indexOf(id) !== at)).toEqual([]);
  });

  test('each reason is matched on one type of condition', () => {
    const anywhere = FAILURES.filter((failure) => failure.when.some((when) => when.reasons !== undefined && when.step === undefined));
    expect(anywhere.map((failure) => failure.id)).toEqual([]);
  });

  test('each entry has a meaning and a next step', () => {
    for (const failure of FAILURES) {
      expect(failure.explain, failure.id).toMatch(/\.$/);
      expect(failure.remedy.length, failure.id).toBeGreaterThan(0);
      expect(failure.docs.kubefleet, failure.id).toMatch(/^https:\/\/kubefleet\.dev\/docs\/troubleshooting\/[a-z]+$/);
      expect(failure.docs.microsoft, failure.id).toMatch(/^https:\/\/learn\.microsoft\.com\/en-us\/[a-z/-]*kubernetes-fleet\/[a-z/-]+$/);
    }
  });

  test('marks commands as code, and gives a group for each short name only', () => {
    const steps = FAILURES.flatMap((failure) => failure.remedy);
    const commands = steps.flatMap((step) => [...step.matchAll(/`([^`]*)`/g)].map(([, command]) => command ?? ''));
    expect(steps.filter((step) => step.replaceAll(/`[^`]*`/g, '').includes('kubectl'))).toEqual([]);
    expect(commands.filter((command) => / (?:crp|rp|rs|crb|rb|csur|sur|clusters?)(?: |$)/.test(command))).toEqual([]);
    expect(commands.filter((command) => /^\{(?:hub|member)\} /.test(command)).length).toBeGreaterThan(80);
  });

  test('refers only to lint rules that exist', () => {
    const rules = new Set(RULES.map((rule) => rule.id));
    const named = FAILURES.flatMap((failure) => rulesOf(failure));
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((id) => !rules.has(id))).toEqual([]);
  });

  // covers: count-of-waiting-clusters
  test('explains in its own words, and leaves the message of the hub to the evidence', () => {
    expect(FAILURES.filter((failure) => failure.explain.includes('{message}')).map((failure) => failure.id)).toEqual([]);
  });

  test.skipIf(isMissing('reference'))('has each id that users may depend on', () => {
    const rows = readFileSync(truthPath('reference/failure-ids.md'), 'utf8').matchAll(/^\| ([a-z-]+(?: · [a-z-]+)*) \|/gm);
    const ids = [...rows].flatMap(([, cell]) => (cell ?? '').split(' · ')).filter((id) => id !== 'id');
    const known = new Set(FAILURES.map((failure) => failure.id));
    expect(ids.length).toBeGreaterThan(80);
    expect(ids.filter((id) => !known.has(id))).toEqual([]);
  });
});

type Entry = (typeof FAILURES)[number];

/**
 * One observation can fit both. Two patterns do when a text that a hub is known to write fits both; a question of its own may fit
 * anything.
 */
function canMatchTheSame(one: Entry, other: Entry): boolean {
  return one.when.some((a) =>
    other.when.some((b) => {
      if (a.scope !== b.scope || a.fact !== b.fact) return false;
      if ((a.step ?? b.step) !== (b.step ?? a.step) || (a.status ?? b.status) !== (b.status ?? a.status)) return false;
      if (a.reasons !== undefined && b.reasons !== undefined && !a.reasons.some((reason) => b.reasons?.includes(reason))) return false;
      return (
        a.message === undefined || b.message === undefined || KNOWN_TEXTS.some((text) => a.message?.test(text) && b.message?.test(text))
      );
    }),
  );
}

/** Every message of the fixtures and of the table of reasons. */
const KNOWN_TEXTS = [
  ...new Set([
    ...Object.values(REASON_ROWS).flatMap((rows) => rows.map(([, message]) => message)),
    ...readdirSync(HUB_FIXTURES).flatMap((id) => messagesIn(hubFixture(id).objects)),
  ]),
];

function messagesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => (key === 'message' && typeof child === 'string' ? [child] : messagesIn(child)));
}
