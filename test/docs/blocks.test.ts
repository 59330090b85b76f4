/** The YAML of README.md and docs/: manifests pass `lint` for the hub of their page, settings exist, and all pages name one version. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';

import { readPages } from '../../scripts/pages/site-pages.ts';
import { parseArgv } from '../../src/cli/command-line/invocation.ts';
import { parseConfig } from '../../src/config.ts';
import { isObject, type JsonObject, objectAt, stringAt } from '../../src/fleet/json/json.ts';
import { HUB_PROFILES } from '../../src/fleet/kubefleet/kinds.ts';
import { GRACES } from '../../src/gates/graces.ts';
import { CONFIG_SHAPE } from '../../src/settings/config-shape.ts';
import { INPUT_NAMES, modesOf } from '../../src/settings/inputs.ts';
import { RULES } from '../../src/static/rules/index.gen.ts';
import { lintTexts } from '../support/trees/lint-texts.ts';

const ROOT = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
const [MAJOR = ''] = version.split('.');

interface Block {
  readonly at: string;
  readonly page: string;
  readonly text: string;
  readonly documents: readonly unknown[];
}

// Pages of rules and failures show faulty manifests, with what lint reports.
const pages = readPages(ROOT).filter(({ path }) => !/^docs\/(?:rules|failures)\//.test(path));
const blocks = pages.flatMap(({ path, text }) => blocksOf(path, text));

test('every block is YAML', () => {
  expect(blocks.length).toBeGreaterThan(25);
  expect(blocks.filter(({ documents }) => documents.length === 0).map(({ at }) => at)).toEqual([]);
});

test('manifests pass lint for the hub of their page', () => {
  const found = blocks.filter(({ documents }) => documents.some((document) => stringAt(document, 'apiVersion') !== undefined));
  expect(found.length).toBeGreaterThan(5);
  for (const { at, text, page } of found) {
    const config = `target: ${page === 'docs/azure.md' ? 'aks' : 'v0.3'}`;
    const { findings } = lintTexts({ files: [{ path: 'block.yaml', text }], config }, RULES);
    expect(
      findings.filter(({ severity }) => severity === 'error').map(({ message }) => message),
      at,
    ).toEqual([]);
  }
});

test('configuration files can be read', () => {
  const rules = RULES.map(({ id, options }) => ({ id, ...(options === undefined ? {} : { options: {} }) }));
  const found = blocks.filter(({ documents: [first] }) => isConfig(first));
  expect(found.map(({ page }) => page)).toEqual(expect.arrayContaining(['docs/configuration-file.md', 'docs/configuration.md']));
  for (const { at, text } of found) expect(() => parseConfig(text, at, { rules, graces: Object.keys(GRACES) }), at).not.toThrow();
});

describe('steps with the Action', () => {
  const steps = blocks.flatMap(({ at, page, documents }) =>
    documents.flatMap((document) => [...stepsIn(document)].map((step) => ({ at, page, step, inputs: objectAt(step, 'with') ?? {} }))),
  );

  test('have inputs of their mode and targets that exist', () => {
    expect(steps.length).toBeGreaterThan(8);
    for (const { at, inputs } of steps) {
      const mode = stringAt(inputs, 'mode') ?? 'lint';
      const known = new Set<string>(INPUT_NAMES.filter((name) => modesOf(name).some((each) => each === mode)));
      expect(
        Object.keys(inputs).filter((name) => !known.has(name)),
        at,
      ).toEqual([]);
      const target = stringAt(inputs, 'target');
      if (target !== undefined && !target.includes('${{')) expect(HUB_PROFILES, at).toContain(target);
    }
  });

  test('lint for Azure on the page about Azure', () => {
    const targets = steps
      .filter(({ page, inputs }) => page === 'docs/azure.md' && inputs['mode'] === 'lint')
      .map(({ inputs }) => inputs['target']);
    expect(targets).toEqual(['aks']);
  });
});

test('all pages name one version: the major of the package, or the package itself', () => {
  const named = pages
    .flatMap(({ text }) => [...text.matchAll(/fleet-gate(?:@v?|:v?)(\d[\w.]*)|(?:lint|note|gate)@(\d[\w.]*)/g)])
    .map(([, program, component]) => program ?? component ?? '');
  expect(named.length).toBeGreaterThan(15);
  expect([...new Set(named)].toSorted()).toEqual([MAJOR, version].toSorted());
});

test('all pages use one major version of each action', () => {
  const used = pages.flatMap(({ text }) =>
    [...text.matchAll(/uses: ([\w-]+\/[\w./-]+)@(v\d+)\b/g)].map(([, action = '', major = '']) => ({ action, major })),
  );
  expect(used.length).toBeGreaterThan(20);
  const majors = Map.groupBy(used, ({ action }) => action);
  expect([...majors].filter(([, uses]) => new Set(uses.map(({ major }) => major)).size > 1).map(([action]) => action)).toEqual([]);
});

test('the commands of fleet-gate have flags that exist', () => {
  const commands = pages.flatMap(({ path, text }) => [...commandsIn(text), ...inlineCommands(text)].map((line) => ({ path, line })));
  expect(commands.length).toBeGreaterThan(90);
  const wrong = commands.flatMap(({ path, line }) => {
    try {
      parseArgv(wordsOf(line));
      return [];
    } catch (error) {
      return [`${path}: ${line}: ${String(error)}`];
    }
  });
  expect(wrong).toEqual([]);
});

/** The command lines in blocks that are not YAML, without comments, pipes and redirections. Lines with a `\` at the end are joined. */
function commandsIn(text: string): readonly string[] {
  // Odd fences open a block and have its language, even ones close it.
  const parts = text.split(/^ *```(.*)$/m);
  const bodies = parts.filter((_, index) => index % 4 === 2 && /^(?:sh|bash|console|text)?$/.test(parts[index - 1] ?? ''));
  return bodies.flatMap((body) =>
    body
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .flatMap((line) => /^\s*(?:until |npx |kubectl )?fleet-gate (.*)$/.exec(line)?.[1] ?? [])
      .map((line) => line.replace(/ *(?:#|\||>|<|;|&&).*$/, '')),
  );
}

/** The commands in sentences, without those of an unnamed command. */
function inlineCommands(text: string): readonly string[] {
  return [...text.matchAll(/`(?:npx )?fleet-gate ([^`\n]+)`/g)].map(([, line = '']) => line).filter((line) => !/^[A-Z]/.test(line));
}

/** The words of a command line, without their quotes. */
function wordsOf(line: string): readonly string[] {
  return (line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []).map((word) => word.replaceAll(/['"]/g, ''));
}

function blocksOf(page: string, text: string): readonly Block[] {
  return [...text.matchAll(/^( *)```ya?ml\n([\s\S]*?)^ *```$/gm)].map(({ 1: indent = '', 2: body = '', index }) => {
    const lines = body.split('\n').map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
    const plain = lines.join('\n');
    const parsed = parseAllDocuments(plain);
    const isYaml = 'length' in parsed && parsed.every(({ errors }) => errors.length === 0);
    const documents = isYaml ? parsed.map((document) => document.toJS() as unknown) : [];
    return { at: `${page}:${String(text.slice(0, index).split('\n').length)}`, page, text: plain, documents };
  });
}

function isConfig(document: unknown): boolean {
  const keys = isObject(document) ? Object.keys(document) : [];
  return keys.length > 0 && keys.every((key) => Object.hasOwn(CONFIG_SHAPE.fields, key));
}

/** Steps anywhere in a value: in a workflow, or in a list of steps alone. */
function* stepsIn(value: unknown): Iterable<JsonObject> {
  if (Array.isArray(value)) for (const each of value) yield* stepsIn(each);
  if (!isObject(value)) return;
  if (stringAt(value, 'uses')?.startsWith('fleet-gate/fleet-gate@') === true) yield value;
  for (const each of Object.values(value)) yield* stepsIn(each);
}
