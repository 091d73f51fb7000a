internal import ApusBytes
internal import ApusCrypto

/// The running hash of all handshake messages of a connection.
///
/// RFC 8446 section 4.4.1.
struct Transcript: Sendable {
  private var hash: RunningHash
  /// The bytes of all handshake messages so far, or `nil` if the bytes are no longer needed.
  ///
  /// A TLS 1.2 client can sign the handshake messages with a hash function that differs from the
  /// transcript's hash function. RFC 5246 section 7.4.8.
  private(set) var messages: [UInt8]?

  /// Creates a transcript from the handshake messages before the choice of the hash function.
  init(_ algorithm: HashAlgorithm, _ opening: OpeningTranscript, keepingMessages: Bool = false) {
    hash = RunningHash(algorithm)
    hash.update(opening.messages)
    messages = keepingMessages ? opening.messages : nil
  }

  /// The hash function of the handshake transcript.
  var algorithm: HashAlgorithm { hash.algorithm }

  /// Adds a handshake message, which includes its header, to the transcript.
  mutating func add(_ message: Span<UInt8>) {
    hash.update(message)
    messages?.append(message)
  }

  /// Adds a handshake message, which includes its header, to the transcript.
  mutating func add(_ message: [UInt8]) { add(message.span) }

  /// Releases the stored handshake messages and continues only with their hash.
  mutating func forgetMessages() { messages = nil }

  /// Replaces all handshake messages by one message with their hash, before a HelloRetryRequest is
  /// added.
  ///
  ///     message_hash ||        /* Handshake type */
  ///     00 00 Hash.length  ||  /* Handshake message length (bytes) */
  ///     Hash(ClientHello1)     /* Hash of ClientHello1 */
  ///
  /// RFC 8446 section 4.4.1.
  mutating func replaceByHash() {
    let digest = digest()
    hash = RunningHash(algorithm)
    add([254, 0, 0, UInt8(digest.count)] + digest)
  }

  /// Returns the hash of all handshake messages so far.
  func digest() -> [UInt8] { hash.finalize() }

  /// Returns the hash of all handshake messages so far and of the beginning of the next message.
  ///
  /// A binder covers the beginning of a ClientHello. RFC 8446 section 4.2.11.2.
  func digest(adding beginning: Span<UInt8>) -> [UInt8] {
    var fork = hash
    fork.update(beginning)
    return fork.finalize()
  }
}

/// The handshake messages before the ServerHello, which determines the hash function of the
/// transcript.
struct OpeningTranscript: Sendable {
  fileprivate var messages: [UInt8] = []

  /// Creates a transcript without handshake messages.
  init() {}

  /// Adds a handshake message, which includes its header, to the transcript.
  mutating func add(_ message: [UInt8]) { messages += message }
}
