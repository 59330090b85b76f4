/**
 * The host and the path of a repository, without what differs between the protocols of one host: `git@HOST:PATH.git` and
 * `https://USER@HOST:PORT/PATH/` are `host/path`.
 */
export function repositoryAddress(url: string): string {
  const withoutScheme = url.replace(/^[\w+.-]+:\/\//, '');
  const start = withoutScheme.split('/', 1)[0] ?? '';
  const authority = start.slice(start.lastIndexOf('@') + 1);
  const [host = '', first = ''] = authority.split(':');
  const isPort = withoutScheme !== url && /^\d*$/.test(first);
  const path = [isPort ? '' : first, withoutScheme.slice(start.length)].join('/');
  const parts = `${host}/${path}`.split('/').filter((part) => part !== '');
  return parts
    .join('/')
    .replace(/(.)\.git$/, '$1')
    .toLowerCase();
}
