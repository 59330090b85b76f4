/** Where the files of the report can be looked at: a repository at one commit. */
export interface SourceLink {
  /** `https://github.com` or the address of a GitHub Enterprise Server. */
  readonly server: string;
  /** `owner/name` */
  readonly repository: string;
  readonly sha: string;
}

/** The page of these lines at the commit, or `undefined` for a file outside the repository. */
export function permalink(source: SourceLink | undefined, file: string, line: number, endLine = line): string | undefined {
  if (source === undefined || !isInside(file)) return undefined;
  const lines = endLine > line ? `#L${line}-L${endLine}` : `#L${line}`;
  return `${source.server}/${source.repository}/blob/${source.sha}/${uriPath(file)}${line >= 1 ? lines : ''}`;
}

/** A relative path as URI: segments percent-encoded, forward slashes. */
export function uriPath(file: string): string {
  return file
    .replaceAll('\\', '/')
    .replace(/^(\.\/)+/, '')
    .split('/')
    .map((segment) =>
      encodeURIComponent(segment.toWellFormed()).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join('/');
}

/** A path below the place the tool was started in; not standard input, not absolute, not above. */
export function isInside(file: string): boolean {
  if (file === '' || file === '-' || file.startsWith('<')) return false;
  return !/^([/\\]|[A-Za-z]:)/.test(file) && !file.split(/[/\\]/).includes('..');
}

/** A plain http(s) address: nothing in it needs escaping in markdown, HTML or JSON. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/[\w.-]+(:\d+)?(\/[\w.~!$&'*+,;=:@/?#%-]*)?$/.test(text);
}
