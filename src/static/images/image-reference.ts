/** The parts of an image reference. */
export interface ImageReference {
  /** With its registry, as written. */
  readonly name: string;
  readonly tag?: string;
  readonly digest?: string;
}

/** Why a text is not an image reference, as the end of a sentence. */
export interface ImageFault {
  readonly fault: string;
}

export const DIGEST_FAULT = 'its digest is not `sha256:` with 64 hexadecimal digits';

/**
 * Parses an image reference as a container runtime does. Without a registry, it is an image of the runtime's default registry. Source: the
 * grammar of distribution/reference (`[domain[:port]/]path[:tag][@digest]`). The kubelet answers other texts with `InvalidImageName`.
 */
export function readImage(text: string): ImageReference | ImageFault {
  const known = lately.get(text);
  if (known !== undefined) return known;
  const read = readAnew(text);
  if (text.length > LONGEST_KEPT) return read;
  if (lately.size >= KEPT) lately.clear();
  lately.set(text, read);
  return read;
}

/** Several rules read the same image one after the other, and many workloads use the same one. */
const lately = new Map<string, ImageReference | ImageFault>();
const KEPT = 1000;
/** Longer texts are not images, and are not cached. */
const LONGEST_KEPT = 512;

function readAnew(text: string): ImageReference | ImageFault {
  const { name, tag, digest } = imageParts(text);
  if (digest !== undefined && !isDigest(digest)) return { fault: DIGEST_FAULT };
  if (tag !== undefined && !/^\w[\w.-]{0,127}$/.test(tag))
    return { fault: tag === '' ? 'the tag after the colon is missing' : `\`${tag}\` cannot be a tag` };
  const fault = nameFault(name);
  if (fault !== undefined) return { fault };
  return { name, ...(tag === undefined ? {} : { tag }), ...(digest === undefined ? {} : { digest }) };
}

/** The parts of a text as tools split it that set images, whatever signs it has. Source: `api/internal/image` of sigs.k8s.io/kustomize. */
export function imageParts(text: string): ImageReference {
  const at = text.indexOf('@');
  const rest = at === -1 ? text : text.slice(0, at);
  const colon = rest.indexOf(':', rest.lastIndexOf('/') + 1);
  return {
    name: colon === -1 ? rest : rest.slice(0, colon),
    ...(colon === -1 ? {} : { tag: rest.slice(colon + 1) }),
    ...(at === -1 ? {} : { digest: text.slice(at + 1) }),
  };
}

/** Whether it has a tag other than `latest`, which is the default. */
export function hasOwnTag({ tag = 'latest' }: ImageReference): boolean {
  return tag !== 'latest';
}

/** The shortest name of the same image: `docker.io/library/nginx` is `nginx`. */
export function familiarName(name: string): string {
  return name.replace(/^(index\.)?docker\.io\//, '').replace(/^library\//, '');
}

const LONGEST_NAME = 255;

function nameFault(name: string): string | undefined {
  if (name === '') return 'the repository is missing';
  if (/\s/.test(name)) return 'it contains a space';
  const [first = '', ...others] = name.split('/');
  const hasDomain = others.length > 0 && (/[.:]/.test(first) || first === 'localhost' || first !== first.toLowerCase());
  if (hasDomain && !isDomain(first)) return `\`${first}\` cannot be a registry`;
  const path = hasDomain ? others : [first, ...others];
  const wrong = path.find((part) => !isPathPart(part));
  if (wrong !== undefined) return wrongPart(wrong);
  if (path.join('/').length > LONGEST_NAME) return `its name is longer than ${LONGEST_NAME} characters`;
  return /^[0-9a-f]{64}$/.test(name) ? 'it is the ID of an image, which cannot be pulled from a registry' : undefined;
}

function wrongPart(part: string): string {
  if (part === '') return 'it has an empty part between slashes';
  return part === part.toLowerCase()
    ? `\`${part}\` cannot be part of a name`
    : `\`${part}\` has uppercase letters, which are not allowed in a repository`;
}

function isDomain(text: string): boolean {
  const [host = '', port, ...more] = text.split(':');
  if (more.length > 0 || (port !== undefined && !/^\d+$/.test(port))) return false;
  return host.split('.').every((label) => /^[a-zA-Z0-9-]+$/.test(label) && !label.startsWith('-') && !label.endsWith('-'));
}

/** Lower-case letters and digits, joined by one dot, one or two underscores, or any number of dashes. */
function isPathPart(part: string): boolean {
  return /^[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*$/.test(part);
}

function isDigest(text: string): boolean {
  if (text.startsWith('sha256:')) return /^sha256:[0-9a-f]{64}$/.test(text);
  return /^[A-Za-z][A-Za-z0-9]*([-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}$/.test(text);
}
