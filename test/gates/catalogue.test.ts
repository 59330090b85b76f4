import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { REASONS } from '../../src/fleet/reasons.ts';
import { BENIGN_REASONS } from '../../src/gates/catalogue/benign.ts';
import { FAILURES } from '../../src/gates/catalogue/index.gen.ts';
import { FACTS } from '../../src/gates/observations/observation.ts';
import { RULES } from '../../src/static/rules/index.gen.ts';
import { isMissing, truthPath } from '../support/truth.ts';

const matched = new Set(FAILURES.flatMap((failure) => failure.when.flatMap((when) => [...(when.reasons ?? [])] as readonly string[])));

describe('the catalogue', () => {
  test('every reason KubeFleet writes is in an entry or known to be harmless', () => {
    const missing = Object.values(REASONS)
      .flat()
      .filter((reason) => !matched.has(reason) && !BENIGN_REASONS.has(reason));
    expect(missing).toEqual([]);
  });

  test('every fact the gate concludes is in exactly one entry', () => {
    const entries = (fact: string): number => FAILURES.filter((failure) => failure.when.some((when) => when.fact === fact)).length;
    expect(FACTS.filter((fact) => entries(fact) !== 1)).toEqual([]);
  });

  test('ids are file names, and every file is registered', () => {
    const files = readdirSync(join(import.meta.dirname, '../../src/gates/catalogue/failures')).map((file) => file.replace(/\.ts$/, ''));
    expect(FAILURES.map((failure) => failure.id).toSorted()).toEqual(files.toSorted());
  });

  test('entries that can match the same thing have an order', () => {
    const unordered = FAILURES.flatMap((one) =>
      FAILURES.filter((other) => one.id < other.id && one.precedence === other.precedence && overlap(one, other)).map(
        (other) => `${one.id} and ${other.id}`,
      ),
    );
    expect(unordered).toEqual([]);
  });

  test('says what it means and what to do', () => {
    for (const failure of FAILURES) {
      expect(failure.explain, failure.id).toMatch(/\.$/);
      expect(failure.remedy.length, failure.id).toBeGreaterThan(0);
      expect(failure.docs.kubefleet, failure.id).toMatch(/^https:\/\/kubefleet\.dev\/docs\/troubleshooting\/[a-z]+$/);
      expect(failure.docs.microsoft, failure.id).toMatch(/^https:\/\/learn\.microsoft\.com\/en-us\/[a-z/-]*kubernetes-fleet\/[a-z/-]+$/);
    }
  });

  test('marks commands as code, and leaves out short names that other kinds share', () => {
    const steps = FAILURES.flatMap((failure) => failure.remedy);
    const commands = steps.flatMap((step) => [...step.matchAll(/`([^`]*)`/g)].map(([, command]) => command ?? ''));
    expect(steps.filter((step) => step.replaceAll(/`[^`]*`/g, '').includes('kubectl'))).toEqual([]);
    expect(commands.filter((command) => / (?:crp|rp|rs|crb|rb|csur|sur|clusters?)(?: |$)/.test(command))).toEqual([]);
    expect(commands.filter((command) => command.startsWith('kubectl ')).length).toBeGreaterThan(80);
  });

  test('points only to lint rules that are there', () => {
    const rules = new Set(RULES.map((rule) => rule.id));
    const named = FAILURES.flatMap((failure) => failure.seeAlso ?? []);
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((id) => !rules.has(id))).toEqual([]);
  });

  test('explains in its own words: what the hub said stands in the evidence', () => {
    expect(FAILURES.filter((failure) => failure.explain.includes('{message}')).map((failure) => failure.id)).toEqual([]);
  });

  test.skipIf(isMissing('reference'))('knows every id users may rely on', () => {
    const rows = readFileSync(truthPath('reference/failure-ids.md'), 'utf8').matchAll(/^\| ([a-z-]+(?: · [a-z-]+)*) \|/gm);
    const ids = [...rows].flatMap(([, cell]) => (cell ?? '').split(' · ')).filter((id) => id !== 'id');
    const known = new Set(FAILURES.map((failure) => failure.id));
    expect(ids.length).toBeGreaterThan(80);
    expect(ids.filter((id) => !known.has(id))).toEqual([]);
  });
});

type Entry = (typeof FAILURES)[number];

/** Same scope and a shared fact or reason, and neither is told apart by its message. */
function overlap(one: Entry, other: Entry): boolean {
  return one.when.some((a) =>
    other.when.some((b) => {
      if (
        a.scope !== b.scope ||
        a.fact !== b.fact ||
        (a.step ?? b.step) !== (b.step ?? a.step) ||
        (a.status ?? b.status) !== (b.status ?? a.status)
      )
        return false;
      if (a.message !== undefined && b.message !== undefined) return false;
      return a.reasons === undefined || b.reasons === undefined || a.reasons.some((reason) => b.reasons?.includes(reason));
    }),
  );
}
