/** In a process of its own, since modules stay loaded for all tests of one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** Ends with what was loaded of the CEL engine. */
const WATCH = `
import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ load: (url, context, next) => { if (url.includes('cel-js')) loaded.push(url); return next(url, context); } });
process.on('exit', () => process.stderr.write(\`CEL modules: \${loaded.length > 0}\\n\`));
`;

it.each([
  ['a ConfigMap', 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n', false],
  ['an envelope', envelope('ResourceEnvelope'), false],
  ['a placement', envelope('ResourceEnvelope').replaceAll('ResourceEnvelope', 'ResourcePlacement'), true],
])(
  'linting %s',
  (_, text, isLoaded) => {
    const dir = mkdtempSync(join(tmpdir(), 'fleet-gate-lazy-'));
    try {
      writeFileSync(join(dir, 'a.yaml'), text);
      const watch = `data:text/javascript,${encodeURIComponent(WATCH)}`;
      const argv = ['--import', watch, join(ROOT, 'src/cli.ts'), 'lint', '--fail-on', 'none', join(dir, 'a.yaml')];
      expect(spawnSync(process.execPath, argv, { encoding: 'utf8' }).stderr).toContain(`CEL modules: ${String(isLoaded)}`);
    } finally {
      rmSync(dir, { recursive: true });
    }
  },
  60_000,
);

function envelope(kind: string): string {
  return `apiVersion: placement.kubernetes-fleet.io/v1beta1\nkind: ${kind}\nmetadata:\n  name: a\n  namespace: team\ndata: {}\n`;
}
