import { ApiFailure } from './api-status.ts';
import { qualifiedName, type ServedType } from './served-types.ts';

/** What a request wants to do, as RBAC sees it. `namespace` is absent for cluster scope and for all namespaces at once. */
export interface Access {
  readonly verb: string;
  readonly group: string;
  /** Plural. */
  readonly resource: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** The 403 of an access that no role grants. */
export function forbidden(user: string, type: ServedType, access: Access): ApiFailure {
  const where = access.namespace === undefined ? 'at the cluster scope' : `in the namespace "${access.namespace}"`;
  const named = access.name === undefined ? '' : ` "${access.name}"`;
  return new ApiFailure(
    403,
    'Forbidden',
    `${qualifiedName(type)}${named} is forbidden: User "${user}" cannot ${access.verb} resource "${type.plural}" in API group "${type.group}" ${where}`,
    { ...(access.name === undefined ? {} : { name: access.name }), group: type.group, kind: type.plural },
  );
}
