import { expect, test } from 'vitest';
import { HubError } from '../../../src/errors.ts';
import { listNotice } from '../../../src/gates/hub/access/list-notice.ts';
import { type DryRunClient, DryRunMember } from '../../../src/gates/hub/dry-run/dry-run-member.ts';
import { NoAnswer } from '../../../src/gates/hub/http/network-failure.ts';
import type { LiveHub } from '../../../src/gates/hub/connect-hub.ts';
import { flagTerms } from '../../../src/terms.ts';

const TYPE = { group: 'demo.example', kind: 'Widget' };

/** Errors of a connection, as Node and our transport report them. */
const BROKEN: readonly Error[] = [
  new NoAnswer('hub does not answer within 30 s'),
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
];

test.each(BROKEN)('a refused list is reported although the kind cannot be found: %s', async (broken) => {
  const notice = await listNotice([{ interest: TYPE, refusal: 'widgets is forbidden' }], { find: () => Promise.reject(broken) });
  expect(notice).toMatchObject({ kind: 'denied' });
});

test.each(BROKEN)('a member is out of reach, and nothing fails inside: %s', async (broken) => {
  const reject = (): Promise<never> => Promise.reject(broken);
  const client = { host: 'member:443', get: reject, post: reject } as unknown as DryRunClient;
  const member = new DryRunMember({} as LiveHub, client, new AbortController().signal, flagTerms);
  for (const asked of [member.served(TYPE), member.may('update', { group: '', resource: 'pods' }), member.user()])
    await expect(asked).rejects.toBeInstanceOf(HubError);
});
