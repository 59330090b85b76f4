import type { ServedType } from './served-types.ts';
import { qualifiedName } from './served-types.ts';

/** The `Status` that an API server sends instead of an object, as a response body or as a watch event. */
export interface ApiStatus {
  readonly kind: 'Status';
  readonly apiVersion: 'v1';
  readonly metadata: Readonly<Record<string, never>>;
  readonly status: 'Failure';
  readonly message: string;
  readonly reason: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly code: number;
}

/** Thrown by request handling and sent as a Status. Texts and reasons are those of kube-apiserver 1.34. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: ApiStatus;

  constructor(code: number, reason: string, message: string, details?: Readonly<Record<string, unknown>>) {
    super(message);
    this.status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message,
      reason,
      ...(details === undefined ? {} : { details }),
      code,
    };
  }
}

export const unauthorized = (): ApiFailure => new ApiFailure(401, 'Unauthorized', 'Unauthorized');

export const badRequest = (message: string): ApiFailure => new ApiFailure(400, 'BadRequest', message);

export const invalidListOptions = (message: string): ApiFailure =>
  new ApiFailure(422, 'Invalid', `ListOptions.meta.k8s.io "" is invalid: ${message}`, { group: 'meta.k8s.io', kind: 'ListOptions' });

export const methodNotAllowed = (): ApiFailure =>
  new ApiFailure(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource', {});

export const notAcceptable = (): ApiFailure =>
  new ApiFailure(
    406,
    'NotAcceptable',
    'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf',
  );

export const notFound = (type: ServedType, name: string): ApiFailure =>
  new ApiFailure(404, 'NotFound', `${qualifiedName(type)} "${name}" not found`, { name, group: type.group, kind: type.plural });

export const conflict = (message: string): ApiFailure => new ApiFailure(409, 'Conflict', message);

export const unsupportedMediaType = (contentType: string): ApiFailure =>
  new ApiFailure(415, 'UnsupportedMediaType', `the body of the request was in an unknown format: ${contentType}`);

/** The requested revision was compacted away. */
export const expired = (message: string): ApiFailure => new ApiFailure(410, 'Expired', message);

export const tooLargeRevision = (wanted: number, newest: number): ApiFailure =>
  new ApiFailure(504, 'Timeout', `Too large resource version: ${wanted}, current: ${newest}`, {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    retryAfterSeconds: 1,
  });

/** An API server's answer for a type whose CRD has just been established. */
export const initializing = (): ApiFailure =>
  new ApiFailure(429, 'TooManyRequests', 'storage is (re)initializing', { retryAfterSeconds: 1 });

export const internalError = (message: string): ApiFailure =>
  new ApiFailure(500, 'InternalError', `Internal error occurred: ${message}`, { causes: [{ message }] });
