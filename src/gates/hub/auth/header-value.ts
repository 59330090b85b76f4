/**
 * The value as a header can carry it: its UTF-8 bytes, as Go sends it.
 * @param refused makes the error to throw from the name of a forbidden character; it never gets the value itself
 */
export function headerValue(value: string, refused: (fault: string) => Error): string {
  const bytes = Buffer.from(value, 'utf8');
  const fault = bytes.find((byte) => (byte < 0x20 && byte !== TAB) || byte === DELETE);
  if (fault !== undefined)
    throw refused(fault === LINE_FEED || fault === CARRIAGE_RETURN ? 'a line break' : `the control character ${fault}`);
  return bytes.toString('latin1');
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const DELETE = 0x7f;
