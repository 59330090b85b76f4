import { createSign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { KubeApi } from './kube-api.ts';

/** The users that the hub knows by token. Tests grant rights to the last ones. */
export const USERS = ['admin', 'reader', 'nobody', 'applier', 'lister', 'partial', 'local'] as const;
export type User = (typeof USERS)[number];

export function tokenOf(user: User): string {
  return `${user}-of-the-test-hub`;
}

/** The content of `--token-auth-file`. */
export function tokenFile(): string {
  const groups: Partial<Record<User, string>> = { admin: 'system:masters', reader: 'hub:readers' };
  return USERS.map((user) => [tokenOf(user), user, user, ...(groups[user] === undefined ? [] : [`"${groups[user]}"`])].join(',')).join(
    '\n',
  );
}

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const READABLE = ['placement.kubernetes-fleet.io', 'cluster.kubernetes-fleet.io', '', 'apps', 'batch'];

/** Lets the group `hub:readers` and the service account default/ci read everything of a fleet. */
export async function createReaders(api: KubeApi): Promise<void> {
  await api.must('POST', `${RBAC}/clusterroles`, {
    body: {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'hub-readers' },
      rules: [{ apiGroups: READABLE, resources: ['*'], verbs: ['list', 'watch'] }],
    },
  });
  await api.must('POST', `${RBAC}/clusterrolebindings`, {
    body: {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'hub-readers' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'hub-readers' },
      subjects: [
        { apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'hub:readers' },
        { kind: 'ServiceAccount', namespace: 'default', name: 'ci' },
      ],
    },
  });
  await api.must('POST', '/api/v1/namespaces/default/serviceaccounts', { body: { metadata: { name: 'ci' } } });
}

/**
 * A token of default/ci that the API server refuses after this many seconds. It is signed with the server's own key, because TokenRequest
 * issues none this short.
 */
export async function shortToken(api: KubeApi, certs: string, seconds: number): Promise<string> {
  const account = await api.must('GET', '/api/v1/namespaces/default/serviceaccounts/ci');
  return signToken(path.join(certs, 'sa.key'), String(account.body.metadata.uid), seconds);
}

/** The API server accepts a token this long after its `exp` (the default leeway of go-jose). */
const LEEWAY_S = 60;

/** A token that the API server accepts for this many seconds. */
export function signToken(keyFile: string, uid: string, seconds: number): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: 'https://kubernetes.default.svc',
    aud: ['https://kubernetes.default.svc'],
    sub: 'system:serviceaccount:default:ci',
    iat: now - LEEWAY_S,
    nbf: now - LEEWAY_S,
    exp: now + seconds - LEEWAY_S,
    'kubernetes.io': { namespace: 'default', serviceaccount: { name: 'ci', uid } },
  };
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
  const signature = createSign('RSA-SHA256').update(text).sign(readFileSync(keyFile));
  return `${text}.${signature.toString('base64url')}`;
}
