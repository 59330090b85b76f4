/** All schemas for editors; `../editor-schemas.test.ts` checks documents by some of them. */
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';

import { editorSchemas, SCHEMA_ADDRESS } from '../../../scripts/editor-schemas.ts';

test('each schema compiles, under the address at which the site has it', () => {
  const schemas = Object.entries(editorSchemas())
    .filter(([path]) => path !== 'config.json')
    .map(([path, content]) => ({ path, schema: JSON.parse(content) as { readonly $id: string } }));
  expect(schemas.length).toBeGreaterThan(0);
  const ajv = new Ajv({ strictTypes: false, allowUnionTypes: true, schemas: schemas.map(({ schema }) => schema) });
  for (const { path, schema } of schemas) {
    expect(schema.$id).toBe(`${SCHEMA_ADDRESS}/${path}`);
    expect(() => ajv.compile(schema), path).not.toThrow();
  }
});
