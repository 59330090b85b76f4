/** A value that the API server cannot hand to a rule; touching it ends the rule. The message is the server's. */
export class UnreadableValue extends Error {
  override readonly name = 'UnreadableValue';
}
