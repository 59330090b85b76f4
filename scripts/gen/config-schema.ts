/** `config.schema.json`, from the table that also parses the configuration file. */
import { CONFIG_SHAPE } from '../../src/settings/config-shape.ts';
import type { Field } from '../../src/settings/kind.ts';
import { sentence } from './sources/setting-texts.ts';
import { DURATION_PATTERN, durationText } from '../../src/duration.ts';
import { GRACES } from '../../src/gates/graces.ts';
import { SHARE_PATTERN } from '../../src/share.ts';
import { listRules } from '../../src/static/judge/explain.ts';
import type { Generated } from '../gen.ts';

type Json = Readonly<Record<string, unknown>>;

export function generate(): Generated {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'fleet-gate-config-v1',
    title: '.fleet-gate.yaml',
    ...schemaOf(CONFIG_SHAPE),
  };
  return { files: { 'config.schema.json': `${JSON.stringify(schema, null, 2)}\n` } };
}

function schemaOf(shape: Field): Json {
  return { description: sentence(shape.about), ...valueOf(shape), ...(shape.default === undefined ? {} : { default: shape.default }) };
}

function valueOf(shape: Field): Json {
  switch (shape.kind) {
    case 'text':
    case 'file':
    case 'folder':
    case 'time':
    case 'clusters':
    case 'zone':
    case 'cron':
      return { type: 'string', pattern: '\\S' };
    case 'switch':
      return { type: 'boolean' };
    case 'duration':
      return { type: 'string', pattern: DURATION_PATTERN };
    case 'share':
      return {
        anyOf: [
          { type: 'integer', minimum: 0 },
          { type: 'string', pattern: SHARE_PATTERN },
        ],
      };
    case 'wall-time':
      return { type: 'string', pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$` };
    case 'day':
      return { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
    case 'texts':
    case 'files':
      return { type: 'array', items: { type: 'string', pattern: '\\S' } };
    case 'choice':
      return { enum: shape.of };
    case 'either':
      return { anyOf: [schemaOf(shape.word), schemaOf(shape.list)] };
    case 'list':
      return { type: 'array', items: schemaOf(shape.of) };
    case 'map':
      return { type: 'object', ...mapOf(shape) };
    case 'record':
    default:
      return {
        type: 'object',
        additionalProperties: false,
        ...(shape.required === undefined ? {} : { required: shape.required }),
        properties: Object.fromEntries(Object.entries(shape.fields).map(([key, field]) => [key, schemaOf(field)])),
      };
  }
}

/** Rules are listed one by one, so that an editor completes and explains them. */
function mapOf(shape: Field & { kind: 'map' }): Json {
  if (shape.keys === 'option' || shape.keys === 'any') return { additionalProperties: schemaOf(shape.of) };
  if (shape.keys === 'grace') return gracesOf(schemaOf(shape.of));
  const settings = (id: string, summary: string): Json => {
    const entry = schemaOf(shape.of);
    const options = optionsOf(id);
    const properties = { ...(entry['properties'] as Json), options };
    return { ...entry, description: summary, properties };
  };
  const named = listRules().flatMap(({ id, summary, aliases = {} }) => [[id, summary] as const, ...Object.entries(aliases)]);
  return { additionalProperties: false, properties: Object.fromEntries(named.map(([id, summary]) => [id, settings(id, summary)])) };
}

function gracesOf(value: Json): Json {
  const families = Object.entries(GRACES).map(([family, { about, default: ms }]) => [
    family,
    { ...value, description: about, default: durationText(ms) },
  ]);
  return { additionalProperties: false, properties: Object.fromEntries(families) };
}

function optionsOf(id: string): Json {
  const options = Object.entries(listRules().find((rule) => rule.id === id)?.options ?? {});
  const properties = options.map(([name, about]) => [name, { description: about, type: 'array', items: { type: 'string' } }]);
  return { type: 'object', additionalProperties: false, properties: Object.fromEntries(properties) };
}
