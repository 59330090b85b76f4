/** No sentence that the program prints has an article that does not fit, or a place where a value is missing. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withArticle } from '../../src/fleet/text/with-article.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** The pages of rules and failures have what the program prints for their examples. */
const PRINTED = ['docs/rules', 'docs/failures', 'fixtures/report'];

const FAULTS: Readonly<Record<string, readonly [fault: RegExp, example: string]>> = {
  'an article before a vowel': [
    /\b[Aa] (?:[AEIO][a-z]|error|object|override|image|action|API\b|U[^ns\W])\w*/g,
    'A ApprovalRequest is open.',
  ],
  'an article before a consonant': [/\b[Aa]n (?:[BCDGJKPQTVWYZ][a-z]|[FHLMNRSX][a-z])\w*/g, 'It is an Deployment.'],
  'nothing in brackets': [/\( *\)(?!`)/g, 'Deployment/shop/web ( ) differs.'],
  'nothing between two words': [/\b(?:from|to|of|in|on|by|is|the)  (?=\w)/g, 'It changes from  to 2.'],
  'nothing before a bracket': [/\b(?:from|to|of|with|by|than) \)/g, 'It changes (from 2 to ).'],
};

test.each(Object.entries(FAULTS))('a sentence with %s is found', (_, [fault, example]) => {
  expect(proseOf(example).filter((line) => line.search(fault) >= 0)).toEqual([example]);
});

test.each(Object.entries(FAULTS))('no printed sentence has %s', (_, [fault]) => {
  const found = files().flatMap((name) => {
    const text = readFileSync(path.join(ROOT, name), 'utf8');
    // Code has no sentences.
    return proseOf(text).flatMap((line) => [...line.matchAll(fault)].map(([words]) => `${name}: ${words} in ${line.trim().slice(0, 120)}`));
  });
  expect(found).toEqual([]);
});

test.each([
  ['Pod', 'a Pod'],
  ['Ingress', 'an Ingress'],
  ['ApprovalRequest', 'an ApprovalRequest'],
  ['UpdateRun', 'an UpdateRun'],
  ['User', 'a User'],
  ['HTTPRoute', 'an HTTPRoute'],
  ['HorizontalPodAutoscaler', 'a HorizontalPodAutoscaler'],
  ['StatefulSet', 'a StatefulSet'],
])('%s gets its article', (kind, expected) => {
  expect(withArticle(kind)).toBe(expected);
});

function files(): readonly string[] {
  const found = PRINTED.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  );
  const texts = found.filter((name) => /\.(?:md|txt)$/.test(name));
  expect(texts.length).toBeGreaterThan(100);
  return texts;
}

/** Lines outside of YAML, without what is quoted as code. */
function proseOf(text: string): readonly string[] {
  return text
    .replaceAll(/^```(?:yaml|console|sh)\n.*?^```/gms, '')
    .replaceAll(/^ {6,}do:.*|^ *\|.*/gm, '')
    .split('\n')
    .map((line) => line.replaceAll(/`[^`]*`|"[^"]*"/g, '""'));
}
