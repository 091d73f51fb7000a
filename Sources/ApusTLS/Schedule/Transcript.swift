internal import ApusBytes
internal import ApusCrypto

/// The handshake messages of a connection as a running hash, once the hash function is known.
///
/// RFC 8446 section 4.4.1.
struct Transcript: Sendable {
  private var hash: RunningHash
  /// All messages, while they are needed: a TLS 1.2 client can sign them with another hash
  /// function. RFC 5246 section 7.4.8.
  private(set) var messages: [UInt8]?

  /// Creates a transcript from the messages before the hash function was known.
  init(_ algorithm: HashAlgorithm, _ opening: OpeningTranscript, keepingMessages: Bool = false) {
    hash = RunningHash(algorithm)
    hash.update(opening.messages)
    messages = keepingMessages ? opening.messages : nil
  }

  /// The hash function.
  var algorithm: HashAlgorithm { hash.algorithm }

  /// Adds a message, with its header.
  mutating func add(_ message: Span<UInt8>) {
    hash.update(message)
    messages?.append(message)
  }

  /// Adds a message, with its header.
  mutating func add(_ message: [UInt8]) { add(message.span) }

  /// Releases the messages and continues with the hash only.
  mutating func forgetMessages() { messages = nil }

  /// Replaces all messages by one with their hash, before a HelloRetryRequest is added.
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

  /// Returns the hash of all messages so far.
  func digest() -> [UInt8] { hash.finalize() }

  /// Returns the hash of all messages so far and of the beginning of another, as a binder needs it.
  ///
  /// RFC 8446 section 4.2.11.2.
  func digest(adding beginning: Span<UInt8>) -> [UInt8] {
    var fork = hash
    fork.update(beginning)
    return fork.finalize()
  }
}

/// The messages before the one that determines the cipher suite, and with it the hash function.
struct OpeningTranscript: Sendable {
  fileprivate var messages: [UInt8] = []

  /// Creates an empty transcript.
  init() {}

  /// Adds a message, with its header.
  mutating func add(_ message: [UInt8]) { messages += message }
}
