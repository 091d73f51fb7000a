extension Authentication {
  /// A password or a token: wiped when its last owner lets go of it, and shown in no description.
  ///
  /// The text that it is made of is the caller's and is not wiped.
  public struct Secret: Sendable {
    /// The one block of memory that all copies of the value share.
    private final class Block: Sendable {
      let bytes: SecretBytes

      init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
    }

    private let block: Block

    /// Creates a secret of those bytes.
    ///
    /// - Parameter bytes: The bytes, which are overwritten when they are released.
    public init(_ bytes: consuming SecretBytes) { block = Block(bytes) }

    /// Creates a secret that is a copy of a text's bytes in UTF-8.
    ///
    /// - Parameter text: The text to copy.
    public init(_ text: String) {
      self.init(
        SecretBytes(count: text.utf8.count) { secret in
          for (index, byte) in text.utf8.enumerated() { secret[index] = byte }
        })
    }

    /// Lends the bytes for the length of a call.
    ///
    /// - Parameter body: The closure that reads the bytes; they are valid only during the call.
    public func withBytes<Result: ~Copyable, Failure: Error>(
      _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try block.bytes.withBytes(body)
    }

    /// The secret between bytes that are none, as one more secret.
    package func between(_ head: [UInt8], and tail: [UInt8] = []) -> SecretBytes {
      withBytes { middle in
        SecretBytes(count: head.count + middle.count + tail.count) { bytes in
          for index in head.indices { bytes[index] = head[index] }
          for index in middle.indices { bytes[head.count + index] = middle[index] }
          let end = head.count + middle.count
          for index in tail.indices { bytes[end + index] = tail[index] }
        }
      }
    }
  }
}

extension Authentication.Secret: Equatable {
  /// Returns whether both have the same bytes, in a time that does not depend on the differences.
  public static func == (left: Self, right: Self) -> Bool {
    left.withBytes { one in
      right.withBytes { other in
        // PUBLIC: the result, which the caller needs.
        ConstantTime.equal(one, other).declassified
      }
    }
  }
}

extension Authentication.Secret: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// A placeholder for the secret.
  public var description: String { "<redacted>" }

  public var debugDescription: String { description }

  /// An empty mirror, because `dump` and test failures print stored properties.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
