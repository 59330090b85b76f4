import { expect, test } from 'vitest';

import { readContext } from '../../src/action/context.ts';

const runner = { GITHUB_REPOSITORY: 'contoso/fleet', GITHUB_RUN_ID: '7', GITHUB_SHA: 'c0ffee0' };
const runUrl = (env: Readonly<Record<string, string>>): string | undefined => readContext(env, () => undefined).runUrl;

test('the page of the run is known where the runner says which run it is', () => {
  expect(runUrl(runner)).toBe('https://github.com/contoso/fleet/actions/runs/7');
  expect(runUrl({ ...runner, GITHUB_SERVER_URL: 'https://github.contoso.com' })).toBe(
    'https://github.contoso.com/contoso/fleet/actions/runs/7',
  );
  expect(runUrl({ ...runner, GITHUB_RUN_ID: '' })).toBeUndefined();
  expect(runUrl({ GITHUB_RUN_ID: '7' })).toBeUndefined();
});
