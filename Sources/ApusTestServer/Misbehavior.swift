/// What the test server can be told to do wrong, so that a client can be seen to bear it.
public enum Misbehavior: Sendable, Hashable {
  /// Ends the connection in order after that many bytes of the answer.
  case finish(afterByteCount: Int)
  /// Resets the connection after that many bytes of the answer.
  case reset(afterByteCount: Int)
  /// Writes the answer in pieces of that many bytes, with a pause between them.
  case drip(byteCount: Int, every: Duration)
  /// Reads the request and never answers.
  case silence
}
