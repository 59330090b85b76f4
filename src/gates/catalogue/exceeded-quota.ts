/** An exhausted resource of a quota; quantities as the API server prints them. */
export interface ExceededResource {
  readonly name: string;
  readonly requested: string;
  readonly used: string;
  readonly limited: string;
}

/**
 * The quota that a write exceeds, with the exceeded resources; `undefined` if the text is about something else (Kubernetes pkg/quota,
 * plugin/pkg/admission/resourcequota/controller.go, checkRequest).
 */
export function exceededQuota(message: string): { readonly quota: string; readonly resources: readonly ExceededResource[] } | undefined {
  // bounded: a message is cut at 32,768 characters.
  const match = /exceeded quota: ([^\s,]+), requested: (\S+), used: (\S+), limited: ([^\s)]+)/.exec(message);
  if (match === null) return undefined;
  const [, quota = '', requested = '', used = '', limited = ''] = match;
  const [usedOf, limitOf] = [quantities(used), quantities(limited)];
  const resources = [...quantities(requested)].map(([name, asked]) => ({
    name,
    requested: asked,
    used: usedOf.get(name) ?? '0',
    limited: limitOf.get(name) ?? '0',
  }));
  return { quota, resources };
}

/** `cpu=2,memory=1Gi` */
function quantities(list: string): ReadonlyMap<string, string> {
  return new Map(
    list
      .split(',')
      .flatMap((entry) => [/^([^=]+)=(.+)$/.exec(entry)])
      .flatMap((found) => (found === null ? [] : [[found[1] ?? '', found[2] ?? '']])),
  );
}
