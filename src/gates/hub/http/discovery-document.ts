import { field } from '../../../fleet/json/json.ts';
import { ApiError } from './api-error.ts';

/** Returns the document, which must have that list. JSON of a proxy lacks it, and does not show what the hub serves. @throws ApiError */
export function discoveryDocument(document: unknown, list: 'versions' | 'resources' | 'groups' | 'items', path: string): unknown {
  if (Array.isArray(field(document, list))) return document;
  throw new ApiError(502, 'NoDiscovery', `the answer for ${path} is not a discovery document`);
}
