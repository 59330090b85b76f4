/** `integrations/schemastore/catalog-entry.json`: the entry that SchemaStore's catalog needs for a schema that is hosted elsewhere. */
import { SCHEMA_ADDRESS } from '../editor-schemas.ts';
import type { Generated } from '../gen.ts';

export function generate(): Generated {
  const entry = {
    name: 'fleet-gate',
    description: 'Configuration of fleet-gate, the gate for KubeFleet and Azure Kubernetes Fleet Manager',
    fileMatch: ['.fleet-gate.yaml', '.fleet-gate.yml'],
    url: `${SCHEMA_ADDRESS}/config.json`,
  };
  return {
    files: { 'integrations/schemastore/catalog-entry.json': `${JSON.stringify(entry, null, 2)}\n` },
    folders: ['integrations/schemastore'],
  };
}
