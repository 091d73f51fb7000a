internal import ApusBytes

/// HMAC over one hash function: two states that the key leaves behind, and one at work.
///
/// The states are as good as the key, so they have one home, and it is wiped. RFC 2104 section 2.
final class KeyedHash<Hash: HashFunction> {
  private var inner = Hash()
  private var outer = Hash()
  private var running = Hash()

  /// A key longer than a block is hashed first.
  init(key: Span<UInt8>) {
    var block = SecretBytes(zeros: Hash.blockByteCount)
    block.withMutableBytes { block in
      if key.count > Hash.blockByteCount {
        running.update(key)
        let digest = SecretBytes(count: Hash.byteCount) { running.finalize(into: &$0) }
        digest.withBytes { block.copy($0) }
      } else {
        block.copy(key)
      }
      for index in block.indices { block[index] ^= 0x36 }
      inner.update(block.span)
      for index in block.indices { block[index] ^= 0x36 ^ 0x5c }
      outer.update(block.span)
    }
    running = inner
  }

  deinit {
    Wipe.value(&inner)
    Wipe.value(&outer)
    Wipe.value(&running)
  }

  /// Takes in more of the message.
  func update(_ bytes: Span<UInt8>) { running.update(bytes) }

  /// Writes the code, of exactly a digest's bytes, and starts the next message with the same key.
  func finalize(into code: inout MutableSpan<UInt8>) {
    running.finalize(into: &code)
    running = outer
    running.update(code.span)
    running.finalize(into: &code)
    running = inner
  }
}
