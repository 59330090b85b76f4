import { listAt, stringAt } from '../../../fleet/json/json.ts';

/** The identity of the caller, as the hub reports it. */
export interface Identity {
  readonly user: string;
  readonly groups: readonly string[];
}

/** Uses SelfSubjectReview, served since Kubernetes 1.28. Returns `undefined` if the answer has no name. @throws ApiError */
export async function whoAmI(post: (path: string, body: unknown) => Promise<unknown>): Promise<Identity | undefined> {
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
  const answer = await post('/apis/authentication.k8s.io/v1/selfsubjectreviews', body);
  const user = stringAt(answer, 'status', 'userInfo', 'username');
  if (user === undefined) return undefined;
  return { user, groups: listAt(answer, 'status', 'userInfo', 'groups').filter((group) => typeof group === 'string') };
}
