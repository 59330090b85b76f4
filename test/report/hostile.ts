import * as fc from 'fast-check';
import type { Report } from '../../src/report.ts';

/** Pieces that close, open or forge something in one of the formats. */
const PIECES = [
  '::set-output name=a::b',
  '::stop-commands::x',
  '##[error]x',
  '\n',
  '\r\n',
  '\r',
  ' ',
  '`',
  '```',
  '~~~',
  '</details>',
  '</summary>',
  '</code>',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<!--',
  '-->',
  '<!-- fleet-gate -->',
  '|',
  '\\|',
  '\\',
  '@octocat',
  '#1',
  'GH-2',
  'octo/repo#3',
  'https://evil.test/x',
  'www.evil.test',
  'mailto:a@evil.test',
  '[x](javascript:alert(1))',
  '![i](http://e.test/p.png)',
  '$x$',
  '**',
  '__',
  '- ',
  '1. ',
  '# ',
  '> ',
  '&lt;b&gt;',
  '&#64;octocat',
  ']]>',
  '%0A::error::x',
  '\u001B[31m',
  '\u001B]8;;http://evil.test\u0007',
  '\u009B31m',
  '\u202E',
  '\u200B',
  '\u2028',
  '\u0000',
  '\uFFFE',
  '\uD800',
  '😀',
  'kubectl get crp',
];

export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...PIECES) }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) }),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

/** Words the types fix; everything else in a report comes from manifests, hubs and command lines. */
const FIXED = new Set([
  'schema',
  'command',
  'outcome',
  'effect',
  'severity',
  'state',
  'target',
  'policy',
  'scheduled',
  'verdict',
  'freshness',
  'apiVersion',
  'at',
]);

/** The report with every free text followed by one of `texts`, in turn. */
export function poisoned(report: Report, texts: readonly string[]): Report {
  let turn = 0;
  const visit = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((entry) => visit(entry, key));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, visit(entry, name)]));
    if (typeof value !== 'string' || FIXED.has(key)) return value;
    const text = texts[turn++ % texts.length] ?? '';
    return turn % 2 === 0 ? `${value}${text}` : `${text}${value}`;
  };
  return { ...(visit(report, '') as Report), tool: report.tool };
}
