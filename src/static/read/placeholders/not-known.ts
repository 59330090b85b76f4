/** Why a value with a placeholder is not judged. */
export function notKnown(placeholder: string): string {
  return `"${placeholder}"${REST}`;
}

/** Whether a reason is one of `notKnown`. */
export function isNotKnown(reason: string): boolean {
  return reason.endsWith(REST);
}

const REST = ' is a placeholder for a value that is not known here; checks that depend on it were skipped.';
