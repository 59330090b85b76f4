import { describe, expect, test } from 'vitest';
import { FAILURES } from '../../../src/gates/catalogue/index.gen.ts';
import { matches } from '../../../src/gates/catalogue/failure.ts';
import type { Observation } from '../../../src/gates/observations/observation.ts';

const POST = 'failed to call webhook: Post "https://guard.policy.svc:443/v?timeout=10s": ';
const target = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'shop' };
const object = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' };

/** On the object that is applied, and on the pods of a workload. */
const PLACES = [
  ['Applied', 'False', 'ManifestApplyFailed', 'apply-transient-error', 'Webhook g.example.com of the member '],
  ['ReplicaFailure', 'True', 'FailedCreate', 'workload-replica-failure', 'Webhook g.example.com '],
] as const;

describe.each(PLACES)('%s: a webhook that could not be called', (type, status, reason, id, subject) => {
  const told = (why: string): { readonly title: string; readonly explain: string; readonly steps: string } => {
    const answer = `Internal error occurred: failed calling webhook "g.example.com": ${why}`;
    const applying = 'failed to apply the manifest: failed to patch the manifest object: error returned by the API server: ';
    const message = type === 'Applied' ? `Failed to apply the manifest (error: ${applying}${answer})` : answer;
    const condition = { type, status, reason, message } as const;
    const seen: Observation = { scope: 'manifest', step: 'Applied', target, object, cluster: 'm1', condition, evidence: [] };
    const failure = FAILURES.find((candidate) => matches(candidate, seen));
    expect(failure?.id).toBe(id);
    const { title = '', explain = '', remedy = [] } = failure?.details?.(seen) ?? {};
    return { title, explain, steps: remedy.join('\n') };
  };

  test.each([
    [
      'tls: failed to verify certificate: x509: certificate signed by unknown authority',
      'has a certificate that the API server does not trust',
      'caBundle',
    ],
    [
      'tls: failed to verify certificate: x509: certificate has expired or is not yet valid: current time 2026-05-01T10:00:00Z is after 2026-04-30T00:00:00Z',
      'has an expired certificate',
      'Renew the certificate',
    ],
    ['x509: certificate is valid for guard, guard.other.svc, not guard.policy.svc', 'has a certificate for another name', '(SAN)'],
    ['x509: certificate relies on legacy Common Name field, use SANs instead', 'has a certificate for another name', '(SAN)'],
    [
      "x509: cannot validate certificate for 10.0.0.1 because it doesn't contain any IP SANs",
      'has a certificate for another name',
      '(SAN)',
    ],
    ['http: server gave HTTP response to HTTPS client', 'does not speak TLS', 'Correct the port'],
    ['remote error: tls: certificate required', 'does not accept the TLS connection', 'client certificate'],
    ['service "guard" not found', 'has no service', 'Install the webhook again'],
  ])('and stays like that: %s', (why, title, step) => {
    const found = told(`${POST}${why}`);
    expect(found.title).toBe(`${subject}${title}`);
    expect(found.explain).toContain('This does not pass by itself.');
    expect(found.explain).not.toContain('does not answer');
    expect(found.steps).toContain(step);
  });

  test('because of its caBundle', () => {
    const found = told('could not get REST client: unable to load root certificates: unable to parse bytes as PEM block');
    expect(found.title).toBe(`${subject}cannot be called, because its caBundle is not valid`);
  });

  test('because its certificate is not valid yet', () => {
    const why = 'x509: certificate has expired or is not yet valid: current time 2026-05-01T10:00:00Z is before 2026-05-01T10:05:00Z';
    const found = told(`${POST}${why}`);
    expect(found.title).toBe(`${subject}has a certificate that is not valid yet`);
    expect(found.explain).toContain('That passes with time.');
  });

  test.each([
    'dial tcp 10.0.0.1:443: connect: connection refused',
    'context deadline exceeded',
    'net/http: TLS handshake timeout',
    'dial tcp: lookup guard.policy.svc: i/o timeout',
    'EOF',
  ])('and usually can be later: %s', (why) => {
    const found = told(`${POST}${why}`);
    expect(found.title).toBe(`${subject}does not answer`);
    expect(found.explain).toContain('This usually passes');
    expect(found.steps).toContain('describe service {webhookService} -n {webhookNamespace}');
  });

  test('until a pod of its service is ready', () => {
    const found = told(`${POST}no endpoints available for service "guard"`);
    expect(found.title).toBe(`${subject}does not answer: no pod of its service is ready`);
    expect(found.explain).not.toContain('usually');
  });

  test('with success, because it answers with an error', () => {
    expect(told('failed to call webhook: the server could not find the requested resource').title).toBe(`${subject}answers with an error`);
  });
});

test('a conversion webhook is in a CustomResourceDefinition, and no admission webhook', () => {
  const post = 'Post "https://w.tools.svc:443/convert?timeout=30s": service "w" not found';
  const message = `Failed to apply the manifest (error: error returned by the API server: conversion webhook for example.com/v1, Kind=W failed: ${post})`;
  const condition = { type: 'Applied', status: 'False', reason: 'ManifestApplyFailed', message } as const;
  const seen: Observation = { scope: 'manifest', step: 'Applied', target, object, cluster: 'm1', condition, evidence: [] };
  const failure = FAILURES.find((candidate) => matches(candidate, seen));
  const { title, explain = '', remedy = [] } = failure?.details?.(seen) ?? {};
  expect(failure?.id).toBe('apply-transient-error');
  expect(title).toBe('The conversion webhook for example.com/v1, Kind=W of the member has no service');
  expect(explain).not.toContain('usually passes');
  expect(remedy.join()).toContain('spec.conversion');
  expect(remedy.join()).not.toContain('validatingwebhookconfigurations');
});
