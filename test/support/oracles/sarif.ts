import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';

const text = { type: 'string', minLength: 1 };
const message = { type: 'object', required: ['text'], additionalProperties: false, properties: { text, markdown: text } };
const level = { enum: ['none', 'note', 'warning', 'error'] };
const line = { type: 'integer', minimum: 1 };
const listOf = (items: object): object => ({ type: 'array', items });
const closed = (properties: Readonly<Record<string, unknown>>, ...required: readonly string[]): object => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const artifactLocation = closed(
  { uri: { type: 'string', pattern: "^(?:[A-Za-z][A-Za-z0-9+.-]*:|)(?:[A-Za-z0-9._~:/?#@!$&'()*+,;=-]|%[0-9A-F]{2})*$" }, uriBaseId: text },
  'uri',
);
// Readers refuse a file with an empty snippet: kube-score #698.
const snippet = closed({ text: { ...text, pattern: String.raw`\S` } }, 'text');
const region = closed({ startLine: line, startColumn: line, endLine: line, endColumn: line, snippet }, 'startLine');
const contextRegion = closed({ startLine: line, endLine: line, snippet }, 'startLine', 'endLine', 'snippet');
const physicalLocation = closed({ artifactLocation, region, contextRegion }, 'artifactLocation');
const location = closed({
  id: { type: 'integer', minimum: 0 },
  physicalLocation,
  logicalLocations: listOf(closed({ fullyQualifiedName: text, kind: text }, 'fullyQualifiedName')),
  message,
});
const notification = closed({ level, message, locations: listOf(location) }, 'message');
const rule = closed(
  {
    id: text,
    name: { type: 'string' },
    shortDescription: message,
    fullDescription: message,
    help: message,
    helpUri: { type: 'string', pattern: '^https?://' },
    defaultConfiguration: closed({ level }),
    properties: { type: 'object', properties: { tags: { ...listOf(text), uniqueItems: true } } },
  },
  'id',
);
const result = closed(
  {
    ruleId: text,
    ruleIndex: { type: 'integer', minimum: 0 },
    level,
    message,
    locations: { ...listOf(location), minItems: 1 },
    relatedLocations: { ...listOf(location), uniqueItems: true },
    partialFingerprints: closed({ 'fleetGateFinding/v1': { type: 'string', pattern: '^[0-9a-f]{32}$' } }, 'fleetGateFinding/v1'),
    baselineState: { enum: ['new', 'unchanged', 'updated', 'absent'] },
    suppressions: listOf(closed({ kind: { enum: ['inSource', 'external'] }, justification: { type: 'string' } }, 'kind')),
    properties: { type: 'object' },
  },
  'message',
);
const driver = closed({ name: text, semanticVersion: text, rules: { ...listOf(rule), uniqueItems: true } }, 'name');
const invocation = closed(
  {
    executionSuccessful: { type: 'boolean' },
    exitCode: { type: 'integer' },
    toolExecutionNotifications: listOf(notification),
    properties: { type: 'object' },
  },
  'executionSuccessful',
);
const run = closed(
  {
    tool: closed({ driver }, 'driver'),
    automationDetails: closed({ id: text }),
    columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
    invocations: listOf(invocation),
    results: listOf(result),
  },
  'tool',
);

/** The part of the OASIS schema of SARIF 2.1.0 that our reports may use. Other properties are refused. */
const check = new Ajv({ strict: false }).compile(
  closed({ $schema: text, version: { const: '2.1.0' }, runs: { ...listOf(run), minItems: 1 } }, 'version', 'runs'),
);

/**
 * The schema of SARIF 2.1.0 as OASIS publishes it (`errata01`), unchanged: `fixtures/sarif/README.md`. It is written for draft 4 of JSON
 * Schema. Of the words that later drafts changed it uses only `$schema` and `id`, which are removed below.
 */
const SCHEMA = JSON.parse(readFileSync(join(import.meta.dirname, '../../../fixtures/sarif/sarif-schema-2.1.0.json'), 'utf8')) as Readonly<
  Record<string, unknown>
>;

const checkWhole = (() => {
  const { $schema: _draft, id: _id, ...schema } = SCHEMA;
  // Its patterns were not written for the `u` flag.
  const ajv = new Ajv({ strict: false, unicodeRegExp: false });
  addFormatsModule.default(ajv);
  return ajv.compile(schema);
})();

/** Faults of a SARIF log: violations of either schema, duplicate fingerprints, indices that do not exist, and links in messages. */
export function sarifFaults(log: unknown): readonly string[] {
  const shape = [checkWhole, check].flatMap((validate) =>
    validate(log) ? [] : (validate.errors ?? []).map(({ instancePath, message: why }) => `${instancePath} ${why ?? ''}`),
  );
  if (shape.length > 0) return shape;
  const { runs } = log as { readonly runs: readonly { readonly tool: { driver: { rules: { id: string }[] } }; results: Indexed[] }[] };
  const lost = runs.flatMap(({ tool, results }) =>
    results.flatMap(({ ruleId, ruleIndex }) =>
      tool.driver.rules[ruleIndex]?.id === ruleId ? [] : [`the rule ${ruleId} is not at ${ruleIndex}`],
    ),
  );
  const fingerprints = runs.flatMap(({ results }) => results.map(({ partialFingerprints }) => partialFingerprints['fleetGateFinding/v1']));
  const twice = fingerprints.filter((fingerprint, index) => fingerprints.indexOf(fingerprint) !== index);
  return [...lost, ...twice.map((fingerprint) => `two results with the fingerprint ${fingerprint}`), ...textsIn(log).flatMap(linksOf)];
}

interface Indexed {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly partialFingerprints: Readonly<Record<string, string>>;
}

/** The texts of messages. A snippet is the content of a file, so readers do not look for links in it. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => {
    if (key === 'snippet') return [];
    return key === 'text' && typeof entry === 'string' ? [entry] : textsIn(entry);
  });
}

/** Embedded links, `[text](place)`, whose brackets are not escaped by a backslash. Source: SARIF 2.1.0, "Messages with embedded links". */
function linksOf(words: string): readonly string[] {
  return (words.match(/(?<!\\)\[(?:[^[\]\\]|\\[\s\S])*\]\([^)]*\)/g) ?? []).map((found) => `a link: ${found}`);
}
