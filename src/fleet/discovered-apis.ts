import type { ApiResource } from './api-resource.ts';

/** The kinds of one hub, as its discovery lists them. */
export interface DiscoveredApis {
  readonly resources: readonly ApiResource[];
  /** Groups whose kinds the hub could not tell, such as those of an aggregated API server that is down. */
  readonly unread: readonly string[];
}
