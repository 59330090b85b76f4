import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { HubProfile } from '../../../src/fleet/kubefleet/kinds.ts';
import type { LintReport } from '../../../src/report.ts';
import { lint } from '../../../src/static/judge/lint.ts';
import { makeWorld } from '../../../src/static/world/make-world.ts';
import { readManifests } from '../../../src/static/read/read-manifests.ts';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { TODAY } from '../../support/trees/lint-texts.ts';
import { isMissing, truthNames, truthPath } from '../../support/truth.ts';
import { loadEngines } from '../../../src/admission/prepare.ts';

await loadEngines();

/** A line of `judged.jsonl`: the answers of two hubs to one published object. */
interface Judged {
  readonly file: string;
  readonly kind: string;
  readonly name: string | null;
  readonly cls: 'manifest' | 'template' | 'embedded' | 'fragment' | 'dump';
  readonly v031: Verdict;
  readonly main: Verdict;
  readonly templated?: boolean;
  readonly envDependent?: string;
  readonly suspicious?: readonly { readonly code: string }[];
}
interface Verdict {
  readonly verdict: 'accepted' | 'rejected' | 'not-served' | 'unparseable';
  readonly message: string;
}

const REALWORLD = truthPath('realworld');
const isSkipped = isMissing('realworld');

/** CEL rules and webhooks answer with words of their own; the schema rule does not know them yet. */
const BEYOND_SCHEMA = /admission webhook "[^"]+\.validating"|is invalid: spec(\.\w+)*: Invalid value: "object"/;
/** Suspicious for a reason in another file of its repository: found in the tree, not in the file alone. */
const SEEN_IN_TREES = new Set(['override-scope']);

/** Both hubs accept it without a message and never schedule it. Published manifests have it. */
const ADMITTED_AND_STUCK = new Set(['rp-not-checked']);

describe.skipIf(isSkipped)('each published manifest alone', () => {
  test.each([
    ['v0.3', 'v031'],
    ['main', 'main'],
  ] as const)('has the result of the hub %s', async (target, hub) => {
    const rows = linesOf(join(REALWORLD, 'judged.jsonl'));
    const figures = { objects: 0, rejectedFound: 0, notEvaluated: 0, beyondSchema: 0, suspiciousFound: 0, seenInTreesOnly: 0 };
    const failing: string[] = [];
    const wrong: string[] = [];
    for (const file of readdirSync(join(REALWORLD, 'files'))) {
      const report = await lintPaths([join('files', file)], target);
      failing.push(...report.findings.filter(({ effect }) => effect === 'fails').map(({ rule }) => rule));
      for (const row of rows.filter((each) => each.file === `files/${file}`)) {
        figures.objects += 1;
        const rejected = report.findings.filter((finding) => finding.effect === 'rejected' && isAbout(finding.object, row));
        const { verdict, message } = row[hub];
        if (verdict === 'accepted') {
          for (const { rule, line } of rejected) wrong.push(`${file}:${line} ${rule} rejects what the hub accepts`);
        } else if (row.templated === true || row.envDependent !== undefined) {
          continue;
        } else if (rejected.length > 0) {
          figures.rejectedFound += 1;
        } else if (row.cls === 'fragment' && report.notEvaluated.length > 0) {
          figures.notEvaluated += 1;
        } else if (BEYOND_SCHEMA.test(message)) {
          figures.beyondSchema += 1;
        } else {
          wrong.push(`${file}: ${row.kind} is missed: ${message}`);
        }
        for (const { code } of row.suspicious ?? []) {
          if (SEEN_IN_TREES.has(code)) figures.seenInTreesOnly += 1;
          else if (report.findings.some(({ effect }) => effect === 'fails' || effect === 'misbehaves')) figures.suspiciousFound += 1;
          else wrong.push(`${file}: ${row.kind} is suspicious (${code}), and nothing says so`);
        }
      }
    }
    process.stdout.write(`realworld ${target}: ${JSON.stringify(figures)}\n`);
    expect(wrong).toEqual([]);
    expect(failing.filter((rule) => !ADMITTED_AND_STUCK.has(rule))).toEqual([]);
  });
});

/** Collections of samples that replace one another: applied together they overlap, and two steps of one sample replace each other. */
const COLLECTIONS: Readonly<Record<string, readonly string[]>> = {
  'kubefleet-dev--kubefleet-cookbook': ['overlapping-placements'],
  'kubefleet-dev--kubefleet-examples': ['declared-twice', 'overlapping-placements'],
};

describe.skipIf(isSkipped)('published trees', () => {
  test.each(truthNames('realworld/trees'))('%s', async (tree) => {
    const { findings, counts } = await lintPaths([join('trees', tree)], 'v0.3');
    process.stdout.write(`realworld ${tree}: ${JSON.stringify(counts)}\n`);
    const told = findings.filter(({ effect }) => effect === 'fails');
    expect([...new Set(told.map(({ rule }) => rule))].toSorted()).toEqual(COLLECTIONS[tree] ?? []);
  });

  test('an override for a placement of another scope is found in the same tree', async () => {
    const { findings } = await lintPaths(['trees'], 'v0.3');
    const files = findings.filter(({ rule }) => rule === 'override-scope').map(({ file }) => file.split('/').at(-2));
    expect(files).toEqual(['kustomize-nginx', 'simple-guestbook']);
  });
});

function linesOf(path: string): Judged[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Judged);
}

async function lintPaths(paths: readonly string[], target: HubProfile): Promise<LintReport> {
  const sources = await readManifests(paths, { cwd: REALWORLD });
  return lint(makeWorld({ target, now: TODAY, manifests: sources.manifests }), sources, { rules: RULES, today: TODAY });
}

/** A finding about a text that does not parse is about every object of it. */
function isAbout(object: { readonly kind: string; readonly name: string } | undefined, { kind, name }: Judged): boolean {
  return object === undefined || (object.kind === kind && (name === null || object.name === name));
}
