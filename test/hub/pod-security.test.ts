/** Compares what `podSecurityFaults` allows and forbids with the admission of this server. */
import { expect, it } from 'vitest';
import { podSecurityFaults } from '../../src/fleet/kubernetes/pod-security.ts';
import { ALLOWED_BY_RESTRICTED, FORBIDDEN_BY_BOTH, FORBIDDEN_BY_RESTRICTED } from '../support/kubernetes/pod-security-pods.ts';
import { withOwnHub } from './suite/own-hub.ts';

it('the levels of Pod Security allow and forbid the same on this server', () =>
  withOwnHub({ name: 'pod-security', version: '' }, async ({ hub }) => {
    const wrong: string[] = [];
    let compared = 0;
    for (const level of ['baseline', 'restricted'] as const) {
      const labels = { 'pod-security.kubernetes.io/enforce': level };
      const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: level, labels } };
      const made = await hub.api.ask('POST', '/api/v1/namespaces', { body: namespace });
      if (made.code >= 400) wrong.push(`${level}: ${String(made.body.message)}`);
      const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } };
      await hub.api.ask('POST', `/api/v1/namespaces/${level}/serviceaccounts`, { body: account });
      for (const [title, spec] of [...ALLOWED_BY_RESTRICTED, ...FORBIDDEN_BY_BOTH, ...FORBIDDEN_BY_RESTRICTED]) {
        const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec };
        const { code, body } = await hub.api.ask('POST', `/api/v1/namespaces/${level}/pods?dryRun=All`, { body: pod });
        // This server runs no privileged containers, and says so before it asks for the level.
        if (code === 422 && String(body.message).includes('disallowed by cluster policy')) continue;
        compared += 1;
        const isRefused = String(body.message).includes('violates PodSecurity');
        const expected = [...podSecurityFaults(spec, level)].length > 0;
        if (isRefused !== expected || (code >= 400 && !isRefused)) wrong.push(`${level}, ${title}: ${code} ${String(body.message)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(40);
  }));
