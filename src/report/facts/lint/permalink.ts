import { join, normalize } from 'node:path/posix';

/** Where the files of the report can be seen: a repository at one commit. */
export interface SourceLink {
  /** `https://github.com` or the address of a GitHub Enterprise Server. */
  readonly server: string;
  /** `owner/name` */
  readonly repository: string;
  readonly sha: string;
  /** The folder, from the root of the repository, that file names are relative to. */
  readonly prefix?: string;
}

/** The page of these lines at the commit, or `undefined` for a file outside the repository. */
export function permalink(source: SourceLink | undefined, file: string, line: number, endLine = line): string | undefined {
  const place = fromRoot(file, source?.prefix);
  if (source === undefined || !isInside(place)) return undefined;
  const lines = endLine > line ? `#L${line}-L${endLine}` : `#L${line}`;
  return `${source.server}/${source.repository}/blob/${source.sha}/${uriPath(place)}${line >= 1 ? lines : ''}`;
}

/** The path of a file from the root of the repository; a file outside it keeps its name. */
export function fromRoot(file: string, prefix = ''): string {
  return prefix === '' || file === '' || file === '-' || file.startsWith('<') || isAbsolutePath(file)
    ? file
    : normalize(join(prefix, file));
}

/** A path with forward slashes as URI: segments percent-encoded; a backslash is a character of a name like any other. */
export function uriPath(file: string): string {
  return file
    .replace(/^(\.\/)+/, '')
    .split('/')
    .map((segment) =>
      encodeURIComponent(segment.toWellFormed()).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join('/');
}

/** A path below the folder the tool was started in: not standard input, not absolute, not above. */
export function isInside(file: string): boolean {
  if (file === '' || file === '-' || file.startsWith('<')) return false;
  return !isAbsolutePath(file) && !file.split(/[/\\]/).includes('..');
}

/** Browsers do not open longer addresses. */
const LONGEST_ADDRESS = 2048;

function isAbsolutePath(file: string): boolean {
  return /^([/\\]|[A-Za-z]:)/.test(file);
}

/** A plain http(s) address: nothing in it needs escaping in markdown, HTML or JSON. */
export function isAddress(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && /^https?:\/\/[\w.-]+(:\d+)?(\/[\w.~!$&'*+,;=:@/?#%-]*)?$/.test(text);
}
