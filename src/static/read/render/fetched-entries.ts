/** Why an overlay with an entry of another repository is not rendered. */
export function fetchedReason(path: string): string {
  return `"${path}"${FETCHED}`;
}

/** The entry of another repository because of which an overlay is not rendered, by the reason in a report; `undefined` for another reason. */
export function fetchedEntry(reason: string): string | undefined {
  const end = reason.indexOf(`"${FETCHED}`);
  return end < 0 ? undefined : reason.slice(reason.lastIndexOf('"', end - 1) + 1, end);
}

const FETCHED = ' is fetched from the network, and rendering does not use the network';
