/// What the test server can be told to do wrong, so that a client can be seen to bear it.
public enum ServerFault: Sendable, Hashable {
  /// Ends the connection in order after that many bytes of the answer.
  case finish(afterByteCount: Int)
  /// Cuts the connection off after that many bytes of the answer, in TLS without a close_notify.
  case cut(afterByteCount: Int)
  /// Resets the connection after that many bytes of the answer.
  case reset(afterByteCount: Int)
  /// Writes the answer in pieces of that many bytes, with a pause between them.
  case drip(byteCount: Int, every: Duration)
  /// Reads the request and never answers.
  case silence
  /// Announces that many bytes more than it sends, or fewer, and ends the connection.
  case wrongLength(by: Int)
  /// Sends the content in chunks, of which the last has a size that is no number.
  case badChunk
  /// Sends that many informational responses before the answer.
  case informational(count: Int)
  /// Sends a field with a value of that many bytes.
  case hugeField(byteCount: Int)
  /// Sends the answer and bytes that belong to none behind it.
  case strayBytes([UInt8])
}
