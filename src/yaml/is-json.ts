/** Whether a text is JSON: kubectl takes a file whose first character is `{` for nothing else. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
