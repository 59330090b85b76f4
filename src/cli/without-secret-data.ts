import { isObject } from '../fleet/json.ts';

/** The same value with every Secret in it, however deep, keeping its keys and the length of its values: nothing else of them is needed, or may be shown. */
export function withoutSecretData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecretData);
  if (!isObject(value)) return value;
  const isSecret = value['kind'] === 'Secret';
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecret && (name === 'data' || name === 'stringData') ? masked(inner) : withoutSecretData(inner),
    ]),
  );
}

function masked(data: unknown): unknown {
  if (!isObject(data)) return {};
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, '*'.repeat(String(value).length)]));
}
