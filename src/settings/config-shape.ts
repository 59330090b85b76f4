import type { Field } from './kind.ts';
import type { Setting } from './setting.ts';
import { SETTING_NAMES, SETTINGS } from './settings.ts';

/** `.fleet-gate.yaml` as one record of all settings with a key. The parser and the JSON Schema are generated from it. */
export const CONFIG_SHAPE: Field & { readonly kind: 'record' } = {
  kind: 'record',
  about: 'Configuration of fleet-gate; flags and inputs of the Action override it.',
  fields: {
    ...fieldsBelow(''),
    gate: { kind: 'record', about: 'Settings of `wait` and `diagnose`.', fields: fieldsBelow('gate.') },
  },
};

function fieldsBelow(prefix: string): Readonly<Record<string, Field>> {
  return Object.fromEntries(
    SETTING_NAMES.flatMap((name) => {
      const setting = SETTINGS[name];
      const { key } = setting;
      if (key === undefined || !key.startsWith(prefix) || key.slice(prefix.length).includes('.')) return [];
      return [[key.slice(prefix.length), fieldOf(setting)]];
    }),
  );
}

function fieldOf({ value, about, aboutFor, default: unset }: Setting): Field {
  return { ...value, about: aboutFor?.key ?? about, ...(typeof unset === 'string' ? { default: unset } : {}) };
}
