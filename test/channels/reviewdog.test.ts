/** The script for reviewdog, with the real reviewdog on our SARIF. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runScript, userRepository } from '../support/github/ci-sandbox.ts';
import { channelProgram } from './tools.ts';

const SCRIPT = readFileSync(path.resolve(import.meta.dirname, '../../integrations/reviewdog/reviewdog.sh'), 'utf8');
const reviewdog = channelProgram('reviewdog');
const standIns = { reviewdog: `exec '${reviewdog}' "$@"` };

interface Shown {
  readonly diagnostics: readonly {
    readonly message: string;
    readonly location: { readonly path: string; readonly range: { readonly start: { readonly line: number } } };
    readonly severity: string;
    readonly code: { readonly value: string };
  }[];
}

test.skipIf(reviewdog === undefined)('reviewdog reads every finding with its place, and the verdict stays that of fleet-gate', async () => {
  const { dir } = userRepository();
  const { code, out, err } = await runScript(SCRIPT, { cwd: dir, env: { REVIEWDOG_REPORTER: 'rdjson' }, standIns, shell: [] });
  expect(code, out + err).toBe(1);
  const { diagnostics } = JSON.parse(out.slice(out.indexOf('\n{') + 1)) as Shown;
  const sarif = JSON.parse(readFileSync(path.join(dir, 'fleet-gate.sarif'), 'utf8')) as {
    readonly runs: readonly { readonly results: readonly object[] }[];
  };
  expect(diagnostics).toHaveLength(sarif.runs[0]?.results.length ?? 0);
  expect(diagnostics).toContainEqual(
    expect.objectContaining({
      severity: 'ERROR',
      location: expect.objectContaining({
        path: 'deploy/catalog/placement.yaml',
        range: expect.objectContaining({ start: { line: 11, column: 31 } }),
      }),
      code: expect.objectContaining({ value: 'pickfixed-unknown-cluster' }),
    }),
  );
});

test.skipIf(reviewdog === undefined)('reviewdog reports nothing for a tree without a fault', async () => {
  const { code, out, err } = await runScript(SCRIPT, { cwd: userRepository(['storefront']).dir, standIns, shell: [] });
  expect(code, out + err).toBe(0);
});
