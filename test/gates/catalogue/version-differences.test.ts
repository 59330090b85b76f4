import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { run } from '../../../src/cli/commands/run.ts';
import { ALL_REASONS } from '../../../src/fleet/kubefleet/reasons.ts';
import { FAILURES } from '../../../src/gates/catalogue/index.gen.ts';
import { formText, VERSION_DIFFERENCES, VERSIONS } from '../../../src/gates/catalogue/version-differences.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { diagnosedAs } from '../../support/gate/diagnosed-as.ts';
import { isMissing, truthPath } from '../../support/truth.ts';

const forms = VERSION_DIFFERENCES.flatMap(({ about, id, forms: said }) =>
  VERSIONS.map((version) => ({ about, id, version, form: said[version] })),
);
const conditions = forms.flatMap(({ form, ...more }) => ('does' in form ? [] : [{ ...more, form }]));

describe('where versions of KubeFleet differ', () => {
  test.each(conditions)('$about: $version is known', ({ id, form }) => {
    expect(diagnosedAs(form.scope, `${form.type} ${form.status} ${form.reason}`, form.message)).toBe(id ?? 'none');
    expect(ALL_REASONS).toContain(form.reason);
  });

  test('every entry belongs to a failure or to none, distinguishes the versions, and names its source', () => {
    const ids = new Set(FAILURES.map((failure) => failure.id));
    for (const { about, id, forms: said, source } of VERSION_DIFFERENCES) {
      expect(id === undefined || ids.has(id), about).toBe(true);
      expect(source, about).toMatch(/^(?:pkg|apis)\/\S+\.go, /);
      if (id !== 'envelope-duplicate-works') expect(formText(said['v0.3.1']), about).not.toBe(formText(said.main));
    }
  });

  test.each(VERSION_DIFFERENCES.filter(({ id }) => id !== undefined))(
    'explain and its page describe $about',
    async ({ about, id = '', forms: said }) => {
      const io = fakeIo({ cwd: '/' });
      await run(['explain', id, '--format', 'json'], io);
      expect(JSON.parse(io.out())).toMatchObject({
        failure: { versions: expect.arrayContaining([expect.objectContaining({ about, forms: said })]) },
      });
      const text = fakeIo({ cwd: '/' });
      await run(['explain', id], text);
      const [, told = ''] = text.out().replaceAll(/\s+/g, ' ').split('Where versions differ');
      expect(told).toContain(`- ${about} (`.replaceAll(/\s+/g, ' '));
      const page = readFileSync(join(import.meta.dirname, `../../../docs/failures/${id}.md`), 'utf8');
      expect(page).toContain(`- ${about} (`);
    },
  );
});

/** What only one version writes, in a story that is recorded of both. */
const RECORDED = [
  ['first-rollout-green', { 'v0.3.1': 'Works(s) are succcesfully created', main: '"Work(s) are successfully created' }],
  ['override-bad-path', { 'v0.3.1': 'on the resources: replace operation', main: 'ResourceOverrideSnapshot \\"' }],
] as const;

describe.skipIf(isMissing('recordings'))('recorded hubs', () => {
  test.each(RECORDED)('%s: each version has its own words', (scenario, words) => {
    const recorded = VERSIONS.map((version) => truthPath('recordings', version, scenario, 'events.jsonl')).filter(existsSync);
    expect(recorded.length).toBeGreaterThan(0);
    for (const file of recorded) {
      const events = readFileSync(file, 'utf8');
      const said = VERSIONS.filter((version) => events.includes(words[version]));
      expect(said).toEqual(VERSIONS.filter((version) => file.includes(`/${version}/`)));
    }
  });
});
