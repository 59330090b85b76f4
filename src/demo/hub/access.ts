import { ApiFailure } from './api-status.ts';
import { qualifiedName, type ServedType } from './served-types.ts';

/** The access of a request, in RBAC terms. `namespace` is absent for cluster scope and for all namespaces at once. */
export interface Access {
  readonly verb: string;
  readonly group: string;
  /** Plural. */
  readonly resource: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** The 403 response if the access is not granted by any role. */
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
